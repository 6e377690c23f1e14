// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

/**
 * One woven method that a recording may answer, as its call site sees it. Only where replay is on.
 *
 * <p><b>Threading:</b> immutable; called on application threads.
 */
@FunctionalInterface
public interface ReplayPoint {
    /**
     * Called once the call's span has begun, before the method's body.
     *
     * @param handle what {@link JoinPoint#enter} answered
     * @return what the method is to return instead of running, alone in an array and boxed if it is primitive ({@code null} in it
     *     for {@code void}); {@code null} where the method is to run
     * @throws IllegalStateException if the method must not run though nothing recorded answers the call
     */
    Object[] answer(
            Object handle,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7);
}
