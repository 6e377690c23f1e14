// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent;

import java.lang.instrument.ClassFileTransformer;
import java.util.concurrent.CountDownLatch;

/**
 * What the core asks of the side that the application sees. The one type both class loaders share.
 *
 * <p><b>Threading:</b> {@link #await} is for any thread, the rest for the agent's own.
 */
public interface CoreHost {
    /** Answers whether {@code agentprofiler.trace} is wrong and the user was told so: it is to be left out. */
    boolean traceRefused();

    /** Answers whether the agent was attached to an application that ran already. */
    boolean attached();

    /** Returns 0 for an agent that started before the application, else how many times one was attached, with this one. */
    int session();

    /** Waits for the agent to be detached, no longer than {@code millis}; answers whether it is to be. */
    boolean awaitDetach(long millis) throws InterruptedException;

    /** Shows no more classes to the core's transformer. Only when the agent is detached. */
    void withdraw();

    /** Tells where the trace goes; {@code null} when no file can be written. */
    void recordsInto(String directory);

    /** Tells the last line of a recording that ended because the agent is detached. */
    void ended(String line);

    /** Hands over the core's transformer: from now on classes can be woven. */
    void weaves(ClassFileTransformer weaver);

    /**
     * Waits for a step of the start, on an application's thread, within the one bound that all waiting for the start has.
     *
     * @return {@code false} when the bound was reached first
     */
    boolean await(CountDownLatch step);

    /** Returns how many milliseconds ago the application stopped waiting for the start; 0 when it never did. */
    long lateMillis();

    /** Leaves a line of the log for the doctor, if it watches. */
    void note(String line);

    /** Sets what ends the recording when the JVM exits. */
    void atExit(Runnable end);
}
