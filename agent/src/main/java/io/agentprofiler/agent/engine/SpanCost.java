// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.engine.span.ResourceMeter;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures what a span costs the thread that makes it: join point, ring and, where rules ask for it, the thread's meters. It
 * runs the code that the application's calls run, as compiled by then, against a ring that nobody reads. Call sites and JFR
 * are not in it, nor is what the caches of a busy application add.
 *
 * <p><b>Threading:</b> one thread of the agent, outside of any span.
 */
public final class SpanCost {
    private static final int BATCHES = 7;
    /** Spans in a batch; with their ends fewer than the ring has slots. */
    private static final int SPANS = 400;

    private static final int SLOTS = 1024;
    private static final int READINGS = 100;
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private SpanCost() {}

    /**
     * Measures for some milliseconds.
     *
     * @param meter the meter of the run
     * @param states the rules, and how many spans each has made
     * @return nanoseconds of a span, on average over the run's spans; -1 when it made none
     */
    public static long measure(ResourceMeter meter, RuleStates states) {
        long spans = 0;
        long metered = 0;
        for (int i = states.rules().nextRead(0); i >= 0; i = states.rules().nextRead(i + 1)) {
            spans += states.spans(i);
            metered += states.rules().get(i).resources() ? states.spans(i) : 0;
        }
        return spans == 0 ? -1 : Math.round(plain() + meters(meter) * metered / spans);
    }

    private static double plain() {
        RuleStates states = new RuleStates(rule(), (index, reason) -> {});
        double[] batches = new double[BATCHES];
        int done = 0;
        long giveUp = System.nanoTime() + MOST_NANOS;
        while (done < BATCHES && (done == 0 || System.nanoTime() - giveUp < 0)) {
            EventRing ring = EventRing.unread(SLOTS, new PipelineCounters());
            Engine engine = new Engine(states, List.of(), null, ring, FlightSpans.OFF, 1, false);
            JoinPoint point = engine.joinPoint(0, "agentprofiler.Calibration", "call", "void", new String[0][]);
            long begun = System.nanoTime();
            for (int i = 0; i < SPANS; i++) {
                point.exit(point.enter(null, null, null, null, null, null, null, null, null), null, null);
            }
            batches[done++] = (double) (System.nanoTime() - begun) / SPANS;
        }
        return median(batches, done);
    }

    private static double meters(ResourceMeter meter) {
        long sum = 0;
        long begun = System.nanoTime();
        for (int i = 0; i < READINGS; i++) {
            // once at the start and once at the end of a span
            sum += meter.cpuNanos() + meter.allocatedBytes();
            sum += meter.cpuNanos() + meter.allocatedBytes();
        }
        long nanos = System.nanoTime() - begun;
        return sum == Long.MIN_VALUE ? 0 : (double) nanos / READINGS;
    }

    private static double median(double[] values, int count) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }

    private static List<Rule> rule() {
        try {
            return TraceSpec.parse("calibration", "agentprofiler.Calibration#call")
                    .rules();
        } catch (RuleFileException e) {
            throw new AssertionError(e);
        }
    }
}
