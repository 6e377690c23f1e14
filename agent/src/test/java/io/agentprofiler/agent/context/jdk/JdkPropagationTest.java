// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs every step in JVMs of their own: on each JDK of this machine in the profile full, otherwise on the newest. */
@Tag("every-jdk")
@Tag("slow")
class JdkPropagationTest {
    private static final List<Class<?>> SCENARIOS = List.of(
            PoolScenarios.class,
            ScheduledScenarios.class,
            ForkJoinScenarios.class,
            FutureScenarios.class,
            ThreadScenarios.class,
            HttpScenarios.class,
            StormScenarios.class,
            WorkerScenarios.class,
            RemovalScenarios.class);

    @TempDir
    static Path temporary;

    @TestFactory
    Stream<DynamicContainer> shouldCarryTheSpan() {
        return TestJdks.tested().stream()
                .map(jdk -> DynamicContainer.dynamicContainer(
                        jdk.toString(), SCENARIOS.stream().map(type -> container(jdk, type))));
    }

    private static DynamicContainer container(TestJdks.Jdk jdk, Class<?> scenarios) {
        return DynamicContainer.dynamicContainer(
                scenarios.getSimpleName(), Stream.of(scenarios).flatMap(type -> results(jdk, type)));
    }

    private static Stream<DynamicTest> results(TestJdks.Jdk jdk, Class<?> scenarios) {
        List<String> lines = run(jdk, scenarios);
        List<String> results = lines.stream()
                .filter(line -> line.matches("(ok|failed|skipped) .*"))
                .toList();
        DynamicTest complete = DynamicTest.dynamicTest("all", () -> {
            long expected = Stream.of(scenarios.getDeclaredMethods())
                    .filter(method -> method.getName().startsWith("should"))
                    .count();
            assertThat(results).as(() -> String.join("\n", lines)).hasSize((int) expected);
            assertThat(lines).noneMatch(line -> line.contains("[agent-profiler]"));
        });
        return Stream.concat(
                results.stream().map(line -> DynamicTest.dynamicTest(line.split(" ")[1], () -> check(line, lines))),
                Stream.of(complete));
    }

    private static void check(String line, List<String> lines) {
        Assumptions.assumeFalse(line.startsWith(PropagationProgram.SKIPPED), line);
        assertThat(line).as(() -> String.join("\n", lines)).startsWith(PropagationProgram.OK);
    }

    private static List<String> run(TestJdks.Jdk jdk, Class<?> scenarios) {
        try {
            Path output = Files.createTempFile(temporary, scenarios.getSimpleName(), ".txt");
            List<String> command = new ArrayList<>(List.of(
                    jdk.home().resolve("bin/java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-javaagent:" + agentJar(),
                    "-cp",
                    System.getProperty("java.class.path")));
            if (jdk.feature() >= 19) {
                command.add("--enable-preview");
            }
            command.add(PropagationProgram.class.getName());
            command.add(scenarios.getName());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(10, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
            }
            return Files.readAllLines(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** An agent whose classes are the test's. */
    private static synchronized File agentJar() throws IOException {
        Path jar = temporary.resolve("agent.jar");
        if (!Files.exists(jar)) {
            Manifest manifest = new Manifest();
            Attributes main = manifest.getMainAttributes();
            main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
            main.putValue("Premain-Class", PropagationProgram.class.getName());
            main.putValue("Can-Retransform-Classes", "true");
            main.putValue("Can-Redefine-Classes", "true");
            try (OutputStream out = Files.newOutputStream(jar)) {
                new JarOutputStream(out, manifest).close();
            }
        }
        return jar.toFile();
    }
}
