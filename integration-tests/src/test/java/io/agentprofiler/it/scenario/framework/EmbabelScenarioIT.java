// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.Iterator;
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
    private static final String AGENTS = "com.example.embabel.EmbabelAgents$";
    private static final Path PROGRAM = Path.of("programs/embabel/src/com/example/embabel/EmbabelAgents.java");

    @Test
    void shouldTraceAutonomyProcessesPlansActionsPromptsToolsAndModels(@TempDir Path dir) {
        List<Jdk> jdks = Jdks.atLeast(21);
        assumeTrue(!jdks.isEmpty(), "Embabel needs a JDK of 21 or newer");
        Segments segments = Scenario.of(PROGRAM.toAbsolutePath().toString())
                .answering(EmbabelScenarioIT::script)
                .answersCompared()
                .yields("""
                        agent invoke_agent Guide
                          function plan
                          function action com.example.embabel.EmbabelAgents$Guide.gather
                            prompt prompt com.example.embabel.EmbabelAgents$Guide.gather
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              tool execute_tool depth
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                          function plan
                          function action com.example.embabel.EmbabelAgents$Guide.answer
                            prompt prompt com.example.embabel.EmbabelAgents$Guide.answer
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                          function plan
                        agent invoke_agent Host
                          function plan
                          function action com.example.embabel.EmbabelAgents$Host.greet
                            agent invoke_agent Guide
                              function plan
                              function action com.example.embabel.EmbabelAgents$Guide.gather
                                prompt prompt com.example.embabel.EmbabelAgents$Guide.gather
                                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                    http HTTP POST
                              function plan
                              function action com.example.embabel.EmbabelAgents$Guide.answer
                                prompt prompt com.example.embabel.EmbabelAgents$Guide.answer
                                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                    http HTTP POST
                              function plan
                          function plan
                        agent invoke_agent Diver !error java.lang.IllegalStateException
                          function plan
                          function action com.example.embabel.EmbabelAgents$Diver.dive !error java.lang.IllegalStateException
                        agent invoke_agent Surveyor
                          function plan
                          function action com.example.embabel.EmbabelAgents$Surveyor.measure
                            prompt prompt com.example.embabel.EmbabelAgents$Surveyor.measure
                              guardrail guardrail NoSwamps
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              tool execute_tool sound !error java.lang.IllegalStateException
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              tool execute_tool oracle
                                prompt prompt
                                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                    http HTTP POST
                                  tool execute_tool depth
                                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                    http HTTP POST
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              function parse_output ExceptionWrappingConverter !error com.embabel.agent.core.support.InvalidLlmReturnFormatException
                              function retry back-off
                              guardrail guardrail NoSwamps
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              function parse_output ExceptionWrappingConverter
                            function condition dry
                              prompt prompt
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                          function condition dry
                            prompt prompt
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                          function plan
                            function condition dry
                              prompt prompt
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                            function condition dry
                              prompt prompt
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                          function action com.example.embabel.EmbabelAgents$Surveyor.survey
                            function retry back-off
                            function attempt com.example.embabel.EmbabelAgents$Surveyor.survey
                            function condition dry
                              prompt prompt
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                          function condition dry
                            prompt prompt
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                          function plan
                            function condition dry
                              prompt prompt
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                            function condition dry
                              prompt prompt
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                        agent invoke_agent Reader
                          function plan
                          function action com.example.embabel.EmbabelAgents$Reader.read
                            memory memory add
                            llm chat chunks=1 !cancelled
                            prompt prompt com.example.embabel.EmbabelAgents$Reader.read
                              agent invoke_agent ChatClient
                                function tool loop Streaming
                                  llm chat gpt-4o-mini
                                    http HTTP POST
                                  function tool calls
                                    tool execute_tool notes_textSearch
                                      retrieval search NoteSearch
                                  llm chat gpt-4o-mini chunks=3
                                    http HTTP POST
                            memory memory add
                          function plan
                        agent invoke_agent Cartographer !error STUCK
                          function plan
                        workflow invoke_workflow chooseAndRunAgent
                          function rank
                            prompt prompt
                              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                http HTTP POST
                              function parse_output ExceptionWrappingConverter
                          agent invoke_agent Guide
                            function plan
                            function action com.example.embabel.EmbabelAgents$Guide.ask
                            function plan
                            function action com.example.embabel.EmbabelAgents$Guide.gather
                              prompt prompt com.example.embabel.EmbabelAgents$Guide.gather
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                            function plan
                            function action com.example.embabel.EmbabelAgents$Guide.answer
                              prompt prompt com.example.embabel.EmbabelAgents$Guide.answer
                                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                                  http HTTP POST
                            function plan
                        """)
                .check("embabel-0.5.0", jdks.get(jdks.size() - 1), dir)
                .segments();

        assertThat(segments.attributes("agent", "agentprofiler.status"))
                .containsExactlyInAnyOrder(
                        "COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED", "STUCK", "", "");
        assertThat(segments.attributes("agent", "gen_ai.conversation.id")).containsOnly("lake_process", "");
        assertThat(segments.attributes("agent", "agentprofiler.plan.goal"))
                .contains(AGENTS + "Surveyor.survey", AGENTS + "Reader.read");
        assertThat(segments.attributes("guardrail", "agentprofiler.guardrail.result"))
                .containsExactly("SUCCESS", "SUCCESS");
    }

    /** The first five answers in order, then what fits the request. */
    private static void script(Script server) {
        Iterator<Reply> measured = List.of(
                        Reply.tool("sound", "{\"lake\":\"Inari\"}"),
                        Reply.tool("oracle", "{\"input\":\"Inari\"}"),
                        Reply.text("no figures"),
                        Reply.text("{\"name\":\"Inari\",\"depth\":94}"))
                .iterator();
        Iterator<Reply> read = List.of(
                        Reply.tool("notes_textSearch", "{\"query\":\"Inari\",\"topK\":2,\"threshold\":0.3}"),
                        Reply.text("Inari is deep."))
                .iterator();
        Iterator<Reply> oracle = List.of(Reply.tool("depth", "{\"lake\":\"Inari\"}"), Reply.text("94 m"))
                .iterator();
        server.then(
                        Reply.tool("depth", "{\"lake\":\"Inari\"}"),
                        Reply.text("94 m"),
                        Reply.text("It is 94 m deep."),
                        Reply.text("up north"),
                        Reply.text("It is in the north."))
                .whenLastContains("Is it dry?", Reply.text("yes"))
                .when(request -> request.mentions("Measure Lapland"), request -> measured.next())
                .when(request -> request.lastUserText().equals("lakes"), request -> read.next())
                .when(
                        request -> request.mentions("Surveyor"),
                        request -> Reply.text("{\"rankings\":[{\"name\":\"Guide\",\"confidence\":0.9}]}"))
                .when(request -> oracle.hasNext(), request -> oracle.next());
    }
}
