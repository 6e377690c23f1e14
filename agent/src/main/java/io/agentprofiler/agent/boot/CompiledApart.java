// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.shared.CompilerDirectives;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps HotSpot's optimizing compiler, which has one thread on a small machine, for the application: left to itself it would be busy
 * with the agent's methods for as long as with the application's own while both warm up, and the application waits in slow code.
 *
 * <p>{@link #APART} are methods that long chains of calls run through for each event: reading, keeping, encoding, offering to sinks.
 * They are compiled once, by themselves, and not again into each of their callers. {@link #QUICKLY} are those of them, and others,
 * that decide and call, but compute little themselves: they are left to the quick compiler, whose code does nearly as well for
 * them. The directives that say so are for methods of the agent alone: how the application is compiled, and directives of its own,
 * stay as they are. Where they cannot be added, which is so in other JVMs and without the module {@code jdk.management}, nothing is
 * lost but time.
 */
public final class CompiledApart {
    private static final String HOUSE = "io/agentprofiler/";

    /** Class and method; {@code *} stands for all methods. Classes with {@code *} at the end are all that begin so. */
    static final List<String> APART = List.of(
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
            "shared/schema/ContentText$Writer.*");

    /** Classes and methods as above. */
    static final List<String> QUICKLY = List.of(
            "agent/writer/RingConsumer.*",
            "agent/writer/StartWriter.*",
            "agent/writer/SinkSet.*",
            "agent/writer/GuardedSink.*",
            "agent/engine/read/RuleSpanReader.*",
            "agent/engine/read/SpanNames.*",
            "agent/content/ContentPolicy.*",
            "agent/content/Prompt.*",
            "agent/content/PromptHasher.*",
            "agent/content/TextHashes.*",
            "agent/content/TextMemory.*",
            "agent/content/$Lambdas.*",
            "agent/segment/SegmentSink.*",
            "agent/segment/json/EventWriter.*",
            "agent/segment/json/JsonLines.field",
            "agent/segment/json/JsonLines.fields",
            "agent/segment/json/JsonLines.list",
            "agent/segment/json/JsonLines.value",
            "rules/value/ObjectValue.*",
            "rules/value/list/EachValue.*",
            "rules/value/list/ListValue.*",
            "rules/value/normal/Structure.*",
            "shared/schema/ContentText$Writer.*");

    /** Which methods' compilation the last directive is for; also how it is known again. */
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

    /** Takes the directives back that {@link #tell(Instrumentation)} has added; those of others stay. */
    public static void takeBack() {
        try {
            if (!CompilerDirectives.open().remove(HOUSE)) {
                AgentLog.info(
                        "two compiler directives for the agent's own methods stay, below one that was added later;"
                                + " jcmd PID Compiler.directives_print shows them");
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            AgentLog.debug("the JVM's compilers keep what they were told: " + e);
        }
    }

    /** Adds the directives if they are not there, and returns what the JVM says. */
    static String tell(CompilerDirectives directives) throws ReflectiveOperationException, IOException {
        return directives.print().contains(MATCH) ? "told before" : directives.add(directives());
    }

    /** Returns the directives, as a file of them is written (JEP 165): of two that match a method, the first counts. */
    static String directives() {
        String inline = "inline: " + list("-" + HOUSE, APART);
        return "[{match: " + list(HOUSE, QUICKLY) + ", " + inline + ", c2: {Exclude: true}}, {match: [\"" + MATCH
                + "\"], " + inline + "}]";
    }

    private static String list(String before, List<String> methods) {
        StringBuilder list = new StringBuilder("[");
        for (String each : methods) {
            list.append(list.length() > 1 ? ", \"" : "\"")
                    .append(before)
                    .append(each)
                    .append('"');
        }
        return list.append(']').toString();
    }
}
