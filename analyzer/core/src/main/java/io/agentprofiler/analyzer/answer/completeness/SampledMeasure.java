// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

/** Figures of a workflow whose total over all workflows is estimated. */
public enum SampledMeasure {
    FAILED("failed workflows"),
    MODEL_CALLS("model calls"),
    TOOL_CALLS("tool calls"),
    INPUT_TOKENS("input tokens"),
    OUTPUT_TOKENS("output tokens");

    private final String words;

    SampledMeasure(String words) {
        this.words = words;
    }

    /** Returns what people call it. */
    public String words() {
        return words;
    }
}
