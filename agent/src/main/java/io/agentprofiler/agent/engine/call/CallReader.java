// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.value.normal.Normal;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one rule reads of a call on the application's thread: its keys and its conditions.
 *
 * <p><b>Threading:</b> immutable; application threads. May throw what an accessor of the application throws; join points
 * catch it.
 */
public final class CallReader {
    private final RuleState state;
    private final String[][] parameterAnnotations;
    private final CallPath[] keys;
    private final CallPath to;
    private final CallPath thrown;
    private final CallPath traceparent;
    private final ElementReader elements;
    private final CallPath[] done;
    private final CallPath[] unlessPaths;
    private final List<Rule.Unless> unlessValues;
    /** Of each of these, the values that stand for several texts. */
    private final String[][] unlessPatterns;

    private final Set<SpanKind> unlessUnder;
    private final Set<SpanKind> onlyUnder;
    /** Whether the kind of span above a call decides: known here, so that a call need not ask two sets. */
    private final boolean readsAbove;

    private final boolean innermost;
    /** What a rule with the role learn keeps; empty for others. */
    private final Map<String, CallPath> learned;

    public CallReader(RuleState state, Span.Site site, Set<String> wanted) {
        Rule rule = state.rule();
        this.state = state;
        this.parameterAnnotations = site.parameterAnnotations();
        this.keys = CallPath.of(rule.key());
        this.to = CallPath.of(rule.to());
        this.thrown = CallPath.of(rule.thrown());
        this.traceparent = CallPath.thatMayCall(rule.traceparent());
        this.elements = new ElementReader(state, site, wanted);
        this.done = CallPath.of(rule.chunk() == null ? List.of() : rule.chunk().done());
        List<Path> paths = new ArrayList<>(0);
        List<Rule.Unless> values = new ArrayList<>(0);
        Set<SpanKind> under = EnumSet.noneOf(SpanKind.class);
        Set<SpanKind> only = EnumSet.noneOf(SpanKind.class);
        for (Rule.Unless unless : rule.unless()) {
            (unless.others() ? only : under).addAll(unless.under());
            if (unless.path() != null) {
                paths.add(unless.path());
                values.add(unless);
            }
        }
        this.unlessPaths = CallPath.of(paths);
        this.unlessValues = values;
        this.unlessPatterns = new String[values.size()][];
        for (int i = 0; i < unlessPatterns.length; i++) {
            unlessPatterns[i] = values.get(i).patterns().toArray(new String[0]);
        }
        this.unlessUnder = under;
        this.onlyUnder = only;
        this.readsAbove = !under.isEmpty() || !only.isEmpty();
        this.innermost = rule.nested() == Nesting.INNERMOST;
        this.learned = new HashMap<>(0);
        if (rule.role() == Role.LEARN) {
            rule.keep().forEach((name, keep) -> learned.put(name, CallPath.of(keep.path())));
        }
    }

    public int keyCount() {
        return keys.length;
    }

    /** Answers whether the span looked for is, at this key, the current one. */
    public boolean isCurrent(int index) {
        return keys[index].isCurrent();
    }

    /** Answers whether the key can only be read when the call has returned. */
    public boolean keyReadsResult(int index) {
        return keys[index].readsResult();
    }

    public boolean keysReadResult() {
        for (CallPath key : keys) {
            if (key.readsResult()) {
                return true;
            }
        }
        return false;
    }

    public Object key(
            int index,
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
        return read(keys[index], self, a0, a1, a2, a3, a4, a5, a6, a7, result);
    }

    public Object to(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return read(to, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
    }

    public Throwable thrown(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return read(thrown, self, a0, a1, a2, a3, a4, a5, a6, a7, null) instanceof Throwable failure ? failure : null;
    }

    /**
     * Returns what the call's {@code traceparent} says of the caller: a span that stands for its, {@link Span#UNSAMPLED}, or
     * {@code null} when it says nothing.
     */
    public Span caller(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return traceparent == null
                ? null
                : TraceParent.read(read(traceparent, self, a0, a1, a2, a3, a4, a5, a6, a7, null));
    }

    /** Returns what the rule reads of each element of a streamed result. */
    public ElementReader elements() {
        return elements;
    }

    /**
     * Returns what a getter told: its result where that is a value by itself, else what the rule keeps of it, by name;
     * {@code null} when that is nothing.
     */
    public Object learned(Object self, Object result) {
        Object value = Normal.of(Holders.unwrap(result));
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        Map<String, Object> kept = new HashMap<>();
        for (Map.Entry<String, CallPath> each : learned.entrySet()) {
            Object part =
                    Normal.of(read(each.getValue(), self, null, null, null, null, null, null, null, null, result));
            if (part instanceof String || part instanceof Number || part instanceof Boolean) {
                kept.put(each.getKey(), part);
            }
        }
        return kept.isEmpty() ? null : kept;
    }

    /** Answers whether the method hands out one chunk a call. */
    public boolean handsOutChunks() {
        return done.length > 0;
    }

    /** Answers whether what such a method returned says that there is no chunk any more. */
    public boolean isDone(Object result) {
        for (CallPath path : done) {
            Object value = read(path, null, null, null, null, null, null, null, null, null, result);
            if (value != null && !Boolean.FALSE.equals(value)) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether one of the rule's conditions says that this call is no operation. */
    public boolean isLeftAlone(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        for (int i = 0; i < unlessPaths.length; i++) {
            Object value = read(unlessPaths[i], self, a0, a1, a2, a3, a4, a5, a6, a7, null);
            Rule.Unless unless = unlessValues.get(i);
            if (unless.values().isEmpty()
                    ? value == null || Boolean.FALSE.equals(value)
                    : isOneOf(value, unless.values(), unlessPatterns[i]) != unless.others()) {
                return true;
            }
        }
        return false;
    }

    /** Compares as a trace would show the value: no method of the application's object is asked. */
    private static boolean isOneOf(Object value, Set<String> values, String[] patterns) {
        Object normal = Normal.of(value);
        if (normal == null) {
            return false;
        }
        String text = normal.toString();
        if (values.contains(text)) {
            return true;
        }
        for (String pattern : patterns) {
            if (Rule.Unless.fits(pattern, text)) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether the rule leaves this call alone because of the span that it is a step of. */
    public boolean isLeftAloneUnder(Span current) {
        return readsAbove && (isStepOf(unlessUnder, current) || !onlyUnder.isEmpty() && !isStepOf(onlyUnder, current));
    }

    /**
     * Looks for an open span of the kinds above the call, past its steps that are no operations of their own, and past those that
     * only wrap this call.
     */
    private boolean isStepOf(Set<SpanKind> kinds, Span current) {
        Span span = current;
        while (span != null && span.rule != null) {
            SpanKind kind = span.rule.kind();
            boolean wrapper = innermost && SpanLifecycle.isSameOperation(span, state.rule());
            if (!wrapper && kinds.contains(kind)) {
                return span.state() != Span.ENDED;
            }
            if (!wrapper && kind != SpanKind.FUNCTION && kind != SpanKind.HTTP) {
                return false;
            }
            span = span.parent;
        }
        return false;
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
        return path == null
                ? null
                : path.read(state, parameterAnnotations, self, a0, a1, a2, a3, a4, a5, a6, a7, result);
    }
}
