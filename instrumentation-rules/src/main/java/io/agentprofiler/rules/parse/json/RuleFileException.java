// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import java.util.List;

/** A rule file that cannot be used. The message is one line, about the first problem; {@link #problems()} has all. */
public final class RuleFileException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public RuleFileException(List<Problem> problems) {
        super(problems.get(0) + (problems.size() > 1 ? " (and " + (problems.size() - 1) + " more)" : ""));
        this.problems = List.copyOf(problems);
    }

    public RuleFileException(Problem problem) {
        this(List.of(problem));
    }

    /** Returns what is wrong, in file order, at least one. */
    public List<Problem> problems() {
        return problems;
    }
}
