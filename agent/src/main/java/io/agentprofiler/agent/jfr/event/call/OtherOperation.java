// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Work of another kind, see the kind. */
@Name("agentprofiler.Operation")
@Label("Operation")
@Description("Work of another kind, see the kind")
public final class OtherOperation extends CallEvent {
    @Label("Name")
    @Description("The span's name")
    public String name;

    @Label("Kind")
    @Description("prompt, guardrail, evaluation, rerank, http or function")
    public String kind;

    @Label("HTTP Status")
    @Description("Status of the response of an http span; N/A when there was none")
    public double httpStatus;
}
