// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.metric.sequence.CallSequences.Sequence;
import io.agentprofiler.analyzer.trace.metric.sequence.PatternGrowth.Growing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * Finds the orders of calls that several workflows share (PrefixSpan), with what they cost.
 *
 * <p>Only <em>closed</em> patterns are kept: none that a longer one contains which as many workflows have. Patterns grow
 * call by call, the one that most workflows have first, until as many as wanted are found and all others have fewer
 * workflows. The work is limited to a multiple of the number of calls, so time is linear whatever the workflows look like,
 * and {@link FoundPatterns#complete} says whether the limit was met.
 */
public final class SequencePatterns {
    /** Maximum number of calls in a pattern. */
    public static final int MAX_LENGTH = 64;

    private static final int WORK_PER_PLACE = 40;
    private static final int MIN_WORK = 2_000_000;
    private static final int MAX_COMPARED = 1_000;

    /**
     * What to look for.
     *
     * @param minSupport workflows that must have a pattern, at least 1
     * @param maxGap other calls that may lie between two of a pattern; negative: any number
     * @param minCoverage share of the workflows that must have it
     * @param most how many patterns are wanted
     * @param minLength calls a pattern must have
     */
    public record Limits(int minSupport, int maxGap, double minCoverage, int most, int minLength) {
        /** Returns the same limits with a minimum number of calls per pattern. */
        public Limits atLeast(int calls) {
            return new Limits(minSupport, maxGap, minCoverage, most, calls);
        }
    }

    /**
     * A pattern.
     *
     * @param calls what is called, in order
     * @param workflows how many workflows have it
     * @param coverage their share of all
     * @param occurrences how often it occurs
     * @param meanTime mean time of its calls together, per occurrence
     * @param totalTime time of its calls in occurrences that do not overlap
     * @param totalTokens their tokens
     * @param examples numbers of the workflows that have it, sorted
     */
    public record Pattern(
            List<String> calls,
            long workflows,
            double coverage,
            long occurrences,
            double meanTime,
            double totalTime,
            long totalTokens,
            int[] examples) {
        /** Orders by frequency, then by duration, both descending. */
        static final Comparator<Pattern> ORDER = Comparator.comparingLong(Pattern::workflows)
                .reversed()
                .thenComparing(Comparator.comparingDouble(Pattern::meanTime).reversed())
                .thenComparing(pattern -> String.join("\n", pattern.calls()));
    }

    /**
     * What was found.
     *
     * @param patterns the patterns, best first
     * @param complete false when the limit of work or length was met: others may be missing
     */
    public record FoundPatterns(List<Pattern> patterns, boolean complete) {}

    private final SequenceIndex index;
    private final Limits limits;
    private final long workflows;
    private final PatternGrowth growth;

    private SequencePatterns(CallSequences all, Limits limits) {
        this.limits = limits;
        this.workflows = all.keptWorkflows();
        this.index = new SequenceIndex(all.sequences());
        long work = Math.max(MIN_WORK, (long) index.places() * WORK_PER_PLACE);
        int support = (int) Math.max(limits.minSupport(), Math.ceil(limits.minCoverage() * workflows));
        this.growth = limits.maxGap() < 0
                ? new FreeGrowth(index, support, work)
                : new GapGrowth(index, support, limits.maxGap(), work);
    }

    /** Looks for patterns. */
    public static FoundPatterns find(CallSequences sequences, Limits limits) {
        return new SequencePatterns(sequences, limits).find();
    }

    private FoundPatterns find() {
        PriorityQueue<Growing> queue = new PriorityQueue<>(Comparator.comparingLong(Growing::support)
                .reversed()
                .thenComparing((left, right) -> Arrays.compare(left.calls(), right.calls())));
        queue.addAll(growth.first());
        List<Pattern> found = new ArrayList<>();
        // with gaps, containing patterns of equal support are told apart only at the end: more are needed until then
        int enough = limits.maxGap() > 0 ? Math.max(MAX_COMPARED, limits.most()) : limits.most();
        boolean complete = true;
        long least = 0;
        while (!queue.isEmpty() && queue.peek().support() >= least) {
            if (growth.isExhausted()) {
                complete = false;
                break;
            }
            Growing pattern = queue.remove();
            if (growth.isDeadEnd(pattern)) {
                continue;
            }
            List<Growing> longer = growth.longer(pattern);
            if (pattern.calls().length >= limits.minLength() && growth.isClosed(pattern, longer)) {
                found.add(cost(pattern));
                least = found.size() >= enough ? found.get(enough - 1).workflows() : 0;
            }
            if (pattern.calls().length < MAX_LENGTH) {
                queue.addAll(longer);
            } else {
                complete &= longer.isEmpty();
            }
        }
        found.sort(Pattern.ORDER);
        if (limits.maxGap() > 0) {
            dropContained(found);
        }
        return new FoundPatterns(List.copyOf(found.subList(0, Math.min(limits.most(), found.size()))), complete);
    }

    private Pattern cost(Growing pattern) {
        double[] times = new double[2];
        long[] counts = new long[2];
        int[] last = {-1, -1};
        TreeSet<Integer> examples = new TreeSet<>();
        growth.occurrences(pattern, (sequenceIndex, places) -> {
            Sequence sequence = index.sequence(sequenceIndex);
            if (sequenceIndex != last[0]) {
                last[0] = sequenceIndex;
                Arrays.stream(sequence.examples()).forEach(examples::add);
            }
            double time = 0;
            long tokens = 0;
            for (int place : places) {
                time += index.time(place);
                tokens += index.tokens(place);
            }
            counts[0] += sequence.workflows();
            times[0] += time;
            if (places[0] > last[1]) {
                times[1] += time;
                counts[1] += tokens;
                last[1] = places[places.length - 1];
            }
        });
        return new Pattern(
                Arrays.stream(pattern.calls()).mapToObj(index::name).toList(),
                pattern.support(),
                (double) pattern.support() / workflows,
                counts[0],
                times[0] / counts[0],
                times[1],
                counts[1],
                examples.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Drops patterns that a longer one of as many workflows contains; the best {@value #MAX_COMPARED} are compared. */
    private static void dropContained(List<Pattern> sorted) {
        List<Pattern> compared = List.copyOf(sorted.subList(0, Math.min(MAX_COMPARED, sorted.size())));
        sorted.removeIf(shorter -> compared.stream()
                .anyMatch(longer -> longer.workflows() == shorter.workflows()
                        && longer.calls().size() > shorter.calls().size()
                        && contains(longer.calls(), shorter.calls())));
    }

    private static boolean contains(List<String> calls, List<String> part) {
        int matched = 0;
        for (String one : calls) {
            if (matched < part.size() && one.equals(part.get(matched))) {
                matched++;
            }
        }
        return matched == part.size();
    }
}
