// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The sequences of calls of workflows, with the time and tokens of each place. Workflows that made the same calls share one entry.
 *
 * <p>The places of all entries together are limited: beyond {@value #MAX_PLACES}, entries are kept by a hash of their
 * calls, half as many each time. Which ones depends on the set of sequences only, so merging is associative.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallSequences {
    static final int MAX_PLACES = 500_000;
    /** Maximum number of calls per workflow. */
    static final int MAX_LENGTH = 10_000;

    private final Map<SequenceKey, Sequence> kept = new HashMap<>();
    private long workflows;
    private long cut;
    private long keptWorkflows;
    private int places;
    private int halvings;

    private record SequenceKey(String[] calls, int hash) {
        static SequenceKey of(String[] calls) {
            // spread: the kept ones are chosen by the low bits
            int hash = Arrays.hashCode(calls) * 0x9e3779b9;
            return new SequenceKey(calls, hash ^ hash >>> 15);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SequenceKey key && hash == key.hash && Arrays.equals(calls, key.calls);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** One order of calls and the workflows that have it. */
    public static final class Sequence {
        private final String[] calls;
        private final double[] time;
        private final long[] tokens;
        private int workflows;
        private int[] examples = {};
        private int exampleCount;

        private Sequence(String[] calls) {
            this.calls = calls;
            this.time = new double[calls.length];
            this.tokens = new long[calls.length];
        }

        private void add(double[] moreTime, long[] moreTokens, int moreWorkflows) {
            for (int i = 0; i < calls.length; i++) {
                time[i] += moreTime[i];
                tokens[i] += moreTokens[i];
            }
            workflows += moreWorkflows;
        }

        private void example(int number) {
            if (exampleCount == examples.length) {
                examples = Arrays.copyOf(examples, Math.max(1, exampleCount * 2));
            }
            examples[exampleCount++] = number;
        }

        public String[] calls() {
            return calls;
        }

        /** Returns the time at each place, summed over the workflows. */
        double[] time() {
            return time;
        }

        /** Returns the tokens at each place, summed over the workflows. */
        long[] tokens() {
            return tokens;
        }

        int workflows() {
            return workflows;
        }

        int[] examples() {
            return Arrays.copyOf(examples, exampleCount);
        }
    }

    /**
     * Adds a workflow.
     *
     * @param calls what it called, in order; names that repeat should be the same objects
     * @param time length of each call
     * @param tokens tokens of each call
     * @param example number of the workflow, to be named with patterns, or -1
     */
    public void add(List<String> calls, double[] time, long[] tokens, int example) {
        workflows++;
        int length = Math.min(calls.size(), MAX_LENGTH);
        cut += length < calls.size() ? 1 : 0;
        Sequence sequence = add(SequenceKey.of(calls.subList(0, length).toArray(String[]::new)), time, tokens, 1);
        if (sequence != null && example >= 0) {
            sequence.example(example);
        }
    }

    /** Adds another, without its examples. */
    public void add(CallSequences more) {
        workflows += more.workflows;
        cut += more.cut;
        while (halvings < more.halvings) {
            halve();
        }
        more.kept.forEach((key, sequence) -> add(key, sequence.time, sequence.tokens, sequence.workflows));
    }

    private Sequence add(SequenceKey key, double[] time, long[] tokens, int count) {
        if (!isChosen(key)) {
            return null;
        }
        Sequence sequence = kept.get(key);
        if (sequence == null) {
            sequence = new Sequence(key.calls());
            kept.put(key, sequence);
            places += key.calls().length;
        }
        sequence.add(time, tokens, count);
        keptWorkflows += count;
        while (places > MAX_PLACES) {
            halve();
        }
        return sequence;
    }

    private boolean isChosen(SequenceKey key) {
        return (key.hash() & (1 << halvings) - 1) == 0;
    }

    private void halve() {
        halvings++;
        for (Iterator<Map.Entry<SequenceKey, Sequence>> i = kept.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<SequenceKey, Sequence> entry = i.next();
            if (!isChosen(entry.getKey())) {
                places -= entry.getKey().calls().length;
                keptWorkflows -= entry.getValue().workflows;
                i.remove();
            }
        }
    }

    /** Returns the number of workflows. */
    public long workflows() {
        return workflows;
    }

    /** Returns the number of workflows in the kept sequences. */
    public long keptWorkflows() {
        return keptWorkflows;
    }

    /** Returns the sequences kept, in an order that depends on their calls only. */
    public List<Sequence> sequences() {
        List<Sequence> sorted = new ArrayList<>(kept.values());
        sorted.sort((left, right) -> Arrays.compare(left.calls, right.calls));
        return sorted;
    }
}
