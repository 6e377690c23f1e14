// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Named calls of a workflow that ran one after another in one span, with nothing between them but accesses to memory. Of several
 * names, each is in a group once at most; of a single name, all calls in a row are a group.
 *
 * @param groups by the span that they are in, then by start
 * @param overlapping how many named calls began while the one before them ran
 * @param apart how many named calls have another call between them and a call of another of the names
 * @param present the names in each span that holds any
 */
record CallGroups(List<SequentialGroup> groups, long overlapping, long apart, List<BitSet> present) {
    /**
     * Calls that ran one after another.
     *
     * @param calls by start, two at least
     * @param memory accesses to memory between them, by start
     */
    record SequentialGroup(List<Span> calls, List<Span> memory) {
        SequentialGroup {
            calls = List.copyOf(calls);
            memory = List.copyOf(memory);
        }

        /** Returns the calls as ones that run at once. */
        ToolTurn atOnce() {
            return ToolTurn.of(calls, memory, Integer.MAX_VALUE);
        }

        /** Returns how long the group took. */
        long nanos() {
            return calls.stream().mapToLong(Span::endNanos).max().orElse(0)
                    - calls.get(0).startNanos();
        }
    }

    /** Returns the groups of a workflow; none where the format does not tell times. */
    static CallGroups in(Trace trace, NamedSpans names) {
        Search search = new Search(names.in(trace), names.names().size() > 1);
        if (trace.isTimed()) {
            search.below(trace.roots());
            for (Span span : trace.spans()) {
                if (!span.children().isEmpty()) {
                    search.below(span.children());
                }
            }
        }
        return new CallGroups(List.copyOf(search.groups), search.overlapping, search.apart, search.present);
    }

    /** Returns the calls of all groups. */
    List<List<Span>> calls() {
        return groups.stream().map(SequentialGroup::calls).toList();
    }

    /** Goes through the spans below each parent. */
    private static final class Search {
        private final int[] places;
        /** Whether several names were given. */
        private final boolean several;

        private final List<SequentialGroup> groups = new ArrayList<>();
        private final List<BitSet> present = new ArrayList<>();
        private long overlapping;
        private long apart;

        private List<Span> run = new ArrayList<>();
        private List<Span> memory = new ArrayList<>();
        /** What followed the last call: it is between calls only if another one follows. */
        private final List<Span> open = new ArrayList<>();

        private final BitSet inRun = new BitSet();

        Search(int[] places, boolean several) {
            this.places = places;
            this.several = several;
        }

        void below(List<Span> children) {
            BitSet names = new BitSet();
            int before = groups.size();
            long overlappingBefore = overlapping;
            long named = 0;
            for (Span child : children) {
                int place = places[child.index()];
                if (place >= 0 && !child.has(SpanFlag.UNFINISHED)) {
                    names.set(place);
                    named++;
                    add(child, place);
                } else if (child.kind() == SpanKind.MEMORY && !child.has(SpanFlag.UNFINISHED) && follows(child)) {
                    open.add(child);
                } else {
                    close();
                }
            }
            close();
            if (!names.isEmpty()) {
                present.add(names);
            }
            boolean together = groups.size() > before || overlapping > overlappingBefore;
            apart += several && names.cardinality() > 1 && !together ? named : 0;
        }

        private void add(Span call, int place) {
            if (!run.isEmpty() && !follows(call)) {
                overlapping++;
                close();
            } else if (several && inRun.get(place)) {
                close();
            } else {
                memory.addAll(open);
            }
            open.clear();
            run.add(call);
            inRun.set(place);
        }

        /** Answers whether a span began when what is in the run was over. */
        private boolean follows(Span span) {
            return !run.isEmpty()
                    && ToolTurn.isAfter(span, open.isEmpty() ? run.get(run.size() - 1) : open.get(open.size() - 1));
        }

        private void close() {
            if (run.size() > 1) {
                groups.add(new SequentialGroup(run, memory));
            }
            run = new ArrayList<>();
            memory = new ArrayList<>();
            open.clear();
            inRun.clear();
        }
    }
}
