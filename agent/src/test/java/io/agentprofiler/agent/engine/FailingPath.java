// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.path.syntax.Branch;
import java.util.function.Supplier;

/** A path that fails as the agent's own code would: {@code arg0}, but for what it throws. */
public record FailingPath(Supplier<Throwable> failure) implements Path {
    private static final Path ARGUMENT = PathParser.parse("arg0.x");

    @Override
    public Object read(PathRoots call) {
        throw FailingPath.<RuntimeException>sneaky(failure.get());
    }

    @SuppressWarnings("unchecked") // thrown as it is, whatever the compiler takes it for
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Override
    public Roots roots() {
        return ARGUMENT.roots();
    }

    @Override
    public Branch syntax() {
        return ARGUMENT.syntax();
    }
}
