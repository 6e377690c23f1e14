// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.DataTypes;
import java.util.function.Function;

/**
 * The types of the values in a map or list, where the trace does not tell them by itself; absent where it tells all of them.
 *
 * @param path path to the map or list
 */
public record TypesValue(Path path) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object object = path.read(roots);
        try {
            return DataTypes.of(object);
        } catch (RuntimeException | StackOverflowError | LinkageError failure) {
            roots.failed(path.toString(), failure);
            return null;
        }
    }

    @Override
    public Roots roots() {
        return path.roots();
    }
}
