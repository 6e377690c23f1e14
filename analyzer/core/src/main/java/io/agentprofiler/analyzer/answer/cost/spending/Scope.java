// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.spending;

/** What tokens, money and time are told apart by. Within one scope a model call is in one row at most. */
public enum Scope {
    /** Everything: one row. */
    TOTAL("total"),
    /** Workflows by the name of their first span; a run is one workflow. */
    WORKFLOW("workflow"),
    /** Agents; model calls count for the closest agent around them. A run is one run of the agent. */
    AGENT("agent"),
    /** Tools; model calls count for the closest tool around them. A run is one run of the tool. */
    TOOL("tool"),
    /** Models, by the name asked for. A run is one call. */
    MODEL("model"),
    /** Conversations, by the closest conversation id around a call. There are no single runs. */
    CONVERSATION("conversation"),
    /** Values of the attribute that was asked for, by the closest span around a call that has it. There are no single runs. */
    ATTRIBUTE("attribute"),
    /** How workflows ended, in the words of {@link io.agentprofiler.analyzer.read.event.SpanStatus}. A run is one workflow. */
    OUTCOME("outcome"),
    /** Calls of language models by their number in the run of the closest agent, or in the workflow. A run is one call. */
    STEP("step");

    private final String word;

    Scope(String word) {
        this.word = word;
    }

    /** Returns the word of options and files. */
    public String word() {
        return word;
    }

    @Override
    public String toString() {
        return word;
    }
}
