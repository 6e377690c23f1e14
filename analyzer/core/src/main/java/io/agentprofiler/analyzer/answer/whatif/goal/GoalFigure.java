// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.whatif.goal.step.Draft.WorkflowFigures;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A figure of a workflow that a target may limit. */
public enum GoalFigure {
    /** Its run time, in nanoseconds. */
    DURATION("duration", "ns", WorkflowFigures::nanos),
    /** The time from its start until the final answer begins to be seen, in nanoseconds. */
    FIRST_CHUNK("first-chunk", "ns", WorkflowFigures::firstChunkNanos),
    /** What its calls cost, in US dollars. */
    COST("cost", "usd", WorkflowFigures::usd),
    /** Tokens of its calls, input and output. */
    TOKENS("tokens", "tokens", WorkflowFigures::tokens);

    private final String word;
    private final String unit;
    private final ToDoubleFunction<WorkflowFigures> of;

    GoalFigure(String word, String unit, ToDoubleFunction<WorkflowFigures> of) {
        this.word = word;
        this.unit = unit;
        this.of = of;
    }

    /** Returns the word in targets. */
    public String word() {
        return word;
    }

    /** Returns the unit of {@link #of}. */
    public String unit() {
        return unit;
    }

    /** Answers whether it is a time. */
    public boolean isTime() {
        return this == DURATION || this == FIRST_CHUNK;
    }

    /** Returns the figure of a workflow, {@link Double#NaN} where it is not known. */
    public double of(WorkflowFigures workflow) {
        return of.applyAsDouble(workflow);
    }

    /** Returns a value for people. */
    public String words(double value) {
        if (Double.isNaN(value)) {
            return "cannot tell";
        }
        return switch (this) {
            case DURATION, FIRST_CHUNK -> Units.duration(value);
            case COST -> Units.money(BigDecimal.valueOf(value));
            case TOKENS -> String.format(Locale.ROOT, "%,.0f", value);
        };
    }

    /** Returns the words of all figures. */
    static List<String> allWords() {
        return List.of(values()).stream().map(GoalFigure::word).toList();
    }
}
