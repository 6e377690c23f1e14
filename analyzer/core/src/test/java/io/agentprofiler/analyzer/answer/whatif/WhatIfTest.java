// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.rule.prompt.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.prefix.PromptHits;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes;
import io.agentprofiler.analyzer.answer.whatif.model.SwappedModel;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheCommand.CachedCalls;
import io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts;
import io.agentprofiler.analyzer.answer.whatif.scenario.EarlyTools;
import io.agentprofiler.analyzer.answer.whatif.scenario.ParallelTools;
import io.agentprofiler.analyzer.testing.RandomTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.CacheSetting.Share;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Suppositions about workflows whose answers are worked out by hand. */
class WhatIfTest {
    private static final long MILLI = 1_000_000;

    private static ScenarioTotals answer(Scenario scenario, List<Trace> traces) {
        Analysis<ScenarioTotals> question = ScenarioTotals.question(scenario, 10);
        ScenarioTotals answer = question.empty();
        traces.forEach(trace -> question.merge(answer, question.of(trace)));
        return answer;
    }

    private static long millis(Scenario scenario, Trace trace) {
        return scenario.of(trace).nanos() / MILLI;
    }

    private static CachedCalls cached(List<Trace> traces, int size, long ttlNanos) {
        return cached(traces, new CacheSetting(size, ttlNanos, Share.RUN), true, Set.of());
    }

    private static CachedCalls cached(
            List<Trace> traces, CacheSetting setting, boolean anyTemperature, Set<String> writers) {
        RequestLog.CacheQuestion question =
                new RequestLog.CacheQuestion(EnumSet.allOf(SpanKind.class), anyTemperature, writers);
        RequestLog log = question.empty();
        traces.forEach(trace -> question.merge(log, question.of(trace)));
        return new CachedCalls(question, log, setting, PriceList.bundled());
    }

    private static SwappedModel swapped(String from, String to, ModelTimes times) {
        return new SwappedModel(
                from, to, times == null ? null : times.byModel().get(to), PriceList.bundled(), List.of());
    }

    private static Variant variant(Scenario scenario, ScenarioTotals answer, String setting) {
        assertThat(scenario.variants()).contains(setting);
        return answer.variants().get(scenario.variants().indexOf(setting));
    }

    /** Four tools of 100, 60, 40 and 30 after a model call, then another one. */
    private static Trace turn() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 100, "llm", "l")
                .span(3, 1, 100, 200, "tool", "a")
                .span(4, 1, 200, 260, "tool", "b")
                .span(5, 1, 260, 300, "tool", "c")
                .span(6, 1, 300, 330, "tool", "d")
                .span(7, 1, 330, 400, "llm", "l")
                .end(1, 400)
                .trace();
    }

    @Test
    void shouldScheduleToolsWithoutABarrier() {
        assertThat(millis(new ParallelTools(1), turn())).isEqualTo(400);
        // a 0-100; b 0-60, c 60-100, d 100-130
        assertThat(millis(new ParallelTools(2), turn())).isEqualTo(300);
        assertThat(millis(new ParallelTools(3), turn())).isEqualTo(270);
        assertThat(millis(new ParallelTools(9), turn())).isEqualTo(270);
        assertThat(new ParallelTools(2).of(turn()).counts()).containsEntry("tools that they requested", 4L);
    }

    @Test
    void shouldHoldSlotsAgainstBatches() {
        ParallelTools three = new ParallelTools(3);
        ScenarioTotals answer = answer(three, List.of(turn()));

        // a, b and c end by 100 at the latest, d after them
        assertThat(variant(three, answer, "in batches of 3, each after the whole batch before it"))
                .isEqualTo(new Variant(4, 300 * MILLI, 0, null));
        assertThat(variant(three, answer, "2 in parallel").nanos()).isEqualTo(300 * MILLI);
        assertThat(variant(three, answer, "all in parallel").nanos()).isEqualTo(270 * MILLI);
        // a 0-100, b 0-60; c 100-140, d 100-130
        ParallelTools two = new ParallelTools(2);
        assertThat(answer(two, List.of(turn())).variants().get(0).nanos()).isEqualTo(310 * MILLI);
    }

    private static TestRun asked(TestRun run, int id, int parent, double from, double to, String hash, String answer) {
        return run.start(
                        id,
                        parent,
                        from,
                        "tool",
                        "find",
                        "\"agentprofiler.content.tool.call.arguments\":{\"chars\":1,\"hash\":\"" + hash + "\"}")
                .end(id, to, "\"agentprofiler.content.tool.call.result\":{\"chars\":1,\"hash\":\"" + answer + "\"}");
    }

    private static List<Trace> questions() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        asked(run, 2, 1, 0, 100, "x", "1");
        asked(run, 3, 1, 100, 200, "y", "1");
        asked(run, 4, 1, 200, 300, "x", "1");
        run.end(1, 300).trace(2).start(11, 0, 1000, "agent", "A");
        asked(run, 12, 11, 1000, 1100, "x", "2");
        return run.end(11, 1100).traces();
    }

    @Test
    void shouldAnswerFromACacheThatWorkflowsShare() {
        List<Trace> traces = questions();

        ScenarioTotals endless = answer(cached(traces, 10, Long.MAX_VALUE), traces);
        assertThat(endless.nanos()).isEqualTo(400 * MILLI);
        assertThat(endless.simulatedNanos()).isEqualTo(200 * MILLI);
        assertThat(endless.changed()).isEqualTo(2);
        assertThat(endless.counts())
                .containsEntry("calls answered from the cache", 2L)
                .containsEntry("hits for which the recording has a different answer", 1L);
        assertThat(endless.savedUsd()).isNull();
        // one place: y takes it from x, and x from y
        assertThat(answer(cached(traces, 1, Long.MAX_VALUE), traces).simulatedNanos())
                .isEqualTo(300 * MILLI);
        assertThat(answer(cached(traces, 10, 500 * MILLI), traces).simulatedNanos())
                .isEqualTo(300 * MILLI);
        assertThat(answer(cached(traces, 0, Long.MAX_VALUE), traces).simulatedNanos())
                .isEqualTo(400 * MILLI);
    }

    @Test
    void shouldNotAnswerWithWhatIsStillBeingAsked() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        asked(run, 2, 1, 0, 100, "x", "1");
        asked(run, 3, 1, 50, 150, "x", "1");
        List<Trace> traces = run.end(1, 150).traces();

        assertThat(answer(cached(traces, 10, Long.MAX_VALUE), traces).changed()).isZero();
    }

    @Test
    void shouldGiveOtherSettingsFromTheSamePass() {
        List<Trace> traces = questions();
        CachedCalls endless = cached(traces, 10, Long.MAX_VALUE);
        ScenarioTotals answer = answer(endless, traces);

        assertThat(variant(endless, answer, "100 answers, valid forever").count())
                .isEqualTo(2);
        assertThat(variant(endless, answer, "10 answers, valid forever, shared within a workflow"))
                .isEqualTo(new Variant(1, 300 * MILLI, 0, null));
        CachedCalls one = cached(traces, 1, Long.MAX_VALUE);
        assertThat(variant(one, answer(one, traces), "10 answers, valid forever")
                        .nanos())
                .isEqualTo(200 * MILLI);
    }

    @Test
    void shouldKeepConversationsApart() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 4; i++) {
            String conversation = "\"gen_ai.conversation.id\":\"" + (i % 2 == 0 ? "ada" : "grace") + "\"";
            run.trace(i).start(10 * i, 0, 1000 * i, "agent", "A", conversation);
            asked(run, 10 * i + 1, 10 * i, 1000 * i, 1000 * i + 100, "x", "1").end(10 * i, 1000 * i + 100);
        }
        List<Trace> traces = run.traces();
        CachedCalls apart = cached(traces, new CacheSetting(10, Long.MAX_VALUE, Share.CONVERSATION), true, Set.of());

        assertThat(answer(cached(traces, 10, Long.MAX_VALUE), traces).changed()).isEqualTo(3);
        assertThat(answer(apart, traces).changed()).isEqualTo(2);
        assertThat(variant(apart, answer(apart, traces), "10 answers, valid forever, shared within a workflow")
                        .count())
                .isZero();
    }

    @Test
    void shouldForgetWhatWasReadWhenSomethingIsWritten() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        asked(run, 2, 1, 0, 100, "x", "1");
        run.span(3, 1, 100, 150, "tool", "book");
        asked(run, 4, 1, 150, 250, "x", "1");
        asked(run, 5, 1, 250, 350, "x", "1");
        List<Trace> traces = run.end(1, 350).traces();
        CacheSetting setting = new CacheSetting(10, Long.MAX_VALUE, Share.RUN);

        assertThat(answer(cached(traces, setting, true, Set.of()), traces).simulatedNanos())
                .isEqualTo(150 * MILLI);
        ScenarioTotals written = answer(cached(traces, setting, true, Set.of("book")), traces);
        assertThat(written.simulatedNanos()).isEqualTo(250 * MILLI);
        assertThat(written.counts())
                .containsEntry("repeated calls after a write, left as recorded", 1L)
                .containsEntry("calls answered from the cache", 1L);
    }

    @Test
    void shouldAnswerForModelsAtTemperatureZeroOnly() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        String[] temperatures = {"0.0", "0.7", null};
        for (int i = 0; i < 6; i++) {
            String temperature = temperatures[i / 2];
            run.start(
                            i + 2,
                            1,
                            100 * i,
                            "llm",
                            "l",
                            "\"agentprofiler.content.input.messages\":{\"chars\":1,\"hash\":\"x\"}"
                                    + (temperature == null ? "" : ",\"gen_ai.request.temperature\":" + temperature))
                    .end(i + 2, 100 * i + 100);
        }
        List<Trace> traces = run.end(1, 600).traces();
        CacheSetting setting = new CacheSetting(10, Long.MAX_VALUE, Share.RUN);

        ScenarioTotals answer = answer(cached(traces, setting, false, Set.of()), traces);
        assertThat(answer.simulatedNanos()).isEqualTo(500 * MILLI);
        assertThat(answer.counts()).containsEntry("model calls not known to have temperature 0, left as recorded", 4L);
        assertThat(answer(cached(traces, setting, true, Set.of()), traces).simulatedNanos())
                .isEqualTo(300 * MILLI);
    }

    @Test
    void shouldBeginToolsWhenTheirArgumentsAreThere() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "l")
                .end(
                        2,
                        200,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(100) + ",\"last_t\":" + TestRun.at(200)
                                + ",\"max_gap_ns\":1}")
                .span(3, 1, 210, 300, "tool", "a")
                .span(4, 1, 210, 260, "tool", "b")
                .end(1, 310)
                .trace();

        // a has its arguments at 150, half-way: it begins 50 earlier, b when the answer is whole
        assertThat(millis(new EarlyTools(), trace)).isEqualTo(270);
        // its last model call is the only one: its first chunk comes at 100, whatever comes after
        assertThat(new EarlyTools().of(trace).firstChunk()).isEqualTo(new FirstChunk(100 * MILLI, 100 * MILLI));
        assertThat(new EarlyTools().of(turn()).counts()).containsEntry("answers that were not streamed", 1L);
        assertThat(millis(new EarlyTools(), turn())).isEqualTo(400);
    }

    @Test
    void shouldNotBeginATurnsToolBeforeWhatItWaitedForBesideTheTurn() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 10, "llm", "asks")
                .span(3, 1, 10, 100, "agent", "beside it")
                .span(4, 1, 20, 30, "tool", "a")
                .span(5, 1, 110, 120, "tool", "b")
                .end(1, 130)
                .trace();

        assertThat(millis(new ParallelTools(1), trace)).isEqualTo(130);
        assertThat(millis(new ParallelTools(2), trace)).isEqualTo(130);
    }

    @Test
    void shouldNotBeginATurnsToolBeforeTheStreamThatBeganIt() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "l")
                .end(
                        2,
                        200,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(50) + ",\"last_t\":" + TestRun.at(200)
                                + ",\"max_gap_ns\":1}")
                .span(3, 1, 100, 110, "tool", "a")
                .span(4, 1, 150, 220, "tool", "b")
                .end(1, 230)
                .trace();

        assertThat(millis(new ParallelTools(1), trace)).isEqualTo(230);
        assertThat(millis(new ParallelTools(2), trace)).isEqualTo(230);
    }

    @Property(tries = 150)
    void shouldEqualTheRecordingWhenNothingChanges(@ForAll long seed) {
        Trace trace = RandomTraces.one(new Random(seed));
        Analysis<PromptLog> prompts = PromptLog.question(PriceList.bundled(), CacheRules.bundled());
        ModelTimes times = ModelTimes.ANALYSIS.of(trace);

        for (Scenario nothing : List.of(
                new ParallelTools(1),
                cached(List.of(trace), 0, Long.MAX_VALUE),
                swapped("no such model", "other", times),
                swapped(Calls.UNKNOWN_MODEL, Calls.UNKNOWN_MODEL, times),
                new CachedPrompts(PromptHits.of(prompts.of(trace)), FirstChunkTimes.ANALYSIS.of(trace), ""))) {
            assertThat(nothing.of(trace).nanos()).isEqualTo(trace.durationNanos());
            assertThat(answer(nothing, List.of(trace)).changed()).isZero();
        }
        boolean streamed =
                trace.spans().stream().anyMatch(span -> span.chunks() != null && span.kind() == SpanKind.LLM);
        if (!streamed) {
            assertThat(answer(new EarlyTools(), List.of(trace)).changed()).isZero();
        }
    }

    @Property(tries = 100)
    void shouldNotDependOnTheOrderOfWorkflows(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            traces.add(RandomTraces.one(random));
        }
        List<Trace> shuffled = new ArrayList<>(traces);
        Collections.shuffle(shuffled, random);
        Scenario cache = cached(traces, 3, Long.MAX_VALUE);

        for (Scenario scenario : List.of(new ParallelTools(2), cache, new EarlyTools())) {
            ScenarioTotals one = answer(scenario, traces);
            ScenarioTotals other = answer(scenario, shuffled);
            assertThat(one.simulatedNanos()).isEqualTo(other.simulatedNanos());
            assertThat(one.variants()).isEqualTo(other.variants());
            assertThat(one.named()).isEqualTo(other.named());
            assertThat(one.firstChunk()).isEqualTo(other.firstChunk());
        }
    }

    @Property(tries = 150)
    void shouldNeverTakeLongerWithMoreAtOnceOrEarlier(@ForAll long seed) {
        Trace trace = RandomTraces.one(new Random(seed));

        assertThat(new ParallelTools(3).of(trace).nanos()).isBetween(0L, trace.durationNanos());
        assertThat(new EarlyTools().of(trace).nanos()).isBetween(0L, trace.durationNanos());
    }
}
