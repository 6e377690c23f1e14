// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.harness.trace.SpanTree;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Script;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A program, what the model server answers it, and the trees it must yield. The methods change this object and return
 * it; {@link #check} runs it with and without the agent and fails unless everything is as described.
 */
public final class Scenario {
    private final String program;
    private final String[] args;
    private final Map<String, String> trees = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private Consumer<Script> script = any -> {};
    private String tree;
    private boolean comparedWithPlainRun = true;
    private boolean tokensCompared = true;

    private Scenario(String program, String... args) {
        this.program = program;
        this.args = args;
    }

    public static Scenario of(Class<?> program, String... args) {
        return of(program.getName(), args);
    }

    /** Returns a scenario of a program that is compiled against the framework's version it runs on. */
    public static Scenario of(String program, String... args) {
        return new Scenario(program, args);
    }

    /** Runs the agent with a setting that is not the default. */
    public Scenario setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** Lets the server answer like this; by default it says "OK" to everything. */
    public Scenario answering(Consumer<Script> value) {
        script = value;
        return this;
    }

    /** Expects this tree. */
    public Scenario yields(String value) {
        tree = value;
        return this;
    }

    /** Expects another tree on one version. */
    public Scenario yieldsOn(Framework framework, String value) {
        return yieldsOn(framework.toString(), value);
    }

    /** Expects another tree on one class path of {@code frameworks/}. */
    public Scenario yieldsOn(String framework, String value) {
        trees.put(framework, value);
        return this;
    }

    /** Leaves the run without the agent out: its output depends on timing. */
    public Scenario notComparedWithPlainRun() {
        comparedWithPlainRun = false;
        return this;
    }

    /** Not all usage is between the program and the server: some never arrived, or came from elsewhere. */
    public Scenario tokensNotCompared() {
        tokensCompared = false;
        return this;
    }

    /** Runs and checks; returns what the traced run left, for further assertions. */
    public ProcessResult check(Environment environment, Path dir) {
        return check(environment.framework().toString(), environment.jdk(), dir);
    }

    /** Runs on a class path of {@code frameworks/} and checks; returns what the traced run left. */
    public ProcessResult check(String framework, Jdk jdk, Path dir) {
        String environment = framework + " on " + jdk;
        ProcessResult plain = comparedWithPlainRun ? runPlain(framework, jdk, dir) : null;
        try (OpenAiServer server = OpenAiServer.start()) {
            script.accept(server.script());
            ProcessResult traced =
                    process(framework, jdk, dir).server(server).recorded().run();
            if (plain != null) {
                assertSameBehaviour(plain, traced);
            }
            String expected = trees.getOrDefault(framework, tree);
            Segments segments = traced.segments().assertNothingDropped();
            SpanTree spans = segments.tree().assertEquals("segments of " + environment, expected);
            Recordings.readWithMissionControl(traced.recording())
                    .assertEquals("recording of " + environment + ", read as JDK Mission Control does", expected);
            Recordings.readWithJdk(traced.recording())
                    .assertEquals("recording of " + environment + ", read as the JDK does", expected);
            if (tokensCompared) {
                assertTokens(server, spans);
            }
            return traced;
        }
    }

    private ProcessResult runPlain(String framework, Jdk jdk, Path dir) {
        try (OpenAiServer server = OpenAiServer.start()) {
            script.accept(server.script());
            return process(framework, jdk, dir).server(server).withoutAgent().run();
        }
    }

    private AgentProcess process(String framework, Jdk jdk, Path dir) {
        AgentProcess process = AgentProcess.of(program, dir)
                .jdk(jdk)
                .classPath(Artifacts.classPathWithPrograms(framework))
                // the first request of a framework that is slow to start must not show its wrappers
                .setting("flush", "10s")
                .args(args);
        settings.forEach(process::setting);
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

    private static void assertTokens(OpenAiServer server, SpanTree spans) {
        long input = 0;
        long output = 0;
        for (Exchange exchange : server.exchanges()) {
            if (exchange.usage() != null && !exchange.path().endsWith("/embeddings")) {
                input += exchange.usage().input();
                output += exchange.usage().output();
            }
        }
        assertThat(sum(spans, true)).as("input tokens, as the server reported").isEqualTo(input);
        assertThat(sum(spans, false))
                .as("output tokens, as the server reported")
                .isEqualTo(output);
    }

    private static long sum(SpanTree spans, boolean input) {
        return spans.spans("llm").stream()
                .mapToLong(span -> Math.max(0, input ? span.inputTokens() : span.outputTokens()))
                .sum();
    }
}
