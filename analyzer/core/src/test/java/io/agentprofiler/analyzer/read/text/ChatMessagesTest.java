// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChatMessagesTest {
    @Test
    void shouldBuildMessagesInTheOrderOfTheConventions() {
        Map<String, Object> message = ChatMessages.message(
                "assistant", List.of(ChatMessages.text("hi"), ChatMessages.toolCall("c1", "search", Map.of("q", "x"))));

        assertThat(message)
                .hasToString("{role=assistant, parts=[{type=text, content=hi},"
                        + " {type=tool_call, id=c1, name=search, arguments={q=x}}]}");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        assertThat(ChatMessages.toolCall(null, "search", null)).hasToString("{type=tool_call, name=search}");
        assertThat(ChatMessages.toolResponse(null, "found")).hasToString("{type=tool_call_response, response=found}");
    }
}
