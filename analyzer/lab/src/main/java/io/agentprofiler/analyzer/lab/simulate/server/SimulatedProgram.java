// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import java.util.List;

/**
 * A workflow: calls of which later ones wait for earlier ones. Times are nanoseconds.
 *
 * @param arrivalNanos when it begins
 * @param calls in an order in which each comes after the one it waits for
 * @param tailNanos how long it goes on after its last call
 */
public record SimulatedProgram(long arrivalNanos, List<Call> calls, long tailNanos) {
    public SimulatedProgram {
        calls = List.copyOf(calls);
    }
}
