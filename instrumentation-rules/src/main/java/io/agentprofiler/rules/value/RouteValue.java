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
 * The template of an endpoint, put together from those of its parts, such as a class and a method: one slash before each part, whether
 * it has slashes of its own or not. Parts that are absent, empty or only slashes add nothing; if there is no other part, the template
 * is {@code /}. Absent when no part is there.
 *
 * @param parts paths to the parts, outermost first, at least one
 */
public record RouteValue(List<Path> parts) implements Value {
    public RouteValue {
        parts = List.copyOf(parts);
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        StringBuilder route = null;
        for (Path part : parts) {
            if (Normal.of(part.read(roots), part.toString(), roots) instanceof String text) {
                route = route == null ? new StringBuilder() : route;
                append(text, route);
            }
        }
        return route == null ? null : route.length() == 0 ? "/" : route.toString();
    }

    private static void append(String part, StringBuilder route) {
        int begin = 0;
        int end = part.length();
        while (begin < end && part.charAt(begin) == '/') {
            begin++;
        }
        while (begin < end && part.charAt(end - 1) == '/') {
            end--;
        }
        if (begin < end) {
            route.append('/').append(part, begin, end);
        }
    }

    @Override
    public Roots roots() {
        return Roots.ofAll(parts, Path::roots);
    }
}
