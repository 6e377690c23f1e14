// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.relay.Caller;
import com.example.relay.Desk;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose tool asks the agent of another process: both are parts of one workflow, in the traces and in reports. */
@Tag("once")
class PropagationIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final String RULES = """
            {
              "format": "agent-profiler-rules/1",
              "rules": [
                {
                  "id": "serve",
                  "kind": "workflow",
                  "name": "serve",
                  "match": {"class": "com.example.relay.Desk", "method": "serve(com.sun.net.httpserver.HttpExchange):void"},
                  "traceparent": "arg0.requestHeaders.getFirst('traceparent')"
                }
              ]
            }
            """;

    private static final String CALLER = """
            agent invoke_agent SimpleAssistant
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              tool execute_tool desk
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output
            """.repeat(4);

    private static final String SERVICE = """
            workflow serve
              agent invoke_agent SimpleAssistant
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function parse_output
            """.repeat(4);

    @TempDir
    private Path dir;

    /** What both left. */
    private record Both(ProcessResult caller, ProcessResult desk) {
        List<String> received() {
            return desk.out()
                    .lines()
                    .filter(line -> line.startsWith("traceparent"))
                    .map(line -> line.substring("traceparent ".length()))
                    .toList();
        }
    }

    @Test
    void shouldMakeOneWorkflowOfBoth() throws IOException {
        Both both = run("loopback");

        List<String> sent =
                both
                        .caller
                        .segments()
                        .assertNothingDropped()
                        .tree()
                        .assertEquals("caller", CALLER)
                        .spans("tool")
                        .stream()
                        .map(tool -> header(tool.traceId(), tool.id()))
                        .toList();
        List<String> taken = both
                .desk
                .segments()
                .assertNothingDropped()
                .tree()
                .assertEquals("service", SERVICE)
                .spans("workflow")
                .stream()
                .map(request -> header(request.traceId(), request.parentId()))
                .toList();
        // what the application says for itself counts
        assertThat(both.received()).last().isEqualTo(Caller.OWN);
        assertThat(both.received()).containsExactlyInAnyOrderElementsOf(taken);
        assertThat(sent).containsAll(both.received().subList(0, 3)).doesNotContain(Caller.OWN);

        // three requests are a workflow each, and the last is two: it says that it is part of another
        ProcessResult report = analyze("report", both.caller.profileDir(), both.desk.profileDir());
        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(report.out())
                .contains("none of 5 workflows failed")
                .contains("Runs       2 · 12 model calls · 4 tool calls")
                .contains("Tokens     in 120 ")
                .doesNotContain("clock");
        ProcessResult tree = analyze(
                "tree", "--trace", sent.get(0).substring(3, 35), both.caller.profileDir(), both.desk.profileDir());
        assertThat(tree.out()).contains("├─ tool execute_tool desk ").contains("│  └─ workflow serve [Desk] ");

        ProcessResult skewed = analyze("report", both.caller.profileDir(), earlier(both.desk.profileDir()));
        assertThat(skewed.out().replaceAll("\\s+", " "))
                .contains("none of 5 workflows failed")
                .contains("Desk, called by Caller: 3 of 3 calls begin before the span that made them, by up to 9,")
                .contains("its clock is behind");
    }

    /** Copies a run as if its clock were ten seconds behind. */
    private Path earlier(Path runs) throws IOException {
        Path copy = Files.createDirectories(dir.resolve("earlier"));
        try (Stream<Path> files = Files.walk(runs)) {
            for (Path file :
                    files.filter(each -> each.toString().contains("segment")).toList()) {
                String text = Pattern.compile("\"t\":(\\d+)")
                        .matcher(Files.readString(file))
                        .replaceAll(time -> "\"t\":" + (Long.parseLong(time.group(1)) - 10_000_000_000L));
                Files.writeString(copy.resolve(file.getFileName()), text);
            }
        }
        return copy;
    }

    @Test
    void shouldSendNothingUnlessAskedTo() throws IOException {
        assertThat(run("*.example.com,10.0.0.*").received()).containsExactly("none", "none", "none", Caller.OWN);
    }

    private static String header(String trace, String span) {
        return "00-" + trace + "-" + span + "-01";
    }

    private Both run(String propagate) throws IOException {
        Path rules = dir.resolve("desk.json");
        Files.writeString(rules, RULES);
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script()
                    .when(
                            request -> request.json().has("tools")
                                    && !request.lastRole().equals("tool"),
                            any -> Reply.tool("desk", "{\"question\":\"why\"}"));
            try (RunningProgram desk = AgentProcess.of(Desk.class, dir.resolve("desk"))
                    .jdk(Jdks.newest())
                    .setting("rules", rules.toString())
                    .server(server)
                    .start()) {
                desk.awaitOutput("port ");
                String port = desk.out().lines().findFirst().orElseThrow().substring("port ".length());
                ProcessResult caller = AgentProcess.of(Caller.class, dir.resolve("caller"))
                        .setting("propagate", propagate)
                        .server(server)
                        .args(port)
                        .run();
                assertThat(caller.exitCode()).as(caller.err()).isZero();
                return new Both(caller, desk.await(LIMIT));
            }
        }
    }

    private ProcessResult analyze(Object... command) {
        return Analyzer.run(Jdks.current(), dir.resolve("analyzer"), command);
    }
}
