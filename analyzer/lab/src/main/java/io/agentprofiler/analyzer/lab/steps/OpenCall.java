// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.Comparator;

/**
 * A call of a model that has not ended, or whose end is not in the files: no step yet.
 *
 * @param conversation the conversation it is part of, or {@code null}
 * @param startNanos nanoseconds since 1970
 */
record OpenCall(TraceId trace, String conversation, long startNanos) {
    /** In the order they began. */
    static final Comparator<OpenCall> BY_START =
            Comparator.comparingLong(OpenCall::startNanos).thenComparing(OpenCall::trace);
}
