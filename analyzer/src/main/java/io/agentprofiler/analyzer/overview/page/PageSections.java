// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * What stands on the page besides spans: answers of analyses, each a JSON value under a name.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class PageSections {
    private final Map<String, Consumer<JsonGenerator>> sections = new LinkedHashMap<>();

    /** Adds a section: {@code content} writes one JSON value. */
    public PageSections add(String name, Consumer<JsonGenerator> content) {
        sections.put(name, content);
        return this;
    }

    void write(JsonGenerator json) {
        sections.forEach((name, content) -> {
            json.writeName(name);
            content.accept(json);
        });
    }
}
