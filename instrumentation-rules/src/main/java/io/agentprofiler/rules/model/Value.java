// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import java.util.function.Function;

/**
 * What to write as an attribute, as data: a path, a constant, a text template, an object or array template, a spelling
 * map, a difference of two paths, or an annotated argument.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public interface Value {
    /**
     * Computes the value for one call.
     *
     * @param roots the call
     * @param attributes attributes of the span resolved so far, by name; answers {@code null} for an unknown one
     * @return a String, Long, Double, Boolean, List or Map of these; {@code null} when the value is absent. Never
     *     throws: a missing accessor is told to {@link PathRoots#unresolved}, what the application's own methods throw
     *     to {@link PathRoots#failed}
     */
    Object evaluate(PathRoots roots, Function<String, Object> attributes);

    /** Returns what {@link #evaluate} reads. */
    Roots roots();
}
