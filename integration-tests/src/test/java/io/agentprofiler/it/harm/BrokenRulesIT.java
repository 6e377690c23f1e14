// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.model.LocalAnswer;
import com.example.agents.model.OneChat;
import com.example.plain.Hostile;
import com.example.plain.NoAi;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules and settings that are wrong, or meet objects that throw. */
@Tag("once")
class BrokenRulesIT {
    @TempDir
    private Path dir;

    @Test
    void shouldReadNothingFromObjectsThatThrow() throws IOException {
        Path rules = dir.resolve("thorny.json");
        Files.writeString(rules, """
                {
                  "format": "agent-profiler-rules/1",
                  "title": "objects that throw",
                  "packages": ["com.example.plain."],
                  "rules": [
                    {
                      "id": "pass",
                      "kind": "function",
                      "match": { "class": "com.example.plain.Hostile", "method": "pass" },
                      "name": "pass {arg0.name}",
                      "start": { "thorny.name": "arg0.name" },
                      "end": { "thorny.size": "return.size" },
                      "content": { "gen_ai.input.messages": "arg0" }
                    }
                  ]
                }
                """);
        ProcessResult plain = AgentProcess.of(Hostile.class, dir).withoutAgent().run();

        ProcessResult traced = AgentProcess.of(Hostile.class, dir)
                .setting("rules", rules.toString())
                .setting("content", "full")
                .run();

        assertThat(traced.out()).isEqualTo(plain.out());
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.errWithoutAgentLines()).isEmpty();
        assertThat(traced.segments().assertBooksExact().records("SPAN_START")).isNotEmpty();
    }

    @Test
    void shouldNameABrokenRuleAndKeepTheOthers() throws IOException {
        Path rules = dir.resolve("broken.json");
        Files.writeString(rules, """
                {
                  "format": "agent-profiler-rules/1",
                  "title": "a key that does not exist",
                  "packages": ["com.acme."],
                  "rules": [
                    {
                      "id": "plan",
                      "kind": "function",
                      "match": { "class": "com.acme.Planner", "method": "plan" },
                      "nmae": "plan"
                    }
                  ]
                }
                """);
        try (OpenAiServer server = OpenAiServer.start()) {
            ProcessResult result = AgentProcess.of(OneChat.class, dir)
                    .server(server)
                    .setting("rules", rules.toString())
                    .run();

            assertThat(result.exitCode()).isZero();
            assertThat(result.err()).contains("broken.json").contains("plan").contains("nmae");
            assertThat(result.segments().tree().spans("llm")).hasSize(1);
        }
    }

    @Test
    void shouldNameWrongSettingsAndUseTheirDefaults() {
        try (OpenAiServer server = OpenAiServer.start()) {
            ProcessResult result = AgentProcess.of(OneChat.class, dir)
                    .server(server)
                    .setting("sample", "2")
                    .setting("ring.size", "1000")
                    .setting("contnet", "full")
                    .run();

            assertThat(result.exitCode()).isZero();
            assertThat(result.err().lines())
                    .anyMatch(line -> line.contains("agentprofiler.sample") && line.contains("2"))
                    .anyMatch(line -> line.contains("agentprofiler.ring.size") && line.contains("1000"))
                    .anyMatch(line -> line.contains("agentprofiler.contnet") && line.contains("content"));
            assertThat(result.segments().assertNothingDropped().tree().spans("llm"))
                    .hasSize(1);
        }
    }

    /** With such settings, no class would ever start the agent, which could then not report them. */
    @Test
    void shouldNameFrameworksAndTracedMethodsThatAreNone() {
        ProcessResult result = AgentProcess.of(NoAi.class, dir)
                .setting("frameworks", "none,nosuch")
                .setting("trace", "com.example.plain.NoAi.main;*.NoAi#main")
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("agentprofiler.frameworks=nosuch is not allowed; allowed: all"),
                        line -> assertThat(line)
                                .contains("agentprofiler.trace, column 1: found 'com.example.plain.NoAi"),
                        line -> assertThat(line).contains("agentprofiler.trace, column 29: found class '*.NoAi'"),
                        line -> assertThat(line).contains("records nothing: "));
        assertThat(result.profileDir()).doesNotExist();
    }

    @Test
    void shouldNameThemOnceWhenTheAgentStarts() {
        ProcessResult result = AgentProcess.of(LocalAnswer.class, dir)
                .setting("frameworks", "all,nosuch")
                .setting("trace", "com.example.plain.NoAi.main")
                .run();

        assertThat(result.exitCode()).isZero();
        assertThat(result.err().lines()).hasSize(4);
        assertThat(result.err().lines().filter(line -> line.contains("nosuch"))).hasSize(1);
        assertThat(result.err().lines().filter(line -> line.contains("column 1")))
                .hasSize(1);
    }

    @Test
    void shouldCostOneLineWhenNothingCanBeWritten() throws IOException {
        Path file = Files.createFile(dir.resolve("a-file"));
        try (OpenAiServer server = OpenAiServer.start()) {
            ProcessResult plain = AgentProcess.of(OneChat.class, dir)
                    .server(server)
                    .withoutAgent()
                    .run();

            ProcessResult traced = AgentProcess.of(OneChat.class, dir)
                    .server(server)
                    .setting("dir", file.resolve("below").toString())
                    .run();

            assertThat(traced.out()).isEqualTo(plain.out());
            assertThat(traced.exitCode()).isZero();
            assertThat(traced.errWithoutAgentLines()).isEmpty();
            assertThat(traced.err().lines().filter(line -> line.contains("a-file")))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("traces cannot be written to "));
            assertThat(traced.err().lines())
                    .anySatisfy(line -> assertThat(line)
                            .contains(" looks for calls of ")
                            .endsWith("; no trace file can be written"));
        }
    }
}
