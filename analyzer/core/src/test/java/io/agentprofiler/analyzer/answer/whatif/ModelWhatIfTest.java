// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.prefix.PromptHits;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes;
import io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The quality of models, and cached prompts, with times that are worked out by hand. */
class ModelWhatIfTest {
    private static final long MILLI = 1_000_000;
    private static final String FROM = "gpt-4o";
    private static final String TO = "gpt-4o-mini";

    private static String model(String name) {
        return "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + name + "\"";
    }

    private static String usage(int input, int output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    /** A workflow of 100 ms and a call. */
    private static TestRun call(TestRun run, int trace, String name, double millis, int input, int output) {
        return run.trace(trace)
                .start(10 * trace, 0, 0, "agent", "A")
                .start(10 * trace + 1, 10 * trace, 0, "llm", "l", model(name))
                .end(10 * trace + 1, millis, usage(input, output))
                .end(10 * trace, millis + 100);
    }

    private static ModelTimes times(List<Trace> traces) {
        ModelTimes times = ModelTimes.ANALYSIS.empty();
        traces.forEach(trace -> ModelTimes.ANALYSIS.merge(times, ModelTimes.ANALYSIS.of(trace)));
        return times;
    }

    @Test
    void shouldShowOutcomesOfBothModels() {
        TestRun run = call(TestRun.bare(), 1, FROM, 100, 10, 10);
        run.trace(2).start(20, 0, 0, "llm", "l", model(FROM)).end(20, 5, "error", "");
        call(run, 3, TO, 100, 10, 10);
        List<Trace> traces = run.traces();
        QualityLog log = QualityLog.ANALYSIS.empty();
        traces.forEach(trace -> QualityLog.ANALYSIS.merge(log, QualityLog.ANALYSIS.of(trace)));
        List<Score> given = List.of(new Score(TestRun.traceId(3), "helpful", 0.5));

        assertThat(ModelQuality.of(List.of(FROM, TO), times(traces), Quality.of(log, given)))
                .containsExactly(
                        "gpt-4o: 1 of 2 calls succeeded (50.0 %); no scores",
                        "gpt-4o-mini: 1 of 1 calls succeeded (100.0 %); helpful 0.500 on average (n=1)");
    }

    @Property(tries = 30)
    void shouldDrawTheSameCallsInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        TestRun run = TestRun.bare();
        for (int i = 1; i <= ModelTimes.MAX_CALLS + 250; i++) {
            call(run, i, TO, 100 + random.nextInt(100), 100, random.nextInt(100));
        }
        List<Trace> traces = run.traces();
        List<Trace> shuffled = new ArrayList<>(traces);
        Collections.shuffle(shuffled, random);

        assertThat(times(shuffled).byModel().get(TO).drawn())
                .hasSize(ModelTimes.MAX_CALLS)
                .isEqualTo(times(traces).byModel().get(TO).drawn());
    }

    /** HashChain of 16 tokens, all of one letter. */
    private static String prompt(char letter, int blocks) {
        StringBuilder hashes = new StringBuilder();
        for (int i = 0; i < blocks; i++) {
            hashes.append(String.format("%04x%04x", (int) letter, i));
        }
        return ",\"agentprofiler.prompt.blocks\":{\"block_bytes\":64,\"bytes\":" + 64 * blocks
                + ",\"hash_chars\":8,\"hashes\":\"" + hashes + "\"}";
    }

    private static void prompted(TestRun run, int id, char letter, int blocks, double firstMillis) {
        double start = 10_000 * id;
        run.trace(id)
                .start(id, 0, start, "llm", "l", model(FROM) + prompt(letter, blocks))
                .end(
                        id,
                        start + firstMillis + 500,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(start + firstMillis) + ",\"last_t\":"
                                + TestRun.at(start + firstMillis + 500) + ",\"max_gap_ns\":1},\"attributes\":{"
                                + usage(16 * blocks, 5) + ",\"gen_ai.usage.cache_read.input_tokens\":0}");
    }

    private static CachedPrompts prompts(List<Trace> traces) {
        Analysis<PromptLog> question = PromptLog.question(
                PriceList.bundled(), CacheRules.bundled().only("vllm").orElseThrow());
        PromptLog log = question.empty();
        FirstChunkTimes times = FirstChunkTimes.ANALYSIS.empty();
        for (Trace trace : traces) {
            question.merge(log, question.of(trace));
            FirstChunkTimes.ANALYSIS.merge(times, FirstChunkTimes.ANALYSIS.of(trace));
        }
        return new CachedPrompts(PromptHits.of(log), times, "rules");
    }

    @Test
    void shouldSaveTheTimeThatTokensCost() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 22; i++) {
            // 100 ms, and 0.1 ms for each token: nothing alike
            prompted(run, i, (char) ('a' + i), 10 * i, 100 + 0.1 * 160 * i);
        }
        prompted(run, 23, (char) ('a' + 22), 230, 100 + 0.1 * 3680);
        List<Trace> traces = run.traces();
        CachedPrompts scenario = prompts(traces);
        Analysis<ScenarioTotals> question = ScenarioTotals.question(scenario, 10);
        ScenarioTotals answer = question.empty();
        traces.forEach(trace -> question.merge(answer, question.of(trace)));

        // all 220 blocks sent before
        assertThat(answer.counts()).containsEntry("tokens they would read in addition", 3520L);
        assertThat(answer.nanos() - answer.simulatedNanos()).isEqualTo(352 * MILLI);
        assertThat(answer.savedUsd()).isEqualByComparingTo("0.0044");
        assertThat(answer.named())
                .singleElement()
                .satisfies(workflow -> assertThat(workflow.trace().low()).isEqualTo(23));
        assertThat(scenario.evidence().get(0)).contains("each uncached token takes 100.0 µs");
    }

    @Test
    void shouldClaimNoTimeFromTooFewCalls() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 10; i++) {
            prompted(run, i, (char) ('a' + i), 100 * i, 100 + 0.1 * 1600 * i);
        }
        prompted(run, 11, 'c', 200, 420);
        CachedPrompts scenario = prompts(run.traces());
        SimulatedWorkflow last = scenario.of(run.traces().get(10));

        assertThat(last.nanos()).isEqualTo(920 * MILLI);
        assertThat(last.savedUsd()).isPositive();
        assertThat(scenario.evidence().get(0)).contains("so time is not estimated");
    }

    @Test
    void shouldClaimNothingWhereTheRulesMissWhatWasReported() {
        TestRun run = TestRun.bare();
        prompted(run, 1, 'a', 200, 100);
        prompted(run, 2, 'a', 200, 100);
        CachedPrompts scenario = prompts(run.traces());
        SimulatedWorkflow second = scenario.of(run.traces().get(1));

        assertThat(second.savedUsd()).isNull();
        assertThat(second.counts()).containsEntry("calls of models that do not follow the rules, left as recorded", 1L);
        assertThat(scenario.evidence().get(0)).contains("too far to estimate savings");
    }
}
