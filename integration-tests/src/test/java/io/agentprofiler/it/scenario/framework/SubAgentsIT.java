// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spring AI Agent Utils: a sub-agent has its name, and its tools and model calls are below it. */
class SubAgentsIT {
    private static final String MODEL = "llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2";

    static List<Jdk> jdks() {
        return Jdks.tested();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldNameTheSubAgentThatATaskIsHandedTo(Jdk jdk, @TempDir Path dir) {
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
                .answersCompared()
                .check("spring-ai-agent-utils-0.7", jdk, dir);
    }
}
