// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fingerprints of workflows, how many have each, and of how many each trait is.
 *
 * <p>Traits are counted exactly: there are as many as places, names and settings. Of fingerprints at most {@value #MAX_FINGERPRINTS},
 * with {@value #MAX_STEPS} steps together, are kept: those with the smallest ids, so that what is kept depends on the set of
 * workflows only; of these, too, counts are exact.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Fingerprints {
    static final int MAX_FINGERPRINTS = 10_000;
    static final int MAX_STEPS = 500_000;

    /** The analysis. */
    public static final Analysis<Fingerprints> ANALYSIS =
            Analysis.direct("fingerprints", Fingerprints::new, Fingerprints::add, Fingerprints::add);

    private final TreeMap<Fingerprint, FingerprintGroup> groups = new TreeMap<>();
    private final SortedMap<Trait, Long> traits = new TreeMap<>();
    private final SortedMap<Step, PromptLengths> lengths = new TreeMap<>();
    private long workflows;
    private long steps;
    /** The smallest one that was let go; from it on none is kept. {@code null} while all are. */
    private Fingerprint limit;

    /**
     * Workflows of one fingerprint.
     *
     * @param name name of the first span of the example
     * @param example the workflow of the smallest id
     * @param workflows how many there are
     * @param failed how many of them are known to have failed
     * @param untold of how many the format does not say
     * @param measured of how many the run time is known
     * @param nanos their run times together
     */
    public record FingerprintGroup(
            Fingerprint fingerprint,
            String name,
            TraceId example,
            long workflows,
            long failed,
            long untold,
            long measured,
            long nanos) {
        /** Most workflows first, then by id. */
        static final Comparator<FingerprintGroup> BY_COUNT = Comparator.comparingLong(FingerprintGroup::workflows)
                .reversed()
                .thenComparing(FingerprintGroup::fingerprint);

        static FingerprintGroup of(Fingerprint fingerprint, Trace trace) {
            boolean known = trace.root().isMeasured();
            return new FingerprintGroup(
                    fingerprint,
                    trace.root().name(),
                    trace.id(),
                    1,
                    trace.root().status() == SpanStatus.ERROR ? 1 : 0,
                    trace.root().tellsStatus() ? 0 : 1,
                    known ? 1 : 0,
                    known ? trace.durationNanos() : 0);
        }

        FingerprintGroup and(FingerprintGroup more) {
            boolean first = example.compareTo(more.example) <= 0;
            return new FingerprintGroup(
                    fingerprint,
                    first ? name : more.name,
                    first ? example : more.example,
                    workflows + more.workflows,
                    failed + more.failed,
                    untold + more.untold,
                    measured + more.measured,
                    nanos + more.nanos);
        }

        /** Returns how many failed; absent where none is known to, and of some nobody knows. */
        public long failures() {
            return failed == 0 && untold > 0 ? Unknown.LONG : failed;
        }

        /** Returns the mean run time in nanoseconds, {@link Double#NaN} where none is known. */
        public double meanNanos() {
            return measured == 0 ? Double.NaN : (double) nanos / measured;
        }
    }

    private Fingerprints() {}

    private void add(Trace trace) {
        if (trace.isFragment()) {
            return;
        }
        StepTree tree = StepTree.of(trace);
        Fingerprint fingerprint = Fingerprint.of(tree.steps());
        workflows++;
        Trait.of(fingerprint).forEach(trait -> traits.merge(trait, 1L, Long::sum));
        tree.lengths().forEach((step, of) -> lengths.merge(step, of, PromptLengths::and));
        take(FingerprintGroup.of(fingerprint, trace));
        trim();
    }

    private void add(Fingerprints more) {
        workflows += more.workflows;
        more.traits.forEach((trait, count) -> traits.merge(trait, count, Long::sum));
        more.lengths.forEach((step, of) -> lengths.merge(step, of, PromptLengths::and));
        if (more.limit != null && fits(more.limit)) {
            limit = more.limit;
        }
        more.groups.values().forEach(this::take);
        trim();
    }

    private boolean fits(Fingerprint fingerprint) {
        return limit == null || fingerprint.compareTo(limit) < 0;
    }

    private void take(FingerprintGroup group) {
        if (fits(group.fingerprint()) && groups.merge(group.fingerprint(), group, FingerprintGroup::and) == group) {
            steps += group.fingerprint().steps().size();
        }
    }

    private void trim() {
        while (!groups.isEmpty() && !fits(groups.lastKey())) {
            drop();
        }
        while (groups.size() > 1 && (groups.size() > MAX_FINGERPRINTS || steps > MAX_STEPS)) {
            limit = drop();
        }
    }

    private Fingerprint drop() {
        Fingerprint last = groups.pollLastEntry().getKey();
        steps -= last.steps().size();
        return last;
    }

    /** Returns how many workflows there were. */
    public long workflows() {
        return workflows;
    }

    /** Returns the groups, most workflows first. */
    public List<FingerprintGroup> groups() {
        List<FingerprintGroup> sorted = new ArrayList<>(groups.values());
        sorted.sort(FingerprintGroup.BY_COUNT);
        return List.copyOf(sorted);
    }

    /** Returns how many workflows have a fingerprint that was not kept, because there were too many. */
    public long others() {
        return workflows
                - groups.values().stream()
                        .mapToLong(FingerprintGroup::workflows)
                        .sum();
    }

    /** Returns of how many workflows each trait is. */
    public SortedMap<Trait, Long> traits() {
        return Collections.unmodifiableSortedMap(traits);
    }

    /** Returns how long the fixed parts of prompts are, by place and shape. */
    public Map<Step, PromptLengths> lengths() {
        return Collections.unmodifiableMap(lengths);
    }
}
