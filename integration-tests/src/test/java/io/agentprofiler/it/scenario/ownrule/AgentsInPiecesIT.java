// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A framework whose models and tools are traced and whose agents are not, because its rules are left out: its runs fall into workflows of
 * single calls, and the report says so. A rule of one's own makes them whole, with the agents' names.
 */
@Tag("once")
class AgentsInPiecesIT {
    private static final String QUARKUS = Path.of(
                    "frameworks/quarkus-langchain4j-1.10/target/quarkus-app/quarkus-run.jar")
            .toAbsolutePath()
            .toString();

    @TempDir
    private Path dir;

    @Test
    void shouldBecomeWholeByARuleOfOnesOwn() throws IOException {
        ProcessResult pieces = run(program("pieces"));
        assertThat(report(pieces))
                .contains("! 2 tool calls and 11 workflows of model calls stand as workflows of their own")
                .doesNotContain("data complete");

        Path rules = Files.writeString(dir.resolve("agents.json"), """
                {"format": "agent-profiler-rules/1", "rules": [
                  {"id": "service", "kind": "agent", "nested": "outermost", "operation": "agent", "unstarted": ["dev.langchain4j.service.TokenStream"],
                   "match": {"class": "io.quarkiverse.langchain4j.runtime.aiservice.AiServiceMethodImplementationSupport",
                             "method": "implement(io.quarkiverse.langchain4j.runtime.aiservice.AiServiceMethodImplementationSupport$Input):java.lang.Object"},
                   "name": "invoke_agent {gen_ai.agent.name}",
                   "start": {"gen_ai.agent.name": "arg0.@createInfo.interfaceName"}}]}
                """);
        ProcessResult whole = run(program("whole").setting("rules", rules.toString()));
        assertThat(whole.out()).isEqualTo(pieces.out());
        assertThat(whole.segments().assertNothingDropped().attributes("agent", "gen_ai.agent.name"))
                .containsOnly(
                        "com.example.assistant.Guide", "com.example.assistant.Poet", "com.example.assistant.Clerk");
        assertThat(report(whole))
                .doesNotContain("stand as workflows of their own")
                .contains("data complete");
    }

    /** The program with the rules of LangChain4j and of web requests, and not those of the framework whose services call it. */
    private AgentProcess program(String name) {
        return AgentProcess.of("io.quarkus.bootstrap.runner.QuarkusEntryPoint", dir.resolve(name))
                .classPath(QUARKUS)
                .setting("frameworks", "langchain4j,web");
    }

    private static ProcessResult run(AgentProcess process) {
        try (OpenAiServer server = OpenAiServer.start()) {
            String city = "{\"city\":\"Oslo\"}";
            server.script()
                    .when(request -> request.trailingToolMessages() == 1, any -> Reply.text("Sunny."))
                    .whenLastContains("Weather?", Reply.tool("weather", city));
            return process.server(server).run();
        }
    }

    private String report(ProcessResult traced) {
        return Analyzer.run(
                        Jdks.current(), dir, "report", traced.runDirs().get(0).toString())
                .out()
                .replaceAll("\\s+", " ");
    }
}
