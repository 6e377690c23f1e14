// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;
import io.agentprofiler.rules.path.syntax.Source;
import java.util.List;

/** See {@link Path#CURRENT}. */
final class CurrentSpan implements Path {
    private final Branch syntax = new Branch(new Source.OneOf(List.of()), List.of());

    @Override
    public Object read(PathRoots roots) {
        return null;
    }

    @Override
    public Roots roots() {
        return Roots.NONE;
    }

    @Override
    public Branch syntax() {
        return syntax;
    }

    @Override
    public String toString() {
        return "current";
    }
}
