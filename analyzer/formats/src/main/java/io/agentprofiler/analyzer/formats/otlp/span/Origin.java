// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.span;

import java.util.Map;

/**
 * Where spans come from.
 *
 * @param attributes those of the resource
 */
public record Origin(Map<String, Object> attributes) {
    /** Says nothing. */
    public static final Origin UNKNOWN = new Origin(Map.of());

    /** Returns an attribute's text, {@code null} where there is none. */
    public String text(String name) {
        return attributes.get(name) instanceof String text && !text.isEmpty() ? text : null;
    }
}
