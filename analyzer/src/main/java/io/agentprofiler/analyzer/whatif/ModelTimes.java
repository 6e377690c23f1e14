// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.analysis.Distribution;
import io.agentprofiler.analyzer.read.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long the calls of each model took that succeeded.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ModelTimes {
    /** The analysis. */
    public static final Analysis<ModelTimes> ANALYSIS = new Analysis<>() {
        @Override
        public ModelTimes empty() {
            return new ModelTimes();
        }

        @Override
        public ModelTimes of(Trace trace) {
            ModelTimes times = new ModelTimes();
            for (Span span : trace.spans()) {
                if (Calls.isModelCall(span) && span.isMeasured() && span.status() == SpanStatus.OK) {
                    times.byModel
                            .computeIfAbsent(Calls.model(span), any -> new Distribution())
                            .add(span.durationNanos());
                }
            }
            return times;
        }

        @Override
        public ModelTimes merge(ModelTimes into, ModelTimes more) {
            more.byModel.forEach((model, times) -> into.byModel
                    .computeIfAbsent(model, any -> new Distribution())
                    .add(times));
            return into;
        }

        @Override
        public String toString() {
            return "times of models";
        }
    };

    private final SortedMap<String, Distribution> byModel = new TreeMap<>();

    private ModelTimes() {}

    /** Returns the lengths of the calls by the model asked for, in nanoseconds. */
    public SortedMap<String, Distribution> byModel() {
        return Collections.unmodifiableSortedMap(byModel);
    }
}
