// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.util.Comparator;

/**
 * What a tally is about.
 *
 * @param rule what was looked for
 * @param name kind and name of the operation
 * @param grade how sure the saving is
 */
record Subject(Rule rule, String name, Grade grade) implements Comparable<Subject> {
    private static final Comparator<Subject> ORDER =
            Comparator.comparing(Subject::rule).thenComparing(Subject::name).thenComparing(Subject::grade);

    @Override
    public int compareTo(Subject other) {
        return ORDER.compare(this, other);
    }
}
