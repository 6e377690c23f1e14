// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.Quotes;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.text.Placeholders;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureStats;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds models and tools that are asked first, always fail, and are followed by another one that is asked the same. Equal hashes of
 * prompts or arguments show that it is the same. All time and cost of the failed calls is wasted. One that fails now and then is what a
 * fallback is for.
 */
public final class FailingFirstChoice extends FindingRule {
    static final Threshold FIRST_CHOICE_FAILS = new Threshold(
            "first-choice-fails", 0.9, "share of the calls of a first choice that fail before another one is asked");

    private static final int ENOUGH = 5;
    /** So many of the failed calls are followed by another one that is asked the same. */
    private static final double MOSTLY = 0.8;

    /** What the same can be asked by. */
    private static final List<String> ASKED =
            List.of("input.messages", "tool.call.arguments", "retrieval.query.text", "agentprofiler.embeddings.input");

    private static final Map<String, String> TEXTS = Map.of(
            "input.messages",
            Attributes.INPUT_MESSAGES,
            "tool.call.arguments",
            Attributes.TOOL_CALL_ARGUMENTS,
            "retrieval.query.text",
            "gen_ai.retrieval.query.text",
            "agentprofiler.embeddings.input",
            "agentprofiler.embeddings.input");

    /**
     * Failed calls and the call that another operation answered.
     *
     * @param failed calls of one operation, with the failed spans around them
     */
    private record Fallback(Operation first, List<Span> failed, Operation second) {}

    private static final Function<WorkflowScan, List<Fallback>> IN_WORKFLOW = FailingFirstChoice::find;

    /** How often each operation answered in place of another, by the labels of both. */
    private static final RuleInput<SortedMap<String, SortedMap<String, Long>>> ANSWERED = new RuleInput<>(
            TreeMap::new,
            (into, workflow) -> workflow.shared(IN_WORKFLOW)
                    .forEach(each ->
                            add(into, each.first().label(), each.second().label(), 1)),
            (into, more) -> more.forEach(
                    (first, answered) -> answered.forEach((second, times) -> add(into, first, second, times))));

    public FailingFirstChoice() {
        super("failing-first-choice", FIRST_CHOICE_FAILS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(FailingCalls.FAILED, ANSWERED, CallTimes.BY_OPERATION);
    }

    private static void add(SortedMap<String, SortedMap<String, Long>> into, String first, String second, long times) {
        into.computeIfAbsent(first, any -> new TreeMap<>()).merge(second, times, Long::sum);
    }

    private static List<Fallback> find(WorkflowScan workflow) {
        Map<String, List<Span>> failing = new LinkedHashMap<>();
        List<Fallback> found = new ArrayList<>();
        List<Span> calls = workflow.shared(CallTimes.CALLS);
        if (calls.stream().noneMatch(call -> call.status() == SpanStatus.ERROR)) {
            return found;
        }
        calls = new ArrayList<>(calls);
        calls.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        for (Span call : calls) {
            String asked = call.isMeasured() ? asked(call) : null;
            if (asked != null && call.status() == SpanStatus.ERROR) {
                failing.computeIfAbsent(asked, any -> new ArrayList<>()).add(call);
            } else if (asked != null && failing.containsKey(asked)) {
                addFallbacks(workflow, found, failing.remove(asked), call);
            }
        }
        return found;
    }

    /** Adds what failed before a call began that answered the same. */
    private static void addFallbacks(WorkflowScan workflow, List<Fallback> found, List<Span> failed, Span answering) {
        Map<Operation, List<Span>> byOperation = new LinkedHashMap<>();
        for (Span call : failed) {
            if (call.endNanos() <= answering.startNanos() && !Operation.of(call).equals(Operation.of(answering))) {
                byOperation
                        .computeIfAbsent(Operation.of(call), any -> new ArrayList<>())
                        .add(whole(workflow, call, answering));
            }
        }
        byOperation.forEach((first, its) -> found.add(new Fallback(first, its, Operation.of(answering))));
    }

    /** Returns a failed call with what failed around it for nothing else: the agent or function that made it. */
    private static Span whole(WorkflowScan workflow, Span failed, Span answering) {
        Span whole = failed;
        for (Span around = failed.parent();
                around != null
                        && around.status() == SpanStatus.ERROR
                        && !workflow.isBelow(answering, around)
                        && hasOnlyFailures(workflow, around);
                around = around.parent()) {
            whole = around;
        }
        return whole;
    }

    private static boolean hasOnlyFailures(WorkflowScan workflow, Span around) {
        return workflow.shared(CallTimes.CALLS).stream()
                .filter(call -> workflow.isBelow(call, around))
                .allMatch(call -> call.status() == SpanStatus.ERROR);
    }

    /**
     * Returns what a call was asked, as a hash or a text; {@code null} where that is not known, and for tools that a model asked for: it
     * may want to know two things of one item.
     */
    private static String asked(Span call) {
        if (call.attributes().get(Attributes.TOOL_CALL_ID) != null) {
            return null;
        }
        for (String payload : ASKED) {
            if (call.attributes().get("agentprofiler.content." + payload) instanceof Map<?, ?> digest
                    && digest.get("hash") instanceof String hash) {
                return Placeholders.isHash(hash) ? null : call.kind() + " " + hash;
            }
            Object text = call.attributes().get(TEXTS.get(payload));
            if (text != null) {
                return Placeholders.areIn(text) ? null : call.kind() + " " + text;
            }
        }
        return null;
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<Operation, Collection<Span>> failed = new LinkedHashMap<>();
        for (Fallback each : workflow.shared(IN_WORKFLOW)) {
            failed.computeIfAbsent(each.first(), any -> new HashSet<>()).addAll(each.failed());
        }
        failed.forEach((first, calls) -> {
            Aggregate seen = new Aggregate(calls.size())
                    .saves(workflow.savedWithout(new HashSet<>(calls)))
                    .saves(workflow.useOf(calls));
            calls.forEach(call -> seen.evidence(
                    workflow.trace(), call, WorkflowScan.lengthOf(call), Quotes.failure(workflow.trace(), call)));
            workflow.note(this, first.label(), Confidence.STRONG, seen);
            workflow.explains(this, first.label(), Confidence.STRONG, calls);
        });
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.observed(this).forEach((subject, seen) -> {
            FailureStats stats = stats(assessment, subject.name());
            if (isReported(assessment, subject.name())) {
                Map.Entry<String, Long> second = assessment.input(ANSWERED).get(subject.name()).entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow();
                assessment
                        .about(this, subject, seen)
                        .saves(withoutStart(assessment, subject.name(), seen.saving()))
                        .over(FIRST_CHOICE_FAILS, stats.rate())
                        .report(
                                subject.name() + " failed in " + Units.count(stats.failed()) + " of "
                                        + Units.count(stats.calls(), "call") + " before " + second.getKey()
                                        + " answered the same; most often " + stats.errorType(),
                                "ask " + second.getKey() + " first, or repair " + subject.name()
                                        + ": workflows wait for each failure");
            }
        });
    }

    /**
     * Returns a saving of which the time is not certain that first calls of processes took longer than others: whatever is asked first
     * pays for the start of its client.
     */
    private static Saving withoutStart(Assessment assessment, String label, Saving saving) {
        long start = assessment.input(CallTimes.BY_OPERATION).entrySet().stream()
                .filter(row -> row.getKey().label().equals(label))
                .map(Map.Entry::getValue)
                .flatMap(times -> times.runs().stream()
                        .flatMap(run -> times.starting(run).stream())
                        .map(call -> call.waitedBeyond(times.own().percentile(50))))
                .mapToLong(Long::longValue)
                .sum();
        return new Saving(
                Math.max(0, saving.nanos() - start),
                saving.mostNanos(),
                saving.usd(),
                saving.mostUsd(),
                saving.tokens());
    }

    /** Answers whether it is reported of an operation that it always fails and another one answers. */
    static boolean isReported(Assessment assessment, String label) {
        FailureStats stats = stats(assessment, label);
        SortedMap<String, Long> answered = assessment.input(ANSWERED) == null
                ? null
                : assessment.input(ANSWERED).get(label);
        return stats != null
                && answered != null
                && stats.failed() >= ENOUGH
                && stats.rate() >= assessment.of(FIRST_CHOICE_FAILS)
                && answered.values().stream().mapToLong(Long::longValue).sum() >= MOSTLY * stats.workflows();
    }

    private static FailureStats stats(Assessment assessment, String label) {
        return assessment.input(FailingCalls.FAILED).byOperation().entrySet().stream()
                .filter(row -> row.getKey().label().equals(label))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
