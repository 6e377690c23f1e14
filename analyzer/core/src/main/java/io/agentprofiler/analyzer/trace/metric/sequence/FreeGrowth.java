// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Patterns with any calls between theirs. Only the end of the first occurrence in each sequence is kept; what is not
 * closed, and what nothing closed can grow from, is seen from the calls that all sequences have between two of the
 * pattern's (BIDE: Wang and Han, 2004), so two equal workflows of twenty calls make one pattern and not a million.
 */
final class FreeGrowth extends PatternGrowth {
    FreeGrowth(SequenceIndex index, int minSupport, long work) {
        super(index, minSupport, work);
    }

    @Override
    List<Growing> first() {
        Ends ends = new Ends();
        for (int place = 0; place < index.places(); ) {
            place = addFirsts(ends, place);
        }
        return ends.patterns(new int[0]);
    }

    /** Adds the first place of each call from a place to the end of its sequence; returns the place behind. */
    private int addFirsts(Ends ends, int from) {
        BitSet seen = new BitSet(index.names());
        int end = from < index.places() ? index.begin(index.sequenceOf(from) + 1) : from;
        for (int place = from; place < end; place++) {
            if (!seen.get(index.call(place))) {
                seen.set(index.call(place));
                ends.add(place);
            }
        }
        work(1L + end - from);
        return end;
    }

    @Override
    List<Growing> longer(Growing pattern) {
        Ends ends = new Ends();
        for (int place : pattern.ends()) {
            if (place + 1 < index.begin(index.sequenceOf(place) + 1)) {
                addFirsts(ends, place + 1);
            }
        }
        return ends.patterns(pattern.calls());
    }

    @Override
    boolean isClosed(Growing pattern, List<Growing> longer) {
        return longer.stream().noneMatch(one -> one.support() == pattern.support()) && !canBeFilled(pattern, false);
    }

    @Override
    boolean isDeadEnd(Growing pattern) {
        return canBeFilled(pattern, true);
    }

    /**
     * Answers whether some call can be put in at one place of the pattern in every sequence.
     *
     * @param withinFirst looking only at the first occurrence; then the same call can be put into everything that grows
     *     out of the pattern
     */
    private boolean canBeFilled(Growing pattern, boolean withinFirst) {
        int length = pattern.calls().length;
        BitSet[] common = new BitSet[length];
        int open = length;
        for (int end : pattern.ends()) {
            int sequence = index.sequenceOf(end);
            int[] first = firstPlaces(pattern.calls(), index.begin(sequence));
            int before = withinFirst ? end + 1 : index.begin(sequence + 1);
            for (int i = length - 1; i >= 0; i--) {
                before = lastBefore(before, pattern.calls()[i]);
                int from = i == 0 ? index.begin(sequence) : first[i - 1] + 1;
                if (common[i] == null) {
                    common[i] = callsIn(from, before);
                    open -= common[i].isEmpty() ? 1 : 0;
                } else if (!common[i].isEmpty()) {
                    common[i].and(callsIn(from, before));
                    open -= common[i].isEmpty() ? 1 : 0;
                }
            }
            if (open == 0) {
                return false;
            }
        }
        return true;
    }

    private int[] firstPlaces(int[] calls, int begin) {
        int[] places = new int[calls.length];
        int place = begin;
        for (int i = 0; i < calls.length; i++, place++) {
            while (index.call(place) != calls[i]) {
                place++;
            }
            places[i] = place;
        }
        work(1L + place - begin);
        return places;
    }

    private int lastBefore(int place, int call) {
        int last = place - 1;
        while (index.call(last) != call) {
            last--;
        }
        work((long) place - last);
        return last;
    }

    private BitSet callsIn(int from, int to) {
        BitSet calls = new BitSet(index.names());
        for (int place = from; place < to; place++) {
            calls.set(index.call(place));
        }
        work(Math.max(1L, (long) to - from));
        return calls;
    }

    /** Occurrences that do not overlap: those that end first, each with the places closest to its end. */
    @Override
    void occurrences(Growing pattern, BiConsumer<Integer, int[]> action) {
        int[] calls = pattern.calls();
        for (int end : pattern.ends()) {
            int sequence = index.sequenceOf(end);
            int matched = 0;
            for (int place = index.begin(sequence); place < index.begin(sequence + 1); place++) {
                if (index.call(place) == calls[matched] && ++matched == calls.length) {
                    int[] places = new int[calls.length];
                    int before = place + 1;
                    for (int i = calls.length - 1; i >= 0; i--) {
                        before = lastBefore(before, calls[i]);
                        places[i] = before;
                    }
                    action.accept(sequence, places);
                    matched = 0;
                }
            }
        }
    }
}
