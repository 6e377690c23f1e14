// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One look-up in a store, an index or on the web. */
@Name("agentprofiler.Retrieval")
@Label("Retrieval")
@Description("One look-up in a store, an index or on the web")
public final class RetrievalCall extends CallEvent {
    @Label("Name")
    @Description("The span's name")
    public String name;

    @Label("Documents")
    @Description("Documents found; N/A when unknown")
    public double documents;
}
