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
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Why what was to be recorded does not get into files: the start, the way there, the directory, the end. */
@Tag("full")
class WriteIT {
    private static final String PROGRAM = "com.example.agents.model.LocalAnswer";
    private static final String CORE_CLASS = "dev.langchain4j.data.message.UserMessage";
    private static final String PLAIN = "com.example.plain.TwoThoughts";
    private static final String TRACE_PLAIN = "-Dagentprofiler.trace=" + PLAIN + "#think";
    private static final int LAST_JDK_WITH_SECURITY_MANAGER = 23;

    @TempDir
    private Path dir;

    private DoctorRun doctor;

    @BeforeEach
    void prepare() {
        doctor = new DoctorRun(dir);
    }

    @Test
    void shouldSayThatTheAgentCouldNotStart() throws Exception {
        Path jar = doctor.agentWithoutItsCore();

        doctor.java(classPath(), PROGRAM, "-javaagent:" + jar)
                .assertOnly("the agent could not start", "not started: java.lang.ClassNotFoundException");
    }

    @Test
    void shouldSayThatASecurityManagerKeepsTheAgentFromStarting() throws Exception {
        assumeTrue(
                Jdks.current().feature() <= LAST_JDK_WITH_SECURITY_MANAGER,
                Jdks.current() + " has no security manager");
        Path policy = Files.writeString(dir.resolve("program.policy"), """
                grant {
                    permission java.util.PropertyPermission "*", "read,write";
                    permission java.lang.RuntimePermission "*";
                    permission java.lang.reflect.ReflectPermission "suppressAccessChecks";
                    permission java.io.FilePermission "<<ALL FILES>>", "read";
                };
                """);

        Result result = doctor.java(
                classPath(), PROGRAM, ATTACHED, "-Djava.security.manager", "-Djava.security.policy==" + policy);

        result.assertOnly("the agent could not start", "-Djava.security.manager", "java.security.AllPermission");
        assertThat(result.out()).isEqualTo("it is noon\n");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldSayThatTheProgramWasOverBeforeTheAgentHadStarted() throws Exception {
        Result result =
                doctor.java(Artifacts.programs().toString(), PLAIN, ATTACHED, "-Dagentprofiler.rules=" + pipe());

        result.assertOnly("the agent started too late", "before the agent had started");
        assertThat(result.out()).isEqualTo("first thought\n");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNoteThatTheProgramWentOnBeforeTheAgentHadStarted() throws Exception {
        Path pipe = pipe();
        Path go = dir.resolve("go");
        List<String> command =
                DoctorRun.command(Artifacts.programs().toString(), PLAIN, ATTACHED, "-Dagentprofiler.rules=" + pipe);
        command.add(go.toString());
        Process process = doctor.start(doctor.doctor(command));
        awaitText(doctor.out(), "first thought");
        Files.writeString(pipe, """
                {"format": "agent-profiler-rules/1", "rules": [{"id": "think", "kind": "function", "name": "think",
                  "match": {"class": "com.example.plain.TwoThoughts", "method": "think"}}]}
                """);
        awaitText(doctor.err(), "ms late, and the application did not wait for it");
        Files.createFile(go);

        doctor.await(process).assertNote("the agent started too late", "Nothing is wrong: 1 span");
    }

    @Test
    void shouldNoteWhichModulesAreMissing() throws Exception {
        doctor.java(
                        Artifacts.programs().toString(),
                        PLAIN,
                        "--limit-modules",
                        "java.base,java.instrument",
                        ATTACHED,
                        TRACE_PLAIN)
                .assertNote(
                        "a module is missing that some figures need",
                        "this Java runtime has no module jdk.jfr",
                        "this Java runtime has no module java.management",
                        "this Java runtime has no module jdk.management");
    }

    @Test
    void shouldNoteThatEventsWereDropped() throws Exception {
        List<String> command = DoctorRun.command(
                Artifacts.programs().toString(),
                "com.example.plain.Storm",
                ATTACHED,
                "-Dagentprofiler.trace=com.example.plain.Storm#step",
                "-Dagentprofiler.ring.size=64");
        command.addAll(List.of("4", "50000"));

        doctor.run(command).assertNote("events were dropped", "{ring_full=");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayThatTheDiskIsFull() throws Exception {
        Path full = Files.createDirectory(dir.resolve("full"));
        String use = "mount -t tmpfs -o size=4k,mode=700 none full; cat /dev/zero > full/ballast 2> /dev/null;";

        mounted(use, doctor.doctor(DoctorRun.command(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.dir=full")))
                .assertOnly("the trace files cannot be written", "No space left on device");
        mounted(use, doctor.option("-Dagentprofiler.dir=full").doctor(List.of()))
                .assertOnly("the trace files cannot be written", "the disk of " + full + " is full: 0 bytes are left");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayThatTheDirectoryCannotBeWrittenTo() throws Exception {
        Path locked = Files.createDirectory(dir.resolve("locked"));
        String use = "mount -t tmpfs -o ro,mode=700 none locked;";

        mounted(use, doctor.doctor(DoctorRun.command(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.dir=locked")))
                .assertOnly("the trace files cannot be written", "Read-only file system");
        mounted(use, doctor.option("-Dagentprofiler.dir=locked").doctor(List.of()))
                .assertOnly("the trace files cannot be written", locked + " cannot be written to by this user");
    }

    @Test
    void shouldSayThatTheDirectoryIsNone() throws Exception {
        Files.createFile(dir.resolve("taken"));

        doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.dir=taken", "-Dagentprofiler.log=off")
                .assertOnly("the trace files cannot be written", "taken is not a directory");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldSayThatTheDirectoryIsSomebodyElses() throws Exception {
        Path theirs = Files.createDirectory(dir.resolve("theirs"));
        try {
            Files.setOwner(
                    theirs,
                    theirs.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        } catch (IOException e) {
            assumeTrue(false, "only root can give a directory away: " + e);
        }

        doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.dir=theirs")
                .assertOnly("the trace files cannot be written", "theirs belongs to nobody");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldSayThatTheDirectoryIsALink() throws Exception {
        Files.createSymbolicLink(dir.resolve("link"), Files.createDirectory(dir.resolve("target")));

        doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.dir=link")
                .assertOnly("the trace files cannot be written", "link is a symbolic link");
    }

    @Test
    void shouldNoticeAKill() throws Exception {
        Path classes = doctor.compiled("Halts", """
                public class Halts {
                    public static void main(String[] args) throws Exception {
                        Class.forName("%s");
                        Runtime.getRuntime().halt(137);
                    }
                }
                """.formatted(CORE_CLASS));

        doctor.java(classes + File.pathSeparator + classPath(), "Halts", ATTACHED)
                .assertOnly("the JVM was killed", "kill -9");
    }

    /** Runs a command where a file system of its own is mounted, which goes with the command. */
    private Result mounted(String mount, List<String> command) throws IOException, InterruptedException {
        List<String> namespace = List.of("unshare", "--map-root-user", "--mount", "--", "sh", "-c");
        assumeTrue(
                succeeds(namespace, "mount -t tmpfs none " + dir), "this user cannot mount a file system of its own");
        List<String> words = new ArrayList<>(namespace);
        words.add(mount + " exec "
                + command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")));
        return doctor.await(doctor.start(words));
    }

    private static boolean succeeds(List<String> words, String last) throws InterruptedException {
        List<String> command = new ArrayList<>(words);
        command.add(last);
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            // no such program
            return false;
        }
    }

    private static void awaitText(Path file, String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(120))
                .until(() -> Files.readString(file).contains(text));
    }

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = dir.resolve("rules.json");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        return pipe;
    }
}
