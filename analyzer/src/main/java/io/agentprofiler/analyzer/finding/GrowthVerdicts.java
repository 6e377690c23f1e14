// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** What there is to say of prompts that grow: whose they are, how far they are, and which call will not fit. */
final class GrowthVerdicts {
    /** The next to overflow first, then the fullest. */
    private static final Comparator<Growth> WORST_FIRST = Comparator.comparingLong(GrowthVerdicts::callsLeft)
            .thenComparing(Comparator.comparingDouble(Growth::share).reversed())
            .thenComparing(Growth::last);

    private GrowthVerdicts() {}

    static List<Finding> of(List<Growth> all, Thresholds thresholds, BiFunction<Rule, String, Draft> drafts) {
        Map<String, List<Growth>> bySubject = new TreeMap<>();
        for (Growth growth : all) {
            boolean full = growth.tokensPerCall() > 0 && growth.share() >= thresholds.of(Threshold.CONTEXT_SHARE);
            if (growth.overflowingCall() > 0 || full) {
                bySubject
                        .computeIfAbsent(growth.subject(), any -> new ArrayList<>())
                        .add(growth);
            }
        }
        List<Finding> findings = new ArrayList<>();
        bySubject.forEach((subject, growing) -> {
            growing.sort(WORST_FIRST);
            Growth worst = growing.get(0);
            Draft draft = drafts.apply(Rule.GROWING_CONTEXT, subject);
            if (worst.share() >= thresholds.of(Threshold.CONTEXT_SHARE)) {
                draft.over(Threshold.CONTEXT_SHARE, worst.share());
            }
            findings.add(draft.occurrences(
                            growing.size(),
                            growing.stream()
                                    .flatMap(growth -> growth.latest().stream())
                                    .map(Growth.Step::trace)
                                    .distinct()
                                    .count())
                    .time(growing.stream().mapToLong(Growth::nanos).sum(), 0)
                    .evidence(growing.stream()
                            .limit(Tally.MAX_EVIDENCE)
                            .map(growth -> new Evidence(
                                    growth.last().trace(),
                                    growth.last().span(),
                                    growth.last().tokens()))
                            .toList())
                    .text(Wording.growing(worst, growing.size()), Wording.fullness(worst.share(), thresholds))
                    .finding());
        });
        return findings;
    }

    private static long callsLeft(Growth growth) {
        return growth.overflowingCall() == 0 ? Long.MAX_VALUE : growth.overflowingCall() - growth.calls();
    }
}
