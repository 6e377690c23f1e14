// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.doctor;

import static io.agentprofiler.it.doctor.DoctorRun.ATTACHED;
import static io.agentprofiler.it.doctor.DoctorRun.classPath;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.doctor.DoctorRun.Result;
import io.agentprofiler.it.harness.Artifacts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why an agent that is there records nothing. */
@Tag("full")
class RecordIT {
    private static final String PROGRAM = "com.example.agents.model.LocalAnswer";
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
        String beta = Artifacts.classPath("langchain4j-1.0.0-beta3");

        doctor.java(beta, "com.example.beta.BetaAnswer", ATTACHED)
                .assertOnly(
                        "the framework's version is not supported",
                        "langchain4j 1.0.0-beta3 from ",
                        "langchain4j-core-1.0.0-beta3.jar",
                        "expected    LangChain4j 0.35, 0.36 and 1.0 to ");
    }

    @Test
    void shouldNameALibraryThatNoRuleCovers() throws Exception {
        Path classes = doctor.compiled("com.github.tjake.jlama.Client", """
                package com.github.tjake.jlama;
                public class Client {
                    public static void main(String[] args) {
                        System.out.println("asked");
                    }
                }
                """);

        doctor.java(classes.toString(), "com.github.tjake.jlama.Client", ATTACHED)
                .assertOnly("the framework is not known", "Jlama was loaded; it is not traced");
    }

    @Test
    void shouldSayThatThereIsNoFramework() throws Exception {
        doctor.java(Artifacts.programs().toString(), "com.example.plain.NoAi", ATTACHED)
                .assertOnly("no AI framework was loaded", "LangChain4j 0.35, 0.36 and 1.0 to ");
    }

    @Test
    void shouldSayThatAFrameworkWasNotReached() throws Exception {
        doctor.java(classPath(), "com.example.plain.NoAi", ATTACHED)
                .assertOnly("no class of the framework was loaded", "langchain4j-core-1.19.0.jar");
    }

    @Test
    void shouldSayThatNothingTracedWasCalled() throws Exception {
        doctor.java(withLoads(), "Loads", ATTACHED)
                .assertOnly("nothing that is traced was called", "LangChain4j 0.35, 0.36 and 1.0 to ");
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
    void shouldSayThatTheCallersAskedNotToRecord() throws Exception {
        Path rules = Files.writeString(dir.resolve("desk.json"), """
                {
                  "format": "agent-profiler-rules/1",
                  "rules": [
                    {
                      "id": "serve",
                      "kind": "agent",
                      "name": "serve",
                      "match": { "class": "com.example.plain.FrontDesk", "method": "serve" },
                      "traceparent": "arg0.requestHeaders.getFirst('traceparent')"
                    }
                  ]
                }
                """);
        List<String> command = DoctorRun.command(
                Artifacts.programs().toString(),
                "com.example.plain.FrontDesk",
                ATTACHED,
                "-Dagentprofiler.rules=" + rules);
        command.add("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00");

        Result result = doctor.run(command);

        result.assertOnly("callers asked not to record", "1 workflow came with a traceparent");
        assertThat(result.out()).isEqualTo("thought\n");
    }

    @Test
    void shouldNameARuleThatWasDisabled() throws Exception {
        // only of Guava's own futures is a method called, so the program has one in Guava's package
        Path classes = doctor.compiled("com.google.common.util.concurrent.ListenableFuture", """
                package com.google.common.util.concurrent;

                import java.util.concurrent.Executor;
                import java.util.concurrent.FutureTask;

                public interface ListenableFuture<V> extends java.util.concurrent.Future<V> {
                    void addListener(Runnable listener, Executor executor);
                }

                class Awkward extends FutureTask<String> implements ListenableFuture<String> {
                    Awkward() {
                        super(() -> "");
                    }

                    public void addListener(Runnable listener, Executor executor) {
                        throw new IllegalStateException("one at a time");
                    }

                    public String get() {
                        return "";
                    }

                    static ListenableFuture<String> ask() {
                        return new Awkward();
                    }

                    public static void main(String[] args) {
                        for (int i = 0; i < 10; i++) {
                            ask();
                        }
                    }
                }
                """);
        String program = "com.google.common.util.concurrent.Awkward";

        doctor.java(classes.toString(), program, ATTACHED, "-Dagentprofiler.trace=" + program + "#ask")
                .assertNote("a rule was disabled", "Awkward#ask", "java.lang.IllegalStateException");
    }

    /** A class path with a program that loads a framework and calls nothing of it. */
    private String withLoads() throws IOException {
        Path classes = doctor.compiled("Loads", """
                public class Loads {
                    public static void main(String[] args) throws Exception {
                        System.out.println(Class.forName("%s").getName());
                        // the agent starts in parallel with the program; it prints a line when it is ready
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
