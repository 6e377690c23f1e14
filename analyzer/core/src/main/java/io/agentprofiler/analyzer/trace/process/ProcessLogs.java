// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.process;

import java.util.Map;

/**
 * The samples of several processes, by the run that each wrote.
 *
 * <p><b>Threading:</b> immutable, as long as the logs are not changed.
 *
 * @param byRun the logs
 */
public record ProcessLogs(Map<String, ProcessLog> byRun) {
    /** No samples. */
    public static final ProcessLogs NONE = new ProcessLogs(Map.of());

    private static final ProcessLog EMPTY = new ProcessLog();

    public ProcessLogs {
        byRun = Map.copyOf(byRun);
    }

    /** Returns the samples of a run, an empty log where there are none. */
    public ProcessLog of(String run) {
        return byRun.getOrDefault(run, EMPTY);
    }
}
