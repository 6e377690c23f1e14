// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A place in call trees: the kinds and names from the top down to a span. Paths end at depth {@value #MAX_DEPTH}; what is
 * deeper counts at the path there.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class SpanPath implements Comparable<SpanPath> {
    static final int MAX_DEPTH = 100;

    private final SpanPath above;
    private final SpanKind kind;
    private final String name;
    private final int depth;
    private final int hash;

    private SpanPath(SpanPath above, SpanKind kind, String name) {
        this.above = above;
        this.kind = kind;
        this.name = name;
        this.depth = above == null ? 0 : above.depth + 1;
        this.hash = (above == null ? 17 : above.hash) * 31 + kind.word().hashCode() * 7 + name.hashCode();
    }

    /** Returns the path of a span whose parent has a path, {@code null} for none. */
    static SpanPath below(SpanPath above, Span span) {
        return above != null && above.depth == MAX_DEPTH
                ? above
                : new SpanPath(above, span.kind(), span.name() + span.mark());
    }

    /** Returns the path of the parent, {@code null} at the top. */
    public SpanPath above() {
        return above;
    }

    /** Returns each step as kind and name, from the top. */
    public List<String> steps() {
        List<String> steps = new ArrayList<>();
        for (SpanPath path = this; path != null; path = path.above) {
            steps.add(path.kind.word() + " " + path.name);
        }
        Collections.reverse(steps);
        return steps;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof SpanPath)) {
            return false;
        }
        SpanPath left = this;
        SpanPath right = (SpanPath) other;
        while (left != right) {
            if (left == null
                    || right == null
                    || left.hash != right.hash
                    || left.kind != right.kind
                    || !left.name.equals(right.name)) {
                return false;
            }
            left = left.above;
            right = right.above;
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public int compareTo(SpanPath other) {
        List<String> mine = steps();
        List<String> theirs = other.steps();
        for (int i = 0; i < Math.min(mine.size(), theirs.size()); i++) {
            int step = mine.get(i).compareTo(theirs.get(i));
            if (step != 0) {
                return step;
            }
        }
        return Integer.compare(mine.size(), theirs.size());
    }

    @Override
    public String toString() {
        return String.join(" > ", steps());
    }
}
