// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.trace.LongMap;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.Attributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Makes the tree of a trace whose parts are all there. Works with loops, not recursion: a trace may be deeper than a
 * thread's stack.
 */
final class TreeBuilder {
    private static final Comparator<Span> BY_START = (left, right) -> {
        int byStart = Long.compare(left.startNanos(), right.startNanos());
        return byStart != 0 ? byStart : Long.compareUnsigned(left.id(), right.id());
    };

    private final TraceId id;
    private final List<Span> all;
    private final LongMap<Span> byId;

    private TreeBuilder(TraceId id, List<SpanParts> parts, long lastNanos) {
        this.id = id;
        this.all = new ArrayList<>(parts.size());
        this.byId = new LongMap<>(parts.size());
        for (SpanParts part : parts) {
            Span span = new Span(part, lastNanos);
            all.add(span);
            byId.put(span.id(), span);
        }
    }

    /**
     * Builds a trace.
     *
     * @param parts spans with a start or an end each, at least one
     * @param lastNanos when spans without an end are taken to end
     * @param original what the trace was made of, or {@code null}
     */
    static Trace build(TraceId id, List<SpanParts> parts, long lastNanos, Object original) {
        TreeBuilder builder = new TreeBuilder(id, parts, lastNanos);
        builder.link();
        builder.cutCycles();
        return builder.tree(original);
    }

    private void link() {
        for (Span span : all) {
            if (span.parentId() == span.id()) {
                span.flag(SpanFlag.PARENT_CYCLE);
            } else if (span.parentId() != 0) {
                Span parent = byId.get(span.parentId());
                if (parent == null || parent.has(SpanFlag.START_MISSING)) {
                    // where only the parent's end is known it stands at that end: nothing can be inside it
                    parent = null;
                    span.flag(
                            span.attributes().isTrue(Attributes.REMOTE_PARENT)
                                    ? SpanFlag.REMOTE_PARENT
                                    : SpanFlag.PARENT_MISSING);
                }
                span.linkTo(parent);
            }
        }
    }

    /** Walks up from every span; the indexes tell spans of this walk from those of earlier ones. */
    private void cutCycles() {
        for (Span span : all) {
            span.place(-1, 0);
        }
        for (int walk = 0; walk < all.size(); walk++) {
            Span span = all.get(walk);
            while (span != null && span.index() < 0) {
                span.place(walk, 0);
                span = span.parent();
            }
            if (span != null && span.index() == walk) {
                cut(span);
            }
        }
    }

    /** Cuts the circle that the span is on, above its earliest span. */
    private static void cut(Span onCircle) {
        Span first = onCircle;
        for (Span span = onCircle.parent(); span != onCircle; span = span.parent()) {
            if (BY_START.compare(span, first) < 0) {
                first = span;
            }
        }
        first.flag(SpanFlag.PARENT_CYCLE);
        first.linkTo(null);
    }

    private Trace tree(Object original) {
        all.sort(BY_START);
        List<Span> roots = new ArrayList<>(1);
        for (Span span : all) {
            if (span.parent() == null) {
                roots.add(span);
            } else {
                span.parent().adopt(span);
            }
        }
        return new Trace(id, List.copyOf(roots), preOrder(roots), original);
    }

    private List<Span> preOrder(List<Span> roots) {
        List<Span> order = new ArrayList<>(all.size());
        Deque<Span> todo = new ArrayDeque<>();
        pushReversed(todo, roots);
        while (!todo.isEmpty()) {
            Span span = todo.pop();
            span.place(order.size(), span.parent() == null ? 0 : span.parent().depth() + 1);
            span.inherit();
            span.seal();
            order.add(span);
            pushReversed(todo, span.children());
        }
        order.forEach(Span::giveToCall);
        // a span stands before its children
        for (int i = order.size() - 1; i >= 0; i--) {
            Span span = order.get(i);
            if (span.parent() != null) {
                span.parent().grow(span);
            }
        }
        return Collections.unmodifiableList(order);
    }

    private static void pushReversed(Deque<Span> todo, List<Span> spans) {
        for (int i = spans.size() - 1; i >= 0; i--) {
            todo.push(spans.get(i));
        }
    }
}
