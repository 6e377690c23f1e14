// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.scan;

import io.agentprofiler.analyzer.finding.Confidence;
import java.util.Comparator;

/**
 * What an aggregate is about.
 *
 * @param rule id of the rule
 * @param name kind and name of the operation
 * @param confidence how sure the saving is
 */
public record Subject(String rule, String name, Confidence confidence) implements Comparable<Subject> {
    private static final Comparator<Subject> ORDER =
            Comparator.comparing(Subject::rule).thenComparing(Subject::name).thenComparing(Subject::confidence);

    @Override
    public int compareTo(Subject other) {
        return ORDER.compare(this, other);
    }

    /** As a record's, but quicker: a subject is looked up for each stretch of each workflow. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Subject subject
                        && confidence == subject.confidence
                        && rule.equals(subject.rule)
                        && name.equals(subject.name);
    }

    @Override
    public int hashCode() {
        return (rule.hashCode() * 31 + name.hashCode()) * 31 + confidence.ordinal();
    }
}
