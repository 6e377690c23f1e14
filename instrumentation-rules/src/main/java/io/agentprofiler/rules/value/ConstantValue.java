// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import java.util.function.Function;

/**
 * The same for every call.
 *
 * @param value a normal value
 */
public record ConstantValue(Object value) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        return value;
    }

    @Override
    public Roots roots() {
        return Roots.NONE;
    }
}
