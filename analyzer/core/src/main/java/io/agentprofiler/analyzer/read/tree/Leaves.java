// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The texts and numbers in lists and maps. */
public final class Leaves {
    private Leaves() {}

    /** Returns the same lists and maps with what an operator makes of each value in them that is neither. */
    public static Object each(Object value, UnaryOperator<Object> operator) {
        if (value instanceof List<?> list) {
            List<Object> made = new ArrayList<>();
            list.forEach(element -> made.add(each(element, operator)));
            return made;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> made = new LinkedHashMap<>();
            map.forEach((name, inside) -> made.put(name.toString(), each(inside, operator)));
            return made;
        }
        return operator.apply(value);
    }
}
