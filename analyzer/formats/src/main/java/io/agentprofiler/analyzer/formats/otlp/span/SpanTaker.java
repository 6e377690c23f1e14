// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.span;

/** Takes the spans of a file, in file order. */
public interface SpanTaker {
    /** Takes a span and where it comes from. */
    void take(Origin origin, OtlpSpan span);
}
