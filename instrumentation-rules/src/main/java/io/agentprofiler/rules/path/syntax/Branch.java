// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

import java.util.List;

/**
 * A parsed path: where it starts and the steps from there.
 *
 * @param source a root, or a choice of whole paths in parentheses
 * @param steps what is done with the source, in order; a {@link Step.Each} applies all later steps to every element
 */
public record Branch(Source source, List<Step> steps) {
    public Branch {
        steps = List.copyOf(steps);
    }

    /** Returns the path in the language's canonical spelling; parsing it gives an equal branch. */
    @Override
    public String toString() {
        return PathPrinter.print(this);
    }
}
