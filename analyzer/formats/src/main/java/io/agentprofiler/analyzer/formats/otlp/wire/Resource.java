// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import java.util.Map;

/**
 * What several spans have in common: where they come from.
 *
 * @param attributes of the program that was traced
 * @param scopeVersion version of the scope, or {@code null}
 * @param schemaUrl where the names of attributes are defined, or {@code null}
 */
public record Resource(Map<String, Object> attributes, String scopeVersion, String schemaUrl) {
    /** Says nothing. */
    public static final Resource UNKNOWN = of(Map.of());

    /** Name of the scope that we write: who made the spans. */
    static final String SCOPE = "io.agentprofiler";

    /** Returns a resource of which only the attributes are known. */
    static Resource of(Map<String, Object> attributes) {
        return new Resource(attributes, null, null);
    }

    /** Returns the name of the service, {@code null} where there is none. */
    public String service() {
        String service = text(AttributeNames.SERVICE);
        return AttributeNames.UNKNOWN_SERVICE.equals(service) ? null : service;
    }

    /** Returns an attribute's text, {@code null} where there is none. */
    public String text(String name) {
        return attributes.get(name) instanceof String text && !text.isEmpty() ? text : null;
    }
}
