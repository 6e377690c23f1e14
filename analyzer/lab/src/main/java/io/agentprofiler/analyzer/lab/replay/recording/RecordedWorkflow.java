// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.List;

/**
 * A recorded workflow with its model calls.
 *
 * @param trace its id
 * @param name its name
 * @param startNanos when it began, nanoseconds since 1970
 * @param calls its calls in the order in which they began
 */
public record RecordedWorkflow(TraceId trace, String name, long startNanos, List<RecordedCall> calls) {
    public RecordedWorkflow {
        calls = List.copyOf(calls);
    }
}
