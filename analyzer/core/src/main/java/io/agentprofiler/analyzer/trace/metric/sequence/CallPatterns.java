// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The model and tool calls of each workflow whose both ends were recorded, in the order they began, for {@link
 * SequencePatterns}.
 */
public final class CallPatterns {
    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    /** The analysis. Times are nanoseconds. */
    public static final Analysis<CallSequences> ANALYSIS =
            Analysis.direct("call patterns", CallSequences::new, CallPatterns::add, CallSequences::add);

    private CallPatterns() {}

    private static void add(CallSequences sequences, Trace trace) {
        if (trace.isFragment()) {
            return;
        }
        List<Span> calls = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (Calls.isCall(span) && span.isMeasured()) {
                calls.add(span);
            }
        }
        calls.sort(BY_START);
        String[] names = new String[calls.size()];
        double[] time = new double[calls.size()];
        long[] tokens = new long[calls.size()];
        for (int i = 0; i < names.length; i++) {
            Span call = calls.get(i);
            names[i] = Calls.label(call);
            time[i] = call.durationNanos();
            Tokens usage = Calls.usage(call);
            tokens[i] = Math.max(0, usage.input()) + Math.max(0, usage.output());
        }
        sequences.add(List.of(names), time, tokens, -1);
    }
}
