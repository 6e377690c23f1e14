// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.mocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.RunningProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The unit tests that frameworks publish on Maven Central, and the Technology Compatibility Kit of Reactive Streams on publishers of
 * reactive libraries, which publish no tests: none may fail because of the agent. Outside of {@code verify}, in the profile
 * {@code framework-tests}.
 */
@Tag("framework-tests")
class FrameworkTestsIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int RERUNS = 5;

    /**
     * How long the kit of Reactive Streams waits before it expects a cancelled subscriber to be collected, when it looks again. The
     * ring refers to what a call was given until the writer has read it, and here a busy machine's writer may be further behind
     * than the 300 ms that the kit waits by default.
     */
    private static final Map<String, String> PATIENT = Map.of("PUBLISHER_REFERENCE_GC_TIMEOUT_MILLIS", "5000");

    /**
     * Tests that one program runs.
     *
     * @param program its main class; the last of its arguments are the file to write, and which classes to run
     * @param classPath the folder of {@code frameworks/}
     * @param jar how the file name of the jar with the tests ends; {@code null} if they are the program's own
     * @param trace what is traced beside calls of frameworks, or {@code null}
     * @param atLeast how many of them pass without the agent, roughly: fewer, and something is missing
     */
    record Suite(String program, String classPath, String jar, String trace, int atLeast) {
        static Suite ofJar(String classPath, String jar, int atLeast) {
            return new Suite("com.example.suite.SuiteRun", classPath, jar, null, atLeast);
        }

        AgentProcess process(Path dir) {
            AgentProcess process = AgentProcess.of(program, dir).classPath(Artifacts.classPath(classPath));
            if (trace != null) {
                process.setting("trace", trace);
            }
            return jar == null ? process : process.args(jarFile().toString());
        }

        private Path jarFile() {
            return Arrays.stream(Artifacts.classPath(classPath).split(File.pathSeparator))
                    .map(Path::of)
                    .filter(path -> path.getFileName().toString().equals(jar))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + jar + " on the class path " + classPath));
        }

        @Override
        public String toString() {
            return jar == null ? program : jar;
        }
    }

    /** Each runs on one JDK: what differs between JDKs is tested by scenarios, which run on all. */
    static Stream<Arguments> suites() {
        Jdk oldest = Jdks.all().get(0);
        return Stream.of(
                Arguments.of(
                        Suite.ofJar("tests-langchain4j", "langchain4j-core-1.19.0-tests.jar", 1_200), Jdks.newest()),
                Arguments.of(Suite.ofJar("tests-langchain4j", "langchain4j-1.19.0-tests.jar", 1_250), oldest),
                // on JDK 25 a third of them fail without the agent, too: their Mockito cannot mock there
                Arguments.of(Suite.ofJar("tests-google-adk", "google-adk-1.8.0-tests.jar", 1_100), oldest));
    }

    @ParameterizedTest
    @MethodSource("suites")
    void shouldPassAsWithoutTheAgent(Suite suite, Jdk jdk, @TempDir Path dir) throws Exception {
        expectTheSame(suite, jdk, dir);
    }

    /** What the program publishes is replaced, and every call within the libraries is a span. */
    @Test
    void shouldMeetReactiveStreamsAsWithoutTheAgent(@TempDir Path dir) throws Exception {
        String trace = "com.example.tck.Made#*;reactor.core.*#*;io.reactivex.rxjava3.*#*;io.smallrye.mutiny.*#*";
        expectTheSame(new Suite("com.example.tck.TckRun", "tests-reactive", null, trace, 450), Jdks.newest(), dir);
    }

    private static void expectTheSame(Suite suite, Jdk jdk, Path dir) throws Exception {
        Outcomes plain;
        Outcomes traced;
        try (RunningProgram without = process(suite, jdk, dir.resolve("plain"), Set.of())
                        .withoutAgent()
                        .start();
                RunningProgram with =
                        process(suite, jdk, dir.resolve("traced"), Set.of()).start()) {
            plain = outcomes(without, dir.resolve("plain"));
            traced = outcomes(with, dir.resolve("traced"));
        }
        assertThat(passed(plain)).as("tests that pass without the agent").hasSizeGreaterThan(suite.atLeast);

        Set<String> suspects = new TreeSet<>(passed(plain));
        suspects.removeAll(passed(traced));
        Set<String> ours = suspects.isEmpty() ? Set.of() : failingOnlyWithAgent(suite, jdk, dir, suspects);

        assertThat(ours.stream().map(test -> test + ": " + traced.byTrial().get(test)))
                .as("tests that fail with the agent, and in %s runs never without", RERUNS + 1)
                .isEmpty();
    }

    /** Runs the classes of these tests several times more, by themselves: a test that is flaky without the agent is not ours. */
    private static Set<String> failingOnlyWithAgent(Suite suite, Jdk jdk, Path dir, Set<String> suspects)
            throws IOException {
        Set<String> classes = suspects.stream()
                .map(test -> test.substring(0, test.indexOf(' ')))
                .collect(Collectors.toSet());
        Set<String> stable = new TreeSet<>(suspects);
        Set<String> failedAgain = new TreeSet<>();
        for (int run = 0; run < RERUNS; run++) {
            Path plain = dir.resolve("plain-" + run);
            try (RunningProgram without =
                    again(suite, jdk, plain, classes).withoutAgent().start()) {
                stable.retainAll(passed(outcomes(without, plain)));
            }
            Path traced = dir.resolve("traced-" + run);
            try (RunningProgram with = again(suite, jdk, traced, classes).start()) {
                Set<String> failed = new TreeSet<>(suspects);
                failed.removeAll(passed(outcomes(with, traced)));
                failedAgain.addAll(failed);
            }
        }
        stable.retainAll(failedAgain);
        return stable;
    }

    private static AgentProcess again(Suite suite, Jdk jdk, Path dir, Set<String> classes) throws IOException {
        AgentProcess process = process(suite, jdk, dir, classes);
        PATIENT.forEach(process::environment);
        return process;
    }

    private static AgentProcess process(Suite suite, Jdk jdk, Path dir, Set<String> classes) throws IOException {
        Files.createDirectories(dir);
        return suite.process(dir)
                .jdk(jdk)
                // more concurrent threads than small machines have CPUs, and Arrow's buffers
                .jvm("-XX:ActiveProcessorCount=8", "--add-opens=java.base/java.nio=ALL-UNNAMED")
                .args(dir.resolve("outcomes.txt").toString())
                .args(classes.toArray(String[]::new));
    }

    private static Outcomes outcomes(RunningProgram program, Path dir) {
        program.await(LIMIT);
        return Outcomes.read(dir.resolve("outcomes.txt"));
    }

    private static Set<String> passed(Outcomes outcomes) {
        return outcomes.byTrial().entrySet().stream()
                .filter(test -> test.getValue().equals("SUCCESSFUL"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
