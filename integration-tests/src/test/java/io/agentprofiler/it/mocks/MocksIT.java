// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.mocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.rules.parse.RuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mockito, EasyMock, and objects that count their calls, over all methods of all rules, with and without the agent, on the newest JDK:
 * what a mock is does not depend on it, and no older one runs every framework.
 */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MocksIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** Ten times as long as the writer holds a start back. */
    private static final String SETTLE_MILLIS = "2000";

    /** Rules whose methods only subclasses have, whose type no class path of the matrix has, or whose type no mock can stand for. */
    private static final Set<String> OUT_OF_REACH = Set.of(
            "langchain4j/workflow-1.3",
            "spring-ai/chat-request",
            "spring-ai/chat-request-stream",
            "spring-ai/mcp-served-answer",
            "spring-ai/transcription",
            "spring-ai/output-parser",
            "semantic-kernel/agent",
            "ollama4j/chat-chunk",
            // of releases that Maven Central does not have
            "a2a/sdk-call",
            "a2a/sdk-call-of-agent",
            "a2a/sdk-stream",
            "a2a/sdk-stream-of-agent",
            "a2a/sdk-stream-again",
            "a2a/sdk-stream-request",
            "a2a/sdk-stream-line",
            "a2a/sdk-stream-event",
            "a2a/sdk-stream-handler",
            "a2a/sdk-stream-failed",
            "a2a/sdk-stream-error",
            "a2a/sdk-stream-status",
            "a2a/sdk-stream-done",
            "a2a/sdk-tasks-get",
            "a2a/sdk-tasks-cancel",
            "a2a/sdk-tasks-list",
            "a2a/sdk-serve",
            "a2a/sdk-serve-stream",
            "a2a/sdk-serve-other",
            "a2a/sdk-serve-other-stream",
            "a2a/sdk-serve-events",
            // its type is sealed; its methods are tried on the two types that it permits
            "embabel/guardrail",
            "propagation/reactor-netty-begun",
            "propagation/reactor-netty-connected",
            "propagation/reactor-netty-writes",
            "web/jboss-queued",
            "web/webflux-body",
            "web/vertx-complete",
            "web/vertx-stream-complete",
            "web/vertx-gone");

    /** The first JDK that Embabel and Helidon run on. */
    private static final int VIRTUAL_THREADS = 21;

    private Run plain;
    private Run traced;
    /** With an agent that records no workflow. */
    private Run unsampled;

    private record Run(Path dir, ProcessResult result) {
        Outcomes outcomes() {
            return Outcomes.read(dir.resolve("outcomes.txt"));
        }

        /** The suffix that Mockito appends to the name of a mocked class. */
        Set<String> mockNames() throws IOException {
            return Files.readAllLines(dir.resolve("names.txt")).stream()
                    .filter(name -> name.contains("$MockitoMock$"))
                    .map(name -> name.substring(name.lastIndexOf('$') + 1))
                    .collect(Collectors.toSet());
        }
    }

    @BeforeAll
    void runAll(@TempDir Path dir) throws Exception {
        Path plan = Files.write(dir.resolve("plan.txt"), Plan.lines());
        try (RunningProgram first =
                        process(dir.resolve("plain"), plan).withoutAgent().start();
                RunningProgram second = process(dir.resolve("traced"), plan).start();
                RunningProgram third = process(dir.resolve("unsampled"), plan)
                        .setting("sample", "0")
                        .start()) {
            plain = new Run(dir.resolve("plain"), first.await(LIMIT));
            traced = new Run(dir.resolve("traced"), second.await(LIMIT));
            unsampled = new Run(dir.resolve("unsampled"), third.await(LIMIT));
        }
    }

    private static AgentProcess process(Path dir, Path plan) throws IOException {
        Files.createDirectories(dir);
        return AgentProcess.of("com.example.mocks.MockTrials", dir)
                .jdk(Jdks.newest())
                .classPath(Artifacts.classPath("mocks"))
                .args(
                        plan.toString(),
                        dir.resolve("outcomes.txt").toString(),
                        dir.resolve("names.txt").toString(),
                        SETTLE_MILLIS,
                        // without Mockito's subclasses: EasyMock's are made the same way, and are stricter
                        "INLINE,EASY_MOCK,WRITTEN");
    }

    @Test
    void shouldTryEveryRule() throws Exception {
        assumeTrue(Jdks.newest().feature() >= VIRTUAL_THREADS, "Embabel and Helidon need a newer JDK");
        Set<String> tried = plain.outcomes().byTrial().keySet().stream()
                .map(trial -> trial.split(" ")[1])
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        for (String file : RuleFiles.bundled()) {
            for (Plan.Tried rule : Plan.rules(file)) {
                if (rule.targets().stream().noneMatch(tried::contains)) {
                    missing.add(rule.id());
                }
            }
        }

        assertThat(missing)
                .as("rules of which no method could be tried")
                .containsExactlyInAnyOrderElementsOf(OUT_OF_REACH);
    }

    @Test
    void shouldLeaveEveryMockAndEveryCounterAlone() throws Exception {
        Set<String> explicit = Plan.explicitCalls();

        assertThat(plain.outcomes()
                        .withoutCalls(explicit)
                        .differences(traced.outcomes().withoutCalls(explicit)))
                .as(
                        "what differs with the agent; of objects that are no mocks without %s, which paths ask for",
                        explicit)
                .isEmpty();
    }

    @Test
    void shouldCallNothingAtAllWhereNoWorkflowIsRecorded() {
        assertThat(plain.outcomes().differences(unsampled.outcomes())).isEmpty();
        assertThat(unsampled.result.segments().records("SPAN_START")).isEmpty();
    }

    @Test
    void shouldTakeOnlyRealCallsForOperations() {
        Segments segments = traced.result.segments();

        Map<String, Long> byThread = segments.records("SPAN_START").stream()
                .collect(Collectors.groupingBy(span -> span.path("thread").asString(""), Collectors.counting()));

        assertThat(byThread).containsOnlyKeys("pool-1-thread-1");
    }

    @Test
    void shouldNameNothingAfterAMock() throws Exception {
        Set<String> names = traced.mockNames();
        assertThat(names).hasSizeGreaterThan(100);
        // the footer may say which classes could not be read
        String text = traced.result.segments().records().stream()
                .filter(line -> line.path("event").asString("").startsWith("SPAN_"))
                .map(Object::toString)
                .collect(Collectors.joining("\n"));

        assertThat(names.stream().filter(text::contains)).isEmpty();
        assertThat(text).doesNotContain("$MockitoMock$", "$EasyMock$");
    }
}
