// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.ContextGrowth;
import io.agentprofiler.analyzer.answer.finding.facts.Growth;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.prompt.LargeContext.Fullness;
import io.agentprofiler.analyzer.answer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.PrefillSlope;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds prompts that grow from call to call, and forecasts the call that no longer fits into the model's context window. */
public final class GrowingContext extends FindingRule {
    /** The next to overflow first, then the fullest. */
    private static final Comparator<Growth> MOST_URGENT_FIRST = Comparator.comparingLong(GrowingContext::callsLeft)
            .thenComparing(Comparator.comparingDouble(Growth::share).reversed())
            .thenComparing(Growth::last);

    static final Threshold GROWN_TOKENS = new Threshold(
            "growing-context-tokens",
            2000,
            "tokens by which the last prompt of a conversation is longer than the first");
    static final Threshold GROWN_SHARE = new Threshold(
            "growing-context-grown",
            0.5,
            "share of a conversation's input beyond its first prompt, sent with each call; tokens read from a cache count at their price");

    /** Minimum ratio of the last and the first prompt. */
    private static final long TIMES_LONGER = 3;
    /** The last prompt of a run that belongs to no conversation fills this part of the window at least. */
    private static final double LEAST_OF_RUN = 0.03;
    /** Forecast horizon, as a multiple of a conversation's observed calls. */
    private static final long SOON = 2;
    /** Shorter prompts are no matter. */
    private static final long LEAST_EXPLAINED = 1000;

    public GrowingContext() {
        super(
                "growing-context",
                Fullness.CONTEXT_SHARE,
                Fullness.CONTEXT_WARN,
                Fullness.CONTEXT_FULL,
                GROWN_TOKENS,
                GROWN_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(ReadingTimes.OF_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.tokens().input() >= LEAST_EXPLAINED) {
                String subject = Operation.asking(span).label();
                LatencySplit split = workflow.latency(span);
                long from = span.startNanos()
                        + Math.max(0, split.nanos(LatencyPart.WAITING))
                        + Math.max(0, split.nanos(LatencyPart.RETRYING));
                long nanos = Math.max(split.nanos(LatencyPart.FIRST_CHUNK), split.nanos(LatencyPart.ANSWER));
                workflow.explains(this, subject, Confidence.MEASURED, span, from, from + Math.max(0, nanos));
                workflow.explainsCost(this, subject, Confidence.MEASURED, List.of(span));
            }
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<Growth>> bySubject = new TreeMap<>();
        ContextGrowth growths = assessment.input(ContextGrowth.OF_CONVERSATIONS);
        Stream<Growth> worth = Stream.concat(
                growths.all().stream()
                        .filter(growth -> isOverflowing(growth, assessment.of(Fullness.CONTEXT_SHARE))
                                || isFull(growth, assessment)
                                || isCostly(growth, false, assessment)),
                // of a memory that nobody named only what it costs is certain
                growths.unnamed().stream().filter(growth -> isCostly(growth, true, assessment)));
        worth.forEach(growth -> bySubject
                .computeIfAbsent(growth.subject(), any -> new ArrayList<>())
                .add(growth));
        bySubject.forEach((subject, growing) -> assess(subject, growing, assessment));
    }

    /** What is far off nobody knows; and a run that belongs to no conversation is over. */
    private static boolean isOverflowing(Growth growth, double share) {
        long call = growth.overflowingCall();
        return call > 0
                && (growth.share() >= share
                        || growth.conversation() != null
                                && call <= SOON * growth.total().calls());
    }

    private static boolean isFull(Growth growth, Assessment assessment) {
        return growth.isGrowing() && growth.share() >= assessment.of(Fullness.CONTEXT_SHARE);
    }

    private static boolean isCostly(Growth growth, boolean unnamed, Assessment assessment) {
        long first = growth.first().tokens();
        long last = growth.last().tokens();
        // the steps of one run need those before them: only a good part of the window is too much
        boolean matters = growth.conversation() != null || growth.window() <= 0 || growth.share() >= LEAST_OF_RUN;
        return (matters || unnamed)
                && growth.isGrowing()
                && last - first >= assessment.of(GROWN_TOKENS)
                && last >= TIMES_LONGER * first
                && growth.grown().paid()
                        >= assessment.of(GROWN_SHARE) * growth.total().sent().tokens();
    }

    /** Returns the saving if no prompt grew: the upper limit. */
    private static Saving saving(List<Growth> growing, Assessment assessment) {
        Saving saving = Saving.NONE;
        for (Growth growth : growing) {
            Growth.SentTokens grown = growth.grown();
            double nanos = assessment.input(ReadingTimes.OF_CALLS).slope(growth.model()).stream()
                    .mapToDouble(slope -> slope.high() * grown.fresh())
                    .sum();
            saving = saving.plus(Saving.upTo(Math.min(growth.total().nanos(), Math.round(nanos))))
                    .plus(Saving.moneyUpTo(grown.usd(), grown.tokens()));
        }
        return saving;
    }

    private void assess(String subject, List<Growth> growing, Assessment assessment) {
        growing.sort(MOST_URGENT_FIRST);
        Growth first = growing.get(0);
        Candidate candidate = assessment.about(this, subject);
        if (first.share() >= assessment.of(Fullness.CONTEXT_SHARE)) {
            candidate.over(Fullness.CONTEXT_SHARE, first.share());
        }
        Saving saving = saving(growing, assessment);
        if (!saving.isClaimed()) {
            candidate.time(
                    growing.stream().mapToLong(growth -> growth.total().nanos()).sum());
        }
        long workflows = growing.stream()
                .flatMap(growth -> growth.latest().stream())
                .map(Growth.GrowthStep::trace)
                .distinct()
                .count();
        candidate
                .occurrences(growing.size(), workflows)
                .saves(saving)
                .evidence(growing.stream()
                        .limit(Evidence.MOST)
                        .map(Growth::last)
                        .map(step -> new Evidence(step.trace(), step.span(), step.tokens()))
                        .toList())
                .report(title(first, growing.size(), assessment.of(Fullness.CONTEXT_SHARE)), advice(first, candidate));
    }

    private static String advice(Growth first, Candidate candidate) {
        return first.share() >= candidate.of(Fullness.CONTEXT_SHARE)
                ? Fullness.advice(first.share(), candidate)
                : "keep less of it: cut or summarize history and tool results, send only what the next call needs";
    }

    private static String title(Growth growth, int conversations, double share) {
        long overflowing = growth.overflowingCall();
        String fits = !isOverflowing(growth, share)
                ? ""
                : overflowing == growth.total().calls()
                        ? "; the last call does not fit if its answer is as long as allowed"
                        : "; call " + overflowing + " would not fit";
        double more = growth.isGrowing() ? growth.tokensPerCall() : 0;
        PromptParts grown = growth.last().parts().since(growth.first().parts());
        return "prompts of " + growth.subject()
                + (more > 0 ? String.format(Locale.ROOT, " grow by %,d tokens a call", Math.round(more)) : "")
                + (more > 0 && grown.chars() > 0 ? " (" + grown.longest().words() + ")" : "")
                + (more > 0 && growth.last().tokens() > growth.first().tokens()
                        ? ", from " + Units.count(growth.first().tokens()) + " to "
                                + Units.count(growth.last().tokens())
                        : "")
                + (growth.window() > 0
                        ? (more > 0 ? ", " : " fill ") + Units.share(growth.share(), 1) + " of the context window of "
                                + growth.model()
                        : "")
                + " in " + growth.total().calls() + " calls" + fits + " ("
                + Units.count(conversations, growth.conversation() == null ? "run" : "conversation") + ")";
    }

    private static long callsLeft(Growth growth) {
        return growth.overflowingCall() == 0
                ? Long.MAX_VALUE
                : growth.overflowingCall() - growth.total().calls();
    }

    /**
     * The times of models by prompt length: to the first chunk of streamed answers, and to the end of other answers of about typical
     * length.
     *
     * <p>Of each model up to {@value #MAX_CALLS} calls are kept, drawn evenly, by a number that depends on the call alone.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class ReadingTimes {
        /** The times of calls that succeeded. */
        public static final RuleInput<ReadingTimes> OF_CALLS = new RuleInput<>(
                ReadingTimes::new,
                ReadingTimes::add,
                (into, more) ->
                        more.byModel.forEach((model, calls) -> into.calls(model).add(calls)));

        static final int MAX_CALLS = 300;
        /** Maximum difference from the median length, in tokens or as a share of it, for answers that count as alike. */
        private static final double ALIKE_TOKENS = 10;

        private static final double ALIKE_PART = 0.2;

        /** A call, with the output of an answer that came as a whole, negative of one that did not. */
        private record ReadingTime(long rank, long fresh, long output, long nanos) {
            static final Comparator<ReadingTime> BY_RANK = Comparator.comparingLong(ReadingTime::rank)
                    .thenComparingLong(ReadingTime::fresh)
                    .thenComparingLong(ReadingTime::output)
                    .thenComparingLong(ReadingTime::nanos);
        }

        private final Map<String, BoundedList<ReadingTime>> byModel = new HashMap<>();

        private ReadingTimes() {}

        private void add(WorkflowScan workflow) {
            for (Span span : workflow.trace().spans()) {
                if (Calls.isModelCall(span)
                        && span.isMeasured()
                        && span.status() == SpanStatus.OK
                        && span.tokens().input() > 0) {
                    add(workflow, span);
                }
            }
        }

        private void add(WorkflowScan workflow, Span call) {
            LatencySplit split = workflow.latency(call);
            long first = split.nanos(LatencyPart.FIRST_CHUNK);
            long output = first >= 0 ? Unknown.LONG : call.tokens().output();
            if (first < 0 && output < 0) {
                return;
            }
            long rank = SplitMix64.mix(
                    workflow.trace().id().high(), workflow.trace().id().low(), call.id());
            BoundedList<ReadingTime> calls = calls(Calls.model(call));
            if (calls.bound() != null && rank > calls.bound().rank()) {
                calls.drop();
                return;
            }
            calls.add(new ReadingTime(
                    rank,
                    Math.max(
                            0, call.tokens().input() - Math.max(0, call.tokens().cacheRead())),
                    output,
                    first >= 0 ? first : Math.max(0, split.nanos(LatencyPart.ANSWER))));
        }

        private BoundedList<ReadingTime> calls(String model) {
            return byModel.computeIfAbsent(model, any -> new BoundedList<>(MAX_CALLS, ReadingTime.BY_RANK));
        }

        /** Returns the time per prompt token of a model; empty if its calls do not show it. */
        public Optional<PrefillSlope> slope(String model) {
            List<ReadingTime> all = calls(model).inOrder();
            List<ReadingTime> streamed =
                    all.stream().filter(call -> call.output() < 0).toList();
            if (2 * streamed.size() >= all.size()) {
                return slope(streamed);
            }
            List<ReadingTime> whole =
                    all.stream().filter(call -> call.output() >= 0).toList();
            double usual =
                    Median.of(whole.stream().mapToDouble(ReadingTime::output).toArray());
            double within = Math.max(ALIKE_TOKENS, ALIKE_PART * usual);
            return slope(whole.stream()
                    .filter(call -> Math.abs(call.output() - usual) <= within)
                    .toList());
        }

        private static Optional<PrefillSlope> slope(List<ReadingTime> calls) {
            return PrefillSlope.of(calls.stream()
                    .map(call -> new PrefillSlope.PrefillSample(call.fresh(), call.nanos()))
                    .toList());
        }
    }
}
