// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.List;

/**
 * Calls of models in one run, and what prompt caching could do for them. Prompts are made of blocks of 64 bytes, 16 tokens each; a
 * letter and a number are as many equal blocks: {@code a4b2} is four blocks and two others.
 */
class PrefixCalls {
    final TestRun run = TestRun.run("r");
    int calls;

    static String hashes(String prompt) {
        StringBuilder hashes = new StringBuilder();
        String before = "";
        for (String part : prompt.split("(?<=\\d)(?=[a-z])")) {
            int count = Integer.parseInt(part.substring(1));
            for (int i = 0; i < count; i++) {
                before = String.format("%08x", (before + part.charAt(0)).hashCode());
                hashes.append(before);
            }
        }
        return hashes.toString();
    }

    static String blocks(String prompt) {
        String hashes = hashes(prompt);
        return "\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + hashes.length() / 8 * 64
                + ",\"hash_chars\":8,\"hashes\":\"" + hashes + "\"}";
    }

    static String usage(String prompt, String more) {
        return "\"gen_ai.usage.input_tokens\":" + hashes(prompt).length() / 8 * 16
                + ",\"gen_ai.usage.output_tokens\":10" + more;
    }

    /** Adds a call in a workflow of its own, with the answer a second after the request. */
    PrefixCalls call(double t, String prompt) {
        return call(t, prompt, "");
    }

    PrefixCalls call(double t, String prompt, String more) {
        int id = ++calls;
        run.trace(id)
                .start(
                        id,
                        0,
                        t,
                        "llm",
                        "chat",
                        "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"," + blocks(prompt))
                .end(id, t + 1000, usage(prompt, more));
        return this;
    }

    static PrefixResult answer(List<Trace> traces, String rule) {
        CacheRules rules = CacheRules.bundled();
        Analysis<PromptLog> question = PromptLog.question(
                PriceList.bundled(), rule == null ? rules : rules.only(rule).orElseThrow());
        PromptLog log = question.empty();
        for (Trace trace : traces) {
            log = question.merge(log, question.of(trace));
        }
        return PrefixResult.of(log, Servers.ONE);
    }

    ModelResult with(String rule) {
        return answer(run.traces(), rule).models().get(0);
    }
}
