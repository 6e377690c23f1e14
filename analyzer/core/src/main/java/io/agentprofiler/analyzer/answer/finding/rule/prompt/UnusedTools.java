// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds agents that send their model tools that it never calls: each prompt pays for the definitions of all. A few short definitions are
 * no matter. What the definitions of
 * the unused ones cost is their part of all that are offered, as if each were equally long.
 */
public final class UnusedTools extends FindingRule {
    static final Threshold UNUSED_TOOLS =
            new Threshold("unused-tools", 0.75, "share of the tools that a model is offered and never calls");
    static final Threshold UNUSED_TOOLS_CALLS =
            new Threshold("unused-tools-calls", 20, "model calls of an agent that offer tools");

    static final Threshold UNUSED_TOOLS_TOKENS =
            new Threshold("unused-tools-tokens", 500, "mean tokens of all definitions in a prompt");

    private static final int DIGITS = 12;

    private static final RuleInput<SortedMap<String, Offers>> OFFERS = new RuleInput<>(
            TreeMap::new,
            UnusedTools::add,
            (into, more) -> more.forEach((subject, offers) -> into.merge(subject, offers, Offers::plus)));

    public UnusedTools() {
        super("unused-tools", UNUSED_TOOLS, UNUSED_TOOLS_CALLS, UNUSED_TOOLS_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(OFFERS);
    }

    /** Which tools are never called is known in the end only: until then it claims all calls with tools. */
    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (offered(span) > 0) {
                workflow.explainsCost(this, Operation.asking(span).label(), Confidence.MEASURED, List.of(span));
            }
        }
    }

    /** Returns how many tools a model call was offered; 0 where that is not known. */
    private static long offered(Span call) {
        return Calls.isModelCall(call) && call.status() == SpanStatus.OK ? Math.max(0, Calls.offeredTools(call)) : 0;
    }

    private static void add(SortedMap<String, Offers> into, WorkflowScan workflow) {
        for (List<Span> calls : workflow.callsByAgent()) {
            TreeSet<String> called = new TreeSet<>();
            for (Span call : calls) {
                if (call.kind() == SpanKind.TOOL) {
                    called.add(Calls.tool(call));
                }
            }
            for (Span call : calls) {
                if (offered(call) > 0) {
                    into.merge(Operation.asking(call).label(), Offers.of(workflow, call, called), Offers::plus);
                }
            }
        }
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.input(OFFERS).forEach((subject, offers) -> {
            double unused = offers.unused();
            if (offers.calls() >= assessment.of(UNUSED_TOOLS_CALLS)
                    && offers.tokens() >= assessment.of(UNUSED_TOOLS_TOKENS) * offers.calls()
                    && unused >= assessment.of(UNUSED_TOOLS)) {
                assessment
                        .about(this, subject)
                        .confidence(Confidence.MEASURED)
                        .occurrences(
                                offers.calls(),
                                offers.evidence().stream()
                                        .map(Evidence::trace)
                                        .distinct()
                                        .count())
                        .saves(Saving.moneyUpTo(offers.usd(unused), Math.round(offers.tokens() * unused)))
                        .evidence(offers.evidence())
                        .over(UNUSED_TOOLS, unused)
                        .report(
                                title(subject, offers),
                                "offer only the tools that the question needs, or choose among them first");
            }
        });
    }

    private static String title(String subject, Offers offers) {
        String tokens = " (about " + Units.count(Math.round(offers.tokens() / offers.calls()), "token")
                + " of definitions in each prompt)";
        return offers.called().isEmpty()
                ? subject + " called none of the " + Units.count(offers.least(), "tool") + " that its "
                        + Units.count(offers.calls(), "model call") + " offered" + tokens
                : subject + " called " + offers.called().size() + " of the " + Units.count(offers.least(), "tool")
                        + " that each of its " + Units.count(offers.calls(), "model call") + " offered" + tokens;
    }

    /**
     * What the model calls of an agent offered.
     *
     * @param least the fewest tools that one of them offered
     * @param called the tools that the agent called
     * @param tokens of all definitions, by their part of the prompts' characters
     * @param allUsd their price in US dollars; {@code null} where no price is known
     * @param evidence the calls with the longest definitions
     */
    private record Offers(
            long calls, long least, TreeSet<String> called, double tokens, BigDecimal allUsd, List<Evidence> evidence) {
        static Offers of(WorkflowScan workflow, Span call, TreeSet<String> called) {
            PromptParts parts = PromptParts.of(call);
            double share = parts.chars() == 0 ? 0 : parts.tools() / (double) parts.chars();
            double tokens = share * Math.max(0, call.tokens().input());
            CallPrice price = workflow.price(call);
            return new Offers(
                    1,
                    offered(call),
                    called,
                    tokens,
                    price.isKnown()
                            ? price.cost()
                                    .prompt()
                                    .multiply(BigDecimal.valueOf(share))
                                    .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                            : null,
                    List.of(Evidence.of(workflow.trace(), call, Math.round(tokens))));
        }

        Offers plus(Offers more) {
            TreeSet<String> all = called;
            if (!called.containsAll(more.called)) {
                all = new TreeSet<>(called);
                all.addAll(more.called);
            }
            return new Offers(
                    calls + more.calls,
                    Math.min(least, more.least),
                    all,
                    tokens + more.tokens,
                    allUsd == null ? more.allUsd : more.allUsd == null ? allUsd : allUsd.add(more.allUsd),
                    Stream.concat(evidence.stream(), more.evidence.stream())
                            .sorted(Evidence.WEIGHTIEST_FIRST)
                            .limit(Evidence.MOST)
                            .toList());
        }

        /** Returns the share of the tools that nobody called. */
        double unused() {
            return 1 - Math.min(1, called.size() / (double) least);
        }

        BigDecimal usd(double part) {
            return allUsd == null || allUsd.signum() == 0
                    ? null
                    : allUsd.multiply(BigDecimal.valueOf(part)).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
        }
    }
}
