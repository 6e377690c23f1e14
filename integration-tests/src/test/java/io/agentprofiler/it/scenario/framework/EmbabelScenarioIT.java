// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Embabel, which plans actions and asks models through Spring AI. Its classes need Java 21, and so does its program, which the
 * JVM compiles as it starts.
 */
@Tag("once")
class EmbabelScenarioIT {
    private static final Path PROGRAM = Path.of("programs/embabel/src/com/example/embabel/EmbabelAgents.java");

    @Test
    void shouldTraceProcessesActionsToolsAndModels(@TempDir Path dir) {
        List<Jdk> jdks = Jdks.atLeast(21);
        assumeTrue(!jdks.isEmpty(), "Embabel needs a JDK of 21 or newer");
        Segments segments = Scenario.of(PROGRAM.toAbsolutePath().toString())
                .answering(server -> server.then(
                        Reply.tool("depth", "{\"lake\":\"Inari\"}"),
                        Reply.text("94 m"),
                        Reply.text("It is 94 m deep."),
                        Reply.text("up north"),
                        Reply.text("It is in the north.")))
                .yields("""
                        agent invoke_agent Guide
                          function action com.example.embabel.EmbabelAgents$Guide.gather
                            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                              http HTTP POST
                            tool execute_tool depth
                            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                              http HTTP POST
                          function action com.example.embabel.EmbabelAgents$Guide.answer
                            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                              http HTTP POST
                        agent invoke_agent Host
                          function action com.example.embabel.EmbabelAgents$Host.greet
                            agent invoke_agent Guide
                              function action com.example.embabel.EmbabelAgents$Guide.gather
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                              function action com.example.embabel.EmbabelAgents$Guide.answer
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                        agent invoke_agent Diver !error java.lang.IllegalStateException
                          function action com.example.embabel.EmbabelAgents$Diver.dive !error java.lang.IllegalStateException
                        """)
                .check("embabel-0.5.0", jdks.get(jdks.size() - 1), dir)
                .segments();

        assertThat(segments.attributes("agent", "agentprofiler.status"))
                .containsExactly("COMPLETED", "COMPLETED", "COMPLETED", "");
        assertThat(segments.attributes("agent", "gen_ai.conversation.id")).containsOnly("lake_process");
    }
}
