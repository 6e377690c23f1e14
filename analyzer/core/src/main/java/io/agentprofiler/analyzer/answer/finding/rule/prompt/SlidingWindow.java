// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds conversations whose history is a window that slides: each prompt lacks the oldest messages of the one before, so a cache of
 * prefixes serves nothing behind the instructions, although most messages are the same.
 */
public final class SlidingWindow extends FindingRule {
    static final Threshold SLIDING_WINDOW = new Threshold(
            "sliding-window",
            0.5,
            "share of a conversation's prompts that lack the oldest messages of the prompt before");

    private static final int MOST_WINDOWS = 64;
    private static final int ENOUGH = 5;
    private static final int DIGITS = 12;

    private static final RuleInput<BoundedSums<HistoryWindow>> WINDOWS = new RuleInput<>(
            () -> BoundedSums.sample(MOST_WINDOWS, HistoryWindow::plus), SlidingWindow::add, BoundedSums::add);

    public SlidingWindow() {
        super("sliding-window", SLIDING_WINDOW);
    }

    /** Which prompts lost their prefix is known in the end only: until then it claims the cost of all that may have. */
    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(WINDOWS, FirstChunkTimes.OF_CALLS);
    }

    private static void add(BoundedSums<HistoryWindow> windows, WorkflowScan workflow) {
        for (Span call : workflow.shared(HistoryTurn.CALLS)) {
            String key = String.join(
                    "\n",
                    String.valueOf(workflow.trace().run()),
                    Operation.asking(call).label(),
                    Calls.model(call),
                    String.valueOf(call.conversation()));
            HistoryWindow known = windows.sum(key);
            if (known != null && known.isFullBefore(call.startNanos())) {
                windows.replace(key, known.withOthers(1));
            } else if (windows.mayKeep(key.hashCode())) {
                HistoryTurn turn = HistoryTurn.of(workflow, call);
                if (turn != null) {
                    windows.add(
                            key,
                            new HistoryWindow(Operation.asking(call).label(), Calls.model(call), 1, List.of(turn)));
                }
            }
        }
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span call : workflow.shared(HistoryTurn.CALLS)) {
            workflow.explainsCost(this, Operation.asking(call).label(), Confidence.STRONG, List.of(call));
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<HistoryWindow.Slides>> bySubject = new TreeMap<>();
        for (HistoryWindow window : assessment.input(WINDOWS).kept().values()) {
            HistoryWindow.Slides slides = window.slides();
            if (slides.turns().size() >= assessment.of(SLIDING_WINDOW) * slides.of()) {
                bySubject
                        .computeIfAbsent(window.subject(), any -> new ArrayList<>())
                        .add(slides);
            }
        }
        bySubject.forEach((subject, slides) -> assess(subject, slides, assessment));
    }

    private void assess(String subject, List<HistoryWindow.Slides> all, Assessment assessment) {
        List<Evidence> evidence = new ArrayList<>();
        double prompts = 0;
        double of = 0;
        double tokens = 0;
        double leastTokens = 0;
        double nanos = 0;
        double leastNanos = 0;
        double usd = 0;
        double leastUsd = 0;
        boolean isPriced = true;
        for (HistoryWindow.Slides slides : all) {
            double nanosPerToken = assessment
                    .input(FirstChunkTimes.OF_CALLS)
                    .slope(slides.window().model())
                    .map(slope -> slope.nanosPerToken())
                    .orElse(0.0);
            double times = slides.window().each();
            prompts += times * slides.turns().size();
            of += times * slides.of();
            for (HistoryWindow.Slide slide : slides.turns()) {
                tokens += times * slide.lostTokens();
                leastTokens += times * slide.lostTokens() * slide.leastPart();
                nanos += times * slide.lostTokens() * nanosPerToken;
                leastNanos += times * slide.lostTokens() * slide.leastPart() * nanosPerToken;
                isPriced &= slide.lostUsd() != null;
                usd += isPriced ? times * slide.mostUsd().doubleValue() : 0;
                leastUsd += isPriced ? times * slide.lostUsd().doubleValue() * slide.leastPart() : 0;
                evidence.add(new Evidence(
                        slide.turn().ref().trace(), slide.turn().ref().span(), slide.lostTokens()));
            }
        }
        if (evidence.size() < ENOUGH) {
            return;
        }
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        long each = Math.round(tokens / prompts);
        assessment
                .about(this, subject)
                .confidence(Confidence.STRONG)
                .occurrences(
                        Math.round(prompts),
                        evidence.stream().map(Evidence::trace).distinct().count())
                .saves(new Saving(
                        Math.round(Math.max(0, leastNanos)),
                        Math.round(Math.max(0, nanos)),
                        isPriced ? dollars(leastUsd) : null,
                        isPriced ? dollars(usd) : null,
                        Math.round(leastTokens)))
                .evidence(evidence.stream().limit(Evidence.MOST).toList())
                .over(SLIDING_WINDOW, prompts / of)
                .report(
                        Units.count(Math.round(prompts)) + " of " + Units.count(Math.round(of), "prompt") + " of "
                                + subject
                                + " lack the oldest messages of the prompt before, so about "
                                + Units.count(each, "token")
                                + " of each, the same messages as before, are not read from the cache",
                        "drop old messages rarely and many at a time, such as half of the history when it is full, or"
                                + " summarise them: analyzer prefix");
    }

    private static BigDecimal dollars(double usd) {
        return BigDecimal.valueOf(usd).round(new MathContext(DIGITS));
    }
}
