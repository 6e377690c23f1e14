// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

/**
 * Takes what a reader finds, in file order.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public interface EventSink {
    /** Takes an event of a span. */
    void span(SpanEvent event);

    /** Takes a record about the run. */
    void run(RunEvent event);
}
