// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;

/** When the final answer is seen, if tools begin earlier. */
class EarlyToolsTest {
    private static final long MILLI = 1_000_000;

    private static TestRun streamed(TestRun run, int id, int parent, double from, double first, double to) {
        return run.start(id, parent, from, "llm", "l")
                .end(
                        id,
                        to,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(first) + ",\"last_t\":" + TestRun.at(to)
                                + ",\"max_gap_ns\":1}");
    }

    @Test
    void shouldNotShowAnAnswerEarlierForToolsThatFollowIt() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        Trace trace = streamed(run, 2, 1, 0, 100, 1000)
                .span(3, 1, 1000, 1500, "tool", "saves it")
                .span(4, 1, 1000, 1100, "tool", "sends it")
                .end(1, 1500)
                .trace();

        SimulatedWorkflow simulated = new EarlyTools().of(trace);

        assertThat(simulated.nanos()).isEqualTo(1100 * MILLI);
        assertThat(simulated.firstChunk()).isEqualTo(new FirstChunk(100 * MILLI, 100 * MILLI));
    }

    @Test
    void shouldShowTheAnswerEarlierByWhatToolsBeforeItSave() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A").start(5, 1, 10, "agent", "B");
        // the arguments of the only tool are whole when the answer's last chunk has come: 100 before its end
        run.start(2, 5, 20, "llm", "l")
                .end(
                        2,
                        220,
                        "ok",
                        ",\"chunks\":{\"count\":9,\"first_t\":" + TestRun.at(50) + ",\"last_t\":" + TestRun.at(120)
                                + ",\"max_gap_ns\":1}");
        run.span(3, 5, 220, 300, "tool", "asks");
        Trace trace = streamed(run, 4, 5, 300, 350, 700)
                .span(6, 5, 700, 900, "tool", "saves it")
                .end(5, 900)
                .end(1, 910)
                .trace();

        assertThat(new EarlyTools().of(trace).firstChunk()).isEqualTo(new FirstChunk(350 * MILLI, 270 * MILLI));
    }

    @Test
    void shouldLeaveToolsThatTheAnswerDidNotAskFor() {
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A");
        streamed(run, 2, 1, 0, 100, 1000);
        // the id of the first is the model's, the second was called by the program
        Trace trace = run.start(3, 1, 1000, "tool", "a", "\"gen_ai.tool.call.id\":\"1\"")
                .end(3, 1500)
                .span(4, 1, 1500, 1600, "tool", "b")
                .end(1, 1600)
                .trace();

        SimulatedWorkflow simulated = new EarlyTools().of(trace);

        assertThat(simulated.nanos()).isEqualTo(1600 * MILLI);
        assertThat(simulated.counts())
                .containsEntry("groups of tools that no single answer requested, left as recorded", 1L)
                .containsEntry("tools that could begin earlier", 0L);
    }
}
