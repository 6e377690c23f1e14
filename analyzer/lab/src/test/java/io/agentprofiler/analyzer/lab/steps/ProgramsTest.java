// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.steps.Programs.ProgramBy;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramsTest {
    private static final String C1 = "\"gen_ai.conversation.id\":\"c1\"";
    private static final long MILLI = 1_000_000;

    private static Programs programs(TestRun run, ProgramBy by) {
        RunSummary summary = new RunSummary(List.of(StepLog.ANALYSIS));
        run.traces().forEach(summary::add);
        return Programs.of(summary.get(StepLog.ANALYSIS), by);
    }

    private static String chunks(double first, double last) {
        return ",\"chunks\":{\"count\":4,\"first_t\":" + at(first) + ",\"last_t\":" + at(last) + "}";
    }

    @Test
    void shouldMeasureWhatACallWaitedForBeforeItsRequestWasSent() {
        TestRun run = TestRun.run("r")
                .start(1, 0, 0, "llm", "chat")
                .span(2, 1, 30, 80, "http", "POST")
                .span(3, 1, 130, 900, "http", "POST")
                .end(1, 1000, "ok", chunks(400, 900));

        Step step = programs(run, ProgramBy.CONVERSATION).list().get(0).steps().get(0);
        assertThat(step.pauseNanos()).isEqualTo(130 * MILLI);
        assertThat(step.prefillNanos()).isEqualTo(270 * MILLI);
        assertThat(step.decodeNanos()).isEqualTo(500 * MILLI);
        assertThat(step.completedNanos()).isEqualTo(at(1000));
        assertThat(step.outsideNanos()).isEqualTo(Unknown.LONG);
        assertThat(step.hitRate()).isNaN();
        assertThat(step.finishReason()).isNull();
    }

    @Test
    void shouldNotKnowWhatACallWithoutChunksAndRequestsTook() {
        Step step = programs(TestRun.run("r").span(1, 0, 0, 50, "llm", "chat"), ProgramBy.WORKFLOW)
                .list()
                .get(0)
                .steps()
                .get(0);
        assertThat(step.pauseNanos()).isEqualTo(Unknown.LONG);
        assertThat(step.prefillNanos()).isEqualTo(Unknown.LONG);
        assertThat(step.decodeNanos()).isEqualTo(Unknown.LONG);
    }

    /** Calls at once, and tools at once that outlast the time between calls on both sides. */
    @Test
    void shouldTakeForOutsideOnlyWhatNoCallOfTheProgramCovers() {
        TestRun run = TestRun.run("r")
                .start(1, 0, 0, "agent", "a")
                .span(2, 1, 0, 100, "llm", "chat")
                .span(3, 1, 50, 80, "llm", "chat")
                .span(4, 1, 90, 130, "tool", "t")
                .span(5, 1, 120, 150, "tool", "t")
                .span(6, 1, 190, 260, "tool", "t")
                .span(7, 1, 200, 300, "llm", "chat")
                .end(1, 300);

        List<Step> steps = programs(run, ProgramBy.WORKFLOW).list().get(0).steps();
        assertThat(steps).extracting(Step::number).containsExactly(1, 2, 3);
        assertThat(steps).extracting(Step::outsideNanos).containsExactly(Unknown.LONG, 0L, 100 * MILLI);
        assertThat(steps).extracting(Step::toolNanos).containsExactly(Unknown.LONG, 0L, 60 * MILLI);
    }

    @Test
    void shouldGoOnInTheNextWorkflowOfAConversation() {
        TestRun run = TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "agent", "a", C1)
                .span(2, 1, 0, 100, "llm", "chat")
                .end(1, 100)
                .trace(2)
                .start(3, 0, 5000, "agent", "a")
                .start(4, 3, 5000, "llm", "chat", C1)
                .end(4, 5100)
                .span(5, 3, 5100, 5150, "tool", "t")
                .span(6, 3, 5160, 5200, "llm", "chat")
                .end(3, 5200);

        Programs byConversation = programs(run, ProgramBy.CONVERSATION);
        assertThat(byConversation.list()).singleElement().satisfies(program -> {
            assertThat(program.id()).isEqualTo("c1");
            assertThat(program.workflows()).hasSize(2);
            assertThat(program.steps())
                    .extracting(Step::outsideNanos)
                    .containsExactly(Unknown.LONG, 4900 * MILLI, 60 * MILLI);
            assertThat(program.steps()).extracting(Step::toolNanos).containsExactly(Unknown.LONG, 0L, 50 * MILLI);
        });
        assertThat(programs(run, ProgramBy.WORKFLOW).list())
                .extracting(Program::id)
                .containsExactly(TestRun.traceId(1), TestRun.traceId(2));
    }

    @Test
    void shouldNotKnowWhatIsOutsideWhereNoToolOfTheProgramWasRecorded() {
        TestRun run = TestRun.run("r")
                .start(1, 0, 0, "agent", "a")
                .span(2, 1, 0, 100, "llm", "chat")
                .span(3, 1, 150, 200, "llm", "chat")
                .end(1, 200);
        StepSums sums = programs(run, ProgramBy.WORKFLOW).sums();
        assertThat(sums.outside().value()).isEqualTo(50.0 * MILLI);
        assertThat(sums.outside().count()).isEqualTo(1);
        assertThat(sums.tool().value()).isNaN();
        assertThat(sums.hitRate().value()).isNaN();
        assertThat(sums.hitRateOfTokens()).isNaN();
    }

    @Test
    void shouldKnowAProgramWhoseFirstCallHasNotEnded() {
        TestRun run = TestRun.run("r").start(1, 0, 0, "agent", "a", C1).start(2, 1, 5, "llm", "chat");

        assertThat(programs(run, ProgramBy.CONVERSATION).list()).singleElement().satisfies(program -> {
            assertThat(program.steps()).isEmpty();
            assertThat(program.last()).isNull();
            assertThat(program.open()).hasSize(1).isEqualTo(program.workflows());
            assertThat(program.sums().steps()).isZero();
        });
    }

    @Test
    void shouldTellMeansOfStepsFromThoseOfTokens() {
        TestRun run = TestRun.run("r")
                .start(1, 0, 0, "agent", "a")
                .start(2, 1, 0, "llm", "chat")
                .end(2, 10, usage(100, 0) + ",\"gen_ai.response.finish_reasons\":[\"STOP\"]")
                .start(3, 1, 10, "llm", "chat")
                .end(3, 20, usage(900, 900) + ",\"gen_ai.response.finish_reasons\":[\"stop\"]")
                .start(4, 1, 20, "llm", "chat")
                .end(4, 30, "\"gen_ai.usage.input_tokens\":5000")
                .start(5, 1, 30, "llm", "chat")
                .end(5, 40, "error", ",\"error\":{\"type\":\"X\"}")
                .end(1, 40);
        Programs programs = programs(run, ProgramBy.WORKFLOW);
        assertThat(programs.sums().hitRate().value()).isEqualTo(0.5);
        assertThat(programs.sums().hitRate().count()).isEqualTo(2);
        assertThat(programs.sums().hitRateOfTokens()).isEqualTo(0.9);
        assertThat(programs.byFinishReason()).containsOnlyKeys("stop", "", "error");
        assertThat(programs.byFinishReason().get("stop").steps()).isEqualTo(2);
        assertThat(programs.byFinishReason().keySet()).first().isEqualTo("stop");
    }

    private static String usage(int input, int cached) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.cache_read.input_tokens\":" + cached;
    }
}
