// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

/**
 * Makes values of one type.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
@FunctionalInterface
public interface ValueMaker {
    /**
     * Makes the value that was recorded; each time another, where it can be changed.
     *
     * @param recorded what was recorded of it, not {@code null}: text, numbers, truths, lists and maps
     * @throws UnsupportedException if that is no value of the type, or not exactly
     */
    Object of(Object recorded) throws UnsupportedException;
}
