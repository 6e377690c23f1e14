// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.recording;

import io.agentprofiler.analyzer.simulate.server.Call;

/**
 * A model call as it was recorded. Times are nanoseconds since 1970.
 *
 * @param call what a server is asked to do
 * @param program index of its workflow
 * @param index its place in its workflow
 * @param startNanos when it was sent
 * @param firstNanos when its first chunk came; -1 where it was not streamed
 * @param endNanos when it had ended
 * @param isCacheKnown whether the server told how much was cached
 */
public record Recorded(
        Call call, int program, int index, long startNanos, long firstNanos, long endNanos, boolean isCacheKnown) {}
