// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import io.agentprofiler.shared.schema.SpanKind;

/** What calls of models and tools are called, of the names that their spans have. */
public final class CallName {
    /** Stands where a model call does not say which model. */
    public static final String UNKNOWN_MODEL = "(unknown model)";

    private CallName() {}

    /** Returns the model that was asked for, else the one that answered: failed calls know no other. */
    public static String model(String requested, String answered) {
        return firstOf(requested, answered, UNKNOWN_MODEL);
    }

    /** Returns the name of a tool, else that of its span, else the word for its kind. */
    public static String tool(String tool, String span) {
        return firstOf(tool, span, SpanKind.TOOL.word());
    }

    /** Returns the kind and name of a call: {@code llm gpt-4o} or {@code tool search}. */
    public static String label(boolean isTool, String name) {
        return (isTool ? "tool " : "llm ") + name;
    }

    /** Returns the first text that is not blank, else the last. */
    public static String firstOf(String first, String second, String otherwise) {
        if (first != null && !first.isBlank()) {
            return first;
        }
        return second != null && !second.isBlank() ? second : otherwise;
    }
}
