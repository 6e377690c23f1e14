// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Estimates from token counts alone. */
final class CountEstimates {
    private record Line(TraceId trace, PromptRecord.Caller caller) {}

    private static final class Sum {
        private long calls;
        private long input;
        private long growing;
        private long least;
        private long most;
        private long recorded = SpanEvent.ABSENT;
    }

    private CountEstimates() {}

    /** Returns the models that have such calls, by name. */
    static List<CountEstimate> of(List<PromptRecord> calls) {
        Map<String, Sum> sums = new TreeMap<>();
        Map<Line, Tokens> before = new HashMap<>();
        for (PromptRecord call : calls) {
            Tokens tokens = call.tokens();
            if (!call.hasBlocks() && tokens.input() != SpanEvent.ABSENT) {
                Sum sum = sums.computeIfAbsent(call.caller().model(), any -> new Sum());
                sum.calls++;
                sum.input += tokens.input();
                if (tokens.cacheRead() != SpanEvent.ABSENT) {
                    sum.recorded = Math.max(0, sum.recorded) + tokens.cacheRead();
                }
                Tokens last = before.put(new Line(call.trace(), call.caller()), tokens);
                if (last != null && last.output() != SpanEvent.ABSENT) {
                    add(sum, call, last.input(), last.input() + last.output());
                }
            }
        }
        List<CountEstimate> estimates = new ArrayList<>();
        sums.forEach((model, sum) -> estimates.add(
                new CountEstimate(model, sum.calls, sum.input, sum.growing, sum.least, sum.most, sum.recorded)));
        return List.copyOf(estimates);
    }

    private static void add(Sum sum, PromptRecord call, long prompt, long withAnswer) {
        long input = call.tokens().input();
        if (input < withAnswer) {
            return;
        }
        sum.growing++;
        sum.least += call.rule() == null ? prompt : call.rule().hit(prompt, input);
        sum.most += call.rule() == null ? withAnswer : call.rule().hit(withAnswer, input);
    }
}
