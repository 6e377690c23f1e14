// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.mocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mockito, EasyMock, and objects that count their calls, over all methods of all rules, with and without the agent. */
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

    private static final String HELIDON = "web/helidon";

    /** Its type is sealed; its methods are tried on the two types that it permits. */
    private static final String SEALED = "embabel/guardrail";

    private final Map<Jdk, Runs> runs = new HashMap<>();

    /** The program without the agent, with it, and with an agent that records no workflow. */
    private record Runs(Run plain, Run traced, Run unsampled) {}

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

    static List<Jdk> jdks() {
        return Jdks.tested();
    }

    @BeforeAll
    void runAll(@TempDir Path dir) throws Exception {
        Path plan = Files.write(dir.resolve("plan.txt"), Plan.lines());
        for (Jdk jdk : jdks()) {
            AgentProcess plain =
                    process(dir.resolve(jdk.feature() + "-plain"), jdk, plan).withoutAgent();
            AgentProcess traced = process(dir.resolve(jdk.feature() + "-traced"), jdk, plan);
            AgentProcess unsampled = process(dir.resolve(jdk.feature() + "-unsampled"), jdk, plan)
                    .setting("sample", "0");
            try (RunningProgram first = plain.start();
                    RunningProgram second = traced.start();
                    RunningProgram third = unsampled.start()) {
                runs.put(
                        jdk,
                        new Runs(
                                new Run(dir.resolve(jdk.feature() + "-plain"), first.await(LIMIT)),
                                new Run(dir.resolve(jdk.feature() + "-traced"), second.await(LIMIT)),
                                new Run(dir.resolve(jdk.feature() + "-unsampled"), third.await(LIMIT))));
            }
        }
    }

    private static AgentProcess process(Path dir, Jdk jdk, Path plan) throws IOException {
        Files.createDirectories(dir);
        return AgentProcess.of("com.example.mocks.MockTrials", dir)
                .jdk(jdk)
                .classPath(Artifacts.classPath("mocks"))
                .args(
                        plan.toString(),
                        dir.resolve("outcomes.txt").toString(),
                        dir.resolve("names.txt").toString(),
                        SETTLE_MILLIS,
                        // in a full run by Mockito's subclasses as well: EasyMock's are made the same way, and are
                        // stricter
                        Breadth.isFull() ? "SUBCLASS,INLINE,EASY_MOCK,WRITTEN" : "INLINE,EASY_MOCK,WRITTEN");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldTryEveryRule(Jdk jdk) throws Exception {
        Outcomes plain = runs.get(jdk).plain.outcomes();
        Set<String> tried = plain.byTrial().keySet().stream()
                .map(trial -> trial.split(" ")[1])
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        for (String file : RuleFiles.bundled()) {
            if (file.equals("embabel") && jdk.feature() < VIRTUAL_THREADS) {
                continue;
            }
            for (Plan.Tried rule : Plan.rules(file)) {
                if (rule.targets().stream().noneMatch(tried::contains)) {
                    missing.add(rule.id());
                }
            }
        }

        Set<String> outOfReach = new HashSet<>(OUT_OF_REACH);
        outOfReach.add(jdk.feature() < VIRTUAL_THREADS ? HELIDON : SEALED);
        assertThat(missing)
                .as("rules of which no method could be tried")
                .containsExactlyInAnyOrderElementsOf(outOfReach);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldLeaveEveryMockAndEveryCounterAlone(Jdk jdk) throws Exception {
        Runs all = runs.get(jdk);
        Set<String> explicit = Plan.explicitCalls();
        Outcomes plain = all.plain.outcomes().withoutCalls(explicit);

        assertThat(plain.differences(all.traced.outcomes().withoutCalls(explicit)))
                .as(
                        "what differs with the agent; of objects that are no mocks without %s, which paths ask for",
                        explicit)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldCallNothingAtAllWhereNoWorkflowIsRecorded(Jdk jdk) {
        Runs all = runs.get(jdk);

        assertThat(all.plain.outcomes().differences(all.unsampled.outcomes())).isEmpty();
        assertThat(all.unsampled.result.segments().records("SPAN_START")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldTakeOnlyRealCallsForOperations(Jdk jdk) {
        Segments segments = runs.get(jdk).traced.result.segments();

        Map<String, Long> byThread = segments.records("SPAN_START").stream()
                .collect(Collectors.groupingBy(span -> span.path("thread").asString(""), Collectors.counting()));

        assertThat(byThread).containsOnlyKeys("pool-1-thread-1");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldNameNothingAfterAMock(Jdk jdk) throws Exception {
        Run traced = runs.get(jdk).traced;
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
