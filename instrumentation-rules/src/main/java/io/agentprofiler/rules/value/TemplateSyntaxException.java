// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

/** A text template that does not follow the language. The message is one line. */
public final class TemplateSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int column;

    TemplateSyntaxException(String template, int column, String problem) {
        super("text '" + template + "', column " + column + ": " + problem);
        this.column = column;
    }

    /** Returns where the template goes wrong, counted from 1. */
    public int column() {
        return column;
    }
}
