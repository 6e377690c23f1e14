// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.list;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.List;
import java.util.function.Function;

/**
 * The texts of a list one after the other, as one text: the pieces of an answer that came in pieces. Absent when there is
 * no text at all.
 *
 * @param pieces path to the list, or to one text
 */
public record JoinValue(Path pieces) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object normal = Normal.of(pieces.read(roots), pieces.toString(), roots);
        StringBuilder text = new StringBuilder();
        append(normal, text);
        return text.length() == 0 ? null : text.toString();
    }

    private static void append(Object value, StringBuilder text) {
        if (value instanceof List<?> list) {
            list.forEach(each -> append(each, text));
        } else if (value instanceof String piece) {
            text.append(piece);
        }
    }

    @Override
    public Roots roots() {
        return pieces.roots();
    }
}
