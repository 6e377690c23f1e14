// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The names that spans have, numbered: what a profile's events and stacks point to. */
final class Frames {
    /** The names of all spans. */
    static final Analysis<SortedSet<Frame>> ANALYSIS =
            Analysis.direct("frames", TreeSet::new, Frames::add, SortedSet::addAll);

    private final Map<Frame, Integer> numbers = new HashMap<>();
    private final List<Frame> frames;

    /** A kind and a name. */
    record Frame(SpanKind kind, String name) implements Comparable<Frame> {
        static Frame of(Span span) {
            return new Frame(span.kind(), span.name());
        }

        @Override
        public int compareTo(Frame other) {
            int order = kind.compareTo(other.kind);
            return order != 0 ? order : name.compareTo(other.name);
        }
    }

    Frames(SortedSet<Frame> all) {
        frames = new ArrayList<>(all);
        frames.forEach(frame -> numbers.put(frame, numbers.size()));
    }

    private static void add(SortedSet<Frame> into, Trace trace) {
        trace.spans().forEach(span -> into.add(Frame.of(span)));
    }

    /** Returns all, by number. */
    List<Frame> all() {
        return frames;
    }

    /** Returns the number of a frame, -1 where there was none of it. */
    int number(SpanKind kind, String name) {
        return numbers.getOrDefault(new Frame(kind, name), -1);
    }
}
