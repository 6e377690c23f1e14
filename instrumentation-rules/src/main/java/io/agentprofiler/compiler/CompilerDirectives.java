// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.compiler;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directives of HotSpot's compilers (JEP 165), as {@code jcmd PID Compiler.directives_add} and its like show and change them.
 * They hold for methods that are compiled from then on.
 *
 * <p><b>Threading:</b> any thread; the JVM takes commands one after another.
 */
public final class CompilerDirectives {
    /** The module that executes commands. */
    public static final String MODULE = "jdk.management";

    /** What the JVM says, after a number, where directives were added. */
    public static final String ADDED = "compiler directives added";

    /** The module's package that must be open to this class. */
    public static final String PACKAGE = "com.sun.management.internal";

    private final Object commands;
    private final Method execute;

    private CompilerDirectives(Object commands, Method execute) {
        this.commands = commands;
        this.execute = execute;
    }

    /**
     * Finds what executes commands.
     *
     * @throws ReflectiveOperationException in a JVM that has no such commands
     * @throws RuntimeException if its package is not open
     */
    public static CompilerDirectives open() throws ReflectiveOperationException {
        // its initializer loads the native code of the other
        Class.forName(PACKAGE + ".PlatformMBeanProviderImpl");
        Class<?> type = Class.forName(PACKAGE + ".DiagnosticCommandImpl");
        Method commands = type.getDeclaredMethod("getDiagnosticCommandMBean");
        Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
        commands.setAccessible(true);
        execute.setAccessible(true);
        return new CompilerDirectives(commands.invoke(null), execute);
    }

    /**
     * Adds directives before those there are; the first that matches a method counts.
     *
     * @param directives as a file of them is written
     * @return what the JVM says: {@link #ADDED}, or what is wrong with them
     * @throws ReflectiveOperationException if the JVM fails to execute the command
     * @throws IOException if no temporary file can be written, by which the JVM is given them
     */
    public String add(String directives) throws ReflectiveOperationException, IOException {
        // only its owner can write or read it, and only the JVM reads it
        Path file = Files.createTempFile("agent-profiler-directives", ".json");
        try {
            Files.writeString(file, directives);
            return execute("Compiler.directives_add \"" + file + "\"");
        } finally {
            Files.delete(file);
        }
    }

    /** Takes back the directive that was added last, whoever added it; returns what the JVM says. */
    public String removeLast() throws ReflectiveOperationException {
        return execute("Compiler.directives_remove");
    }

    /** Returns all directives, those of the JVM's command line included. */
    public String print() throws ReflectiveOperationException {
        return execute("Compiler.directives_print");
    }

    private String execute(String command) throws ReflectiveOperationException {
        return String.valueOf(execute.invoke(commands, command));
    }
}
