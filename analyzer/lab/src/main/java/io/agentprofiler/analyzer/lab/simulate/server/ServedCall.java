// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

/**
 * What became of a call. Times are nanoseconds.
 *
 * @param program index of its program
 * @param call index in its program
 * @param dueNanos when it was sent
 * @param startNanos when its service began
 * @param firstNanos when its first token came
 * @param endNanos when it had ended
 * @param hit tokens of its prompt that were cached
 * @param replica which server served it; -1 for calls that need none
 */
public record ServedCall(
        int program, int call, long dueNanos, long startNanos, long firstNanos, long endNanos, long hit, int replica) {}
