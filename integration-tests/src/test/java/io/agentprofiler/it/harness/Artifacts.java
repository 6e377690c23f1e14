// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Locations of the build's artifacts that the tests start. */
public final class Artifacts {
    private static final Path MODULE = Path.of("").toAbsolutePath();

    private Artifacts() {}

    /** Returns the shipped agent jar. */
    public static Path agentJar() {
        return existing(MODULE.resolveSibling("agent/target/agent-profiler.jar"));
    }

    /** Returns the shipped analyzer jar. */
    public static Path analyzerJar() {
        return existing(MODULE.resolveSibling("analyzer/target/analyzer.jar"));
    }

    /** Returns the shipped Maven plugin. */
    public static Path mavenPlugin() {
        return existing(MODULE.resolveSibling("analyzer/maven-plugin/target/agent-profiler-maven-plugin.jar"));
    }

    /** Returns the jar of another agent, by its artifact id. */
    public static Path otherAgent(String artifact) {
        return existing(MODULE.resolve("target/agents").resolve(artifact + ".jar"));
    }

    /** Returns the jars on the tests' own class path whose file names begin so, as the JVM wants them. */
    public static String ofTests(String prefix) {
        String jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> Path.of(jar).getFileName().toString().startsWith(prefix))
                .collect(Collectors.joining(File.pathSeparator));
        if (jars.isEmpty()) {
            throw new IllegalStateException("no jar " + prefix + "* on the class path of the tests");
        }
        return jars;
    }

    /** Returns the classes of the programs under test. */
    public static Path programs() {
        return existing(MODULE.resolve("target/classes"));
    }

    /** Returns the directory that holds one class path file a framework version. */
    public static Path frameworks() {
        return existing(MODULE.resolve("target/frameworks"));
    }

    /**
     * Returns the jars of one folder of {@code frameworks/}, separated as the JVM wants them.
     *
     * @param id the folder's name, for example {@code langchain4j-1.19.0}
     */
    public static String classPath(String id) {
        Path file = frameworks().resolve(id + ".classpath");
        try {
            return Files.readString(file).trim();
        } catch (IOException e) {
            throw new UncheckedIOException("the build resolves the jars into " + file, e);
        }
    }

    /** Returns the programs under test and the jars of one folder of {@code frameworks/}. */
    public static String classPathWithPrograms(String id) {
        return programs() + File.pathSeparator + classPath(id);
    }

    private static Path existing(Path path) {
        if (!Files.exists(path)) {
            throw new IllegalStateException(path + " does not exist; build it with ./mvnw verify -DskipTests");
        }
        return path;
    }
}
