// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.finding.rule.model.AnswerSpeed.Whole;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.base.stat.TheilSen;
import java.util.Arrays;
import java.util.List;

/**
 * An estimate of a model's time to first token and time per output token.
 *
 * @param calls calls it is from
 * @param recorded whether both parts were recorded; else they are told by how calls' time grows with their output
 * @param firstNanos mean time to the first token; of what was not recorded that of an answer of no length
 * @param first its interval of 95 %, of what was recorded the value itself
 * @param tokenNanos time of each further token
 * @param token its interval of 95 %, of what was recorded the value itself
 */
record SpeedEstimate(
        long calls, boolean recorded, double firstNanos, Interval first, double tokenNanos, Interval token) {
    /** Fewer calls give no line. */
    static final int MIN_CALLS = 10;
    /** The least difference of output tokens between the lowest and the highest tenth of the calls. */
    static final long MIN_SPREAD = 20;

    private static final double TAIL = 0.025;

    static SpeedEstimate recorded(long calls, double first, double token) {
        return new SpeedEstimate(calls, true, first, new Interval(first, first), token, new Interval(token, token));
    }

    /**
     * Fits a line through the times of whole answers over their output (Theil-Sen).
     *
     * @param all how many calls there are
     * @param drawn those that are kept
     * @return {@code null} where calls are too few or too much alike, or time may as well not grow with output
     */
    static SpeedEstimate modelled(long all, List<Whole> drawn) {
        List<Whole> sized = drawn.stream().filter(call -> call.output() >= 0).toList();
        if (sized.size() < MIN_CALLS || spread(sized) < MIN_SPREAD) {
            return null;
        }
        double[] output = sized.stream().mapToDouble(Whole::output).toArray();
        double[] nanos = sized.stream().mapToDouble(Whole::nanos).toArray();
        TheilSen line = TheilSen.of(output, nanos);
        return line.interval(TAIL)
                .filter(slope -> slope.low() > 0)
                .map(slope -> new SpeedEstimate(
                        all,
                        false,
                        base(line.slope(), output, nanos),
                        // the steeper the line, the less is left for an answer of no length
                        new Interval(base(slope.high(), output, nanos), base(slope.low(), output, nanos)),
                        line.slope(),
                        slope))
                .orElse(null);
    }

    private static long spread(List<Whole> calls) {
        long[] output = calls.stream().mapToLong(Whole::output).sorted().toArray();
        int tenth = output.length / 10;
        return output[output.length - 1 - tenth] - output[tenth];
    }

    private static double base(double slope, double[] output, double[] nanos) {
        double[] left = new double[nanos.length];
        Arrays.setAll(left, i -> nanos[i] - slope * output[i]);
        return Math.max(0, Median.of(left));
    }
}
