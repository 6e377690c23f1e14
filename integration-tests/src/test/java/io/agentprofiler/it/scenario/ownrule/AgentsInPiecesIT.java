// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Frameworks whose models and tools are traced and whose agents are not: their runs fall into workflows of single calls, and the report
 * says so. A rule of one's own makes them whole, with the agents' names.
 */
@Tag("once")
class AgentsInPiecesIT {
    private static final String CALL = "llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2\n";

    private static final String QUARKUS = Path.of(
                    "frameworks/quarkus-langchain4j-1.10/target/quarkus-app/quarkus-run.jar")
            .toAbsolutePath()
            .toString();

    @TempDir
    private Path dir;

    @Test
    void shouldNameAgentsOfSpringAiAlibaba() throws IOException {
        String model = "  agent invoke_agent ChatClient\n    " + CALL + "      http HTTP POST\n";
        String weather = "agent invoke_agent weather\n" + model + "  tool execute_tool weather\n" + model;

        checkPieces(
                at -> AgentProcess.of("com.example.alibaba.Agents", at)
                        .classPath(Artifacts.classPath("spring-ai-alibaba-1.1")),
                "! 2 tool calls and 8 workflows of model calls stand as workflows of their own",
                """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "run", "kind": "agent", "nested": "outermost",
                   "match": {"subtypeOf": "com.alibaba.cloud.ai.graph.agent.Agent",
                             "method": "doInvoke(java.util.Map,com.alibaba.cloud.ai.graph.RunnableConfig):java.util.Optional"},
                   "name": "invoke_agent {gen_ai.agent.name}", "start": {"gen_ai.agent.name": "this.name"}}]}
                """,
                weather
                        + weather
                        + "agent invoke_agent trip\n"
                        + model
                        + model
                        + "agent invoke_agent search\n"
                        + model.replaceFirst("agent", "| agent")
                        + model.replaceFirst("agent", "| agent"));
    }

    @Test
    void shouldNameAiServicesOfQuarkus() throws IOException {
        String remembered = "  memory memory read\n".repeat(2) + "  memory memory add\n  memory memory read\n  " + CALL;
        String kept = "  memory memory set\n  function parse_output\n";
        String guide = "agent invoke_agent com.example.assistant.Guide\n" + remembered
                + "  memory memory add\n  tool execute_tool weather\n  memory memory add\n  memory memory read\n  "
                + CALL + "  memory memory add\n" + kept;

        checkPieces(
                at -> AgentProcess.of("io.quarkus.bootstrap.runner.QuarkusEntryPoint", at)
                        .classPath(QUARKUS),
                "! 2 tool calls and 5 workflows of model calls stand as workflows of their own",
                """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "service", "kind": "agent", "nested": "outermost",
                   "match": {"class": "io.quarkiverse.langchain4j.runtime.aiservice.AiServiceMethodImplementationSupport",
                             "method": "implement(io.quarkiverse.langchain4j.runtime.aiservice.AiServiceMethodImplementationSupport$Input):java.lang.Object"},
                   "name": "invoke_agent {gen_ai.agent.name}",
                   "start": {"gen_ai.agent.name": "arg0.@createInfo.interfaceName"}}]}
                """,
                guide + guide + "agent invoke_agent com.example.assistant.Poet\n" + remembered + "  memory memory add\n"
                        + kept);
    }

    private void checkPieces(Function<Path, AgentProcess> program, String hint, String rules, String tree)
            throws IOException {
        ProcessResult pieces = run(program.apply(dir.resolve("pieces")));
        assertThat(report(pieces)).contains(hint).doesNotContain("data complete");

        Path file = Files.writeString(dir.resolve("agents.json"), rules);
        ProcessResult whole = run(program.apply(dir.resolve("whole")).setting("rules", file.toString()));
        assertThat(whole.out()).isEqualTo(pieces.out());
        whole.segments().assertNothingDropped().tree().assertEquals("segments", tree);
        assertThat(report(whole))
                .doesNotContain("stand as workflows of their own")
                .contains("data complete");
    }

    private static ProcessResult run(AgentProcess process) {
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script()
                    .when(request -> request.trailingToolMessages() == 1, any -> Reply.text("Sunny."))
                    .whenLastContains("Weather?", Reply.tool("weather", "{\"city\":\"Oslo\",\"name\":\"Oslo\"}"));
            ProcessResult result = process.server(server).run();
            assertThat(server.exchanges()).extracting(Exchange::status).containsOnly(200);
            return result;
        }
    }

    private String report(ProcessResult traced) {
        return Analyzer.run(
                        Jdks.current(), dir, "report", traced.runDirs().get(0).toString())
                .out()
                .replaceAll("\\s+", " ");
    }
}
