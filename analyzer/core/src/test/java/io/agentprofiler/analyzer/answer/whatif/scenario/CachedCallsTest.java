// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheCommand.CachedCalls;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.CacheSetting.Share;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What goes with a call that is answered from a cache. */
class CachedCallsTest {
    private static final long MILLI = 1_000_000;

    private static String hash(String name, String hash) {
        return "\"agentprofiler.content." + name + "\":{\"chars\":1,\"hash\":\"" + hash + "\"}";
    }

    /** A tool of 100 ms that asks a model twice; the second call of the tool asks what the first did. */
    private static void research(TestRun run, int id, double at, String innerHash) {
        String asked = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\","
                + "\"gen_ai.request.temperature\":0,";
        String usage = "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100";
        run.start(id, 1, at, "tool", "research", hash("tool.call.arguments", "x"))
                .start(id + 1, id, at + 10, "llm", "l", asked + hash("input.messages", "same"))
                .end(id + 1, at + 40, usage)
                .start(id + 2, id, at + 50, "llm", "l", asked + hash("input.messages", innerHash))
                .end(id + 2, at + 90, usage)
                .end(id, at + 100, hash("tool.call.result", "r"));
    }

    @Test
    void shouldSaveWhatACachedToolUsedOnce() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A", "");
        research(run, 10, 0, "a");
        research(run, 20, 100, "b");
        Trace trace = run.end(1, 200).trace();
        RequestLog.CacheQuestion question =
                new RequestLog.CacheQuestion(EnumSet.allOf(SpanKind.class), false, Set.of());
        RequestLog log = question.merge(question.empty(), question.of(trace));
        CachedCalls cached =
                new CachedCalls(question, log, new CacheSetting(10, Long.MAX_VALUE, Share.RUN), PriceList.bundled());

        SimulatedWorkflow simulated = cached.of(trace);

        assertThat(simulated.nanos()).isEqualTo(100 * MILLI);
        // the tool, and the first of its model calls; the other is not made either
        assertThat(simulated.counts()).containsEntry("calls answered from the cache", 2L);
        assertThat(simulated.savedTokens()).isEqualTo(2200);
        // 2000 at $2.50 and 200 at $10 per million
        assertThat(simulated.savedUsd()).isEqualByComparingTo("0.007");
    }

    private static SimulatedWorkflow asked(String question, int size) {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A", "");
        for (int i = 0; i < 2; i++) {
            run.start(10 + i, 1, 100 * i, "llm", "l", "\"gen_ai.request.temperature\":0" + question)
                    .end(10 + i, 100 * i + 100);
        }
        Trace trace = run.end(1, 200).trace();
        RequestLog.CacheQuestion wanted = new RequestLog.CacheQuestion(EnumSet.of(SpanKind.LLM), false, Set.of());
        RequestLog log = wanted.merge(wanted.empty(), wanted.of(trace));
        return new CachedCalls(wanted, log, new CacheSetting(size, Long.MAX_VALUE, Share.RUN), PriceList.bundled())
                .of(trace);
    }

    @Test
    void shouldNotTellWhatIsRepeatedWhereNoInputWasRecorded() {
        SimulatedWorkflow unknown = asked("", 10);

        assertThat(unknown.isTold()).isFalse();
        assertThat(unknown.counts()).containsEntry("calls whose input was not recorded, left as recorded", 2L);
        // a cache that holds nothing answers nothing
        assertThat(asked("", 0).nanos()).isEqualTo(200 * MILLI);
        assertThat(asked("," + hash("input.messages", "x"), 10).nanos()).isEqualTo(100 * MILLI);
    }
}
