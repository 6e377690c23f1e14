// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import java.util.Locale;

/** What is limited of a workflow. */
public enum Figure {
    /** Requests to language models; embeddings do not count. */
    MODEL_CALLS(FigureUnit.COUNT),
    TOOL_CALLS(FigureUnit.COUNT),
    /** Input and output tokens together, embeddings included. */
    TOKENS(FigureUnit.COUNT),
    INPUT_TOKENS(FigureUnit.COUNT),
    OUTPUT_TOKENS(FigureUnit.COUNT),
    /** US dollars at list prices. */
    COST(FigureUnit.DOLLARS),
    /** Run time of the workflow. */
    TIME(FigureUnit.NANOS),
    /** Of each streamed model call, the time to its first chunk. */
    FIRST_CHUNK(FigureUnit.NANOS),
    /** Calls that failed; none is allowed. */
    FAILURES(FigureUnit.NONE),
    /** Tools that are called over and over; none is allowed. */
    LOOPS(FigureUnit.NONE);

    private final FigureUnit unit;

    Figure(FigureUnit unit) {
        this.unit = unit;
    }

    /** What a limit is given in. */
    public enum FigureUnit {
        COUNT,
        DOLLARS,
        NANOS,
        /** There is no limit to give: nothing of the kind is allowed. */
        NONE
    }

    public FigureUnit unit() {
        return unit;
    }

    /** Returns the option without its hyphens: {@code max-model-calls}, {@code no-loops}. */
    public String option() {
        return (unit == FigureUnit.NONE ? "no-" : "max-")
                + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the field of files: {@code max_model_calls}. */
    public String field() {
        return option().replace('-', '_');
    }
}
