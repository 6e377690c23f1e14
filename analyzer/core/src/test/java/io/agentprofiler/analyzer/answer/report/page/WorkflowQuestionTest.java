// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.show.Transcript;
import io.agentprofiler.analyzer.testing.TestRun;
import org.junit.jupiter.api.Test;

class WorkflowQuestionTest {
    private static String message(String role, String content) {
        return "{\"role\":\"" + role + "\",\"parts\":[{\"type\":\"text\",\"content\":\"" + content + "\"}]}";
    }

    /** Returns the question of a workflow whose agent and model call have attributes. */
    private static String asked(String ofAgent, String ofCall) {
        return WorkflowQuestion.in(Transcript.of(TestRun.run("r")
                .start(1, 0, 0, "agent", "helper", ofAgent)
                .start(2, 1, 10, "llm", "chat", ofCall)
                .end(2, 20, "")
                .end(1, 30, "")
                .traces()
                .get(0)));
    }

    private static String prompt(String... messages) {
        return "\"gen_ai.input.messages\":[" + String.join(",", messages) + "]";
    }

    @Test
    void shouldBeTheLastUserMessageOfAPromptThatRepeatsAConversation() {
        assertThat(asked(
                        "\"agentprofiler.input\":\"4711\"",
                        prompt(
                                message("system", "Be brief."),
                                message("user", "Hello"),
                                message("assistant", "Hi"),
                                message("user", " Where is\\n my order? "))))
                .isEqualTo("Where is my order?");
    }

    @Test
    void shouldBeWhatTheAgentReceivedWithoutAUserMessage() {
        assertThat(asked("\"agentprofiler.input\":\"Where is it?\"", prompt(message("system", "Be brief."))))
                .isEqualTo("Where is it?");
    }

    @Test
    void shouldBeCutToALine() {
        assertThat(asked("", prompt(message("user", "x".repeat(500)))))
                .hasSize(WorkflowQuestion.LENGTH)
                .endsWith("x…");
    }

    @Test
    void shouldBeUnknownWhereTextsWereNotRecorded() {
        assertThat(asked(
                        "\"agentprofiler.content.agentprofiler.input\":{\"chars\":12,\"hash\":\"aaaa\"}",
                        "\"agentprofiler.prompt.blocks\":{\"block_bytes\":256,\"hash_chars\":4,\"bytes\":30,\"hashes\":\"\","
                                + "\"messages\":{\"left_out\":0,\"ends\":[10,30],\"roles\":[\"system\",\"user\"],"
                                + "\"parts\":[1,1],\"hashes\":\"aaaabbbb\"}}"))
                .isNull();
        assertThat(asked("", "")).isNull();
    }
}
