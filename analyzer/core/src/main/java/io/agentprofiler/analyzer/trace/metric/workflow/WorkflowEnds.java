// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;

/**
 * How many workflows ended how. A number of those that ended otherwise than well is absent where none is known to, and of some nobody
 * knows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WorkflowEnds {
    private long failed;
    private long okWithFailures;
    private long cancelled;
    private long unfinished;
    private long withFailures;
    private long ofUnknownStatus;
    private long ofUnknownEnd;
    private long withUntoldSteps;

    /** Adds a workflow. */
    public void add(WorkflowEnd end) {
        failed += end.status() == SpanStatus.ERROR ? 1 : 0;
        okWithFailures += end.ending() == WorkflowEnd.Ending.OK_WITH_FAILURES ? 1 : 0;
        cancelled += end.status() == SpanStatus.CANCELLED ? 1 : 0;
        unfinished += end.status() == SpanStatus.UNFINISHED ? 1 : 0;
        withFailures += end.hasFailures() ? 1 : 0;
        ofUnknownStatus += end.status() == null ? 1 : 0;
        ofUnknownEnd += end.ending() == WorkflowEnd.Ending.UNKNOWN ? 1 : 0;
        withUntoldSteps += !end.hasFailures() && end.untold() > 0 ? 1 : 0;
    }

    /** Adds other workflows. */
    public void add(WorkflowEnds more) {
        failed += more.failed;
        okWithFailures += more.okWithFailures;
        cancelled += more.cancelled;
        unfinished += more.unfinished;
        withFailures += more.withFailures;
        ofUnknownStatus += more.ofUnknownStatus;
        ofUnknownEnd += more.ofUnknownEnd;
        withUntoldSteps += more.withUntoldSteps;
    }

    private static long known(long count, long unknown) {
        return count == 0 && unknown > 0 ? Unknown.LONG : count;
    }

    /** Returns how many failed themselves. */
    public long failed() {
        return known(failed, ofUnknownStatus);
    }

    /** Returns how many ended well although steps failed. */
    public long okWithFailures() {
        return known(okWithFailures, ofUnknownEnd);
    }

    /** Returns how many were cancelled. */
    public long cancelled() {
        return known(cancelled, ofUnknownStatus);
    }

    public long unfinished() {
        return unfinished;
    }

    /** Returns how many failed or had a failed step, however they ended. */
    public long withFailures() {
        return known(withFailures, withUntoldSteps);
    }

    /** Returns of how many the format does not say whether they failed. */
    public long ofUnknownStatus() {
        return ofUnknownStatus;
    }

    /** Returns of how many without a known failure the format does not say of all spans whether they failed. */
    public long withUntoldSteps() {
        return withUntoldSteps;
    }
}
