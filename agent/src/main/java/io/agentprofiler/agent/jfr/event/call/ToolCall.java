// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One run of one tool. */
@Name("agentprofiler.Tool")
@Label("Tool Call")
@Description("One run of one tool")
public final class ToolCall extends CallEvent {
    @Label("Tool Name")
    public String toolName;
}
