// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptPrefixes.Prefix;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.metric.calltree.PathTimes;
import io.agentprofiler.analyzer.trace.metric.sequence.CallPatterns;
import io.agentprofiler.analyzer.trace.metric.sequence.CallSequences;
import io.agentprofiler.analyzer.trace.metric.sequence.Concurrency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The answers about calls, on runs small enough to work them out by hand. */
class CallAnalysesTest {
    private static final long MILLI = 1_000_000;

    private static TestRun run() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A", "")
                .start(2, 1, 0, "llm", "l", prompt("aaaabbbb", 400))
                .end(2, 100, usage(400))
                .start(3, 1, 100, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .start(4, 1, 150, "tool", "t", "\"gen_ai.tool.name\":\"t\"")
                .end(3, 200)
                .end(4, 250)
                .start(5, 1, 300, "llm", "l", prompt("aaaabbbbcccc", 800))
                .end(5, 400, usage(800))
                .end(1, 400)
                .trace(2)
                .start(11, 0, 350, "agent", "A", "")
                .start(12, 11, 350, "llm", "l", prompt("aaaadddd", 400))
                .end(12, 450, usage(400))
                .start(13, 11, 460, "tool", "open", "")
                .end(11, 500);
    }

    private static String prompt(String hashes, int bytes) {
        return "\"gen_ai.request.model\":\"m\",\"agentprofiler.prompt.blocks\":{\"block_bytes\":100,\"bytes\":" + bytes
                + ",\"hash_chars\":4,\"hashes\":\"" + hashes + "\"}";
    }

    private static String usage(int tokens) {
        return "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":1";
    }

    private static <S> S answer(Analysis<S> analysis) {
        RunSummary summary = new RunSummary(List.of(analysis));
        run().traces().forEach(summary::add);
        return summary.get(analysis);
    }

    @Test
    void shouldTellWhatRanAtOnce() {
        Concurrency concurrency = Concurrency.of(answer(CallLog.ANALYSIS), 2);

        assertThat(concurrency.calls()).isEqualTo(5);
        assertThat(concurrency.busy()).isEqualTo(Map.of(1, 300.0 * MILLI, 2, 100.0 * MILLI));
        assertThat(concurrency.idleNanos()).isEqualTo(50 * MILLI);
        assertThat(concurrency.most()).isEqualTo(2);
        assertThat(concurrency.percentile(50)).isEqualTo(1);
        assertThat(concurrency.percentile(95)).isEqualTo(2);
        assertThat(concurrency.spikeCount()).isEqualTo(2);
        assertThat(concurrency.spikes().get(0).byName()).isEqualTo(Map.of("tool t", 2));
        assertThat(concurrency.spikes().get(1).byName()).isEqualTo(Map.of("llm m", 2));
        assertThat(concurrency.spikes().get(1).startNanos()).isEqualTo(TestRun.at(350));
        assertThat(concurrency.spikes().get(1).nanos()).isEqualTo(50 * MILLI);
        assertThat(concurrency.peaks()).isEqualTo(new TreeMap<>(Map.of("llm m", 2, "tool t", 2)));
        assertThat(concurrency.meanInputTokens()).containsExactly(600, 400);
        // half-way through the last two calls one other runs, or begins or has just ended
        assertThat(concurrency.modelLatencies().get(2).count()).isEqualTo(1);
        assertThat(concurrency.modelLatencies().get(1).count()).isEqualTo(2);
    }

    @Test
    void shouldTellPromptPrefixes() {
        PromptPrefixes prefixes = answer(PromptPrefixes.ANALYSIS);

        assertThat(prefixes.calls()).isEqualTo(Map.of("m", 3L));
        assertThat(prefixes.tokens("m")).isEqualTo(1600);
        // block a of 100 tokens in three calls, block b in two
        assertThat(prefixes.prefixes(0))
                .containsExactly(new Prefix("m", "aaaa", 1, 3, 100, 200), new Prefix("m", "bbbb", 2, 2, 200, 200));
        assertThat(prefixes.prefixes(0.9)).extracting(Prefix::hash).containsExactly("aaaa");
        assertThat(prefixes.newTokens().get("m").max()).isEqualTo(600);
        assertThat(prefixes.newTokens().get("m").count()).isEqualTo(1);
    }

    @Test
    void shouldTellCallsInOrderOfTheirStarts() {
        CallSequences sequences = answer(CallPatterns.ANALYSIS);

        assertThat(sequences.workflows()).isEqualTo(2);
        assertThat(sequences.sequences().stream().map(one -> List.of(one.calls())))
                .containsExactly(List.of("llm m"), List.of("llm m", "tool t", "tool t", "llm m"));
    }

    @Test
    void shouldTellWhereInTheTreeTimeGoes() {
        List<PathTimes> paths = PathTimes.slowest(answer(CallTree.ANALYSIS), 3);

        assertThat(paths).hasSize(3);
        assertThat(paths.get(0).path()).containsExactly("agent A", "llm l");
        assertThat(paths.get(0).selfNanos()).isEqualTo(300 * MILLI);
        assertThat(paths.get(1).path()).containsExactly("agent A", "tool t");
        assertThat(paths.get(2).path()).containsExactly("agent A");
        assertThat(paths.get(2).selfNanos()).isEqualTo(60 * MILLI);
        assertThat(paths.get(2).subtreeNanos())
                .isEqualTo(paths.get(2).selfNanos() + 300 * MILLI + 200 * MILLI + 40 * MILLI);
    }
}
