// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a run that was given none.
 *
 * <p>It is worked out in every JVM that starts: expressions are made only where a path to a jar has white space in it.
 */
final class ServiceName {
    private static final String UNKNOWN = "java";
    private static final String JAR = "^(.+?\\.jar)(?:\\s|$)";
    /** What an expression means by white space. */
    private static final String WHITE = " \t\n\u000B\f\r";

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
        String module = directory == null ? "" : lastOf(withoutEndOfPath(directory));
        if (!module.isEmpty() && isTestLauncher(file)) {
            return module;
        }
        String name = file.endsWith(".jar")
                ? file.substring(0, file.length() - ".jar".length())
                : file.substring(file.lastIndexOf('.') + 1);
        return name.isEmpty() ? UNKNOWN : name;
    }

    private static boolean isTestLauncher(String file) {
        for (String launcher : TEST_LAUNCHERS) {
            if (file.startsWith(launcher)) {
                return true;
            }
        }
        return false;
    }

    private static String withoutEndOfPath(String directory) {
        int end = directory.length();
        while (end > 0 && (directory.charAt(end - 1) == '/' || directory.charAt(end - 1) == '\\')) {
            end--;
        }
        return directory.substring(0, end);
    }

    private static String lastOf(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }

    /** The first word; of a path to a jar also what follows white space in it, which the command does not quote. */
    private static String mainOf(String command) {
        int end = 0;
        while (end < command.length() && WHITE.indexOf(command.charAt(end)) < 0) {
            end++;
        }
        String first = command.substring(0, end);
        boolean path = first.indexOf('\\') >= 0 || first.startsWith("/") || first.startsWith(".");
        if (!path || first.endsWith(".jar")) {
            return first;
        }
        Matcher jar = Pattern.compile(JAR).matcher(command);
        return jar.find() ? jar.group(1) : first;
    }
}
