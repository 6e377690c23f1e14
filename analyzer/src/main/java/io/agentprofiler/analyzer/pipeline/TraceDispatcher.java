// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.pipeline;

import io.agentprofiler.analyzer.metric.RunSummary;
import io.agentprofiler.analyzer.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hands each finished trace to the analyses and the outputs.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TraceDispatcher implements Consumer<Trace>, AutoCloseable {
    private final String run;
    private final RunSummary summary;
    private final List<TraceOutput.Part> parts;
    private final ModelServers modelServers = new ModelServers();

    TraceDispatcher(String run, RunSummary summary, List<TraceOutput.Part> parts) {
        this.run = run;
        this.summary = summary;
        this.parts = parts;
    }

    /** Returns what was sampled of model servers; every trace is told of the samples that came before it was finished. */
    ModelServers modelServers() {
        return modelServers;
    }

    RunSummary summary() {
        return summary;
    }

    @Override
    public void accept(Trace assembled) {
        Trace trace = assembled.inRun(run);
        modelServers.tell(trace);
        try {
            for (TraceOutput.Part part : parts) {
                part.write(trace);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // last: an output may refuse a trace, before more is made of it
        summary.add(trace);
    }

    @Override
    public void close() throws IOException {
        for (TraceOutput.Part part : parts) {
            part.close();
        }
    }
}
