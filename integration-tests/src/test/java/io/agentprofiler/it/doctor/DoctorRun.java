// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.Jdks;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;

/** Runs the doctor in a directory, and makes programs for it to look at. The methods change this object and return it. */
final class DoctorRun {
    static final String ATTACHED = "-javaagent:" + Artifacts.agentJar();

    private final Path dir;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<String> own = new ArrayList<>();
    private Path jar = Artifacts.agentJar();

    DoctorRun(Path dir) {
        this.dir = dir;
    }

    /** The result. */
    record Result(int exitCode, String out, String err) {
        /** Fails unless the doctor named this cause, with these words in it, and exited with 1. */
        Result assertCause(String cause, String... words) {
            assertThat(exitCode).as(toString()).isEqualTo(1);
            assertThat(out + err).contains("Cause: " + cause + "\n").contains(words);
            return this;
        }

        /** Fails unless these words are in the answer, whatever the exit code. */
        void assertAnswer(String... words) {
            assertThat(out + err).contains(words);
        }

        /** Fails unless the doctor noted this, found no cause and exited with 0. */
        Result assertNote(String note, String... words) {
            assertThat(exitCode).as(toString()).isZero();
            assertThat(out + err)
                    .contains("Note: " + note + "\n")
                    .contains(words)
                    .doesNotContain("Cause: ");
            return this;
        }

        /** Fails unless the doctor named this cause and no other. */
        Result assertOnly(String cause, String... words) {
            assertCause(cause, words);
            assertThat((out + err).lines().filter(line -> line.startsWith("Cause: ")))
                    .as(toString())
                    .hasSize(1);
            return this;
        }
    }

    /** Sets an environment variable. */
    DoctorRun with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Gives the doctor's own JVM an option. */
    DoctorRun option(String option) {
        own.add(option);
        return this;
    }

    /** Uses this jar as the agent's jar for the doctor. */
    DoctorRun jar(Path other) {
        jar = other;
        return this;
    }

    /** Runs {@code doctor} with these arguments. */
    Result run(List<String> arguments) throws IOException, InterruptedException {
        return await(start(doctor(arguments)));
    }

    /** Returns the command line of {@code doctor} with these arguments. */
    List<String> doctor(List<String> arguments) {
        List<String> command = new ArrayList<>(quick(Jdks.current().java()));
        command.addAll(own);
        command.addAll(List.of("-jar", jar.toString(), "doctor"));
        command.addAll(arguments);
        return command;
    }

    /** Runs {@code doctor java OPTIONS -cp CLASSPATH MAIN}. */
    Result java(String classPath, String main, String... options) throws IOException, InterruptedException {
        return run(command(classPath, main, options));
    }

    /** Returns a command line of Java. */
    static List<String> command(String classPath, String main, String... options) {
        List<String> command = new ArrayList<>(quick(Jdks.current().java()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, main));
        return command;
    }

    private static List<String> quick(String java) {
        return List.of(java, "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+UseSerialGC");
    }

    /** Starts a command. */
    Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectOutput(out().toFile())
                .redirectError(err().toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(JAVA_TOOL|_JAVA|JDK_JAVA)_OPTIONS"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Waits for its end. */
    Result await(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running\n" + Files.readString(err()));
        }
        return new Result(process.exitValue(), Files.readString(out()), Files.readString(err()));
    }

    /** Returns the file that takes the standard output. */
    Path out() {
        return dir.resolve("doctor-out.txt");
    }

    /** Returns the file that takes the standard error. */
    Path err() {
        return dir.resolve("doctor-err.txt");
    }

    /** Returns the class path of the programs on the newest framework. */
    static String classPath() {
        return Artifacts.programs() + File.pathSeparator + Framework.NEWEST.classPath();
    }

    /** Compiles a class into a folder of its own, which is returned. */
    Path compiled(String name, String source) throws IOException {
        Path folder = Files.createDirectories(dir.resolve("classes"));
        Path file = dir.resolve("sources").resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.toString(), "-cp", classPath(), file.toString());
        assertThat(failed).as(source).isZero();
        return folder;
    }

    /** Packs a folder of classes as a Java agent. */
    Path agent(Path classes, String premain) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", premain);
        Path jar = dir.resolve("other-agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry(premain.replace('.', '/') + ".class"));
            out.write(Files.readAllBytes(classes.resolve(premain.replace('.', '/') + ".class")));
        }
        return jar;
    }

    /** Copies the agent's jar without the class that all else hangs on. */
    Path agentWithoutItsCore() throws IOException {
        Path copy = Files.copy(Artifacts.agentJar(), dir.resolve("agent-profiler.jar"));
        try (FileSystem files = FileSystems.newFileSystem(copy)) {
            Files.delete(files.getPath("inst/io/agentprofiler/agent/boot/Core.classdata"));
        }
        return copy;
    }

    /** Writes a shell script. */
    Path script(String... lines) throws IOException {
        Path script = dir.resolve("run.sh");
        Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }
}
