// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.span;

import java.util.Map;

/**
 * An event of a span.
 *
 * @param epochNanos when, or absent
 * @param name its name, empty where it has none
 * @param attributes as of {@link OtlpSpan#attributes}
 */
public record OtlpEvent(long epochNanos, String name, Map<String, Object> attributes) {}
