// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.object.ClassNames;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What a path reads, in another spelling: {@code TOOL_EXECUTION} as {@code tool_calls}, an object of class
 * {@code dev.x.openai.Model} as {@code openai}.
 *
 * <p>The text read is looked up in {@code exact}, then the longest key of {@code prefixes} it starts with decides. An
 * object that is no normal value stands for its class name, in {@code prefixes} only. Nothing found: a normal value
 * passes unchanged, other objects are absent. A list is spelled element by element. A spelling of {@code null} means that
 * the text stands for nothing: the value is absent.
 *
 * @param of the path
 * @param exact spellings by text; a {@code null} one makes the value absent
 * @param prefixes spellings by the beginning of a text or class name
 */
public record SpelledValue(Path of, Map<String, String> exact, Map<String, String> prefixes) implements Value {
    public SpelledValue {
        exact = Collections.unmodifiableMap(new LinkedHashMap<>(exact));
        prefixes = Collections.unmodifiableMap(new LinkedHashMap<>(prefixes));
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object object = of.read(roots);
        Object normal = Normal.of(object, of.toString(), roots);
        if (normal instanceof List<?> list) {
            List<Object> spelled = new ArrayList<>(list.size());
            for (Object element : list) {
                Object spelling = spell(element);
                if (spelling != null) {
                    spelled.add(spelling);
                }
            }
            return spelled;
        }
        if (normal != null) {
            return spell(normal);
        }
        return object == null
                ? null
                : byPrefix(ClassNames.real(object.getClass()).getName());
    }

    private Object spell(Object normal) {
        String text = normal.toString();
        String spelling = exact.get(text);
        if (spelling != null || exact.containsKey(text)) {
            return spelling;
        }
        String spelled = byPrefix(text);
        return spelled != null ? spelled : normal;
    }

    private String byPrefix(String text) {
        String longest = null;
        for (String prefix : prefixes.keySet()) {
            if (text.startsWith(prefix) && (longest == null || prefix.length() > longest.length())) {
                longest = prefix;
            }
        }
        return longest == null ? null : prefixes.get(longest);
    }

    @Override
    public Roots roots() {
        return of.roots();
    }
}
