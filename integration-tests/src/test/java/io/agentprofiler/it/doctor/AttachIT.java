// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.doctor;

import static io.agentprofiler.it.doctor.DoctorRun.ATTACHED;
import static io.agentprofiler.it.doctor.DoctorRun.classPath;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.doctor.DoctorRun.Result;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Causes that keep the agent out of a JVM. */
@Tag("full")
class AttachIT {
    private static final String PROGRAM = "com.example.agents.model.LocalAnswer";

    @TempDir
    private Path dir;

    private DoctorRun doctor;

    @BeforeEach
    void prepare() {
        doctor = new DoctorRun(dir);
    }

    @Test
    void shouldSayThatThereIsNoOption() throws Exception {
        Result result = doctor.java(classPath(), PROGRAM);

        result.assertOnly("the agent is not attached", "was started without -javaagent:agent-profiler.jar");
        assertThat(result.out()).isEqualTo("it is noon\n");
        assertThat(result.err())
                .contains("loaded      LangChain4j 0.35, 0.36 and 1.0 to")
                .contains("langchain4j-core-1.19.0.jar");
    }

    @Test
    void shouldNoticeOptionsBehindTheMainClass() throws Exception {
        List<String> command = new ArrayList<>(DoctorRun.command(classPath(), PROGRAM));
        command.add(ATTACHED);
        command.add("-Dagentprofiler.dir=elsewhere");

        Result result = doctor.run(command);

        result.assertCause(
                "an option stands behind " + PROGRAM,
                ATTACHED + " behind " + PROGRAM,
                "-Dagentprofiler.dir=elsewhere behind " + PROGRAM);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNameTheScriptThatDropsTheOption() throws Exception {
        Path script = doctor.script("exec " + String.join(" ", DoctorRun.command(classPath(), PROGRAM)));

        doctor.run(List.of(script.toString(), ATTACHED))
                .assertOnly("the agent is not attached", script + " was given -javaagent:");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNameTheVariableThatGetsLost() throws Exception {
        Path script = doctor.script(
                "unset JAVA_TOOL_OPTIONS", "exec " + String.join(" ", DoctorRun.command(classPath(), PROGRAM)));

        Result result = doctor.with("JAVA_TOOL_OPTIONS", ATTACHED).run(List.of(script.toString()));

        result.assertOnly("the agent is not attached", "the environment variable JAVA_TOOL_OPTIONS names the agent");
        // the doctor's own JVM has the agent as well, which has nothing to say of it
        assertThat(result.err()).doesNotContain("[agent-profiler] nothing was recorded");
    }

    /** The setup of Maven and Gradle: the agent is in the build's JVM, and another JVM makes the calls. */
    @Test
    void shouldNameTheJvmThatHasTheAgentInstead() throws Exception {
        Path classes = doctor.compiled("Forks", """
                public class Forks {
                    public static void main(String[] args) throws Exception {
                        System.exit(new ProcessBuilder(args).inheritIO().start().waitFor());
                    }
                }
                """);
        List<String> command = new ArrayList<>(DoctorRun.command(classes.toString(), "Forks", ATTACHED));
        command.addAll(DoctorRun.command(classPath(), PROGRAM));

        doctor.run(command)
                .assertOnly("the agent is not attached", "(Forks), which started it, has it", "Surefire and Failsafe");
    }

    @Test
    void shouldRecogniseTheAnalyzer() throws Exception {
        doctor.java(classPath(), PROGRAM, "-javaagent:" + Artifacts.analyzerJar())
                .assertOnly("the option names no agent", "is the analyzer, which reads traces");
    }

    @Test
    void shouldRecogniseAJarThatIsCutShort() throws Exception {
        byte[] jar = Files.readAllBytes(Artifacts.agentJar());
        Path cut = Files.write(dir.resolve("agent-profiler.jar"), Arrays.copyOf(jar, jar.length / 2));

        doctor.java(classPath(), PROGRAM, "-javaagent:" + cut).assertOnly("the option names no agent", "is damaged");
    }

    @Test
    void shouldRecogniseAJarThatIsNotThere() throws Exception {
        doctor.java(classPath(), PROGRAM, "-javaagent:lib/agent-profiler.jar")
                .assertOnly("the option names no agent", dir.resolve("lib/agent-profiler.jar") + " does not exist");
    }

    @Test
    void shouldNameTheModuleThatAnImageLacks() throws Exception {
        Path image = link("java.base,java.logging,java.xml,java.net.http,jdk.unsupported");

        doctor.run(replaceJava(DoctorRun.command(classPath(), PROGRAM, ATTACHED), image))
                .assertOnly("the module java.instrument is missing", image.toString());
    }

    /** The option puts the module into a limited graph. */
    @Test
    void shouldNotBlameALimitOfModulesForAnOptionThatIsNotThere() throws Exception {
        doctor.java(Artifacts.programs().toString(), "com.example.plain.NoAi", "--limit-modules=java.base")
                .assertOnly("the agent is not attached", "was started without -javaagent:agent-profiler.jar");
        doctor.java(Artifacts.programs().toString(), "com.example.plain.NoAi", "--limit-modules=java.base", ATTACHED)
                .assertOnly("no AI framework was loaded", "agent       attached");
    }

    /** A runtime that says that it is older: nothing else is looked at. */
    @Test
    void shouldSayThatTheJdkIsTooOld() throws Exception {
        Path image = link("java.base,java.instrument,java.logging,java.xml,java.net.http,jdk.unsupported");
        Path release = image.resolve("release");
        Files.writeString(release, Files.readString(release).replaceAll("JAVA_VERSION=.*", "JAVA_VERSION=\"11.0.24\""));

        doctor.run(replaceJava(DoctorRun.command(classPath(), PROGRAM, ATTACHED), image))
                .assertOnly("the JDK is too old", "Java 11 in " + image, "Java 17 or newer");
    }

    @Test
    void shouldSayThatAnotherOptionKeepsTheJvmFromStarting() throws Exception {
        String broken = "-javaagent:" + agentThatFails();

        doctor.java(classPath(), PROGRAM, broken, ATTACHED)
                .assertOnly(
                        "the JVM ended before it came to the agent",
                        Artifacts.agentJar().toString());
        doctor.java(classPath(), PROGRAM, ATTACHED, broken)
                .assertOnly("the JVM was killed", "another agent kept it from starting");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldSayThatNoJvmCouldBeSeen() throws Exception {
        doctor.run(List.of("sh", "-c", "echo nothing"))
                .assertOnly("the command started no JVM that could be seen", "sh -c echo nothing");
    }

    /** Ctrl-C on a server that doctor checks. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldAnswerWhenItIsInterrupted() throws Exception {
        Path classes = doctor.compiled("Server", """
                public class Server {
                    public static void main(String[] args) throws Exception {
                        java.nio.file.Files.createFile(java.nio.file.Path.of("serving"));
                        Thread.sleep(600_000);
                    }
                }
                """);
        Process process = doctor.start(doctor.doctor(DoctorRun.command(classes.toString(), "Server", ATTACHED)));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(dir.resolve("serving")));

        process.destroy();

        doctor.await(process).assertAnswer("the command ended with exit code 143", "Cause: no AI framework was loaded");
    }

    @Test
    void shouldSayWhatCannotBeStarted() throws Exception {
        Result result = doctor.run(List.of("./no-such-program", "x"));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("the command cannot be started").contains("no-such-program");
    }

    private Path agentThatFails() throws IOException {
        Path classes = doctor.compiled("Empty", "public class Empty {}");
        return doctor.agent(classes, "Empty");
    }

    private static List<String> replaceJava(List<String> command, Path image) {
        command.set(0, image.resolve("bin/java").toString());
        return command;
    }

    private Path link(String modules) throws IOException, InterruptedException {
        Path jlink = Jdks.current().home().resolve("bin/jlink");
        assumeTrue(Files.isExecutable(jlink), "no jlink in " + Jdks.current().home());
        Path image = dir.resolve("image");
        Process process = new ProcessBuilder(jlink.toString(), "--add-modules", modules, "--output", image.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return image;
    }
}
