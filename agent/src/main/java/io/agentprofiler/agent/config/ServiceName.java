// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a run that was given none. */
final class ServiceName {
    private static final String UNKNOWN = "java";
    private static final Pattern JAR = Pattern.compile("^(.+?\\.jar)(?:\\s|$)");

    /**
     * What build tools and development environments start the JVM of tests with: names say nothing of what is tested. Beginnings
     * of class names, and of names of jars.
     */
    private static final List<String> TEST_LAUNCHERS = List.of(
            "org.apache.maven.surefire.booter.",
            "surefirebooter",
            "worker.org.gradle.",
            "com.intellij.rt.junit.",
            "com.intellij.rt.testng.",
            "org.eclipse.jdt.internal.junit.",
            "com.microsoft.java.test.runner.",
            "org.junit.",
            "junit-platform-console",
            "org.testng.",
            "sbt.ForkMain");

    private ServiceName() {}

    /**
     * Makes a name of the command a JVM was started with: of {@code com.acme.Main arg} it is {@code Main}, of {@code
     * lib/shop.jar arg} it is {@code shop}, of {@code com.acme/com.acme.Main} it is {@code Main}. A JVM of tests has the name of
     * the directory it was started in, which is that of the module under test.
     *
     * @param command the command, or {@code null}
     * @param directory the directory, or {@code null}
     */
    static String of(String command, String directory) {
        if (command == null || command.isBlank()) {
            return UNKNOWN;
        }
        String file = lastOf(mainOf(command.trim()));
        String module = directory == null ? "" : lastOf(directory.replaceAll("[/\\\\]+$", ""));
        if (!module.isEmpty() && TEST_LAUNCHERS.stream().anyMatch(file::startsWith)) {
            return module;
        }
        String name = file.endsWith(".jar")
                ? file.substring(0, file.length() - ".jar".length())
                : file.substring(file.lastIndexOf('.') + 1);
        return name.isEmpty() ? UNKNOWN : name;
    }

    private static String lastOf(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }

    /** The first word; of a path to a jar also what follows white space in it, which the command does not quote. */
    private static String mainOf(String command) {
        String first = command.split("\\s+", 2)[0];
        boolean path = first.indexOf('\\') >= 0 || first.startsWith("/") || first.startsWith(".");
        Matcher jar = JAR.matcher(command);
        return path && !first.endsWith(".jar") && jar.find() ? jar.group(1) : first;
    }
}
