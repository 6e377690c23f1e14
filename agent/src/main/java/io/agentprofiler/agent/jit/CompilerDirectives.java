// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jit;

import io.agentprofiler.agent.log.AgentLog;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Adds the agent's directive to those of HotSpot's compilers, as {@code jcmd PID Compiler.directives_add} does. It is for methods of
 * the agent alone: how the application is compiled, and directives of its own, stay as they are. Where that is not possible, which is
 * so in other JVMs and without the module {@code jdk.management}, nothing is lost but time.
 */
public final class CompilerDirectives {
    private static final String MODULE = "jdk.management";
    private static final String PACKAGE = "com.sun.management.internal";

    private final Object commands;
    private final Method execute;

    private CompilerDirectives(Object commands, Method execute) {
        this.commands = commands;
        this.execute = execute;
    }

    /**
     * Adds the directive unless an agent that was attached before has left it.
     *
     * @param instrumentation opens the JDK's package that executes commands to this class
     */
    public static void add(Instrumentation instrumentation) {
        Optional<Module> management = ModuleLayer.boot().findModule(MODULE);
        if (management.isEmpty()) {
            return;
        }
        try {
            Set<Module> here = Set.of(CompilerDirectives.class.getModule());
            instrumentation.redefineModule(
                    management.get(), Set.of(), Map.of(), Map.of(PACKAGE, here), Set.of(), Map.of());
            open().add();
        } catch (ReflectiveOperationException | IOException | RuntimeException e) {
            AgentLog.debug("the JVM's compilers were told nothing: " + e);
        }
    }

    /** Finds what executes commands; its package must be open to this class. */
    static CompilerDirectives open() throws ReflectiveOperationException {
        Class<?> type = Class.forName(PACKAGE + ".DiagnosticCommandImpl");
        Method commands = type.getDeclaredMethod("getDiagnosticCommandMBean");
        Method execute = type.getDeclaredMethod("executeDiagnosticCommand", String.class);
        commands.setAccessible(true);
        execute.setAccessible(true);
        return new CompilerDirectives(commands.invoke(null), execute);
    }

    /** Adds the directive if it is not there, and returns what the JVM says. */
    String add() throws ReflectiveOperationException, IOException {
        if (print().contains(CompiledApart.MATCH)) {
            return "";
        }
        // only its owner can write or read it, and only the JVM reads it
        Path file = Files.createTempFile("agent-profiler-directives", ".json");
        try {
            Files.writeString(file, CompiledApart.directive());
            String said = execute("Compiler.directives_add " + file);
            AgentLog.debug("the JVM's compilers: " + said.strip());
            return said;
        } finally {
            Files.delete(file);
        }
    }

    /** Returns all directives, those of the JVM's command line included. */
    String print() throws ReflectiveOperationException {
        return execute("Compiler.directives_print");
    }

    private String execute(String command) throws ReflectiveOperationException {
        return String.valueOf(execute.invoke(commands, command));
    }
}
