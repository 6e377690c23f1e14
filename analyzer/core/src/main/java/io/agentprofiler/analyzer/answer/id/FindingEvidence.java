// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.id;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Findings.FindingsQuestion;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.ShortId;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/** The span that a finding's id leads to. */
public final class FindingEvidence {
    private static final int MOST_CANDIDATES = 10;

    private FindingEvidence() {}

    /** Reads the input, with the texts that findings compare. */
    @FunctionalInterface
    public interface InputReader {
        /** Answers questions. */
        Outcome read(List<Analysis<?>> analyses) throws CommandException;
    }

    /** Answers whether a word is the id of a finding, or the beginning of one: the name of a rule, and a colon. */
    public static boolean isFinding(String word) {
        String id = ShortId.of(word);
        return FindingRules.ALL.stream().anyMatch(rule -> id.startsWith(rule.id() + Finding.PLACE));
    }

    /**
     * Returns the span that shows a finding best; the input is read for it.
     *
     * @param option the option that the id was given with, and a blank; empty for an argument
     * @throws CommandException when there is no such finding, or several ids begin so
     */
    public static Evidence of(String option, String written, InputReader input) throws CommandException {
        String id = ShortId.of(written);
        FindingsQuestion question = Findings.standard();
        Outcome outcome = input.read(List.of(question, CriticalTotals.WAITED));
        List<Finding> all = outcome.summary()
                .get(question)
                .ranked(CriticalTotals.in(outcome.summary()), outcome.processes(), question.thresholds());
        List<Finding> shown = all.stream()
                .filter(finding -> !finding.seen().evidence().isEmpty())
                .toList();
        List<Finding> called =
                shown.stream().filter(finding -> finding.id().equals(id)).toList();
        List<Finding> meant = called.isEmpty()
                ? shown.stream().filter(finding -> finding.id().startsWith(id)).toList()
                : called;
        List<String> ids = meant.stream().map(Finding::id).distinct().toList();
        if (ids.size() == 1) {
            return meant.get(0).seen().evidence().get(0);
        }
        List<String> candidates =
                ids.isEmpty() ? shown.stream().map(Finding::id).distinct().toList() : ids;
        String words = candidates.stream().limit(MOST_CANDIDATES).collect(Collectors.joining(", "));
        throw new CommandException(option
                + written
                + (ids.isEmpty()
                        ? ": no finding has this id; there " + (candidates.isEmpty() ? "are none" : "is " + words)
                        : " is the beginning of several ids: " + words + "; give more of it"));
    }
}
