// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The latency of model calls by part, for each requested model. Only calls with a recorded start and end count.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Latencies {
    /** The analysis. */
    public static final Analysis<Latencies> ANALYSIS = Analysis.direct(
            "latencies",
            Latencies::new,
            Latencies::add,
            (into, more) ->
                    more.byModel.forEach((name, model) -> into.model(name).add(model)));

    private final SortedMap<String, ModelLatencies> byModel = new TreeMap<>();

    private Latencies() {}

    private void add(Trace trace) {
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span) && span.isMeasured()) {
                model(Calls.model(span)).add(span);
            }
        }
    }

    private ModelLatencies model(String name) {
        return byModel.computeIfAbsent(name, any -> new ModelLatencies());
    }

    /** Returns the models by name. */
    public SortedMap<String, ModelLatencies> byModel() {
        return Collections.unmodifiableSortedMap(byModel);
    }

    /** The calls of one model. */
    public static final class ModelLatencies {
        private long calls;
        private long callsWithRequest;
        private long retries;
        private long spans;
        private final Distribution whole = new Distribution();
        private final Map<LatencyPart, Distribution> parts = new EnumMap<>(LatencyPart.class);

        private ModelLatencies() {
            for (LatencyPart part : LatencyPart.values()) {
                parts.put(part, new Distribution());
            }
        }

        private void add(Span call) {
            LatencySplit split = LatencySplit.of(call);
            calls++;
            callsWithRequest += split.requests() > 0 ? 1 : 0;
            retries += Math.max(0, split.requests() - 1);
            spans += split.spans();
            whole.add(call.durationNanos());
            for (LatencyPart part : LatencyPart.values()) {
                if (split.nanos(part) != Unknown.LONG) {
                    parts.get(part).add(split.nanos(part));
                }
            }
        }

        private void add(ModelLatencies more) {
            calls += more.calls;
            callsWithRequest += more.callsWithRequest;
            retries += more.retries;
            spans += more.spans;
            whole.add(more.whole);
            more.parts.forEach((part, nanos) -> parts.get(part).add(nanos));
        }

        public long calls() {
            return calls;
        }

        /** Returns the number of calls with at least one recorded request. */
        public long callsWithRequest() {
            return callsWithRequest;
        }

        /** Returns the number of requests beyond the first of each call. */
        public long retries() {
            return retries;
        }

        /** Returns the number of spans in the calls, the calls included. */
        public long spans() {
            return spans;
        }

        /** Returns the lengths of the calls in nanoseconds. */
        public Distribution whole() {
            return whole;
        }

        /** Returns the durations of a part for the calls in which it is known. */
        public Distribution part(LatencyPart part) {
            return parts.get(part);
        }
    }
}
