// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One read or write of conversation memory. */
@Name("agentprofiler.Memory")
@Label("Memory Access")
@Description("One read or write of conversation memory")
public final class MemoryAccess extends CallEvent {
    @Label("Name")
    @Description("The span's name")
    public String name;

    @Label("Messages")
    @Description("Messages read or written; N/A when unknown")
    public double memoryMessages;
}
