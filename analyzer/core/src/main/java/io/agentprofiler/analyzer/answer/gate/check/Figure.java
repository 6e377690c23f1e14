// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import java.util.Locale;

/** What is limited of a workflow. */
public enum Figure {
    /** Requests to language models; embeddings do not count. */
    MODEL_CALLS(Unit.COUNT, "model calls"),
    TOOL_CALLS(Unit.COUNT, "tool calls"),
    /** Input and output tokens together, embeddings included. */
    TOKENS(Unit.COUNT, "tokens"),
    INPUT_TOKENS(Unit.COUNT, "input tokens"),
    OUTPUT_TOKENS(Unit.COUNT, "output tokens"),
    /** US dollars at list prices. */
    COST(Unit.DOLLARS, "list price"),
    /** Run time of the workflow. */
    TIME(Unit.NANOS, "run time"),
    /** Of each streamed model call, the time to its first chunk. */
    FIRST_CHUNK(Unit.NANOS, "time to first chunk"),
    /** Calls that failed; none is allowed. */
    FAILURES(Unit.NONE, "failed calls"),
    /** Tools that are called over and over; none is allowed. */
    LOOPS(Unit.NONE, "loops");

    private final Unit unit;
    private final String words;

    Figure(Unit unit, String words) {
        this.unit = unit;
        this.words = words;
    }

    /** What a limit is given in. */
    public enum Unit {
        COUNT,
        DOLLARS,
        NANOS,
        /** There is no limit to give: nothing of the kind is allowed. */
        NONE
    }

    public Unit unit() {
        return unit;
    }

    /** Returns what it is called in sentences. */
    public String words() {
        return words;
    }

    /** Returns the option without its hyphens: {@code max-model-calls}, {@code no-loops}. */
    public String option() {
        return (unit == Unit.NONE ? "no-" : "max-")
                + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the field of files: {@code max_model_calls}. */
    public String field() {
        return option().replace('-', '_');
    }
}
