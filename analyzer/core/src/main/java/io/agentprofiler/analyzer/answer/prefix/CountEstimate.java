// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Estimates for calls of which only token counts are known.
 *
 * <p>If a prompt is at least as long as the prompt and the answer before it, the conversation may only have grown: then a
 * cache could serve at least the earlier prompt, and at most the earlier prompt and its answer.
 *
 * @param model the model
 * @param calls calls without hashes and text
 * @param input their input tokens
 * @param growing calls that may continue the one before them in the workflow
 * @param least tokens that a cache could serve then, at least; of each call no less than it did serve
 * @param most at most, likewise
 * @param recorded cached tokens as reported, or absent when no call reported any figure
 */
public record CountEstimate(String model, long calls, long input, long growing, long least, long most, long recorded) {
    private record Line(TraceId trace, PromptRecord.Caller caller) {}

    /** Returns the models that have such calls, by name. */
    static List<CountEstimate> of(List<PromptRecord> calls) {
        Map<String, CountEstimate> sums = new TreeMap<>();
        Map<Line, Tokens> before = new HashMap<>();
        for (PromptRecord call : calls) {
            if (!call.hasBlocks() && call.tokens().input() != Unknown.LONG) {
                Tokens last = before.put(new Line(call.trace(), call.caller()), call.tokens());
                sums.merge(call.caller().model(), of(call, last), CountEstimate::plus);
            }
        }
        return List.copyOf(sums.values());
    }

    private static CountEstimate of(PromptRecord call, Tokens last) {
        long input = call.tokens().input();
        // what was read could be read
        long read = Math.max(0, call.tokens().cacheRead());
        boolean grows = last != null && last.output() != Unknown.LONG && input >= last.input() + last.output();
        return new CountEstimate(
                call.caller().model(),
                1,
                input,
                grows ? 1 : 0,
                Math.max(read, grows ? call.hit(last.input()) : 0),
                Math.max(read, grows ? call.hit(last.input() + last.output()) : 0),
                call.tokens().cacheRead());
    }

    private CountEstimate plus(CountEstimate more) {
        return new CountEstimate(
                model,
                calls + more.calls,
                input + more.input,
                growing + more.growing,
                least + more.least,
                most + more.most,
                recorded < 0 ? more.recorded : recorded + Math.max(0, more.recorded));
    }
}
