// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.function.Function;

/**
 * What a path reads. An object that has no value of its own is told like a step that is not there: a rule that wants it must say
 * which part of it.
 *
 * @param path the path
 */
public record PathValue(Path path) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object object = path.read(roots);
        Object value = Normal.of(object, path.toString(), roots);
        if (value == null && object != null && !(object instanceof Number) && !(object instanceof byte[])) {
            roots.unresolved(
                    path + " leads to a " + object.getClass().getName() + ", which has no value",
                    object.getClass(),
                    "");
        }
        return value;
    }

    @Override
    public Roots roots() {
        return path.roots();
    }
}
