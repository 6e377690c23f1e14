// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.analysis.Distribution;
import io.agentprofiler.analyzer.price.PriceList;
import io.agentprofiler.analyzer.testing.RandomTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.SpanKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Suppositions about workflows whose answers are worked out by hand. */
class WhatIfTest {
    private static final long MILLI = 1_000_000;

    private static WhatIf answer(Supposition supposition, List<Trace> traces) {
        WhatIf.Question question = new WhatIf.Question(supposition);
        WhatIf answer = question.empty();
        traces.forEach(trace -> question.merge(answer, question.of(trace)));
        return answer;
    }

    private static long millis(Supposition supposition, Trace trace) {
        return supposition.of(trace).nanos() / MILLI;
    }

    private static AskedLog log(List<Trace> traces) {
        AskedLog.Question question = new AskedLog.Question(EnumSet.allOf(SpanKind.class));
        AskedLog log = question.empty();
        traces.forEach(trace -> question.merge(log, question.of(trace)));
        return log;
    }

    private static CachedCalls cached(List<Trace> traces, int size, long ttlNanos) {
        return new CachedCalls(log(traces), size, ttlNanos, PriceList.bundled());
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
        assertThat(new ParallelTools(2).of(turn()).counts()).containsEntry("tools in them", 4L);
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

        WhatIf endless = answer(cached(traces, 10, Long.MAX_VALUE), traces);
        assertThat(endless.nanos()).isEqualTo(400 * MILLI);
        assertThat(endless.supposedNanos()).isEqualTo(200 * MILLI);
        assertThat(endless.changed()).isEqualTo(2);
        assertThat(endless.counts())
                .containsEntry("calls answered from the cache", 2L)
                .containsEntry("of them, known to have got another answer when asked again", 1L);
        assertThat(endless.savedUsd()).isNull();
        // one place: y takes it from x, and x from y
        assertThat(answer(cached(traces, 1, Long.MAX_VALUE), traces).supposedNanos())
                .isEqualTo(300 * MILLI);
        assertThat(answer(cached(traces, 10, 500 * MILLI), traces).supposedNanos())
                .isEqualTo(300 * MILLI);
        assertThat(answer(cached(traces, 0, Long.MAX_VALUE), traces).supposedNanos())
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
    void shouldSwapModelsForTheirTimeAndPrice() {
        String model = "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4o\"";
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "l", model)
                .end(2, 300, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":100")
                .end(1, 400)
                .trace();
        Distribution times = new Distribution();
        times.add(100 * MILLI);

        Supposed supposed = new SwappedModel("gpt-4o", "gpt-4o-mini", times, PriceList.bundled()).of(trace);

        assertThat(supposed.nanos()).isEqualTo(200 * MILLI);
        // 1000 at $2.50 and 100 at $10 per million, against $0.15 and $0.60
        assertThat(supposed.savedUsd()).isEqualByComparingTo("0.00329");
        assertThat(new SwappedModel("gpt-4o", "no-such-model", null, PriceList.bundled()).of(trace))
                .satisfies(unknown -> {
                    assertThat(unknown.nanos()).isEqualTo(400 * MILLI);
                    assertThat(unknown.savedUsd()).isNull();
                    assertThat(unknown.counts()).containsEntry("of them, without a known price before or after", 1L);
                });
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
        assertThat(new EarlyTools().of(turn()).counts()).containsEntry("turns whose answer was not streamed", 1L);
        assertThat(millis(new EarlyTools(), turn())).isEqualTo(400);
    }

    @Property(tries = 150)
    void shouldEqualTheRecordingWhenNothingChanges(@ForAll long seed) {
        Trace trace = RandomTraces.one(new Random(seed));

        for (Supposition nothing : List.of(
                new ParallelTools(1),
                cached(List.of(trace), 0, Long.MAX_VALUE),
                new SwappedModel("no such model", "other", null, PriceList.bundled()))) {
            assertThat(nothing.of(trace).nanos()).isEqualTo(trace.durationNanos());
            assertThat(answer(nothing, List.of(trace)).changed()).isZero();
        }
    }

    @Property(tries = 150)
    void shouldNeverTakeLongerWithMoreAtOnceOrEarlier(@ForAll long seed) {
        Trace trace = RandomTraces.one(new Random(seed));

        assertThat(new ParallelTools(3).of(trace).nanos()).isBetween(0L, trace.durationNanos());
        assertThat(new EarlyTools().of(trace).nanos()).isBetween(0L, trace.durationNanos());
    }
}
