// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.List;
import java.util.function.Function;

/**
 * A sum of numbers: a total of which an interface reports only parts, such as input tokens without the cached ones.
 *
 * <p>Absent when the first is; the others count only where they are there.
 *
 * @param paths paths to the numbers, at least two
 */
public record PlusValue(List<Path> paths) implements Value {
    public PlusValue {
        paths = List.copyOf(paths);
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        if (!(read(0, roots) instanceof Number sum)) {
            return null;
        }
        for (int i = 1; i < paths.size(); i++) {
            if (read(i, roots) instanceof Number part) {
                sum = sum(sum, part);
            }
        }
        return sum;
    }

    private Object read(int index, PathRoots roots) {
        Path path = paths.get(index);
        return Normal.of(path.read(roots), path.toString(), roots);
    }

    private static Number sum(Number left, Number right) {
        if (left instanceof Long first && right instanceof Long second) {
            return first + second;
        }
        return left.doubleValue() + right.doubleValue();
    }

    @Override
    public Roots roots() {
        return Roots.ofAll(paths, Path::roots);
    }
}
