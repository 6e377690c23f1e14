// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import io.agentprofiler.analyzer.base.stat.ExactSum;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowCounts;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.shared.schema.Attributes;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sums that estimates of all workflows need, by run: of each figure of the workflows that the sampling rate chose, and of
 * its square; and apart from them the same of those that are recorded in any case, for how they went. Workflows that a caller
 * in another process decided on are left out.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class SampledTotals {
    /** The analysis. */
    public static final Analysis<SampledTotals> ANALYSIS =
            Analysis.direct("sampled totals", SampledTotals::new, SampledTotals::add, SampledTotals::add);

    private final Map<String, Sums> runs = new TreeMap<>();
    private final Map<String, Sums> always = new TreeMap<>();

    private SampledTotals() {}

    private void add(Trace trace) {
        if (!trace.isFragment() && !trace.root().has(SpanFlag.REMOTE_PARENT)) {
            boolean kept = trace.root().attributes().text(Attributes.KEPT_FOR) != null;
            sums(kept ? always : runs, trace.run()).add(trace);
        }
    }

    private void add(SampledTotals more) {
        more.runs.forEach((run, sums) -> sums(runs, run).add(sums));
        more.always.forEach((run, sums) -> sums(always, run).add(sums));
    }

    private static Sums sums(Map<String, Sums> sums, String run) {
        return sums.computeIfAbsent(run == null ? "" : run, any -> new Sums());
    }

    /** Returns the sums over the workflows of a run that chance chose, those of no workflow where it has none. */
    public Sums run(String run) {
        return runs.getOrDefault(run, new Sums());
    }

    /** Returns the sums over the workflows of a run that are recorded whether chance chooses them or not. */
    public Sums always(String run) {
        return always.getOrDefault(run, new Sums());
    }

    /** Sums over workflows of a run; exact. */
    public static final class Sums {
        private long workflows;
        private final Map<SampledMeasure, ExactSum> sums = zeros();
        private final Map<SampledMeasure, ExactSum> squares = zeros();

        Sums() {}

        private static Map<SampledMeasure, ExactSum> zeros() {
            Map<SampledMeasure, ExactSum> zeros = new EnumMap<>(SampledMeasure.class);
            for (SampledMeasure measure : SampledMeasure.values()) {
                zeros.put(measure, new ExactSum());
            }
            return zeros;
        }

        private void add(Trace trace) {
            workflows++;
            WorkflowCounts counts = WorkflowCounts.of(trace);
            add(SampledMeasure.FAILED, counts.end().ending() == WorkflowEnd.Ending.FAILED ? 1 : 0);
            add(SampledMeasure.MODEL_CALLS, counts.modelCalls());
            add(SampledMeasure.TOOL_CALLS, counts.toolCalls());
            add(SampledMeasure.INPUT_TOKENS, counts.tokens().input());
            add(SampledMeasure.OUTPUT_TOKENS, counts.tokens().output());
        }

        private void add(SampledMeasure measure, long value) {
            if (value != Unknown.LONG && value != 0) {
                sums.get(measure).add(value);
                squares.get(measure).addSquare(value);
            }
        }

        private void add(Sums more) {
            workflows += more.workflows;
            more.sums.forEach((measure, sum) -> sums.get(measure).add(sum));
            more.squares.forEach((measure, sum) -> squares.get(measure).add(sum));
        }

        /** Returns how many workflows there are. */
        public long workflows() {
            return workflows;
        }

        double sum(SampledMeasure measure) {
            return sums.get(measure).value().doubleValue();
        }

        double squares(SampledMeasure measure) {
            return squares.get(measure).value().doubleValue();
        }
    }

    /** Figures of a workflow whose total over all workflows is estimated. */
    public enum SampledMeasure {
        FAILED("failed workflows"),
        MODEL_CALLS("model calls"),
        TOOL_CALLS("tool calls"),
        INPUT_TOKENS("input tokens"),
        OUTPUT_TOKENS("output tokens");

        private final String words;

        SampledMeasure(String words) {
            this.words = words;
        }

        /** Returns what people call it. */
        public String words() {
            return words;
        }
    }
}
