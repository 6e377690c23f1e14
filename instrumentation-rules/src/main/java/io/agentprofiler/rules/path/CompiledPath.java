// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.path.node.Missing;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;

/**
 * A path that makes itself ready to run when it is first read: of all the rules there are, an application needs a few.
 *
 * <p><b>Threading:</b> any thread. What two threads work out at the same time is the same, and either may stay.
 */
final class CompiledPath implements Path {
    private final String text;
    private final Branch syntax;
    private volatile Roots roots;
    private volatile CompiledBranch branch;

    CompiledPath(String text, Branch syntax) {
        this.text = text;
        this.syntax = syntax;
    }

    @Override
    public Object read(PathRoots call) {
        Object value = branch().read(call);
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

    private CompiledBranch branch() {
        CompiledBranch known = branch;
        if (known == null) {
            known = new CompiledBranch(text, syntax);
            branch = known;
        }
        return known;
    }

    @Override
    public Roots roots() {
        Roots known = roots;
        if (known == null) {
            known = CompiledBranch.rootsOf(syntax);
            roots = known;
        }
        return known;
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
