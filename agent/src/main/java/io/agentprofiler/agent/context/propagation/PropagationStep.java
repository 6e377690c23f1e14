// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

/**
 * What woven JDK code tells the agent of a task on its way from thread to thread. Each comes with two objects, the owner
 * (a pool, or {@code null}) and the task; or with the function of a stage and the stage, and gives back what is to be used as the
 * function.
 *
 * <p>Woven code names a step by its {@link #ordinal()}.
 *
 * <p><b>Threading:</b> immutable.
 */
public enum PropagationStep {
    /** A pool takes a task in; the same object may be handed in several times. */
    HAND_OVER,
    /** A scheduler takes in a task that it will run again and again. */
    HAND_OVER_REPEATED,
    /** A task of its own, made for this one run, is handed over. */
    HAND_OVER_ONCE,
    /** A pool refuses a task or gives it back. */
    TAKE_BACK,
    /** A worker of a pool, or a timer's thread, begins a task; whatever it ran before is over. */
    BEGIN_WORK,
    /** A worker of a pool, or a timer's thread, has nothing to run. */
    END_WORK,
    /** A fork-join task begins, perhaps in the midst of another. */
    BEGIN_FORKED,
    /** A fork-join task is over. */
    END_FORKED,
    /** A fork-join task is about to be run by plain call. */
    CALL_DIRECTLY,
    /** A stage of a completable future stores its function, which takes one value or none. */
    REGISTER_STAGE,
    /** A stage of a completable future stores its function, which takes two values. */
    REGISTER_STAGE_OF_TWO,
    /** A stage of a completable future may run; the owner is the future it waits for, {@code null} once it has run. */
    BEGIN_STAGE,
    /** It takes its function out to call it. */
    RUN_STAGE,
    /** It ran or it could not yet. */
    END_STAGE,
    /** A thread is started; it is the task. */
    START_THREAD,
    /** The application puts an object into a queue, its owner. */
    ENQUEUE,
    /** A thread asks a queue for an object. */
    ASK_QUEUE,
    /** It has one, or {@code null}. */
    DEQUEUE
}
