// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;

/** One change to the recorded workflows. It is simulated for one workflow at a time. */
public interface Scenario {
    /** Simulates a workflow with the change. */
    SimulatedWorkflow of(Trace trace);

    /** Answers whether the scenario estimates time; if not, run times are those recorded. */
    default boolean estimatesTime() {
        return true;
    }

    /** Returns what the simulation assumes, a line each. */
    List<String> assumptions();

    /** Returns what its {@linkplain SimulatedWorkflow#groups groups of calls} are, for people; empty where it has none. */
    default String group() {
        return "";
    }

    /** Returns what in the recording supports the result, a line each. */
    default List<String> evidence() {
        return List.of();
    }

    /** Returns the names of the other settings that are simulated, too. */
    default List<String> variants() {
        return List.of();
    }
}
