// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.fit;

import io.agentprofiler.analyzer.lab.simulate.Recorded;
import io.agentprofiler.analyzer.lab.simulate.Workflow;
import io.agentprofiler.analyzer.lab.simulate.server.Call;
import io.agentprofiler.analyzer.lab.simulate.server.Call.Service;
import io.agentprofiler.analyzer.lab.simulate.server.SimulatedProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Recorded workflows as what simulated servers are asked to do.
 *
 * <p>A call takes as long as its tokens say by the rates of its model, and differs from that as it was recorded, or, in a test of the
 * rates, as another call did. So a simulation of what was recorded cannot be right only because it repeats what was recorded.
 */
public final class FittedPrograms {
    /** The residuals of calls: how far each differs from the fitted time. */
    public enum Deviation {
        /** Each call keeps its own residual. */
        OWN,
        /**
         * As the one did that was sent half of its model's calls later; after the last the first again. Calls that were sent before the
         * first of their model had ended keep their own.
         */
        OTHERS
    }

    private final ServersFit fit;
    private final Map<Recorded, Recorded> others = new HashMap<>();

    private FittedPrograms(ServersFit fit) {
        this.fit = fit;
    }

    /** Returns the workflows of a recording. */
    public static List<SimulatedProgram> of(ServersFit fit, Deviation deviation) {
        FittedPrograms programs = new FittedPrograms(fit);
        if (deviation == Deviation.OTHERS) {
            programs.pair();
        }
        return fit.workflows().stream().map(programs::program).toList();
    }

    private void pair() {
        for (ServerFit server : fit.servers()) {
            for (String model : server.models().keySet()) {
                List<Recorded> all = server.requests().stream()
                        .filter(request -> request.model().equals(model) && fit.rates(request) != null)
                        .toList();
                // the first ones load classes and connect: what they take more is the program's, not the server's
                List<Recorded> calls = all.stream()
                        .filter(call -> call.startNanos() >= all.get(0).endNanos())
                        .toList();
                for (int i = 0; i < calls.size(); i++) {
                    others.put(calls.get(i), calls.get((i + calls.size() / 2) % calls.size()));
                }
            }
        }
    }

    private SimulatedProgram program(Workflow workflow) {
        List<Call> calls = new ArrayList<>();
        for (Recorded request : workflow.requests()) {
            Recorded.Prompt prompt = request.prompt();
            calls.add(new Call(
                    request.place().after(),
                    request.place().thinkNanos(),
                    prompt.input(),
                    prompt.output(),
                    prompt.cached(),
                    prompt.blocks(),
                    service(request)));
        }
        return new SimulatedProgram(workflow.startNanos(), calls, workflow.tailNanos());
    }

    private Service service(Recorded request) {
        int server = fit.server(request);
        if (server < 0) {
            return Service.elsewhere(request.nanos());
        }
        return switch (request.outcome()) {
            case REFUSED -> Service.elsewhere(request.nanos());
            case GIVEN_UP -> Service.givenUp(server, request.nanos());
            case HELD -> Service.held(server, request.endNanos() - fit.startNanos(request));
            case ANSWERED -> {
                RateFit rates = fit.rates(request);
                yield rates == null
                        ? Service.held(server, request.endNanos() - fit.startNanos(request))
                        : answered(server, rates, request);
            }
        };
    }

    private Service answered(int server, RateFit rates, Recorded request) {
        Recorded like = others.getOrDefault(request, request);
        long[] told = {rates.prefillNanos(like), rates.decodeNanos(like)};
        long[] real = real(like, told);
        return new Service(server, rates.rates(), real[0] - told[0], real[1] - told[1], -1);
    }

    /** Returns the time to first token and the time after it. For a call without chunks, the total is split in the fitted proportion. */
    private long[] real(Recorded call, long[] told) {
        long start = fit.startNanos(call);
        if (call.firstNanos() >= 0) {
            long first = Math.max(start, call.firstNanos());
            return new long[] {first - start, call.endNanos() - first};
        }
        long whole = call.endNanos() - start;
        long sum = told[0] + told[1];
        long prefill = sum == 0 ? 0 : Math.round(whole * (told[0] / (double) sum));
        return new long[] {prefill, whole - prefill};
    }
}
