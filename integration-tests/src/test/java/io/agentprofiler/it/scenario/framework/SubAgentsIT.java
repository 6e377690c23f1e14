// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spring AI Agent Utils: a sub-agent has its name, and its tools and model calls are below it. */
@Tag("once")
class SubAgentsIT {
    private static final String MODEL = "llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2";

    @Test
    void shouldNameTheSubAgentThatATaskIsHandedTo(@TempDir Path dir) {
        Scenario.of("com.example.subagents.SubAgents")
                .answering(server -> server.then(
                        Reply.tool(
                                "Task",
                                "{\"description\":\"look\",\"prompt\":\"find it\",\"subagent_type\":\"Explore\"}"),
                        Reply.tool("Glob", "{\"pattern\":\"*.nothing\"}"),
                        Reply.text("It is here."),
                        Reply.text("It is there.")))
                .yields("""
                        agent invoke_agent ChatClient
                          function advisor Tool Calling Advisor
                            MODEL
                              http HTTP POST
                            function tool calls
                              tool execute_tool Task
                                agent invoke_agent Explore
                                  agent invoke_agent ChatClient
                                    function advisor Tool Calling Advisor
                                      MODEL
                                        http HTTP POST
                                      function tool calls
                                        tool execute_tool Glob
                                      MODEL
                                        http HTTP POST
                            MODEL
                              http HTTP POST
                        """.replace("MODEL", MODEL))
                .check("spring-ai-agent-utils-0.7", Jdks.current(), dir);
    }
}
