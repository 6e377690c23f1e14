// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.script;

import java.util.List;

/**
 * A recorded workflow as what is sent of it.
 *
 * @param name its name
 * @param startNanos when it was recorded, nanoseconds since 1970
 * @param steps its model calls, in the order in which they began; each waits for one before it at most
 * @param tailNanos how long it went on after its last model call
 */
public record Script(String name, long startNanos, List<ScriptStep> steps, long tailNanos) {
    public Script {
        steps = List.copyOf(steps);
    }
}
