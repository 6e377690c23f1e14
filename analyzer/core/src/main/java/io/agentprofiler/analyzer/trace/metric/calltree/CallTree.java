// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.calltree;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureCount;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All call trees laid over each other: a node stands for all spans that were reached by the same names from the top.
 *
 * <p>Nodes end at depth {@value #MAX_DEPTH}; what is deeper counts in the node at that depth.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallTree {
    public static final int MAX_DEPTH = 200;

    /** The analysis: answers the node above all roots, which stands for no span. */
    public static final Analysis<CallTree> ANALYSIS =
            Analysis.direct("call tree", () -> new CallTree(null, ""), CallTree::add, CallTree::add);

    /** What tells the nodes below one node apart. */
    record ChildKey(SpanKind kind, String name) implements Comparable<ChildKey> {
        @Override
        public int compareTo(ChildKey other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : name.compareTo(other.name);
        }
    }

    private final SpanKind kind;
    private final String name;
    private long calls;
    private final FailureCount failures = new FailureCount();
    /** Spans whose format says how long they took, and those of which it says how long they took themselves. */
    private long timed;

    private long selfTimed;
    private long totalNanos;
    private long selfNanos;
    private Tokens tokens = Tokens.NONE;
    /** Made by the first child: most nodes are leaves. */
    private SortedMap<ChildKey, CallTree> children = Collections.emptySortedMap();

    private CallTree(SpanKind kind, String name) {
        this.kind = kind;
        this.name = name;
    }

    private CallTree child(SpanKind childKind, String childName) {
        if (children.isEmpty()) {
            children = new TreeMap<>();
        }
        return children.computeIfAbsent(new ChildKey(childKind, childName), key -> new CallTree(key.kind, key.name));
    }

    private void add(Trace trace) {
        CallTree[] path = new CallTree[MAX_DEPTH + 1];
        for (Span span : trace.spans()) {
            int depth = Math.min(span.depth(), MAX_DEPTH);
            if (span.depth() <= MAX_DEPTH) {
                CallTree above = depth == 0 ? this : path[depth - 1];
                path[depth] = above.child(span.kind(), span.name());
            }
            path[depth].add(span);
        }
    }

    private void add(Span span) {
        calls++;
        failures.add(span);
        // a span below the last depth is inside its node's own span: its time is there already
        if (span.depth() <= MAX_DEPTH && span.isTimed()) {
            timed++;
            totalNanos = Saturated.add(totalNanos, span.durationNanos());
        }
        if (span.isSelfTimed()) {
            selfTimed++;
            selfNanos = Saturated.add(selfNanos, span.selfNanos());
        }
        tokens = tokens.plus(Calls.usage(span));
    }

    private void add(CallTree more) {
        calls += more.calls;
        failures.add(more.failures);
        timed += more.timed;
        selfTimed += more.selfTimed;
        totalNanos = Saturated.add(totalNanos, more.totalNanos);
        selfNanos = Saturated.add(selfNanos, more.selfNanos);
        tokens = tokens.plus(more.tokens);
        for (CallTree child : more.children.values()) {
            child(child.kind, child.name).add(child);
        }
    }

    /** Returns the kind, {@code null} at the top. */
    public SpanKind kind() {
        return kind;
    }

    public String name() {
        return name;
    }

    public long calls() {
        return calls;
    }

    /** Returns the number of failed spans; absent if none is known to have failed and some statuses are unknown. */
    public long errors() {
        return failures.failed();
    }

    /** Returns the sum of the spans' lengths in nanoseconds, {@link Unknown#LONG} where none has a known one. */
    public long totalNanos() {
        return calls > 0 && timed == 0 ? Unknown.LONG : totalNanos;
    }

    /** Returns the sum of the spans' self times in nanoseconds, {@link Unknown#LONG} where none has a known one. */
    public long selfNanos() {
        return calls > 0 && selfTimed == 0 ? Unknown.LONG : selfNanos;
    }

    /** Returns what the spans themselves used; their children's usage is with the children. */
    public Tokens tokens() {
        return tokens;
    }

    /** Returns the nodes below, by kind and name. */
    public Collection<CallTree> children() {
        return Collections.unmodifiableCollection(children.values());
    }
}
