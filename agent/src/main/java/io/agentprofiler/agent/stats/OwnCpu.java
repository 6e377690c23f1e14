// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import io.agentprofiler.agent.log.AgentLog;
import java.lang.management.ThreadMXBean;

/**
 * The CPU time of the calling thread. The management classes are loaded at the first reading, a second after the start at
 * the earliest.
 *
 * <p><b>Threading:</b> consumer only.
 */
public final class OwnCpu {
    private ThreadMXBean bean;
    private boolean missing;

    /** Returns the nanoseconds of CPU time this thread has used since it began, -1 when unknown. One system call. */
    public long nanos() {
        if (bean == null && !missing) {
            find();
        }
        return missing ? -1 : bean.getCurrentThreadCpuTime();
    }

    private void find() {
        try {
            bean = ThreadBean.get();
            missing = !bean.isCurrentThreadCpuTimeSupported() || !bean.isThreadCpuTimeEnabled();
        } catch (LinkageError e) {
            missing = true;
            AgentLog.debug("no CPU time of the writer: " + e);
        }
    }
}
