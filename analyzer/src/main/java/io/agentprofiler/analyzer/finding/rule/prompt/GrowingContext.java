// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.prompt;

import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.FindingRule;
import io.agentprofiler.analyzer.finding.growth.ContextGrowth;
import io.agentprofiler.analyzer.finding.growth.Growth;
import io.agentprofiler.analyzer.finding.rule.Assessment;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Prompts that grow from call to call: whose they are, how far they are, and which call will not fit into the model's window. */
public final class GrowingContext extends FindingRule {
    /** The next to overflow first, then the fullest. */
    private static final Comparator<Growth> MOST_URGENT_FIRST = Comparator.comparingLong(GrowingContext::callsLeft)
            .thenComparing(Comparator.comparingDouble(Growth::share).reversed())
            .thenComparing(Growth::last);

    public GrowingContext() {
        super("growing-context", Fullness.THRESHOLDS);
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<Growth>> bySubject = new TreeMap<>();
        for (Growth growth : assessment.input(ContextGrowth.OF_CONVERSATIONS).all()) {
            boolean full = growth.tokensPerCall() > 0 && growth.share() >= assessment.of(Fullness.CONTEXT_SHARE);
            if (growth.overflowingCall() > 0 || full) {
                bySubject
                        .computeIfAbsent(growth.subject(), any -> new ArrayList<>())
                        .add(growth);
            }
        }
        bySubject.forEach((subject, growing) -> assess(subject, growing, assessment));
    }

    private void assess(String subject, List<Growth> growing, Assessment assessment) {
        growing.sort(MOST_URGENT_FIRST);
        Growth first = growing.get(0);
        Candidate candidate = assessment.about(this, subject);
        if (first.share() >= assessment.of(Fullness.CONTEXT_SHARE)) {
            candidate.over(Fullness.CONTEXT_SHARE, first.share());
        }
        long workflows = growing.stream()
                .flatMap(growth -> growth.latest().stream())
                .map(Growth.Step::trace)
                .distinct()
                .count();
        candidate
                .occurrences(growing.size(), workflows)
                .time(growing.stream().mapToLong(Growth::nanos).sum())
                .evidence(growing.stream()
                        .limit(Evidence.MOST)
                        .map(Growth::last)
                        .map(step -> new Evidence(step.trace(), step.span(), step.tokens()))
                        .toList())
                .report(title(first, growing.size()), Fullness.advice(first.share(), candidate));
    }

    private static String title(Growth growth, int conversations) {
        long overflowing = growth.overflowingCall();
        String fits = overflowing == 0
                ? ""
                : overflowing == growth.calls()
                        ? "; the last call does not fit if its answer is as long as allowed"
                        : "; call " + overflowing + " would not fit";
        double more = growth.tokensPerCall();
        PromptParts grown = growth.last().parts().since(growth.first().parts());
        return "prompts of " + growth.subject()
                + (more > 0 ? String.format(Locale.ROOT, " grow by %,d tokens a call", Math.round(more)) : "")
                + (more > 0 && grown.chars() > 0 ? " (" + grown.longest().words() + ")" : "")
                + (more > 0 ? ", to " : " fill ") + Units.share(growth.share(), 1) + " of the context window of "
                + growth.model() + " in "
                + growth.calls() + " calls" + fits + " ("
                + Units.count(conversations, growth.conversation() == null ? "run" : "conversation") + ")";
    }

    private static long callsLeft(Growth growth) {
        return growth.overflowingCall() == 0 ? Long.MAX_VALUE : growth.overflowingCall() - growth.calls();
    }
}
