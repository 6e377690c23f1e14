// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.ThreadStarts;
import java.util.function.BiConsumer;

/**
 * What woven JDK code calls for one propagation step. One class for all kinds, so that the call is compiled into the pools' own
 * code.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Errors:</b> none reach the JDK's code or the application; they are reported to {@link PropagationFaults}.
 */
final class PropagationReceiver implements BiConsumer<Object, Object> {
    private final PropagationStep step;
    private final PropagationFaults faults;

    PropagationReceiver(PropagationStep step, PropagationFaults faults) {
        this.step = step;
        this.faults = faults;
    }

    @Override
    public void accept(Object owner, Object task) {
        try {
            pass(owner, task);
        } catch (Throwable t) {
            faults.failed(step, t);
        }
    }

    private void pass(Object owner, Object task) {
        switch (step) {
            case HAND_OVER:
                TaskPropagation.handOver(owner, task);
                break;
            case HAND_OVER_REPEATED:
                TaskPropagation.handOverRepeated(owner, task);
                break;
            case HAND_OVER_ONCE:
                TaskPropagation.handOverOnce(owner, task);
                break;
            case TAKE_BACK:
                TaskPropagation.takeBack(owner, task);
                break;
            case BEGIN_WORK:
                TaskPropagation.beginWork(owner, task);
                break;
            case END_WORK:
                TaskPropagation.endWork();
                break;
            case BEGIN_FORKED:
                TaskPropagation.beginForked(task);
                break;
            case END_FORKED:
                TaskPropagation.endForked(task);
                break;
            case CALL_DIRECTLY:
                TaskPropagation.callDirectly(task);
                break;
            case BEGIN_STAGE:
                FutureEnds.beforeStage(owner);
                break;
            case END_STAGE:
                TaskPropagation.endStage(task);
                break;
            case START_THREAD:
                ThreadStarts.starting((Thread) task);
                break;
            case ENQUEUE:
                QueuedWork.put(owner, task);
                break;
            case ASK_QUEUE:
                QueuedWork.ask(task);
                break;
            case DEQUEUE:
                QueuedWork.take(owner, task);
                break;
            case REGISTER_STAGE, REGISTER_STAGE_OF_TWO, RUN_STAGE:
                // of a StageExchange
                break;
        }
    }
}
