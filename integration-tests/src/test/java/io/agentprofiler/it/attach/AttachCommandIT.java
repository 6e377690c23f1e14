// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.fate.EndlessWork;
import com.example.plain.TwoThoughts;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent attached to processes that run, and taken out again, by the commands of its jar. */
class AttachCommandIT {
    private static final Pattern REDEFINED = Pattern.compile("redefined name=([^,]+), count=(\\d+)");
    /** Classes of the JDK with call sites that a program may come to load at any time. */
    private static final Pattern LATER =
            Pattern.compile("java\\.util\\.(concurrent\\.(CompletableFuture\\$|ForkJoin|Scheduled).*|Timer|TaskQueue)");

    @TempDir
    private Path dir;

    /** The output of a command. */
    private record Said(int exitCode, String out, String err) {
        Said assertDone() {
            assertThat(exitCode).as(toString()).isZero();
            return this;
        }

        void assertRefused(int code, String... words) {
            assertThat(exitCode).as(toString()).isEqualTo(code);
            assertThat(out).isEmpty();
            assertThat(err).startsWith("agent-profiler: ").contains(words);
        }
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldAttachAndTakeOutTwice(Jdk jdk) throws Exception {
        Path redefinitions = dir.resolve("redefined.log");
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program = AgentProcess.of(EndlessWork.class, dir)
                        .jdk(jdk)
                        .server(server)
                        .withoutAgent()
                        .jvm("-Xlog:redefine+class+load=info:file=" + redefinitions)
                        .start()) {
            program.awaitOutput("answer 3 ");
            String pid = Long.toString(program.pid());
            String directory = "-Dagentprofiler.dir=" + program.profileDir();

            Said attached =
                    run(jdk, pid, directory, "-Dagentprofiler.content=full").assertDone();
            assertThat(attached.out()).contains("records into " + program.profileDir(), "stop " + pid);
            assertThat(attached.out().contains("EnableDynamicAgentLoading")).isEqualTo(jdk.feature() >= 21);
            assertThat(line(run(jdk).assertDone(), pid))
                    .contains(" " + jdk.feature() + " ", EndlessWork.class.getName(), "attached, records into ");
            run(jdk, pid).assertRefused(1, "has the agent already", "stop " + pid);
            awaitSpans(program, 1);

            Said stopped = run(jdk, "stop", pid).assertDone();
            assertThat(stopped.out()).contains(": stopped; ", " spans, ", "none dropped");
            assertThat(line(run(jdk), pid)).endsWith(" no, was stopped");
            run(jdk, "stop", pid).assertRefused(1, "has no agent: it was stopped before");
            assertNothingIsLeft(jdk, program, redefinitions);

            run(jdk, pid, directory, "--for", "2s").assertDone();
            assertNothingIsLeft(jdk, program, redefinitions);
            awaitAnswer(program);

            List<Path> runs = runs(program);
            assertThat(runs).hasSize(2);
            for (Path run : runs) {
                Segments segments = Segments.read(run).assertBooksExact().assertNothingDropped();
                assertThat(segments.footer().isMissingNode()).isFalse();
                assertThat(segments.records("SPAN_START")).isNotEmpty();
            }
            assertThat(Segments.read(runs.get(0)).records().toString()).contains("question ");
            // the second attach named no content, and the first one's is forgotten
            assertThat(Segments.read(runs.get(1)).records().toString()).doesNotContain("question ");
        }
    }

    @Test
    @Tag("full")
    void shouldTakeOutAnAgentThatCameWithTheProgram() throws Exception {
        try (OpenAiServer server = OpenAiServer.start();
                RunningProgram program =
                        AgentProcess.of(EndlessWork.class, dir).server(server).start()) {
            program.awaitOutput("answer 3 ");
            String pid = Long.toString(program.pid());
            assertThat(line(run(Jdks.current()), pid)).endsWith(" started with -javaagent");
            run(Jdks.current(), pid).assertRefused(1, "has the agent already");
            awaitSpans(program, 1);

            run(Jdks.current(), "stop", pid).assertDone();

            Segments.read(runs(program).get(0)).assertBooksExact().assertNothingDropped();
            Said doctor = run(Jdks.current(), "doctor", pid);
            assertThat(doctor.out()).contains("Cause: the agent was taken out\n");
            run(Jdks.current(), pid, "-Dagentprofiler.dir=" + program.profileDir())
                    .assertDone();
            awaitSpans(program, 2);
        }
    }

    /** No class of a framework was ever loaded: the core of the agent was not started. */
    @Test
    @Tag("full")
    void shouldTakeOutAnAgentThatFoundNothing() throws Exception {
        Path go = dir.resolve("go");
        try (RunningProgram program = AgentProcess.of(TwoThoughts.class, dir)
                .withoutAgent()
                .args(go.toString())
                .start()) {
            program.awaitOutput("first thought");
            String pid = Long.toString(program.pid());

            assertThat(run(Jdks.current(), pid).assertDone().out())
                    .contains("waits for the first class of a supported framework");
            assertThat(run(Jdks.current(), "stop", pid).assertDone().out()).contains("nothing was recorded");
            assertThat(run(Jdks.current(), pid, "-Dagentprofiler.frameworks=none")
                            .err())
                    .contains("the settings leave nothing to trace");
            assertThat(run(Jdks.current(), pid, "-Dagentprofiler.trace=com.example.plain.TwoThoughts#think")
                            .assertDone()
                            .out())
                    .contains("records into ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    -XX:+DisableAttachMechanism     | was started with -XX:+DisableAttachMechanism
                    -XX:-EnableDynamicAgentLoading  | was started with -XX:-EnableDynamicAgentLoading
                    """)
    void shouldSayWhyAProcessTakesNoAgent(String option, String reason) throws Exception {
        Path go = dir.resolve("go");
        try (RunningProgram program = AgentProcess.of(TwoThoughts.class, dir)
                .withoutAgent()
                .jvm(option)
                .args(go.toString())
                .start()) {
            program.awaitOutput("first thought");

            run(Jdks.current(), Long.toString(program.pid())).assertRefused(1, reason, "start it with -javaagent:");

            // the question itself would have printed all stacks
            assertThat(program.out()).isEqualTo("first thought\n");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldRefuseWhatIsNoJvmAndWhatItDoesNotUnderstand() throws Exception {
        Jdk jdk = Jdks.current();
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            String pid = Long.toString(other.pid());
            run(jdk, pid).assertRefused(1, "process " + pid + " is no JVM");
            run(jdk, pid, "-Dagentprofiler.dri=/tmp").assertRefused(2, "did you mean agentprofiler.dir?");
            run(jdk, "stop").assertRefused(2, "stop needs one process id");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
        other.waitFor();
        run(jdk, Long.toString(other.pid())).assertRefused(1, "there is no process " + other.pid());
        command(jdk, List.of("--limit-modules=java.base,java.instrument"), List.of())
                .assertRefused(1, "has no module jdk.attach: run this command with the java of a JDK");
    }

    /** The JVM has the code it had, and no thread of the agent. */
    private static void assertNothingIsLeft(Jdk jdk, RunningProgram program, Path redefinitions) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        Matcher matcher = REDEFINED.matcher(Files.readString(redefinitions));
        while (matcher.find()) {
            counts.merge(matcher.group(1), 1, Integer::sum);
        }
        assertThat(counts)
                .containsKeys(
                        "java.util.concurrent.ThreadPoolExecutor", "dev.langchain4j.model.openai.OpenAiChatModel");
        // an interface may only have been looked at
        counts.keySet().removeIf(type -> type.matches("dev\\.langchain4j\\..*\\.(HttpClient|ChatModel)"));
        // woven as they were loaded, where that was after the attach: then only the taking back shows
        counts.keySet().removeIf(LATER.asMatchPredicate());
        assertThat(counts)
                .allSatisfy((type, count) -> assertThat(count % 2)
                        .as("changes of " + type + ", each of which was to be taken back: " + count)
                        .isZero());
        // the one that closes files ends when it had no work for five seconds
        Awaitility.await()
                .untilAsserted(() -> assertThat(print(
                                jdk.home().resolve("bin/jcmd").toString(),
                                Long.toString(program.pid()),
                                "Thread.print"))
                        .contains("\"main\"")
                        .doesNotContain("agent-profiler"));
    }

    private static void awaitAnswer(RunningProgram program) {
        int answers = program.out().length();
        Awaitility.await().until(() -> program.out().length() > answers);
    }

    private static void awaitSpans(RunningProgram program, int run) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(
                                Segments.read(runs(program).get(run - 1)).records("SPAN_END"))
                        .isNotEmpty());
    }

    private static List<Path> runs(RunningProgram program) throws IOException {
        try (Stream<Path> all = Files.list(program.profileDir())) {
            return all.sorted().toList();
        }
    }

    private static String line(Said list, String pid) {
        return list.out()
                .lines()
                .filter(line -> line.strip().startsWith(pid + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(list.toString()));
    }

    private static String print(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    private Said run(Jdk jdk, String... words) throws IOException, InterruptedException {
        return command(jdk, List.of(), List.of(words));
    }

    private Said command(Jdk jdk, List<String> options, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java(), "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-jar", Artifacts.agentJar().toString()));
        command.addAll(words);
        Path out = dir.resolve("command-out.txt");
        Path err = dir.resolve("command-err.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(JAVA_TOOL|_JAVA|JDK_JAVA)_OPTIONS"));
        int code = builder.start().waitFor();
        return new Said(code, Files.readString(out), Files.readString(err));
    }
}
