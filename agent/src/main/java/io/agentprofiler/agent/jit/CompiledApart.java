// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jit;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.compiler.CompilerDirectives;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Methods of the writer that HotSpot is to compile once, by themselves, and not again into each of their callers.
 *
 * <p>They are what long chains of calls run through for each event: reading, keeping, encoding, offering to sinks. Left to itself the
 * optimizing compiler puts the same chain into each method of it. That takes as much of the compiler's time as the application's own
 * code does while both warm up, and makes the writer no faster. The directive that says so is for methods of the agent alone: how the
 * application is compiled, and directives of its own, stay as they are. Where it cannot be added, which is so in other JVMs and
 * without the module {@code jdk.management}, nothing is lost but time.
 */
public final class CompiledApart {
    private static final String HOUSE = "io/agentprofiler/";

    /** Class and method; {@code *} stands for all methods. Classes with {@code *} at the end are all that begin so. */
    static final List<String> METHODS = List.of(
            "agent/writer/RingConsumer.*",
            "agent/writer/StartWriter.*",
            "agent/writer/SinkSet.*",
            "agent/writer/GuardedSink.*",
            "agent/engine/read/RuleSpanReader.*",
            "agent/engine/read/SpanNames.*",
            "agent/content/ContentPolicy.*",
            "agent/content/TextHashes.*",
            "agent/content/TextMemory.of",
            "agent/segment/SegmentSink.*",
            "agent/segment/json/EventWriter.*",
            "agent/segment/json/JsonLines.field",
            "agent/segment/json/JsonLines.fields",
            "agent/segment/json/JsonLines.list",
            "agent/segment/json/JsonLines.value",
            "agent/context/propagation/PropagationReceiver.pass",
            "rules/access/Program*.read",
            "rules/path/node/AccessorNode.apply",
            "rules/value/normal/Structure.*",
            "schema/ContentText$Writer.*");

    /** Which methods' compilation the directive is for; also how it is known again. */
    static final String MATCH = HOUSE + "*.*";

    private CompiledApart() {}

    /**
     * Tells the JVM, unless an agent that was attached before has done so.
     *
     * @param instrumentation opens the JDK's package that executes commands to the class that gives them
     */
    public static void tell(Instrumentation instrumentation) {
        Optional<Module> management = ModuleLayer.boot().findModule(CompilerDirectives.MODULE);
        if (management.isEmpty()) {
            return;
        }
        try {
            Set<Module> here = Set.of(CompilerDirectives.class.getModule());
            instrumentation.redefineModule(
                    management.get(), Set.of(), Map.of(), Map.of(CompilerDirectives.PACKAGE, here), Set.of(), Map.of());
            AgentLog.debug(
                    "the JVM's compilers: " + tell(CompilerDirectives.open()).strip());
        } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
            AgentLog.debug("the JVM's compilers were told nothing: " + e);
        }
    }

    /** Adds the directive if it is not there, and returns what the JVM says. */
    static String tell(CompilerDirectives directives) throws ReflectiveOperationException, IOException {
        return directives.print().contains(MATCH) ? "told before" : directives.add(directive());
    }

    /** Returns the directive, as a file of them is written (JEP 165). */
    static String directive() {
        StringBuilder directive = new StringBuilder("[{match: [\"" + MATCH + "\"], inline: [");
        for (String each : METHODS) {
            directive.append('"').append('-').append(HOUSE).append(each).append("\", ");
        }
        directive.setLength(directive.length() - ", ".length());
        return directive.append("]}]").toString();
    }
}
