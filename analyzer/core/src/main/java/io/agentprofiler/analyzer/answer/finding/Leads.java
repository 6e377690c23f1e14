// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlace;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces.PlacedCall;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Facts that stand out where no rule is sure. No saving is proven of them: they say where to look next.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Leads {
    /** Maximum number of leads in a report. */
    static final int MOST = 3;

    /** A smaller part of all does not stand out. */
    private static final double SHARE = 0.3;
    /** What most of the money is spent on. */
    private static final double COST_SHARE = 0.6;

    private static final int ENOUGH = 5;
    private static final int PLACES = 3;
    private static final int TAIL_CALLS = 20;
    private static final double TAIL_TIMES = 5;
    private static final double TAIL_SHARE = 0.1;
    private static final int TRACE_DIGITS = 12;

    /** Answers of each model that ended at their limit. */
    static final RuleInput<SortedMap<Operation, CutSum>> CUT = new RuleInput<>(
            TreeMap::new,
            Leads::addCut,
            (into, more) -> more.forEach((model, cut) -> into.merge(model, cut, CutSum::plus)));

    /**
     * Answers that ended at their limit.
     *
     * @param answers how many
     * @param limit the greatest limit that was asked for; 0 where none is known
     * @param usd what they cost
     * @param longest the costliest of them
     */
    record CutSum(long answers, long limit, BigDecimal usd, Evidence longest) {
        CutSum plus(CutSum more) {
            return new CutSum(
                    answers + more.answers,
                    Math.max(limit, more.limit),
                    usd.add(more.usd),
                    Evidence.WEIGHTIEST_FIRST.compare(longest, more.longest) <= 0 ? longest : more.longest);
        }
    }

    /**
     * A fact that stands out.
     *
     * @param text what is so, with its numbers and its place
     * @param evidence a span that shows it; {@code null} where it is about all workflows
     * @param command the next command
     * @param share its part of the time, the cost or the calls
     */
    public record Lead(String text, Evidence evidence, String command, double share) {
        /** Returns it as one line. */
        public String line() {
            String where = evidence == null
                    ? ""
                    : " (trace " + evidence.trace().toString().substring(0, TRACE_DIGITS) + ", span "
                            + String.format(Locale.ROOT, "%016x", evidence.span()) + ")";
            return text + where + "; next: " + command;
        }
    }

    private Leads() {}

    private static void addCut(SortedMap<Operation, CutSum> into, WorkflowScan workflow) {
        for (Span call : workflow.trace().spans()) {
            if (Calls.isModelCall(call) && Calls.isCut(call)) {
                CallPrice price = workflow.price(call);
                long limit = call.attributes().get(Attributes.REQUEST_MAX_TOKENS) instanceof Number number
                        ? number.longValue()
                        : 0;
                into.merge(
                        Operation.of(call),
                        new CutSum(
                                1,
                                limit,
                                price.isKnown() ? price.cost().total() : BigDecimal.ZERO,
                                Evidence.of(workflow.trace(), call, WorkflowScan.lengthOf(call))),
                        CutSum::plus);
            }
        }
    }

    /** Returns the facts that stand out most, at most {@value #MOST}. */
    public static List<Lead> of(Findings seen, CriticalTotals totals) {
        SortedMap<Operation, OperationFacts> facts = seen.input(OperationFacts.BY_OPERATION);
        List<Lead> leads = new ArrayList<>();
        BigDecimal allUsd = facts.values().stream().map(OperationFacts::usd).reduce(BigDecimal.ZERO, BigDecimal::add);
        cut(leads, seen.input(CUT), facts, allUsd);
        ownTime(leads, totals, facts);
        tails(leads, totals, facts);
        CallPlaces places = seen.input(CallPlaces.OF_CALLS);
        if (places != null && allUsd.signum() > 0) {
            costs(leads, places.places(), allUsd);
        }
        leads.sort(Comparator.comparingDouble(Lead::share).reversed().thenComparing(Lead::text));
        return List.copyOf(leads.subList(0, Math.min(MOST, leads.size())));
    }

    private static void cut(
            List<Lead> leads,
            SortedMap<Operation, CutSum> cut,
            SortedMap<Operation, OperationFacts> facts,
            BigDecimal allUsd) {
        cut.forEach((model, sum) -> {
            double share = sum.answers() / (double) facts.get(model).calls();
            if (sum.answers() >= ENOUGH && share >= SHARE) {
                double cost = allUsd.signum() == 0 ? 0 : sum.usd().doubleValue() / allUsd.doubleValue();
                leads.add(new Lead(
                        Units.count(sum.answers()) + " of "
                                + Units.count(facts.get(model).calls(), "answer") + " of "
                                + model.label() + " ended at "
                                + (sum.limit() > 0 ? "max_tokens=" + sum.limit() : "their limit")
                                + (cost > 0 ? ", " + Units.share(cost, 1) + " of the cost" : ""),
                        sum.longest(),
                        "analyzer show " + digits(sum.longest()),
                        Math.max(share, cost)));
            }
        });
    }

    /** Adds operations, other than models, that workflows wait for, and what passes around the requests of models. */
    private static void ownTime(List<Lead> leads, CriticalTotals totals, SortedMap<Operation, OperationFacts> facts) {
        double all = totals.measuredNanos();
        totals.byOperation().forEach((operation, path) -> {
            boolean model = operation.kind() == SpanKind.LLM;
            long nanos = model ? path.beforeNanos() + path.afterNanos() : path.pathNanos() - path.unfinishedNanos();
            if (all > 0 && nanos >= SHARE * all) {
                leads.add(new Lead(
                        (model ? "the client around " : "") + operation.label() + " took " + Units.share(nanos, all)
                                + " of the time itself",
                        slowest(facts.get(operation)),
                        command(slowest(facts.get(operation))),
                        nanos / all));
            }
        });
    }

    private static void tails(List<Lead> leads, CriticalTotals totals, SortedMap<Operation, OperationFacts> facts) {
        double all = totals.measuredNanos();
        facts.forEach((operation, its) -> {
            CriticalTotals.OperationPath path = totals.byOperation().get(operation);
            double median = its.durations().percentile(50);
            double late = its.durations().percentile(95);
            if (path != null
                    && its.durations().count() >= TAIL_CALLS
                    && late >= TAIL_TIMES * median
                    && path.pathNanos() >= TAIL_SHARE * all) {
                leads.add(new Lead(
                        "one call in twenty of " + operation.label() + " took " + Units.duration(late)
                                + " or longer, the median is " + Units.duration(median),
                        slowest(its),
                        command(slowest(its)),
                        path.pathNanos() / all));
            }
        });
    }

    private static void costs(List<Lead> leads, Collection<CallPlace> places, BigDecimal allUsd) {
        if (places.size() < PLACES) {
            return;
        }
        for (CallPlace place : places) {
            double share = usd(place) / allUsd.doubleValue();
            if (share >= COST_SHARE && place.calls() >= ENOUGH) {
                PlacedCall shown = place.drawn().get(0);
                leads.add(new Lead(
                        place.words() + " took " + Units.share(share, 1) + " of the cost ("
                                + place.model().label() + ", n=" + Units.count(place.calls()) + ")",
                        shown.evidence(shown.nanos()),
                        "analyzer tokens",
                        share));
            }
        }
    }

    private static double usd(CallPlace place) {
        double usd = 0;
        for (PlacedCall call : place.drawn()) {
            Optional<Cost> cost = place.model().listed() != null
                            && place.model().listed().at(call.startNanos()).arePerToken()
                    ? place.model().listed().at(call.startNanos()).cost(call.tokens())
                    : Optional.empty();
            usd += cost.map(known -> known.total().doubleValue()).orElse(0.0);
        }
        return usd * place.each();
    }

    private static Evidence slowest(OperationFacts facts) {
        return facts == null || facts.slowest().isEmpty()
                ? null
                : facts.slowest().get(0);
    }

    private static String command(Evidence evidence) {
        return evidence == null ? "analyzer tree --slowest" : "analyzer tree --trace=" + digits(evidence);
    }

    private static String digits(Evidence evidence) {
        return evidence.trace().toString().substring(0, TRACE_DIGITS);
    }
}
