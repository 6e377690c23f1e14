// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one rule records at each element of a stream: the chunk that it is, and what is kept of it for the end. Of an
 * element nothing is kept but what the rule's paths lead to, so that a stream's elements live no longer than they would.
 *
 * <p><b>Threading:</b> immutable; application threads. Elements of one span come serially.
 */
public final class ElementReader {
    private static final Kind[] PLAIN = {new Kind("item", null, Set.of(), null, null, false)};

    private final RuleState state;
    private final String[][] parameterAnnotations;
    private final Kind[] kinds;
    /** All elements are chunks of one type, but those that have no text where the rule says that it stands. */
    private final boolean oneKind;

    private final Keeper[] keepers;

    /** Creates a reader that keeps what has a name in {@code wanted}. */
    ElementReader(RuleState state, Span.Site site, Set<String> wanted) {
        Rule rule = state.rule();
        this.state = state;
        this.parameterAnnotations = site.parameterAnnotations();
        this.kinds = rule.chunk() == null ? PLAIN : kinds(rule.chunk().kinds());
        this.oneKind = kinds.length == 1 && kinds[0].when == null && kinds[0].unless == null;
        List<Keeper> kept = new ArrayList<>(wanted.size());
        for (Map.Entry<String, Rule.Keep> entry : rule.keep().entrySet()) {
            if (wanted.contains(entry.getKey())) {
                kept.add(Keeper.of(entry));
            }
        }
        this.keepers = kept.toArray(new Keeper[0]);
    }

    private static Kind[] kinds(List<Rule.Chunk.ChunkKind> of) {
        Kind[] kinds = new Kind[of.size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = Kind.of(of.get(i));
        }
        return kinds;
    }

    /** Takes an element of a stream: keeps what is to be kept of it, and notes the chunk, where it is one. */
    public void element(SpanLifecycle lifecycle, Span span, Object element) {
        keep(span, null, null, null, null, null, null, null, null, null, element);
        chunk(lifecycle, span, false, null, null, null, null, null, null, null, null, null, element);
    }

    /** Takes what a call handed out: with one type of chunk it is one, whether it has text or not. */
    public void handedOut(SpanLifecycle lifecycle, Span span, Object result) {
        keep(span, null, null, null, null, null, null, null, null, null, result);
        chunk(lifecycle, span, oneKind, null, null, null, null, null, null, null, null, null, result);
    }

    /** Takes a call that is a chunk. */
    public void call(
            SpanLifecycle lifecycle,
            Span span,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        keep(span, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
        if (kinds != PLAIN) {
            chunk(lifecycle, span, oneKind, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
        }
    }

    /** Keeps what is to be kept of a call that is no element. */
    public void noted(
            Span span,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result) {
        keep(span, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
    }

    /** Keeps what is to be kept of the last thing a call handed out, which is no chunk. */
    public void last(Span span, Object result) {
        keep(span, null, null, null, null, null, null, null, null, null, result);
    }

    private void chunk(
            SpanLifecycle lifecycle,
            Span span,
            boolean always,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result) {
        for (Kind kind : kinds) {
            if (kind.when != null && !kind.means(read(kind.when, self, a0, a1, a2, a3, a4, a5, a6, a7, result))) {
                continue;
            }
            if (kind.unless != null && holds(read(kind.unless, self, a0, a1, a2, a3, a4, a5, a6, a7, result))) {
                continue;
            }
            if (kind.passes) {
                return;
            }
            Object text = kind.chars == null ? result : read(kind.chars, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
            int chars = text instanceof CharSequence known ? known.length() : -1;
            if (always || kind.chars == null || chars > 0) {
                lifecycle.chunk(span, kind.type, chars);
                return;
            }
        }
    }

    private static boolean holds(Object value) {
        return value != null && !Boolean.FALSE.equals(value);
    }

    private void keep(
            Span span,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result) {
        for (Keeper keeper : keepers) {
            if (keeper.bytes != null) {
                keeper.bytes.keep(state, parameterAnnotations, span, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
                continue;
            }
            if (keeper.keep.which() == Rule.Keep.Which.FIRST
                    && span.kept != null
                    && span.kept.containsKey(keeper.name)) {
                continue;
            }
            Object object = read(keeper.path, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
            if (object == null) {
                continue;
            }
            if (keeper.keep.which() != Rule.Keep.Which.ALL) {
                span.keep(keeper.name, object);
                continue;
            }
            if (keeper.each && object instanceof List<?> several) {
                for (Object one : several) {
                    keeper.add(one, span);
                }
            } else {
                keeper.add(object, span);
            }
        }
    }

    private Object read(
            CallPath path,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result) {
        return path.read(state, parameterAnnotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
    }

    /**
     * @param passes elements of this kind are no chunks
     */
    private record Kind(String type, CallPath when, Set<String> in, CallPath unless, CallPath chars, boolean passes) {
        boolean means(Object value) {
            return in.isEmpty() ? holds(value) : Rule.isOneOf(value, in);
        }

        static Kind of(Rule.Chunk.ChunkKind kind) {
            return new Kind(
                    kind.type(),
                    CallPath.of(kind.when()),
                    kind.in(),
                    CallPath.of(kind.unless()),
                    CallPath.of(kind.chars()),
                    kind.type().equals(Rule.Chunk.NONE));
        }
    }

    /**
     * @param each what the path reads is a list of ours, of whose elements each is kept
     * @param part the path leads to a part of the element
     * @param bytes keeps bytes, {@code null} where objects are kept
     */
    private record Keeper(String name, Rule.Keep keep, CallPath path, boolean each, boolean part, BytesKeeper bytes) {
        static Keeper of(Map.Entry<String, Rule.Keep> entry) {
            Path path = entry.getValue().path();
            boolean each = false;
            for (Step step : path.syntax().steps()) {
                each |= step instanceof Step.Each;
            }
            boolean part = !path.syntax().steps().isEmpty();
            Rule.Bytes bytes = entry.getValue().bytes();
            return new Keeper(
                    entry.getKey(),
                    entry.getValue(),
                    CallPath.of(path),
                    each,
                    part,
                    bytes == null ? null : new BytesKeeper(entry.getKey(), bytes));
        }

        /** Many elements of a stream carry an empty text beside what they are for: it is no piece of the whole. */
        void add(Object object, Span span) {
            if (part && object instanceof String text && text.isEmpty()) {
                return;
            }
            KeptList list = span.kept == null ? null : (KeptList) span.kept.get(name);
            if (list == null) {
                list = new KeptList(keep.most());
                span.keep(name, list);
            }
            list.keep(object);
        }
    }
}
