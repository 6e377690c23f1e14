// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.propagation;

import io.agentprofiler.agent.context.ThreadStarts;
import java.util.function.BiConsumer;

/**
 * What woven JDK code calls for one kind of hop. One class for all kinds, so that the call is compiled into the pools' own
 * code.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Errors:</b> none reach the JDK's code or the application; they are reported to {@link HopFaults}.
 */
final class HopReceiver implements BiConsumer<Object, Object> {
    private final Hop hop;
    private final HopFaults faults;

    HopReceiver(Hop hop, HopFaults faults) {
        this.hop = hop;
        this.faults = faults;
    }

    @Override
    public void accept(Object owner, Object task) {
        try {
            pass(owner, task);
        } catch (Throwable t) {
            faults.failed(hop, t);
        }
    }

    private void pass(Object owner, Object task) {
        switch (hop) {
            case HAND_OVER:
                TaskHops.handOver(owner, task);
                break;
            case HAND_OVER_REPEATED:
                TaskHops.handOverRepeated(owner, task);
                break;
            case HAND_OVER_ONCE:
                TaskHops.handOverOnce(owner, task);
                break;
            case TAKE_BACK:
                TaskHops.takeBack(owner, task);
                break;
            case BEGIN_WORK:
                TaskHops.beginWork(owner, task);
                break;
            case END_WORK:
                TaskHops.endWork();
                break;
            case BEGIN_FORKED:
                TaskHops.beginForked(task);
                break;
            case END_FORKED:
                TaskHops.endForked(task);
                break;
            case CALL_DIRECTLY:
                TaskHops.callDirectly(task);
                break;
            case REGISTER_STAGE:
                TaskHops.registerStage(task);
                break;
            case BEGIN_STAGE:
                TaskHops.beginStage(owner, task);
                break;
            case END_STAGE:
                TaskHops.endStage(owner, task);
                break;
            case START_THREAD:
                ThreadStarts.starting((Thread) task);
                break;
        }
    }
}
