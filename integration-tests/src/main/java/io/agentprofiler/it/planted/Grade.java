// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

/** How good a saving is that was said. */
enum Grade {
    /** One figure, and within a fifth of what was measured. */
    CLOSE("within 20 %"),
    /** A range that holds what was measured. */
    IN_RANGE("in the range"),
    /** Nothing is said. */
    NOT_SAID("cannot tell"),
    /** Something else. */
    WRONG("wrong");

    private final String words;

    Grade(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
