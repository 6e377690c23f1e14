// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

/**
 * What a receiver said of a request that it took.
 *
 * @param rejected how many of its spans it left out
 * @param message why, or a warning where it left none out; empty if it said nothing
 */
public record PartialSuccess(long rejected, String message) {
    /** Nothing was left out, and there is nothing to say. */
    public static final PartialSuccess NONE = new PartialSuccess(0, "");
}
