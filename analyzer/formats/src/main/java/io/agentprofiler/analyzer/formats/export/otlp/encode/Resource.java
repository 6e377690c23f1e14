// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

import java.util.Map;

/**
 * What all spans of a request have in common.
 *
 * @param attributes of the program that was traced
 * @param scopeVersion version of the scope, or {@code null}
 * @param schemaUrl where the names of attributes are defined, or {@code null}
 */
public record Resource(Map<String, Object> attributes, String scopeVersion, String schemaUrl) {
    /** Name of the scope: who made the spans. */
    public static final String SCOPE = "io.agentprofiler";
}
