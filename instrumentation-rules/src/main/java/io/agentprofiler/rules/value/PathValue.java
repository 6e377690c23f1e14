// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathRoots;
import io.agentprofiler.rules.path.Roots;
import java.util.function.Function;

/**
 * What a path reads.
 *
 * @param path the path
 */
public record PathValue(Path path) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        return Normal.of(path.read(roots), path.toString(), roots);
    }

    @Override
    public Roots roots() {
        return path.roots();
    }
}
