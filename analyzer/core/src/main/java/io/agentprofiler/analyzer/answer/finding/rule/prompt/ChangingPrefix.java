// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.analyzer.answer.finding.prefix.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.finding.prefix.PrefixChange;
import io.agentprofiler.analyzer.answer.finding.prefix.PromptOpenings;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Finds instructions in which changing text precedes stable text, so that the stable text cannot be cached. */
public final class ChangingPrefix extends FindingRule {
    static final Threshold CHANGING_PREFIX_TOKENS = new Threshold(
            "changing-prefix-tokens",
            512,
            "tokens of instructions that stand behind something that changes from workflow to workflow");

    public ChangingPrefix() {
        super("changing-prefix", CHANGING_PREFIX_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(PromptOpenings.OF_CALLS, FirstChunkTimes.OF_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        // whether time goes by for it is only known of all workflows
        for (PromptOpenings.Sent sent : workflow.shared(PromptOpenings.SENT)) {
            workflow.explainsCost(this, sent.subject(), Confidence.STRONG, List.of(sent.call()));
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<PrefixChange>> bySubject = new TreeMap<>();
        PrefixChange.of(assessment.input(PromptOpenings.OF_CALLS), assessment.of(CHANGING_PREFIX_TOKENS))
                .forEach(change -> bySubject
                        .computeIfAbsent(change.subject(), any -> new ArrayList<>())
                        .add(change));
        bySubject.forEach((subject, changes) -> assess(subject, changes, assessment));
    }

    private void assess(String subject, List<PrefixChange> changes, Assessment assessment) {
        PrefixChange first = Collections.max(
                changes, Comparator.comparingLong(PrefixChange::changed).thenComparingLong(PrefixChange::behindTokens));
        Saving saving = Saving.NONE;
        double nanos = 0;
        List<Evidence> evidence = new ArrayList<>();
        for (PrefixChange change : changes) {
            saving = saving.plus(Saving.money(change.savedUsd(), change.cachedTokens()));
            nanos += assessment.input(FirstChunkTimes.OF_CALLS).slope(change.model()).stream()
                    .mapToDouble(slope -> slope.nanosPerToken() * change.cachedTokens())
                    .sum();
            evidence.addAll(change.evidence());
        }
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        Candidate candidate = assessment.about(this, subject);
        Saving claimed = saving.plus(Saving.time(Math.round(nanos)));
        if (!claimed.isClaimed()) {
            candidate.time(changes.stream().mapToLong(PrefixChange::aboutNanos).sum());
        }
        candidate
                .confidence(Confidence.STRONG)
                .occurrences(
                        changes.stream().mapToLong(PrefixChange::changed).sum(),
                        workflows(changes, PrefixChange::changed))
                .saves(claimed)
                .evidence(evidence.stream().limit(Evidence.MOST).toList())
                .over(CHANGING_PREFIX_TOKENS, first.behindTokens())
                .report(title(subject, changes, first), advice(nanos));
    }

    /** Returns how many workflows there are, at least: what one of them sent at several places cannot be told from what several sent. */
    private static long workflows(List<PrefixChange> changes, ToLongFunction<PrefixChange> count) {
        Map<String, Long> byProgram = new TreeMap<>();
        changes.forEach(change -> byProgram.merge(change.program(), count.applyAsLong(change), Math::max));
        return byProgram.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String title(String subject, List<PrefixChange> changes, PrefixChange change) {
        return "the prompts of " + subject + " diverge in " + Units.count(workflows(changes, PrefixChange::changed))
                + " of " + Units.count(workflows(changes, PrefixChange::of), "workflow") + " "
                + (change.offsetTokens() == 0
                        ? "at the beginning of "
                        : "after about " + Units.count(change.offsetTokens(), "token") + " of ")
                + change.part() + ", so the next " + Units.count(change.behindTokens(), "token")
                + " of instructions cannot be cached";
    }

    private static String advice(double nanos) {
        return "move what changes (a time, an id, a name) to the end of the instructions, or into the user's message:"
                + " analyzer prefix"
                + (nanos > 0 ? "" : " (the recording does not show how much time that saves)");
    }
}
