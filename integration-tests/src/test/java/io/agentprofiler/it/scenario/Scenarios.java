// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Several;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Exchange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Scenarios whose programs run one after another in one JVM, each with a model server of its own: with and without the agent.
 * The programs must end their threads' work before {@code main} returns, and must not end the JVM, unless they are the last.
 */
public final class Scenarios {
    private final List<Scenario> all;
    private final List<OpenAiServer> servers = new ArrayList<>();

    private Scenarios(List<Scenario> all) {
        this.all = all;
    }

    /** Returns these; the settings and JVM options of each are those of all, and they share the class path of the first. */
    public static Scenarios of(Scenario... all) {
        return of(List.of(all));
    }

    /** Returns these; the settings and JVM options of each are those of all, and they share the class path of the first. */
    public static Scenarios of(List<Scenario> all) {
        return new Scenarios(List.copyOf(all));
    }

    /** Runs and checks; returns what the traced run left, for further assertions. */
    public ProcessResult check(Environment environment, Path dir) {
        Scenarios there = of(all.stream()
                .filter(each -> each.runsOn(environment.framework()))
                .toList());
        return there.check(environment.framework().toString(), environment.jdk(), dir);
    }

    /** Runs on a class path of {@code frameworks/} and checks; returns what the traced run left. */
    public ProcessResult check(String framework, Jdk jdk, Path dir) {
        try {
            ProcessResult plain = all.get(0).isComparedWithPlainRun()
                    ? run(process(framework, jdk, dir).withoutAgent())
                    : null;
            ProcessResult traced = run(process(framework, jdk, dir).recorded());
            if (plain != null) {
                assertSameBehaviour(plain, traced);
            }
            assertTrees(framework, framework + " on " + jdk, traced);
            return traced;
        } finally {
            closeServers();
        }
    }

    private void assertTrees(String framework, String environment, ProcessResult traced) {
        String expected = all.stream().map(each -> each.tree(framework)).collect(Collectors.joining());
        SpanTree spans =
                traced.segments().assertNothingDropped().tree().assertEquals("segments of " + environment, expected);
        Recordings.readWithMissionControl(traced.recording())
                .assertEquals("recording of " + environment + ", read as JDK Mission Control does", expected);
        Recordings.readWithJdk(traced.recording())
                .assertEquals("recording of " + environment + ", read as the JDK does", expected);
        assertModels(framework, spans);
    }

    /** Runs the programs with new servers, which serve on: an answer that is cut off by their end would count. */
    private ProcessResult run(AgentProcess process) {
        closeServers();
        for (Scenario each : all) {
            OpenAiServer server = OpenAiServer.start();
            servers.add(server);
            each.script().accept(server.script());
            if (all.size() == 1) {
                process.server(server);
            } else {
                process.args(Several.PROGRAM, server.baseUrl(), each.program());
            }
            process.args(each.args());
        }
        return process.run();
    }

    private void closeServers() {
        servers.forEach(OpenAiServer::close);
        servers.clear();
    }

    private AgentProcess process(String framework, Jdk jdk, Path dir) {
        Scenario first = all.get(0);
        AgentProcess process = AgentProcess.of(all.size() == 1 ? first.program() : Several.class.getName(), dir)
                .jdk(jdk)
                .classPath(first.classPath() != null ? first.classPath() : Artifacts.classPathWithPrograms(framework))
                // the first request of a framework that is slow to start must not show its wrappers
                .setting("flush", "10s");
        for (Scenario each : all) {
            process.jvm(each.jvmOptions());
            each.settings().forEach(process::setting);
        }
        return process;
    }

    private static void assertSameBehaviour(ProcessResult plain, ProcessResult traced) {
        assertThat(traced.out())
                .as("standard output with the agent, as without")
                .isEqualTo(plain.out());
        assertThat(traced.errWithoutAgentLines())
                .as("standard error with the agent, as without")
                .isEqualTo(plain.err().lines().toList());
        assertThat(traced.exitCode()).as("exit code with the agent, as without").isEqualTo(plain.exitCode());
        assertThat(traced.err().lines().filter(line -> line.startsWith("[agent-profiler]")))
                .as("lines of the agent in\n" + traced.err())
                .hasSize(2);
    }

    /** Holds the model calls of each program against its server: the trees are those of the programs, in their order. */
    private void assertModels(String framework, SpanTree spans) {
        int from = 0;
        for (int i = 0; i < all.size(); i++) {
            Scenario scenario = all.get(i);
            int to = from + SpanTree.roots(scenario.tree(framework));
            List<SpanNode> models = spans.roots().subList(from, to).stream()
                    .flatMap(Scenarios::withChildren)
                    .filter(span -> span.kind().equals("llm"))
                    .toList();
            if (scenario.isTokensCompared()) {
                assertTokens(servers.get(i), models);
            }
            if (scenario.isAnswersCompared()) {
                Answers.assertTraced(servers.get(i).exchanges(), models.stream());
            }
            from = to;
        }
    }

    private static Stream<SpanNode> withChildren(SpanNode span) {
        return Stream.concat(Stream.of(span), span.children().stream().flatMap(Scenarios::withChildren));
    }

    private static void assertTokens(OpenAiServer server, List<SpanNode> models) {
        long input = 0;
        long output = 0;
        for (Exchange exchange : server.exchanges()) {
            if (exchange.usage() != null && !exchange.path().endsWith("/embeddings")) {
                input += exchange.usage().input();
                output += exchange.usage().output();
            }
        }
        assertThat(sum(models, true)).as("input tokens, as the server reported").isEqualTo(input);
        assertThat(sum(models, false))
                .as("output tokens, as the server reported")
                .isEqualTo(output);
    }

    private static long sum(List<SpanNode> models, boolean input) {
        return models.stream()
                .mapToLong(span -> Math.max(0, input ? span.inputTokens() : span.outputTokens()))
                .sum();
    }
}
