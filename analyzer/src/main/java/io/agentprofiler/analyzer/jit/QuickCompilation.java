// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.jit;

import io.agentprofiler.compiler.CompilerDirectives;
import java.io.IOException;

/**
 * Keeps the JVM's optimizing compiler from what gets hot while inputs are read; the quick one compiles it. A command reads its inputs
 * once. To optimize that takes more than is saved by it: half the time for a million events, and a fifth for five million.
 *
 * <p>It needs a JVM with HotSpot's compiler directives, and the package that the manifest of {@code analyzer.jar} opens; elsewhere
 * nothing changes.
 *
 * <p><b>Threading:</b> one thread begins and closes it.
 */
public final class QuickCompilation implements AutoCloseable {
    private static final String DIRECTIVE = "[{match: [\"*.*\"], c2: {Exclude: true}}]";

    /** {@code null} where compilers cannot be told anything. */
    private final CompilerDirectives directives;

    private QuickCompilation(CompilerDirectives directives) {
        this.directives = directives;
    }

    /** Begins it, until it is closed. */
    public static QuickCompilation begin() {
        try {
            CompilerDirectives directives = CompilerDirectives.open();
            // what was not added must not be taken back: the last would be the user's own
            return new QuickCompilation(
                    directives.add(DIRECTIVE).contains(CompilerDirectives.ADDED) ? directives : null);
        } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
            // another JVM, or started from a class path: inputs are read all the same, only slower
            return new QuickCompilation(null);
        }
    }

    @Override
    public void close() {
        if (directives != null) {
            try {
                directives.removeLast();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the JVM took the directive and does not give it back", e);
            }
        }
    }
}
