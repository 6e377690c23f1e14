// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;

/** Which tools are taken for those of one turn. */
class ParallelToolsTest {
    private static final long MILLI = 1_000_000;
    private static final String UNKNOWN =
            "groups of tools that the recording does not show to be requested by one answer";
    private static final String REFUSED = "groups of tools that no single answer requested, left as recorded";

    /** A model call of 100, and two tools of 100. */
    private static SimulatedWorkflow tools(String answer, String first, String second) {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "l")
                .end(2, 100, answer)
                .start(3, 1, 100, "tool", "a", first)
                .end(3, 200)
                .start(4, 1, 200, "tool", "b", second)
                .end(4, 300)
                .end(1, 300)
                .trace();
        return new ParallelTools(5).of(trace);
    }

    @Test
    void shouldRunAtOnceWhatOneAnswerAskedFor() {
        SimulatedWorkflow asked = tools("\"gen_ai.response.finish_reasons\":[\"tool_calls\"]", "", "");

        assertThat(asked.nanos()).isEqualTo(200 * MILLI);
        assertThat(asked.counts())
                .containsEntry("answers whose tools ran one after another", 1L)
                .doesNotContainKeys(UNKNOWN, REFUSED);
    }

    @Test
    void shouldCountTurnsOfWhichNothingShowsThatTheyAreOne() {
        SimulatedWorkflow unknown = tools("", "", "");

        assertThat(unknown.nanos()).isEqualTo(200 * MILLI);
        assertThat(unknown.counts()).containsEntry(UNKNOWN, 1L).doesNotContainKey(REFUSED);
    }

    @Test
    void shouldLeaveToolsThatAProgramChose() {
        SimulatedWorkflow chosen = tools("\"gen_ai.output.messages\":\"only a is wanted\"", "", "");

        assertThat(chosen.nanos()).isEqualTo(300 * MILLI);
        assertThat(chosen.counts())
                .containsEntry("answers whose tools ran one after another", 0L)
                .containsEntry(REFUSED, 1L);
    }
}
