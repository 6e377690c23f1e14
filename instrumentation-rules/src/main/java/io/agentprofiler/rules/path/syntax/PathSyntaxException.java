// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.syntax;

/**
 * A path that does not follow the language. The message is one line: the path, the column, what was found and what was
 * expected.
 */
public final class PathSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int column;
    private final String expected;

    public PathSyntaxException(String path, int column, String found, String expected) {
        super("path '" + path + "', column " + column + ": found " + found + ", expected " + expected);
        this.column = column;
        this.expected = expected;
    }

    /** Returns where the path goes wrong, counted from 1; one more than its length when it ends too early. */
    public int column() {
        return column;
    }

    /** Returns what would have been right there. */
    public String expected() {
        return expected;
    }
}
