// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.TimeRange;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls sent to another model, with times that are worked out by hand. */
class SwappedModelTest {
    private static final long MILLI = 1_000_000;
    private static final String FROM = "gpt-4o";
    private static final String TO = "gpt-4o-mini";
    private static final String UNTOLD = "calls of gpt-4o whose time on gpt-4o-mini cannot be told";

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

    /** The same, streamed in chunks of equal length, and closed 7 ms after the last chunk. */
    private static TestRun streamed(
            TestRun run, int trace, double first, double last, int chunks, int input, int output) {
        return run.trace(trace)
                .start(10 * trace, 0, 0, "agent", "A")
                .start(10 * trace + 1, 10 * trace, 0, "llm", "l", model(TO))
                .end(
                        10 * trace + 1,
                        last + 7,
                        "ok",
                        ",\"chunks\":{\"count\":" + chunks + ",\"first_t\":" + TestRun.at(first) + ",\"last_t\":"
                                + TestRun.at(last) + ",\"max_gap_ns\":1},\"attributes\":{" + usage(input, output) + "}")
                .end(10 * trace, last + 107);
    }

    private static SwappedModel swap(TestRun others) {
        ModelTimes times = ModelTimes.ANALYSIS.empty();
        others.traces().forEach(trace -> ModelTimes.ANALYSIS.merge(times, ModelTimes.ANALYSIS.of(trace)));
        return new SwappedModel(FROM, TO, times.byModel().get(TO), PriceList.bundled(), List.of());
    }

    private static Trace one(int input, int output) {
        return call(TestRun.bare(), 99, FROM, 300, input, output).trace();
    }

    private static TimeRange range(SwappedModel swap, Trace trace) {
        return ScenarioTotals.question(swap, 10).of(trace).simulatedRange();
    }

    @Test
    void shouldNotTellATimeFromTooFewCalls() {
        SwappedModel swap = swap(call(TestRun.bare(), 1, TO, 100, 10, 10));
        SimulatedWorkflow simulated = swap.of(one(1000, 100));

        assertThat(simulated.isTold()).isFalse();
        assertThat(simulated.nanos()).isEqualTo(Unknown.LONG);
        assertThat(simulated.draws()).isNull();
        assertThat(simulated.counts()).containsEntry(UNTOLD, 1L);
        // 1000 at $2.50 and 100 at $10 per million, against $0.15 and $0.60
        assertThat(simulated.savedUsd()).isEqualByComparingTo("0.00329");
        assertThat(swap.evidence())
                .contains(
                        "time of a call: cannot tell: only 1 call of gpt-4o-mini with known tokens, and 5 are needed");
        assertThat(swap.assumptions()).anyMatch(line -> line.startsWith("quality unknown"));
    }

    @Test
    void shouldSayNothingOfWhatIsNotKnown() {
        SwappedModel unknown = new SwappedModel(FROM, "no-such-model", null, PriceList.bundled(), List.of());
        SimulatedWorkflow simulated = unknown.of(one(1000, 100));

        assertThat(simulated.nanos()).isEqualTo(400 * MILLI);
        assertThat(simulated.savedUsd()).isNull();
        assertThat(simulated.counts()).containsEntry("calls of " + FROM + " without a known price before or after", 1L);
        assertThat(unknown.evidence())
                .containsExactly("no call of no-such-model was recorded, so time is not estimated");
        assertThat(unknown.estimatesTime()).isFalse();
    }

    @Test
    void shouldNotPriceOneWordAnswersAtAnothersLongCalls() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 40; i++) {
            call(run, i, TO, 2000 + i, 500, 198 + i % 5);
        }
        SwappedModel swap = swap(run);

        assertThat(swap.of(one(500, 1)).isTold()).isFalse();
        assertThat(swap.of(one(500, 1)).counts()).containsEntry(UNTOLD, 1L);
        assertThat(swap.evidence().get(0))
                .contains("the median of 40 calls of gpt-4o-mini, 2.021 s, for calls of 198 to 202 output tokens only");
        // of their own length they do
        assertThat(swap.of(one(500, 205)).nanos()).isCloseTo((100 + 2020) * MILLI, within(5 * MILLI));
        // but not with a prompt of quite another length
        assertThat(swap.of(one(1001, 205)).isTold()).isFalse();
        assertThat(swap.of(one(1000, 205)).isTold()).isTrue();
    }

    @Test
    void shouldTellOneWordAnswersFromLongStreamedCalls() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 6; i++) {
            // a first chunk of 10 tokens after 250 ms, 19 more chunks at 100 ms each: 10 ms a token
            streamed(run, i, 250, 2150, 20, 500, 200);
        }
        SwappedModel swap = swap(run);

        // 150 ms, and 10 ms for each token
        assertThat(swap.of(one(500, 1)).nanos()).isEqualTo((100 + 160) * MILLI);
        assertThat(range(swap, one(500, 1))).isEqualTo(new TimeRange(260 * MILLI, 260 * MILLI));
        assertThat(swap.evidence().get(0))
                .isEqualTo(
                        "time of a call: 0.150 s and 10.00 ms for each output token, learned from 6 streamed calls of"
                                + " gpt-4o-mini (200 output tokens); predicted from the others, half of them are off by 0.000 s or"
                                + " less");
        assertThat(swap.of(one(500, 1)).counts())
                .containsEntry("calls of gpt-4o shorter or longer than any recorded call of gpt-4o-mini", 1L);
    }

    @Test
    void shouldLearnNoRateFromAnswersThatWereHeldBack() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 10; i++) {
            // a proxy passes all chunks on when the answer is complete
            streamed(run, i, 2000 + i, 2001 + i, 20, 500, 200);
        }

        assertThat(swap(run).of(one(500, 1)).isTold()).isFalse();
        assertThat(swap(run).of(one(500, 200)).isTold()).isTrue();
    }

    @Test
    void shouldCarryTheErrorOfTheRateToLongAnswers() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 9; i++) {
            // 100 ms; 8 to 12 ms for each of 50 tokens
            double perToken = 8 + 0.5 * i;
            streamed(run, i + 1, 100 + perToken, 100 + 50 * perToken, 50, 100, 50);
        }
        SwappedModel swap = swap(run);
        TimeRange near = range(swap, one(100, 50));
        TimeRange far = range(swap, one(100, 500));

        assertThat(swap.of(one(100, 500)).nanos()).isCloseTo((200 + 5000) * MILLI, within(300 * MILLI));
        assertThat(near.high() - near.low()).isBetween(200 * MILLI, 400 * MILLI);
        // ten times as many tokens, ten times the error
        assertThat((far.high() - far.low()) / (double) (near.high() - near.low()))
                .isCloseTo(10, within(0.1));
    }

    @Test
    void shouldTakeTheTimeOfACallOfThatSize() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 30; i++) {
            // 50 ms, and 2 ms for each output token; input says nothing
            call(run, i, TO, 50 + 2 * 10 * i, 1000 + (i * 7 % 11) * 100, 10 * i);
        }
        SwappedModel swap = swap(run);

        assertThat(swap.of(one(1500, 60)).nanos()).isEqualTo((100 + 50 + 120) * MILLI);
        assertThat(range(swap, one(1500, 60))).isEqualTo(new TimeRange(270 * MILLI, 270 * MILLI));
        assertThat(swap.evidence().get(0))
                .contains("0.050 s and 2.00 ms for each output token, learned from 30 calls of gpt-4o-mini"
                        + " (10 to 300 output tokens)")
                .contains("half of them are off by 0.000 s or less");
        assertThat(swap.of(one(1500, 301)).counts())
                .containsEntry("calls of gpt-4o shorter or longer than any recorded call of gpt-4o-mini", 1L);
    }

    @Test
    void shouldAlsoGoByInputWhereThatHelps() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 40; i++) {
            int output = 10 * (1 + i % 8);
            int input = 1000 * (1 + i / 8);
            call(run, i, TO, 50 + 2 * output + 0.1 * input, input, output);
        }
        SwappedModel swap = swap(run);

        assertThat(swap.of(one(3000, 50)).nanos()).isCloseTo((100 + 50 + 100 + 300) * MILLI, within(5 * MILLI));
        assertThat(swap.evidence().get(0)).contains("ms for each input token");
    }

    @Test
    void shouldNotBeMovedByAFewWildCalls() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 30; i++) {
            call(run, i, TO, i % 10 == 0 ? 60_000 : 50 + 2 * 10 * i, 1000, 10 * i);
        }

        assertThat(swap(run).of(one(1000, 60)).nanos()).isCloseTo(270 * MILLI, within(20 * MILLI));
    }

    @Test
    void shouldGiveTheRangeThatItsOwnCallsShow() {
        TestRun run = TestRun.bare();
        for (int i = 0; i < 21; i++) {
            // 100 to 300 ms, whatever the size
            call(run, i + 1, TO, 100 + 10 * i, 100, 100);
        }
        SwappedModel swap = swap(run);
        Analysis<ScenarioTotals> question = ScenarioTotals.question(swap, 10);
        ScenarioTotals answer = question.empty();
        for (int i = 1; i <= 50; i++) {
            question.merge(
                    answer,
                    question.of(call(TestRun.bare(), i, FROM, 900, 100, 100).trace()));
        }

        TimeRange workflow = answer.named().get(0).range();
        assertThat(workflow.low()).isBetween(150 * MILLI, 220 * MILLI);
        assertThat(workflow.high()).isBetween(380 * MILLI, 450 * MILLI);
        // what is long in one workflow is short in another, but what was learned is off in all of them alike
        assertThat(answer.simulatedNanos()).isCloseTo(50 * 300 * MILLI, within(50 * 20 * MILLI));
        assertThat(answer.simulatedRange().high() - answer.simulatedRange().low())
                .isBetween(50 * 30 * MILLI, 50 * 100 * MILLI);
    }

    @Test
    void shouldLetFailedCallsFail() {
        TestRun others = TestRun.bare();
        for (int i = 1; i <= 5; i++) {
            call(others, i, TO, 100, 10, 10);
        }
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "l", model(FROM))
                .end(2, 300, "error", "")
                .start(3, 1, 300, "llm", "l", model(FROM))
                .end(3, 600, usage(10, 10))
                .start(4, 1, 0, "llm", "l", model(FROM))
                .end(4, 50, "cancelled", "")
                .end(1, 600)
                .trace();
        SimulatedWorkflow simulated = swap(others).of(trace);

        assertThat(simulated.nanos()).isEqualTo(400 * MILLI);
        assertThat(simulated.counts())
                .containsEntry("calls of gpt-4o", 1L)
                .containsEntry("failed calls of gpt-4o, left as recorded", 1L)
                .containsEntry("calls of gpt-4o without an end or cancelled, left as recorded", 1L);
    }

    /** A call of 40 ms before its request, one of so many, and 10 ms after it. */
    private static TestRun requested(TestRun run, int trace, String name, double millis, int output) {
        return run.trace(trace)
                .start(10 * trace, 0, 0, "agent", "A")
                .start(10 * trace + 1, 10 * trace, 0, "llm", "l", model(name))
                .span(10 * trace + 2, 10 * trace + 1, 40, 40 + millis, "http", "POST")
                .end(10 * trace + 1, 50 + millis, usage(100, output))
                .end(10 * trace, 150 + millis);
    }

    @Test
    void shouldLeaveWhatTheClientDoesAsItIs() {
        TestRun others = TestRun.bare();
        for (int i = 1; i <= 5; i++) {
            // a client that starts slowly is not the other model's
            others.trace(i)
                    .start(10 * i, 0, 0, "llm", "l", model(TO))
                    .span(10 * i + 1, 10 * i, 3000, 3200, "http", "POST")
                    .end(10 * i, 3200, usage(100, 20));
        }
        Trace trace = requested(TestRun.bare(), 9, FROM, 500, 20).trace();

        // 40 before, 200 instead of 500, 10 after, and the 100 of the workflow
        assertThat(swap(others).of(trace).nanos()).isEqualTo(350 * MILLI);
    }

    /** 100 to the first of 21 chunks, 400 to the last, so much of these in the application's handler; 20 tokens. */
    private static TestRun handled(TestRun run, int trace, String name, int handlerMillis) {
        return run.trace(trace)
                .start(trace, 0, 0, "llm", "l", model(name))
                .end(
                        trace,
                        500,
                        "ok",
                        ",\"chunks\":{\"count\":21,\"first_t\":" + TestRun.at(100) + ",\"last_t\":" + TestRun.at(500)
                                + ",\"max_gap_ns\":1,\"handler_ns\":" + handlerMillis * MILLI
                                + ",\"handler_before_ns\":0,\"handler_after_ns\":0},\"attributes\":{" + usage(100, 20)
                                + "}");
    }

    @Test
    void shouldLeaveWhatTheApplicationDoesWithChunksAsItIs() {
        TestRun others = TestRun.bare();
        TestRun slow = TestRun.bare();
        for (int i = 1; i <= 5; i++) {
            handled(others, i, TO, 0);
            handled(slow, i, TO, 300);
        }
        Trace trace = handled(TestRun.bare(), 9, FROM, 300).trace();

        // the handler's 300, and the 500 of the other model
        assertThat(swap(others).of(trace).nanos()).isEqualTo(800 * MILLI);
        // chunks that waited for the handler show no pace
        assertThat(swap(slow).of(one(100, 1)).isTold()).isFalse();
    }

    @Test
    void shouldTellNothingWhereTokensAreUnknown() {
        TestRun others = TestRun.bare();
        for (int i = 1; i <= 10; i++) {
            others.trace(i).start(i, 0, 0, "llm", "l", model(TO)).end(i, 100);
        }
        Trace unknown = TestRun.bare()
                .start(1, 0, 0, "llm", "l", model(FROM))
                .end(1, 100)
                .trace();
        TestRun sized = TestRun.bare();
        for (int i = 1; i <= 10; i++) {
            call(sized, i, TO, 100, 10, 10);
        }

        assertThat(swap(others).of(one(10, 10)).isTold()).isFalse();
        assertThat(swap(others).evidence())
                .contains("time of a call: cannot tell: the calls of gpt-4o-mini do not report their tokens");
        assertThat(swap(sized).of(unknown).isTold()).isFalse();
    }
}
