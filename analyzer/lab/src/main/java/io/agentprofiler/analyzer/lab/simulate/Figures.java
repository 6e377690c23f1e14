// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.simulate.Workflow.WorkloadCall;
import io.agentprofiler.analyzer.lab.simulate.fit.ServersFit;
import io.agentprofiler.analyzer.lab.simulate.server.Simulated;
import io.agentprofiler.analyzer.lab.simulate.server.Simulated.ServedCall;
import java.util.List;

/**
 * What is compared of a recording and of simulations: of the calls of simulated servers, from before their first request to after their
 * last, and of whole workflows. Times are nanoseconds.
 *
 * @param name what it is of
 * @param latency from when calls were sent to their end
 * @param firstToken from when calls were sent to their first token
 * @param queue how long calls waited
 * @param runTime of workflows
 * @param tokens the sums of tokens
 * @param spanNanos from the first arrival to the last end
 * @param trouble what did not go through at once
 */
public record Figures(
        String name,
        Distribution latency,
        Distribution firstToken,
        Distribution queue,
        Distribution runTime,
        TokenSums tokens,
        long spanNanos,
        ServerTrouble trouble) {
    /**
     * The sums of tokens.
     *
     * @param inputTokens of all prompts
     * @param cachedTokens of them from the cache, or unknown
     * @param outputTokens of all answers
     */
    public record TokenSums(long inputTokens, long cachedTokens, long outputTokens) {}

    /**
     * What did not go through at once.
     *
     * @param tooLarge calls that did not fit
     * @param pauses how often a program was paused
     */
    public record ServerTrouble(long tooLarge, long pauses) {}

    /**
     * Returns the figures of a recording.
     *
     * @param model of which calls; {@code null} for those of all simulated servers
     */
    public static Figures recorded(ServersFit fit, String model) {
        FigureSums sums = new FigureSums();
        boolean known = true;
        for (Workflow workflow : fit.workflows()) {
            for (WorkloadCall call : calls(fit, workflow, model)) {
                Recorded last = workflow.requests().get(call.last());
                long waited = 0;
                for (Recorded request : workflow.requests().subList(call.first(), call.last() + 1)) {
                    waited += fit.startNanos(request) - request.startNanos();
                }
                sums.call(
                        call.endNanos() - call.startNanos(),
                        last.firstNanos() < 0 ? Unknown.LONG : last.firstNanos() - call.startNanos(),
                        waited);
                sums.tokens(
                        last.prompt().input(),
                        last.prompt().cached(),
                        last.prompt().output());
                known &= last.prompt().isCacheKnown();
            }
            sums.workflow(workflow.startNanos(), workflow.endNanos());
        }
        return sums.figures("recorded", known, 0, 0);
    }

    /** Returns the calls that count: answered by a simulated server, with known tokens. */
    private static List<WorkloadCall> calls(ServersFit fit, Workflow workflow, String model) {
        return workflow.calls().stream()
                .filter(call -> model == null || call.model().equals(model))
                .filter(call -> fit.rates(workflow.requests().get(call.last())) != null)
                .toList();
    }

    /** Returns the figures of a simulation, of the same calls. */
    public static Figures simulated(String name, ServersFit fit, String model, Simulated simulated) {
        FigureSums sums = new FigureSums();
        ServedCall[][] served = new ServedCall[fit.workflows().size()][];
        for (int i = 0; i < served.length; i++) {
            served[i] = new ServedCall[fit.workflows().get(i).requests().size()];
        }
        simulated.calls().forEach(one -> served[one.program()][one.call()] = one);
        for (int i = 0; i < served.length; i++) {
            Workflow workflow = fit.workflows().get(i);
            for (WorkloadCall call : calls(fit, workflow, model)) {
                ServedCall last = served[i][call.last()];
                if (last == null) {
                    // its workflow ended before it
                    continue;
                }
                long begin = served[i][call.first()].dueNanos() - call.leadNanos();
                long waited = 0;
                for (int j = call.first(); j <= call.last(); j++) {
                    waited += served[i][j].startNanos() - served[i][j].dueNanos();
                }
                Recorded request = workflow.requests().get(call.last());
                sums.call(
                        last.endNanos() + call.trailNanos() - begin,
                        request.firstNanos() < 0 ? Unknown.LONG : last.firstNanos() - begin,
                        waited);
                sums.tokens(
                        request.prompt().input(), last.hit(), request.prompt().output());
            }
            if (simulated.endNanos()[i] >= 0) {
                sums.workflow(simulated.beginNanos()[i], simulated.endNanos()[i]);
            }
        }
        return sums.figures(name, true, simulated.tooLarge(), simulated.pauses());
    }

    private static final class FigureSums {
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
                    new Figures.TokenSums(input, cacheKnown ? cached : Unknown.LONG, output),
                    Math.max(0, end - Math.min(begin, end)),
                    new Figures.ServerTrouble(tooLarge, pauses));
        }
    }

    /** Returns the cache hit rate of the prompts; {@link Double#NaN} if unknown. */
    public double hitRate() {
        return tokens.cachedTokens() < 0 || tokens.inputTokens() == 0
                ? Double.NaN
                : tokens.cachedTokens() / (double) tokens.inputTokens();
    }

    /** Returns a count per second. */
    public double perSecond(long count) {
        return spanNanos == 0 ? Double.NaN : count * 1e9 / spanNanos;
    }
}
