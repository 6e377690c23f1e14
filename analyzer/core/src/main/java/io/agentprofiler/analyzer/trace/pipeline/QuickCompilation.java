// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.shared.CompilerDirectives;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the JVM's optimizing compiler from most of what gets hot while inputs are read; the quick one compiles it. A command reads its
 * inputs once. To optimize all of it takes more than is saved by it: half the time for a million events, and a fifth for five million.
 * What is optimized all the same are a few small methods that go over every byte, or are called for every field, and, if there is
 * much to read, the JDK's lists, maps and texts.
 *
 * <p>It needs a JVM with HotSpot's compiler directives, and the package that the manifest of {@code analyzer.jar} opens; elsewhere
 * nothing changes.
 *
 * <p><b>Threading:</b> one thread begins and closes it.
 */
public final class QuickCompilation implements AutoCloseable {
    /** Small methods of readers and traces that take much of the time, class and method, as directives name them. */
    static final List<String> SMALL_METHODS = List.of(
            "io/agentprofiler/analyzer/read/event/TextPool.*",
            "io/agentprofiler/analyzer/read/event/AttributeSet.*",
            "io/agentprofiler/analyzer/read/segment/JsonValues.hex",
            "io/agentprofiler/analyzer/read/segment/PlainValues.*",
            "io/agentprofiler/analyzer/trace/LongMap.*");

    /** Classes of the JDK that everything goes through. To optimize them takes more than a second of CPU time. */
    private static final List<String> COLLECTIONS = List.of(
            "java/lang/String*.*",
            "java/util/ArrayList*.*",
            "java/util/HashMap*.*",
            "java/util/ImmutableCollections*.*",
            "java/util/LinkedHashMap*.*",
            "java/util/TreeMap*.*");

    /** From so many bytes on, about four million events, optimizing {@link #COLLECTIONS} saves more than it takes. */
    static final long LARGE_INPUT_BYTES = 1L << 30;

    /** {@code null} where compilers cannot be told anything. */
    private final CompilerDirectives directives;

    private QuickCompilation(CompilerDirectives directives) {
        this.directives = directives;
    }

    /**
     * Begins it, until it is closed.
     *
     * @param bytes that are to be read
     */
    public static QuickCompilation begin(long bytes) {
        try {
            CompilerDirectives directives = CompilerDirectives.open();
            // what was not added must not be taken back: the last would be the user's own
            return new QuickCompilation(
                    directives.add(directives(bytes)).contains(CompilerDirectives.ADDED) ? directives : null);
        } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
            // another JVM, or started from a class path: inputs are read all the same, only slower
            return new QuickCompilation(null);
        }
    }

    /** Two directives: of those that match a method the first counts. */
    private static String directives(long bytes) {
        List<String> optimized = new ArrayList<>(SMALL_METHODS);
        if (bytes >= LARGE_INPUT_BYTES) {
            optimized.addAll(COLLECTIONS);
        }
        return "[{match: [\"" + String.join("\", \"", optimized)
                + "\"], c2: {Exclude: false}}, {match: [\"*.*\"], c2: {Exclude: true}}]";
    }

    @Override
    public void close() {
        if (directives != null) {
            try {
                // there are two
                directives.removeLast();
                directives.removeLast();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the JVM took the directives and does not give them back", e);
            }
        }
    }
}
