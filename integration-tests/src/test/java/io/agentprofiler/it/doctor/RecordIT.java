// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.doctor;

import static io.agentprofiler.it.doctor.DoctorRun.ATTACHED;
import static io.agentprofiler.it.doctor.DoctorRun.classPath;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.doctor.DoctorRun.Result;
import io.agentprofiler.it.harness.Artifacts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Why an agent that is there records nothing. */
class RecordIT {
    private static final String PROGRAM = "com.example.agents.LocalAnswer";
    private static final String CORE_CLASS = "dev.langchain4j.data.message.UserMessage";

    @TempDir
    private Path dir;

    private DoctorRun doctor;

    @BeforeEach
    void prepare() {
        doctor = new DoctorRun(dir);
    }

    @Test
    void shouldSayThatNothingIsWrong() throws Exception {
        Result result = doctor.java(classPath(), PROGRAM, ATTACHED);

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).isEqualTo("it is noon\n");
        assertThat(result.err())
                .containsPattern("Nothing is wrong: [1-9]\\d* spans in .*agent-profile")
                .doesNotContain("Cause: ", "Note: ");
    }

    @Test
    void shouldNoticeThatTheAgentIsSwitchedOff() throws Exception {
        doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.enabled=off")
                .assertOnly("the agent is switched off", "agentprofiler.enabled=off");
    }

    @Test
    void shouldNoticeThatTheRulesAreSwitchedOff() throws Exception {
        doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.frameworks=spring-ai")
                .assertOnly("the rules for langchain4j are switched off", "agentprofiler.frameworks=spring-ai");
    }

    @Test
    void shouldNoticeThatNothingIsSampled() throws Exception {
        doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.sample=0")
                .assertOnly("all workflows are sampled out", "none of 1 workflow was recorded");
    }

    @Test
    void shouldCorrectTheNameOfASetting() throws Exception {
        Result noted = doctor.java(classPath(), PROGRAM, ATTACHED, "-Dagentprofiler.smaple=0.5");

        assertThat(noted.exitCode()).as(noted.toString()).isZero();
        assertThat(noted.err()).contains("Note: a setting is wrong", "did you mean agentprofiler.sample?");

        doctor.java(Artifacts.programs().toString(), "com.example.plain.NoAi", ATTACHED, "-Dagentprofiler.tarce=a.B#c")
                .assertOnly("a setting is wrong", "did you mean agentprofiler.trace?");
    }

    @Test
    void shouldNameRulesOfTheUsersThatMatchNothing() throws Exception {
        doctor.java(
                        Artifacts.programs().toString(),
                        "com.example.plain.TwoThoughts",
                        ATTACHED,
                        "-Dagentprofiler.trace=com.example.plain.TwoThoughts#wonder;com.example.plain.TwoThoughts#main")
                .assertNote("a rule of your own matched nothing", "com.example.plain.TwoThoughts#wonder");
    }

    @Test
    void shouldNameAVersionThatIsNotSupported() throws Exception {
        String early = Artifacts.classPath("langchain4j-0.35.0");

        doctor.java(early, "com.example.early.EarlyAnswer", ATTACHED)
                .assertOnly(
                        "the framework's version is not supported",
                        "langchain4j 0.35.0 from ",
                        "langchain4j-core-0.35.0.jar",
                        "expected    LangChain4j 1.0 to ");
    }

    @Test
    void shouldNameALibraryThatNoRuleCovers() throws Exception {
        Path classes = doctor.compiled("com.google.genai.Client", """
                package com.google.genai;
                public class Client {
                    public static void main(String[] args) {
                        System.out.println("asked");
                    }
                }
                """);

        doctor.java(classes.toString(), "com.google.genai.Client", ATTACHED)
                .assertOnly("the framework is not known", "com.google.genai.");
    }

    @Test
    void shouldSayThatThereIsNoFramework() throws Exception {
        doctor.java(Artifacts.programs().toString(), "com.example.plain.NoAi", ATTACHED)
                .assertOnly("no AI framework was loaded", "LangChain4j 1.0 to ");
    }

    @Test
    void shouldSayThatAFrameworkWasNotReached() throws Exception {
        doctor.java(classPath(), "com.example.plain.NoAi", ATTACHED)
                .assertOnly("no class of the framework was loaded", "langchain4j-core-1.19.0.jar");
    }

    @Test
    void shouldSayThatNothingTracedWasCalled() throws Exception {
        doctor.java(withLoads(), "Loads", ATTACHED)
                .assertOnly("nothing that is traced was called", "LangChain4j 1.0 to ");
    }

    @Test
    void shouldSayThatTheFrameworkIsInTheBootLoader() throws Exception {
        String core = Arrays.stream(classPath().split(File.pathSeparator))
                .filter(jar -> jar.contains("langchain4j-core-"))
                .findFirst()
                .orElseThrow();

        doctor.java(withLoads(), "Loads", ATTACHED, "-Xbootclasspath/a:" + core, "-Dno.start=true")
                .assertOnly("the framework's class loader is the JDK's own", "class loader: bootstrap");
    }

    @Test
    void shouldSayThatAnotherAgentWasFaster() throws Exception {
        Path classes = doctor.compiled("Early", """
                public class Early {
                    public static void premain(String arguments) throws Exception {
                        Class.forName("%s");
                    }
                }
                """.formatted(CORE_CLASS));
        Path other = doctor.agent(classes, "Early");

        doctor.java(withLoads(), "Loads", "-javaagent:" + other, ATTACHED, "-Dno.start=true")
                .assertOnly("the framework was loaded before the agent", "put " + ATTACHED + " before");
    }

    @Test
    void shouldRecogniseAFrameworkThatWasMoved() throws Exception {
        Path classes = doctor.compiled("com.acme.shaded.dev.langchain4j.Model", """
                package com.acme.shaded.dev.langchain4j;
                public class Model {
                    public static void main(String[] args) {
                        System.out.println("asked");
                    }
                }
                """);

        doctor.java(classes.toString(), "com.acme.shaded.dev.langchain4j.Model", ATTACHED)
                .assertOnly("the framework has another package here", "com.acme.shaded.dev.langchain4j.Model");
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

    /** A class path with a program that loads a framework and calls nothing of it. */
    private String withLoads() throws IOException {
        Path classes = doctor.compiled("Loads", """
                public class Loads {
                    public static void main(String[] args) throws Exception {
                        System.out.println(Class.forName("%s").getName());
                        // the agent starts beside the program; it has said so when it is ready
                        java.nio.file.Path notes = java.nio.file.Path.of(System.getProperty("agentprofiler.doctor.notes"),
                                ProcessHandle.current().pid() + ".agent");
                        while (!Boolean.getBoolean("no.start") && !java.nio.file.Files.readString(notes).contains("looks for calls")) {
                            Thread.sleep(50);
                        }
                        Thread.sleep(500);
                    }
                }
                """.formatted(CORE_CLASS));
        return classes + File.pathSeparator + classPath();
    }
}
