// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.answer.report.page.WorkflowRow;
import io.agentprofiler.analyzer.trace.Trace;

/**
 * A workflow as it was known at some moment.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param number its place in the order in which workflows began to be read, unique while the server runs
 * @param revision the moment: greater than that of everything published before
 * @param state whether more of it may come
 * @param trace its spans
 * @param head what lists show of it, without spans
 * @param page what the page takes, as JSON
 */
public record LiveWorkflow(long number, long revision, State state, Trace trace, WorkflowRow head, byte[] page) {
    /** Whether more of a workflow may come. */
    public enum State {
        /** A span is open, or the parent of one has not been read. */
        RUNNING,
        /** Every span read has ended; a late one may still come. */
        COMPLETE,
        /** Nothing more will come. */
        FINAL
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    public int spans() {
        return trace.spans().size();
    }
}
