// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.calltree;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * A number of every span, summed by the path of kinds and names that leads to it: what a flame graph is drawn of.
 *
 * <p>Spans deeper than {@value #MAX_DEPTH} count for the node at that depth. A span whose number is
 * {@link Unknown#LONG} counts for nothing.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class PathWeights {
    static final int MAX_DEPTH = CallTree.MAX_DEPTH;

    private static final Comparator<PathWeights> HEAVIEST_FIRST =
            Comparator.comparingLong(PathWeights::subtree).reversed().thenComparing(node -> node.key);

    private final CallTree.ChildKey key;
    private long spans;
    private long own;
    private long subtree;
    /** Spans whose number is known: the node's own, and those below as well. */
    private long known;

    private long knownInSubtree;
    private final Map<CallTree.ChildKey, PathWeights> children = new TreeMap<>();

    private PathWeights(CallTree.ChildKey key) {
        this.key = key;
    }

    /**
     * Returns the analysis of the sums of a number; the instance is the key of its answer.
     *
     * @param weight the number of a span itself, its children's not included; at least 0, or absent
     */
    public static Analysis<PathWeights> question(ToLongFunction<Span> weight) {
        return Analysis.of(
                "path weights", () -> new PathWeights(null), (top, trace) -> top.add(trace, weight), PathWeights::add);
    }

    private void add(Trace trace, ToLongFunction<Span> weight) {
        PathWeights[] path = new PathWeights[MAX_DEPTH + 1];
        for (Span span : trace.spans()) {
            int depth = Math.min(span.depth(), MAX_DEPTH);
            if (span.depth() <= MAX_DEPTH) {
                PathWeights above = depth == 0 ? this : path[depth - 1];
                path[depth] = above.child(new CallTree.ChildKey(span.kind(), span.name()));
            }
            path[depth].spans++;
            long self = weight.applyAsLong(span);
            if (self != Unknown.LONG) {
                path[depth].own = Saturated.add(path[depth].own, self);
                path[depth].known++;
                grow(self);
                for (int i = 0; i <= depth; i++) {
                    path[i].grow(self);
                }
            }
        }
    }

    private void grow(long by) {
        subtree = Saturated.add(subtree, by);
        knownInSubtree++;
    }

    private PathWeights child(CallTree.ChildKey childKey) {
        return children.computeIfAbsent(childKey, PathWeights::new);
    }

    private void add(PathWeights more) {
        spans += more.spans;
        own = Saturated.add(own, more.own);
        subtree = Saturated.add(subtree, more.subtree);
        known += more.known;
        knownInSubtree += more.knownInSubtree;
        more.children.forEach((childKey, node) -> child(childKey).add(node));
    }

    /** Returns the kind, {@code null} at the top, which stands for no span. */
    public SpanKind kind() {
        return key == null ? null : key.kind();
    }

    /** Returns the name, empty at the top. */
    public String name() {
        return key == null ? "" : key.name();
    }

    /** Returns the number of spans in the node. */
    public long spans() {
        return spans;
    }

    /** Returns the sum over the node's own spans. */
    public long own() {
        return own;
    }

    /** Returns the sum over the node's spans and all below them. */
    public long subtree() {
        return subtree;
    }

    /** Answers whether the number is known of any of the node's own spans; else {@link #own} is 0. */
    public boolean isOwnKnown() {
        return known > 0;
    }

    /** Answers whether the number is known of any of the node's spans and those below; else {@link #subtree} is 0. */
    public boolean isSubtreeKnown() {
        return knownInSubtree > 0;
    }

    /** Returns the nodes below, the heaviest first. */
    public List<PathWeights> children() {
        List<PathWeights> sorted = new ArrayList<>(children.values());
        sorted.sort(HEAVIEST_FIRST);
        return sorted;
    }
}
