// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;

/**
 * Something that wants every trace as it is finished, such as a file with a row per span.
 *
 * <p>Traces come from several threads at once, so an output is asked for a part per input file: a part is written by one
 * thread, and at the end the parts are joined in the order of their numbers. That order depends on the inputs only.
 */
public interface TraceOutput {
    /**
     * Opens a part.
     *
     * @param number its place among the parts, unique, from 0; parts may be opened in any order
     * @param run id of the run its traces belong to
     */
    OutputPart open(int number, String run) throws IOException;

    /** Joins the parts, after all have been closed. */
    void finish() throws IOException;

    /** A part of an output. <b>Threading:</b> one thread. */
    interface OutputPart extends AutoCloseable {
        /** Takes a trace. */
        void write(Trace trace) throws IOException;

        @Override
        void close() throws IOException;
    }
}
