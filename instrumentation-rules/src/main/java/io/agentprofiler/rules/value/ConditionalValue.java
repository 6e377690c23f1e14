// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.Set;
import java.util.function.Function;

/**
 * One value where a condition holds and another where it does not; either may be absent.
 *
 * @param condition path to what is asked
 * @param in the texts that {@code condition} may read; empty when anything but absent and false will do
 * @param then the value where the condition holds, {@code null} for absent
 * @param otherwise the value where it does not, {@code null} for absent
 */
public record ConditionalValue(Path condition, Set<String> in, Value then, Value otherwise) implements Value {
    public ConditionalValue {
        in = Set.copyOf(in);
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Value chosen = holds(roots) ? then : otherwise;
        return chosen == null ? null : chosen.evaluate(roots, attributes);
    }

    private boolean holds(PathRoots roots) {
        Object object = condition.read(roots);
        if (in.isEmpty()) {
            return object != null && !Boolean.FALSE.equals(object);
        }
        Object normal = Normal.of(object, condition.toString(), roots);
        return normal != null && in.contains(normal.toString());
    }

    @Override
    public Roots roots() {
        Roots all = condition.roots();
        all = then == null ? all : all.union(then.roots());
        return otherwise == null ? all : all.union(otherwise.roots());
    }
}
