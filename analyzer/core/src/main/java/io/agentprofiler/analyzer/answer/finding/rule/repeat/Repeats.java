// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.AskedCalls.CacheableCall;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.AskedCalls.CacheableGroup;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Calls of one model, tool, embedding or retrieval that repeat calls of earlier workflows.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Repeats {
    private final RepeatsPart sure = new RepeatsPart();
    private final RepeatsPart unsure = new RepeatsPart();
    private final Set<TraceId> workflows = new HashSet<>();
    private final List<Evidence> evidence = new ArrayList<>();
    private long calls;
    private long nanos;
    private boolean random;
    private boolean replayed;

    /** Those of which it is known, or not, that an old answer would have done. */
    private static final class RepeatsPart {
        private final Map<CacheableGroup, List<CacheableCall>> byGroup = new IdentityHashMap<>();
        private Confidence confidence = Confidence.CERTAIN;
        private Saving use = Saving.NONE;

        /** Returns the run time of workflows without the calls less: where all of a workflow go, without all, else without each. */
        long savedNanos() {
            long saved = 0;
            for (Map.Entry<CacheableGroup, List<CacheableCall>> entry : byGroup.entrySet()) {
                CacheableGroup group = entry.getKey();
                long each = entry.getValue().stream()
                        .mapToLong(CacheableCall::savedNanos)
                        .sum();
                boolean all = entry.getValue().size() == group.calls();
                saved += all ? group.savedNanos() : Math.min(group.savedNanos(), each);
            }
            return saved;
        }
    }

    /**
     * Adds a call.
     *
     * @param confidence how sure it is that the old answer would have done
     * @param inReplayed whether its workflow asked nothing new
     */
    void add(CacheableCall call, Confidence confidence, boolean inReplayed) {
        RepeatsPart part = confidence == Confidence.WEAK ? unsure : sure;
        part.confidence = part.confidence.compareTo(confidence) < 0 ? confidence : part.confidence;
        part.byGroup.computeIfAbsent(call.group(), any -> new ArrayList<>()).add(call);
        part.use = part.use.plus(call.use());
        calls++;
        nanos += call.request().endNanos() - call.request().startNanos();
        random |= call.isRandom();
        replayed |= inReplayed;
        workflows.add(call.request().trace());
        evidence.add(new Evidence(call.request().trace(), call.request().span(), call.savedNanos()));
        if (evidence.size() > 2 * Evidence.MOST) {
            List<Evidence> kept = evidence();
            evidence.clear();
            evidence.addAll(kept);
        }
    }

    /** Returns the confidence that the earlier answers would do, for the calls with most of the saving. */
    Confidence confidence() {
        boolean mostlySure = sure.savedNanos() >= unsure.savedNanos() && !sure.byGroup.isEmpty();
        return mostlySure ? sure.confidence : Confidence.WEAK;
    }

    /** Answers whether there are model calls among them that may get another answer when they are repeated. */
    boolean isRandom() {
        return random;
    }

    /** Answers whether there are calls among them of workflows that asked nothing new. */
    boolean isReplayed() {
        return replayed;
    }

    long calls() {
        return calls;
    }

    long workflows() {
        return workflows.size();
    }

    /** Returns the total time of the calls. */
    long nanos() {
        return nanos;
    }

    /** Returns the calls with the largest saving. */
    List<Evidence> evidence() {
        return weightiest(evidence.stream());
    }

    static List<Evidence> weightiest(Stream<Evidence> spans) {
        return spans.sorted(Evidence.WEIGHTIEST_FIRST).limit(Evidence.MOST).toList();
    }

    /** Returns the saving without these calls; an upper limit where the earlier answers may not do. */
    Saving saving() {
        return Saving.time(sure.savedNanos())
                .plus(Saving.upTo(unsure.savedNanos()))
                .plus(use());
    }

    /** Returns the money and tokens they used, as far as old answers would have done; all if it is known of none. */
    Saving use() {
        return sure.byGroup.isEmpty() ? unsure.use : sure.use;
    }
}
