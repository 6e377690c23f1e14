// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.view;

import io.agentprofiler.analyzer.lab.steps.Programs;
import io.agentprofiler.analyzer.lab.steps.Step;
import io.agentprofiler.analyzer.lab.steps.StepSums;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.modelserver.ServedModelStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the prefill of a model's steps consists of, by what its server says of itself. The server tells means over all its clients
 * while it was polled, so the parts are means, too, and none of a single step.
 *
 * @param model the model
 * @param steps how many steps know their prefill
 * @param prefillNanos its mean, as the client measured it
 * @param queueNanos the mean time in the server's queue
 * @param computeNanos the mean time from there to the first token
 */
record PrefillSplit(String model, long steps, double prefillNanos, double queueNanos, double computeNanos) {
    /** Returns the models whose server can be named and told what requests waited for, by name. */
    static List<PrefillSplit> of(Programs programs, ModelServers servers) {
        Map<String, List<Step>> models = new TreeMap<>();
        programs.list()
                .forEach(program -> program.steps().forEach(step -> {
                    if (step.model() != null) {
                        models.computeIfAbsent(step.model(), model -> new ArrayList<>())
                                .add(step);
                    }
                }));
        List<PrefillSplit> splits = new ArrayList<>();
        models.forEach((model, steps) -> {
            ServedModelStats server = servers.serving(model);
            StepSums sums = StepSums.of(steps);
            if (server != null && sums.prefill().count() > 0 && !Double.isNaN(server.queueNanos())) {
                // SGLang tells the first token's time instead, with the queue in it
                double compute = Double.isNaN(server.prefillNanos())
                        ? server.firstTokenNanos() - server.queueNanos()
                        : server.prefillNanos();
                splits.add(new PrefillSplit(
                        model,
                        sums.prefill().count(),
                        sums.prefill().value(),
                        server.queueNanos(),
                        compute < 0 ? Double.NaN : compute));
            }
        });
        return splits;
    }

    /**
     * Returns what is neither: the network, and the server's front end. Not-a-number where the server's means are of longer requests
     * than ours.
     */
    double networkNanos() {
        double rest = prefillNanos - queueNanos - computeNanos;
        return rest < 0 ? Double.NaN : rest;
    }
}
