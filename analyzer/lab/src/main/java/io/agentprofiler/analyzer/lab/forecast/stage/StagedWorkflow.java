// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Points;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A workflow as stages, with what happened after each.
 *
 * @param trace its id
 * @param start when it began, nanoseconds since 1970
 * @param end when it ended
 * @param moments its stages: its begin, and the ends of its calls in their order, as far as {@value #MOST} of them
 */
public record StagedWorkflow(TraceId trace, long start, long end, List<Moment> moments) {
    /** How many stages of a workflow are looked at. */
    public static final int MOST = Stage.MOST;
    /** Stands where no tool follows. */
    public static final String NO_TOOL = NextTools.NO_TOOL;

    private static final double NANOS = 1e9;

    /** Copies the list. */
    public StagedWorkflow {
        moments = List.copyOf(moments);
    }

    /**
     * A stage and what followed.
     *
     * @param stage the stage
     * @param nextTool the tool that began next, {@link #NO_TOOL} if none did
     * @param values what happened, by {@link StageTarget}, {@link Double#NaN} where not known or where there was nothing
     */
    public record Moment(Stage stage, String nextTool, List<Double> values) {
        /** Copies the list. */
        public Moment {
            values = List.copyOf(values);
        }

        /** Returns what happened. */
        public double value(StageTarget target) {
            return values.get(target.ordinal());
        }
    }

    /** Returns the stages of a workflow that succeeded, with both ends recorded; {@code null} of any other. */
    public static StagedWorkflow of(Trace trace, PriceList prices) {
        if (trace.isFragment()
                || !trace.isTimed()
                || !trace.root().isMeasured()
                || trace.root().status() != SpanStatus.OK) {
            return null;
        }
        List<Span> calls = endedCalls(trace);
        List<Span> byStart = new ArrayList<>(calls);
        byStart.sort(Comparator.comparingLong(Span::startNanos));
        List<Moment> moments = new ArrayList<>();
        double[] usd = usdToGo(calls, prices);
        for (int ended = 0; ended <= calls.size() && ended < MOST; ended++) {
            moments.add(moment(trace, calls, byStart, ended, usd[ended]));
        }
        return new StagedWorkflow(trace.id(), trace.startNanos(), trace.endNanos(), moments);
    }

    /** Returns the name of the workflow's first span. */
    public String name() {
        return moments.get(0).stage().workflow();
    }

    /** Returns whether the cost of every call is known. If not, no stage has a cost to go. */
    public boolean isCostKnown() {
        return !Double.isNaN(moments.get(0).value(StageTarget.USD));
    }

    /** Returns the stage that a workflow which goes on has reached. */
    public static Stage now(Trace trace) {
        List<Span> calls = endedCalls(trace);
        return stage(trace, calls, calls.size());
    }

    /** Returns when that stage began, nanoseconds since 1970. */
    public static long since(Trace trace) {
        List<Span> calls = endedCalls(trace);
        return calls.isEmpty()
                ? trace.startNanos()
                : calls.get(calls.size() - 1).endNanos();
    }

    private static List<Span> endedCalls(Trace trace) {
        List<Span> calls = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (Calls.isCall(span) && span.isMeasured()) {
                calls.add(span);
            }
        }
        calls.sort(Comparator.comparingLong(Span::endNanos).thenComparingLong(Span::startNanos));
        return calls;
    }

    private static Stage stage(Trace trace, List<Span> calls, int ended) {
        Span last = ended == 0 ? null : calls.get(ended - 1);
        int models = 0;
        Tokens tokens = Tokens.NONE;
        for (Span call : calls.subList(0, ended)) {
            if (Calls.isModelCall(call)) {
                models++;
                tokens = call.tokens();
            }
        }
        return new Stage(
                trace.root().name(),
                ended,
                models,
                last == null ? "" : Calls.label(last),
                last == null ? 0 : (last.endNanos() - trace.startNanos()) / NANOS,
                Math.max(-1, tokens.input()),
                Math.max(-1, tokens.output()));
    }

    /**
     * Returns the cost of the calls that follow each stage. One call of unknown cost makes all of them unknown: the stages behind that
     * call would otherwise be taken for those of a cheap workflow.
     */
    private static double[] usdToGo(List<Span> calls, PriceList prices) {
        double[] usd = new double[calls.size() + 1];
        for (int i = calls.size() - 1; i >= 0; i--) {
            usd[i] = usd[i + 1] + usd(calls.get(i), prices);
        }
        if (Double.isNaN(usd[0])) {
            Arrays.fill(usd, Double.NaN);
        }
        return usd;
    }

    private static Moment moment(Trace trace, List<Span> calls, List<Span> byStart, int ended, double usd) {
        long at = ended == 0 ? trace.startNanos() : calls.get(ended - 1).endNanos();
        Span model = null;
        String tool = NO_TOOL;
        for (Span call : byStart) {
            if (call.startNanos() >= at) {
                boolean isModel = Calls.isModelCall(call);
                model = model == null && isModel ? call : model;
                tool = tool.equals(NO_TOOL) && !isModel ? Calls.tool(call) : tool;
            }
        }
        return new Moment(
                stage(trace, calls, ended),
                tool,
                List.of(
                        Math.max(0, trace.endNanos() - at) / NANOS,
                        (double) (calls.size() - ended),
                        usd,
                        model == null ? Double.NaN : known(model.tokens().input()),
                        model == null ? Double.NaN : known(model.tokens().output())));
    }

    private static double known(long tokens) {
        return tokens < 0 ? Double.NaN : tokens;
    }

    /** Returns what a call costs; {@link Double#NaN} where its price or its usage is not known. */
    private static double usd(Span call, PriceList prices) {
        if (!Calls.usesTokens(call)) {
            return 0;
        }
        CallPrice price = prices.price(call);
        boolean free = price.unpriced() == Unpriced.FAILED || price.unpriced() == Unpriced.IN_PROCESS;
        return price.isKnown() ? price.cost().total().doubleValue() : free ? 0 : Double.NaN;
    }

    /** What repeats the last workflow tells another value after each that is over. */
    public static final class LastWorkflow {
        private LastWorkflow() {}

        /** Returns the model after a workflow is over, which is the last one from then on. */
        public static StageModel after(StageModel model, StagedWorkflow workflow) {
            if (model.targets().stream().noneMatch(one -> isLast(one.instead()))) {
                return model;
            }
            return new StageModel(
                    model.workflows(),
                    model.untilNanos(),
                    model.targets().stream()
                            .map(one -> isLast(one.instead())
                                    ? new StageModel.Target(
                                            one.target(), one.table(), after(one.instead(), workflow, one.target()))
                                    : one)
                            .toList(),
                    model.tools());
        }

        private static boolean isLast(Points points) {
            return points != null && points.kind() == Points.PointKind.LAST;
        }

        private static Points after(Points points, StagedWorkflow workflow, StageTarget target) {
            SortedMap<String, Double> later = new TreeMap<>(points.table());
            remember(later, workflow, target);
            return new Points(points.kind(), later, points.linear(), points.low(), points.high(), points.workflows());
        }

        /** Puts what a workflow had at each stage in place of what was there. */
        static void remember(SortedMap<String, Double> table, StagedWorkflow workflow, StageTarget target) {
            for (StagedWorkflow.Moment moment : workflow.moments()) {
                double value = moment.value(target);
                if (!Double.isNaN(value)) {
                    table.put(moment.stage().groups().get(1), value);
                    table.put(Points.ALL, value);
                }
            }
        }
    }
}
