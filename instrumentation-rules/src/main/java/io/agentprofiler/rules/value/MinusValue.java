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
 * One number less another: a call's own share of a usage that adds up over calls.
 *
 * <p>Absent when the first is; the first itself when there is nothing to take away; absent when the result is below
 * zero, for then the numbers did not add up over calls.
 *
 * @param from path to the number that grew
 * @param less path to what it was before
 */
public record MinusValue(Path from, Path less) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object whole = Normal.of(from.read(roots), from.toString(), roots);
        Object part = Normal.of(less.read(roots), less.toString(), roots);
        if (!(whole instanceof Number minuend)) {
            return null;
        }
        if (!(part instanceof Number subtrahend)) {
            return minuend;
        }
        if (minuend instanceof Long grown && subtrahend instanceof Long before) {
            return grown < before ? null : (Object) (grown - before);
        }
        double difference = minuend.doubleValue() - subtrahend.doubleValue();
        return difference < 0 ? null : (Object) difference;
    }

    @Override
    public Roots roots() {
        return from.roots().union(less.roots());
    }
}
