// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Answers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The A2A SDK in two processes: what the caller asks is answered by the agent of the other, and both are one workflow. */
class AgentToAgentIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /** With LangChain4j's agents, which are made for this protocol. */
    private static final String OLDER = "a2a-0.3.3";

    private static final String NEWER = "a2a-1.0";

    private static final String MODEL = "llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2\n";

    private static final String CALLER = """
            agent invoke_agent clerk
            agent invoke_agent clerk
            agent invoke_agent clerk !error task_failed
            agent invoke_agent clerk !error io.a2a.spec.A2AClientException
            agent invoke_agent clerk chunks=2
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            agent invoke_agent clerk
            agent invoke_agent clerk !error task_failed
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            agent invoke_agent clerk !error io.a2a.spec.InternalError
            agent invoke_agent clerk !error 503
            function Caller.panel
              agent invoke_agent clerk
              agent invoke_agent clerk
              agent invoke_agent clerk
              function tasks/get clerk
              function tasks/get clerk
              function tasks/get clerk
            """;

    private static final String FRAMEWORK = """
            workflow invoke_workflow office
              agent invoke_agent clerk
                function message/send clerk
            """;

    @TempDir
    private Path dir;

    static Stream<Arguments> libraries() {
        return Stream.of(Arguments.of(OLDER, Jdks.current()), Arguments.of(NEWER, Jdks.newest()));
    }

    /** What both left. */
    private record Both(ProcessResult caller, ProcessResult desk, List<Exchange> answers) {
        List<String> received() {
            return desk.out()
                    .lines()
                    .filter(line -> line.startsWith("traceparent"))
                    .map(line -> line.substring("traceparent ".length()))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldMakeOneWorkflowOfACallAndOfTheAgentThatAnswersIt(String framework, Jdk jdk) throws Exception {
        Both plain = run("plain", framework, jdk, false);
        Both both = run("traced", framework, jdk, true);

        assertThat(both.caller.out()).isEqualTo(plain.caller.out());
        assertThat(plain.received()).containsOnly("[none]");
        assertThat(asked(both)).isEqualTo(asked(plain));

        SpanTree caller = both.caller
                .segments()
                .assertNothingDropped()
                .tree()
                .assertEquals("caller", framework.equals(OLDER) ? CALLER + FRAMEWORK : CALLER);
        SpanTree desk = both.desk.segments().assertNothingDropped().tree().assertEquals("desk", desk(framework));
        List<SpanNode> models = Stream.concat(caller.spans("llm").stream(), desk.spans("llm").stream())
                .toList();
        assertThat(models).hasSameSizeAs(both.answers);
        Answers.assertTraced(both.answers, models.stream());

        List<String> requests = Stream.concat(caller.spans("agent").stream(), caller.spans("function").stream())
                .map(call -> header(call.traceId(), call.id()))
                .toList();
        assertThat(both.received()).isSubsetOf(requests).doesNotHaveDuplicates();
        assertThat(desk.spans("workflow").stream().map(request -> header(request.traceId(), request.parentId())))
                .isSubsetOf(both.received());

        ProcessResult report = Analyzer.run(
                Jdks.current(), dir.resolve("analyzer"), "report", both.caller.profileDir(), both.desk.profileDir());
        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(report.out())
                .contains(both.answers.size() + " model calls")
                .doesNotContain("not traced")
                .doesNotContain("began after");
    }

    /** The bodies of the requests that the model server got, in no order, as some are made at a time. */
    private static List<String> asked(Both both) {
        return both.answers.stream()
                .map(answer -> answer.request().toString())
                .sorted()
                .toList();
    }

    /** Each question that reached the agent is a request, and each asks the model once. */
    private static String desk(String framework) {
        String answered = "workflow serve_agent clerk\n  " + MODEL + "    http HTTP POST\n";
        String failed = answered.replaceFirst("\n", " !error task_failed\n");
        String thrown = answered.replaceFirst("\n", " !error io.a2a.spec.InternalError\n");
        String both = answered + answered + failed + thrown;
        String atOnce = answered.repeat(3);
        return both + both + atOnce + (framework.equals(OLDER) ? answered : "");
    }

    private static String header(String trace, String span) {
        return "[00-" + trace + "-" + span + "-01]";
    }

    private Both run(String name, String framework, Jdk jdk, boolean traced) throws Exception {
        try (OpenAiServer server = OpenAiServer.start()) {
            server.script().when(any -> true, any -> Reply.text("one two"));
            AgentProcess desk = process("Desk", name, framework, jdk, traced).server(server);
            try (RunningProgram running = desk.start()) {
                running.awaitOutput("port ");
                String port = running.out().lines().findFirst().orElseThrow().substring("port ".length());
                ProcessResult caller = process("Caller", name, framework, jdk, traced)
                        .setting("propagate", "loopback")
                        .setting("trace", "com.example.a2a.Caller#panel")
                        .server(server)
                        .args(port)
                        .run();
                assertThat(caller.exitCode()).as(caller.err()).isZero();
                return new Both(caller, running.await(LIMIT), server.exchanges());
            }
        }
    }

    private AgentProcess process(String program, String name, String framework, Jdk jdk, boolean traced) {
        AgentProcess process = AgentProcess.of("com.example.a2a." + program, dir.resolve(name + "-" + program))
                .jdk(jdk)
                .classPath(Artifacts.classPathWithPrograms(framework));
        return traced ? process : process.withoutAgent();
    }
}
