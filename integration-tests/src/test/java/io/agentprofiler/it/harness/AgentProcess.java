// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import io.agentprofiler.it.openai.OpenAiServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A program to start in a separate JVM, with the agent by default. The methods change this object and return it;
 * {@link #run} starts and waits, {@link #start} only starts.
 */
public final class AgentProcess {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final Set<String> OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

    private final String mainClass;
    private final Path dir;
    private final List<String> args = new ArrayList<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private final List<String> laterOptions = new ArrayList<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Jdk jdk = Jdks.current();
    private String classPath;
    private boolean agent = true;

    private AgentProcess(String mainClass, Path dir) {
        this.mainClass = mainClass;
        this.dir = dir;
        this.classPath = null;
        settings.put("dir", profileDir().toString());
        // short JVMs: the second compiler and parallel collectors only cost them time
        jvmOptions.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+UseSerialGC"));
    }

    /** Returns a process that runs {@code main} with its files below {@code dir}. */
    public static AgentProcess of(Class<?> main, Path dir) {
        return of(main.getName(), dir);
    }

    /** Returns a process that runs {@code main} with its files below {@code dir}. */
    public static AgentProcess of(String main, Path dir) {
        return new AgentProcess(main, dir);
    }

    /** Runs on this JDK. */
    public AgentProcess jdk(Jdk value) {
        jdk = value;
        return this;
    }

    /** Runs on this framework; the newest one by default. */
    public AgentProcess framework(Framework framework) {
        classPath = Artifacts.programs() + File.pathSeparator + framework.classPath();
        return this;
    }

    /** Runs on this class path. */
    public AgentProcess classPath(String value) {
        classPath = value;
        return this;
    }

    /** Runs without the agent. */
    public AgentProcess withoutAgent() {
        agent = false;
        return this;
    }

    /** Gives the agent a setting, {@code -Dagentprofiler.<name>}. */
    public AgentProcess setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** Asks the agent for a recording. */
    public AgentProcess recorded() {
        return setting("jfr.file", recording().toString());
    }

    /** Gives the program a system property. */
    public AgentProcess property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /** Gives the program a variable of its environment. */
    public AgentProcess environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Lets the program's models talk to {@code server}. */
    public AgentProcess server(OpenAiServer server) {
        return property("openai.baseUrl", server.baseUrl());
    }

    /** Adds JVM options. */
    public AgentProcess jvm(String... options) {
        jvmOptions.addAll(List.of(options));
        return this;
    }

    /** Adds JVM options behind the agent: another agent that starts after ours. */
    public AgentProcess jvmAfterAgent(String... options) {
        laterOptions.addAll(List.of(options));
        return this;
    }

    /** Adds program arguments. */
    public AgentProcess args(String... values) {
        args.addAll(List.of(values));
        return this;
    }

    /** Starts the program and waits for its end. */
    public ProcessResult run() {
        try (RunningProgram program = start()) {
            return program.await(LIMIT);
        }
    }

    /** Starts the program. */
    public RunningProgram start() {
        try {
            Files.createDirectories(dir);
            Path out = dir.resolve(agent ? "out.txt" : "plain-out.txt");
            Path err = dir.resolve(agent ? "err.txt" : "plain-err.txt");
            ProcessBuilder builder = new ProcessBuilder(command())
                    .directory(dir.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            // what would add options, lines of the JVM's own, or a proxy between the program and its model server
            builder.environment()
                    .keySet()
                    .removeIf(name -> OPTIONS.contains(name)
                            || name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
            builder.environment().putAll(environment);
            return new RunningProgram(builder.start(), out, err, profileDir(), recording());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(jdk.java());
        command.addAll(jvmOptions);
        if (agent) {
            command.add("-javaagent:" + Artifacts.agentJar());
            settings.forEach((name, value) -> command.add("-Dagentprofiler." + name + "=" + value));
        }
        command.addAll(laterOptions);
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-cp");
        command.add(
                classPath == null
                        ? Artifacts.programs() + File.pathSeparator + Framework.NEWEST.classPath()
                        : classPath);
        command.add(mainClass);
        command.addAll(args);
        return command;
    }

    private Path profileDir() {
        return dir.resolve("profile");
    }

    private Path recording() {
        return dir.resolve("run.jfr");
    }
}
