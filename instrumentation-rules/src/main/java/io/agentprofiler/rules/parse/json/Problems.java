// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one file. */
public final class Problems {
    /** More mistakes of one file help nobody. */
    private static final int MOST = 200;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();
    private final boolean mayCall;
    private String rule;

    /** Collects what is wrong with a file whose paths may call methods of the application. */
    public Problems(String file) {
        this(file, true);
    }

    /**
     * Collects what is wrong with a file.
     *
     * @param mayCall whether its paths may call methods of the application
     */
    public Problems(String file, boolean mayCall) {
        this.file = file;
        this.mayCall = mayCall;
    }

    /** Answers whether paths of the file may call methods of the application. */
    public boolean mayCall() {
        return mayCall;
    }

    /** Sets the id of the rule that later problems are in, {@code null} for none. */
    public void rule(String id) {
        rule = id;
    }

    public void add(Json.Place at, String key, String text) {
        if (problems.size() < MOST) {
            problems.add(new Problem(file, at.line(), at.column(), rule, key, text));
        }
    }

    public int count() {
        return problems.size();
    }

    public void throwIfAny() throws RuleFileException {
        if (!problems.isEmpty()) {
            throw new RuleFileException(problems);
        }
    }
}
