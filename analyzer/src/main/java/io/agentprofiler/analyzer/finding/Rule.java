// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

/** What is looked for. */
public enum Rule {
    /** Calls of one model, tool, agent or other operation that fail. */
    FAILING_CALLS("failing-calls"),
    /** The same model, tool, embedding or retrieval asked the same again within a workflow. */
    REPEATED_CALLS("repeated-calls"),
    /** One tool called with the same arguments over and over. */
    LOOP("loop"),
    /** One tool called with similar arguments over and over. */
    SIMILAR_LOOP("similar-loop"),
    /** Requests of model calls that had to be sent again. */
    RETRIES("retries"),
    /** Model calls that took long before their request was sent. */
    BEFORE_REQUEST("before-request"),
    /** Tool or model calls that fail one after the other. */
    REPEATED_FAILURES("repeated-failures"),
    /** The first call of an operation took far longer than the others. */
    COLD_START("cold-start"),
    /** Prompts that fill much of the model's window. */
    LARGE_CONTEXT("large-context"),
    /** Prompts that grow from call to call and will not fit into the model's window. */
    GROWING_CONTEXT("growing-context"),
    /** Calls whose prompt costs far more than their answer, at the price that cached input has. */
    PROMPT_COST("prompt-cost"),
    /** Tools of one turn that ran one after the other. */
    SEQUENTIAL_TOOLS("sequential-tools"),
    /** Calls side by side that ran one after the other, though none was asked with another's answer. */
    SEQUENTIAL_CALLS("sequential-calls"),
    /** Pauses for garbage collection in the time that was waited for. */
    GC_PAUSES("gc-pauses"),
    /** Waits for a lock in the time that was waited for. */
    LOCK_WAITS("lock-waits"),
    /** A tool or retrieval whose time is its own thread's work. */
    CPU_BOUND("cpu-bound"),
    /** Model calls make up most of the time. */
    MODEL_TIME("model-time"),
    /** Tools make up much of the time. */
    TOOL_TIME("tool-time"),
    /** A model that takes long. */
    SLOW_MODEL("slow-model"),
    /** A tool that takes long. */
    SLOW_TOOL("slow-tool"),
    /** Many calls of one operation in a workflow. */
    MANY_CALLS("many-calls"),
    /** Workflows that cost much. */
    COSTLY_MODEL("costly-model");

    private final String word;

    Rule(String word) {
        this.word = word;
    }

    /** Returns the word written to files. */
    public String word() {
        return word;
    }
}
