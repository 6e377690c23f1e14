// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each stretch of time is explained by one finding, and what findings save adds up. */
class AttributionTest {
    private static final long MILLI = 1_000_000;
    private static final int SEARCH_MILLIS = 60;
    private static final int PRICE_MILLIS = 40;

    /** Explains calls whole, or a stretch of each, and saves all of it. */
    private static final class Explaining extends WorkflowRule {
        private final List<String> tools;
        private final Confidence confidence;
        private final long fromMillis;
        private final long toMillis;

        Explaining(String id, Confidence confidence, String... tools) {
            this(id, confidence, 0, 0, tools);
        }

        Explaining(String id, Confidence confidence, long fromMillis, long toMillis, String... tools) {
            super(id);
            this.tools = List.of(tools);
            this.confidence = confidence;
            this.fromMillis = fromMillis;
            this.toMillis = toMillis;
        }

        @Override
        public void scan(WorkflowScan workflow) {
            for (Span span : workflow.trace().spans()) {
                if (!tools.contains(Operation.of(span).name())) {
                    continue;
                }
                if (toMillis == 0) {
                    workflow.explains(this, "tools", confidence, List.of(span));
                    workflow.note(this, "tools", confidence, Saving.time(span.durationNanos()));
                } else {
                    long from = span.startNanos() + fromMillis * MILLI;
                    long to = span.startNanos() + toMillis * MILLI;
                    workflow.explains(this, "tools", confidence, span, from, to);
                    workflow.note(this, "tools", confidence, Saving.time(to - from));
                }
            }
        }

        @Override
        protected void judge(Aggregate seen, Candidate finding) {
            finding.report("tools", "none");
        }
    }

    /** Says of each tool what it was waited for. */
    private static final class Tools extends OperationRule {
        Tools() {
            super("tools");
        }

        @Override
        protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
            if (operation.kind() == SpanKind.TOOL) {
                finding.waitedFor(operation).report(operation.name(), "none");
            }
        }
    }

    /** An agent of 100 ms that calls two tools, one after the other. */
    private static Trace workflow() {
        TestRun run = agent();
        tool(run, 2, 0, SEARCH_MILLIS, "search", "a", "b");
        tool(run, 3, SEARCH_MILLIS, SEARCH_MILLIS + PRICE_MILLIS, "price", "a", "b");
        return run.end(1, SEARCH_MILLIS + PRICE_MILLIS).trace();
    }

    private static List<Finding> ranked(FindingRule... rules) {
        return found(List.of(rules), Thresholds.STANDARD, JvmEvents.NONE, List.of(workflow(), workflow()));
    }

    @Test
    void shouldLeaveNothingForAFindingWhoseTimeABetterOneExplains() {
        List<Finding> findings = ranked(
                new Explaining("second", Confidence.STRONG, "search"),
                new Explaining("first", Confidence.CERTAIN, "search"));
        assertThat(findings).extracting(Finding::rule).containsExactly("first", "second");
        assertThat(findings.get(0).saving()).isEqualTo(Saving.time(2 * SEARCH_MILLIS * MILLI));
        assertThat(findings.get(0).shares().explainedShare()).isEqualTo(0.6, within(1e-9));
        assertThat(findings.get(1).saving()).isEqualTo(Saving.NONE);
        assertThat(findings.get(1).impact()).isEqualTo(Impact.LOW);
        assertThat(findings.get(1).shares().explainedShare()).isZero();
    }

    @Test
    void shouldLeaveTheRestWhereTwoShareSomeOfTheTime() {
        List<Finding> findings = ranked(
                new Explaining("both", Confidence.STRONG, "search", "price"),
                new Explaining("part", Confidence.CERTAIN, 0, 10, "search"));
        assertThat(findings).extracting(Finding::rule).containsExactly("both", "part");
        assertThat(findings.get(0).saving()).isEqualTo(Saving.time(200 * MILLI));
        assertThat(findings.get(1).saving()).isEqualTo(Saving.NONE);
        findings = ranked(
                new Explaining("whole", Confidence.WEAK, "search"),
                new Explaining("part", Confidence.CERTAIN, 10, 40, "search"));
        assertThat(findings).extracting(Finding::rule).containsExactly("part", "whole");
        assertThat(findings.get(1).saving()).isEqualTo(Saving.time(60 * MILLI));
        assertThat(findings.get(1).shares().explainedShare()).isEqualTo(0.3, within(1e-9));
    }

    @Test
    void shouldGiveAnOperationWhatNothingElseExplains() {
        List<Finding> findings = ranked(new Tools(), new Explaining("part", Confidence.CERTAIN, 0, 30, "search"));
        assertThat(findings)
                .extracting(Finding::rule, finding -> finding.saving().mostNanos() / MILLI)
                .containsExactly(tuple("part", 60L), tuple("tools", 80L), tuple("tools", 60L));
        assertThat(findings.stream()
                        .mapToDouble(finding -> finding.shares().explainedShare())
                        .sum())
                .isEqualTo(1, within(1e-9));
    }

    @Test
    void shouldExplainNothingOfASpanWithoutAnEnd() {
        TestRun run = agent();
        run.start(2, 1, 10, "tool", "search", "\"gen_ai.tool.name\":\"search\"");
        List<Finding> findings = found(
                List.of(new Tools()),
                Thresholds.STANDARD,
                JvmEvents.NONE,
                List.of(run.end(1, 100).trace()));
        assertThat(findings).allSatisfy(finding -> {
            assertThat(finding.saving().isClaimed()).isFalse();
            assertThat(finding.impact()).isEqualTo(Impact.LOW);
        });
    }
}
