// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.view;

import io.agentprofiler.analyzer.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.simulate.recording.Recorded;
import io.agentprofiler.analyzer.simulate.recording.Workload;
import io.agentprofiler.analyzer.simulate.server.Call;
import io.agentprofiler.analyzer.simulate.server.Program;
import io.agentprofiler.analyzer.simulate.server.Served;
import io.agentprofiler.analyzer.simulate.server.Simulated;
import io.agentprofiler.analyzer.stat.Distribution;
import java.util.List;

/**
 * What is compared of a recording and of simulations: of the calls that the server served, and of whole workflows. Times are nanoseconds.
 *
 * @param name what it is of
 * @param latency from when calls were sent to their end
 * @param firstToken from when calls were sent to their first token
 * @param queue how long calls waited
 * @param runTime of workflows
 * @param inputTokens of all prompts
 * @param cachedTokens of them from the cache; -1 when unknown
 * @param outputTokens of all answers
 * @param spanNanos from the first arrival to the last end
 * @param tooLarge calls that did not fit
 * @param pauses how often a program was paused
 */
public record Figures(
        String name,
        Distribution latency,
        Distribution firstToken,
        Distribution queue,
        Distribution runTime,
        long inputTokens,
        long cachedTokens,
        long outputTokens,
        long spanNanos,
        long tooLarge,
        long pauses) {
    /** Returns the figures of a recording. */
    public static Figures recorded(Workload.OfModel workload, ServerFit fit) {
        Sums sums = new Sums();
        boolean known = true;
        for (int i = 0; i < workload.calls().size(); i++) {
            Recorded call = workload.calls().get(i);
            sums.call(
                    call.endNanos() - call.startNanos(),
                    call.firstNanos() < 0 ? -1 : call.firstNanos() - call.startNanos(),
                    fit.waits()[i]);
            sums.tokens(call.call().input(), call.call().cached(), call.call().output());
            known &= call.isCacheKnown();
        }
        for (int i = 0; i < workload.programs().size(); i++) {
            sums.workflow(workload.programs().get(i).arrivalNanos(), workload.endNanos()[i]);
        }
        return sums.figures("recorded", known, 0, 0);
    }

    /** Returns the figures of a simulation. */
    public static Figures simulated(String name, List<Program> programs, Simulated simulated) {
        Sums sums = new Sums();
        for (Served served : simulated.calls()) {
            if (served.replica() >= 0) {
                Call call = programs.get(served.program()).calls().get(served.call());
                sums.call(
                        served.endNanos() - served.dueNanos(),
                        served.firstNanos() - served.dueNanos(),
                        served.startNanos() - served.dueNanos());
                sums.tokens(call.input(), served.hit(), call.output());
            }
        }
        for (int i = 0; i < programs.size(); i++) {
            if (simulated.endNanos()[i] >= 0) {
                sums.workflow(simulated.beginNanos()[i], simulated.endNanos()[i]);
            }
        }
        return sums.figures(name, true, simulated.tooLarge(), simulated.pauses());
    }

    private static final class Sums {
        private final Distribution latency = new Distribution();
        private final Distribution first = new Distribution();
        private final Distribution queue = new Distribution();
        private final Distribution runTime = new Distribution();
        private long input;
        private long cached;
        private long output;
        private long begin = Long.MAX_VALUE;
        private long end;

        void call(long whole, long toFirst, long waited) {
            latency.add(whole);
            first.addIfKnown(toFirst);
            queue.add(waited);
        }

        void tokens(long in, long hit, long out) {
            input += in;
            cached += hit;
            output += out;
        }

        void workflow(long from, long to) {
            runTime.add(to - from);
            begin = Math.min(begin, from);
            end = Math.max(end, to);
        }

        Figures figures(String name, boolean cacheKnown, long tooLarge, long pauses) {
            return new Figures(
                    name,
                    latency,
                    first,
                    queue,
                    runTime,
                    input,
                    cacheKnown ? cached : -1,
                    output,
                    Math.max(0, end - Math.min(begin, end)),
                    tooLarge,
                    pauses);
        }
    }

    /** Returns the part of prompts that came from the cache; {@link Double#NaN} when unknown. */
    public double hitRate() {
        return cachedTokens < 0 || inputTokens == 0 ? Double.NaN : cachedTokens / (double) inputTokens;
    }

    /** Returns how many of something there were in a second. */
    public double perSecond(long count) {
        return spanNanos == 0 ? Double.NaN : count * 1e9 / spanNanos;
    }
}
