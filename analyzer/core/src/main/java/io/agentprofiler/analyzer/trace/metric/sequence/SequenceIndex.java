// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.metric.sequence.CallSequences.Sequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sequences one after the other as numbers; a place is an index into all of them. */
final class SequenceIndex {
    private final List<Sequence> sequences;
    private final List<String> names;
    private final int[] call;
    private final int[] sequenceOf;
    private final int[] begin;
    private final double[] time;
    private final long[] tokens;

    SequenceIndex(List<Sequence> sequences) {
        this.sequences = sequences;
        int places = sequences.stream().mapToInt(one -> one.calls().length).sum();
        call = new int[places];
        sequenceOf = new int[places];
        time = new double[places];
        tokens = new long[places];
        begin = new int[sequences.size() + 1];
        Map<String, Integer> ids = new LinkedHashMap<>();
        int place = 0;
        for (int s = 0; s < sequences.size(); s++) {
            Sequence sequence = sequences.get(s);
            begin[s] = place;
            for (int i = 0; i < sequence.calls().length; i++, place++) {
                call[place] = ids.computeIfAbsent(sequence.calls()[i], any -> ids.size());
                sequenceOf[place] = s;
                time[place] = sequence.time()[i];
                tokens[place] = sequence.tokens()[i];
            }
        }
        begin[sequences.size()] = place;
        names = List.copyOf(ids.keySet());
    }

    int places() {
        return call.length;
    }

    int names() {
        return names.size();
    }

    String name(int id) {
        return names.get(id);
    }

    int call(int place) {
        return call[place];
    }

    int sequenceOf(int place) {
        return sequenceOf[place];
    }

    Sequence sequence(int index) {
        return sequences.get(index);
    }

    /** Returns the first place of a sequence; of the one behind the last, the number of places. */
    int begin(int sequence) {
        return begin[sequence];
    }

    double time(int place) {
        return time[place];
    }

    long tokens(int place) {
        return tokens[place];
    }

    /** Returns how many workflows have one of the places, which are sorted. */
    long support(int[] places) {
        long support = 0;
        int last = -1;
        for (int place : places) {
            if (sequenceOf[place] != last) {
                last = sequenceOf[place];
                support += sequences.get(last).workflows();
            }
        }
        return support;
    }
}
