// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Structure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * An object of the application as data: what has no value of its own is written as its fields, by {@link Structure}.
 *
 * @param path path to the object
 * @param classes what is written first of objects of a class, by its name: what their class says and no field does
 * @param names other names for fields
 */
public record DataValue(Path path, Map<String, Map<String, Object>> classes, Map<String, String> names)
        implements Value {
    private static final String RESULT = "return";

    public DataValue {
        classes = Map.copyOf(classes);
        names = Map.copyOf(names);
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object object = path.read(roots);
        if (object == null) {
            return isEmptyResult(roots) ? List.of() : null;
        }
        try {
            return Structure.of(object, classes, names);
        } catch (RuntimeException | StackOverflowError | LinkageError failure) {
            roots.failed(path.toString(), failure);
            return null;
        }
    }

    /** Paths open optionals: a result that is one without a value is told from {@code null} here. */
    private boolean isEmptyResult(PathRoots roots) {
        return roots.result() instanceof Optional<?> && path.toString().equals(RESULT);
    }

    @Override
    public Roots roots() {
        return path.roots();
    }
}
