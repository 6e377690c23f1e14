// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.finding.Confidence;

/**
 * The subject of an aggregate.
 *
 * @param rule id of the rule
 * @param name kind and name of the operation
 * @param confidence how sure the saving is
 */
public record Subject(String rule, String name, Confidence confidence) implements Comparable<Subject> {
    /** By rule, name and confidence. Without comparators: subjects are put in order for each stretch of each workflow. */
    @Override
    public int compareTo(Subject other) {
        int order = rule.compareTo(other.rule);
        if (order == 0) {
            order = name.compareTo(other.name);
        }
        return order == 0 ? confidence.compareTo(other.confidence) : order;
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
