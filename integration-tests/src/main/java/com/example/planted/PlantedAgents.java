// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import java.util.Map;
import java.util.TreeMap;

/** Runs a planted agent on LangChain4j; see {@link Workload#run}. */
public final class PlantedAgents {
    private PlantedAgents() {}

    /** Runs {@code CAUSE planted|fixed WORKFLOWS [THREADS]}. */
    public static void main(String[] args) {
        Map<String, Workload.Cause> causes = new TreeMap<>();
        causes.putAll(ToolCauses.all());
        causes.putAll(ModelCauses.all());
        causes.putAll(AnswerCauses.all());
        causes.putAll(PeerCauses.all());
        causes.putAll(PromptCauses.all());
        causes.putAll(HandoverCauses.all());
        causes.putAll(HistoryCauses.all());
        causes.putAll(ConnectionCauses.all());
        causes.putAll(JvmCauses.all());
        causes.putAll(AgentCauses.all());
        causes.putAll(TravelCauses.all());
        Workload.run(args, causes);
    }
}
