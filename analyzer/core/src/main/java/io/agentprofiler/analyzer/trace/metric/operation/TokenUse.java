// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tokens per model call, by model.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class TokenUse {
    /** The analysis. */
    public static final Analysis<TokenUse> ANALYSIS = Analysis.direct(
            "token use",
            TokenUse::new,
            (use, trace) -> trace.spans().forEach(use::add),
            (into, more) ->
                    more.byModel.forEach((model, calls) -> into.model(model).add(calls)));

    private final SortedMap<String, PerCall> byModel = new TreeMap<>();

    private TokenUse() {}

    private void add(Span span) {
        if (Calls.usesTokens(span)) {
            model(Calls.model(span)).add(span);
        }
    }

    private PerCall model(String model) {
        return byModel.computeIfAbsent(model, any -> new PerCall());
    }

    /** Returns the token usage by model. */
    public SortedMap<String, PerCall> byModel() {
        return Collections.unmodifiableSortedMap(byModel);
    }

    /** The usage of one model's calls. A call that did not report a number is not in that number's distribution. */
    public static final class PerCall {
        private long calls;
        private long callsWithoutUsage;
        private Tokens sum = Tokens.NONE;
        private final Distribution input = new Distribution();
        private final Distribution output = new Distribution();

        private void add(Span span) {
            Tokens usage = Calls.usage(span);
            calls++;
            callsWithoutUsage += Calls.lacksUsage(span) ? 1 : 0;
            sum = sum.plus(usage);
            input.addIfKnown(usage.input());
            output.addIfKnown(usage.output());
        }

        private void add(PerCall more) {
            calls += more.calls;
            callsWithoutUsage += more.callsWithoutUsage;
            sum = sum.plus(more.sum);
            input.add(more.input);
            output.add(more.output);
        }

        public long calls() {
            return calls;
        }

        /** Returns the number of successful calls without reported usage. */
        public long callsWithoutUsage() {
            return callsWithoutUsage;
        }

        public Tokens sum() {
            return sum;
        }

        /** Returns the input tokens per call. */
        public Distribution input() {
            return input;
        }

        /** Returns the output tokens per call. */
        public Distribution output() {
            return output;
        }
    }
}
