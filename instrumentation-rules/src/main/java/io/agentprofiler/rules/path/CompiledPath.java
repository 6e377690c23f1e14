// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.path.node.Missing;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;

/** A path ready to run. */
final class CompiledPath implements Path {
    private final String text;
    private final Branch syntax;
    private final Roots roots;
    private final CompiledBranch branch;

    CompiledPath(String text, Branch syntax) {
        this.text = text;
        this.syntax = syntax;
        this.roots = CompiledBranch.rootsOf(syntax);
        this.branch = new CompiledBranch(text, syntax);
    }

    @Override
    public Object read(PathRoots call) {
        Object value = branch.read(call);
        if (value instanceof Missing missing) {
            call.unresolved(text, missing.on(), missing.step());
            return null;
        }
        if (value instanceof NotRead unread) {
            call.notRead(text, unread.step(), unread.why());
            return null;
        }
        return value;
    }

    @Override
    public Roots roots() {
        return roots;
    }

    @Override
    public Branch syntax() {
        return syntax;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompiledPath path && syntax.equals(path.syntax);
    }

    @Override
    public int hashCode() {
        return syntax.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
