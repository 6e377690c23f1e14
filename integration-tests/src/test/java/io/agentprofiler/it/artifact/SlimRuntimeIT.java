// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.plain.TwoThoughts;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Runtimes that lack modules the agent can use: each costs its figures, is named, and loses no span. */
class SlimRuntimeIT {
    private static final String REQUIRED = "java.base,java.instrument";
    private static final List<String> OPTIONAL = List.of("jdk.jfr", "java.management", "jdk.management");

    private static final String RULES = """
            {"format": "agent-profiler-rules/1", "rules": [
              {"id": "think", "kind": "tool", "resources": true,
               "match": {"class": "com.example.plain.TwoThoughts", "method": "think"}}]}
            """;

    @TempDir
    private Path dir;

    static Stream<Arguments> images() {
        List<List<String>> sets = List.of(
                List.of(),
                List.of("jdk.jfr"),
                List.of("java.management"),
                List.of("java.management", "jdk.management"),
                List.of("jdk.jfr", "java.management", "jdk.management"));
        return Jdks.tested().stream().flatMap(jdk -> sets.stream().map(set -> Arguments.of(jdk, set)));
    }

    @ParameterizedTest
    @MethodSource("images")
    void shouldRecordEverySpanInAnImageAndNameWhatItLacks(Jdk jdk, List<String> modules) throws Exception {
        Path image = link(jdk, modules);

        ProcessResult traced = traced(new Jdk(jdk.feature(), image)).run();

        assertRecorded(traced, modules);
    }

    @ParameterizedTest
    @MethodSource("images")
    void shouldDoTheSameWhereTheModuleGraphIsLimited(Jdk jdk, List<String> modules) throws Exception {
        ProcessResult traced =
                traced(jdk).jvm("--limit-modules", withRequired(modules)).run();

        assertRecorded(traced, modules);
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldSayNothingOfTheFlightRecorderWhereItIsSwitchedOff(Jdk jdk) throws Exception {
        ProcessResult traced = traced(jdk)
                .jvm("--limit-modules", withRequired(List.of("java.management", "jdk.management")))
                .setting("jfr", "false")
                .run();

        assertThat(traced.err().lines()).as(traced.toString()).hasSize(2);
        assertThat(traced.segments().records("SPAN_END")).hasSize(1);
    }

    private AgentProcess traced(Jdk jdk) throws IOException {
        Path rules = Files.writeString(dir.resolve("rules.json"), RULES);
        return AgentProcess.of(TwoThoughts.class, dir)
                .jdk(jdk)
                .classPath(Artifacts.programs().toString())
                .setting("frameworks", "none")
                .setting("rules", rules.toString());
    }

    private static void assertRecorded(ProcessResult traced, List<String> modules) {
        assertThat(traced.exitCode()).as(traced.toString()).isZero();
        assertThat(traced.out()).isEqualTo("first thought\n");
        List<String> lines = traced.err().lines().toList();
        List<String> missing =
                OPTIONAL.stream().filter(module -> !modules.contains(module)).toList();
        assertThat(lines).as(traced.toString()).hasSize(2 + missing.size());
        for (int i = 0; i < missing.size(); i++) {
            assertThat(lines.get(i)).contains("has no module " + missing.get(i) + ":", "--add-modules");
        }
        Segments segments = traced.segments().assertBooksExact().assertNothingDropped();
        assertThat(segments.records("SPAN_START")).hasSize(1);
        JsonNode end = segments.records("SPAN_END").get(0);
        assertThat(end.has("cpu_ns")).isEqualTo(modules.contains("java.management"));
        assertThat(end.has("alloc_bytes")).isEqualTo(modules.contains("jdk.management"));
    }

    private static String withRequired(List<String> modules) {
        List<String> all = new ArrayList<>(modules);
        all.add(0, REQUIRED);
        return String.join(",", all);
    }

    private Path link(Jdk jdk, List<String> modules) throws IOException, InterruptedException {
        Path jlink = jdk.home().resolve("bin/jlink");
        assumeTrue(Files.isExecutable(jlink), "no jlink in " + jdk.home());
        Path image = dir.resolve("image");
        Process process = new ProcessBuilder(
                        jlink.toString(), "--add-modules", withRequired(modules), "--output", image.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return image;
    }
}
