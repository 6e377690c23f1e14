// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The observations of rules by subject.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Aggregates {
    private final Map<Subject, Aggregate> bySubject = new HashMap<>();

    /** Adds what was seen in the workflow that is looked at. */
    void note(Subject subject, Aggregate seen) {
        Aggregate known = bySubject.putIfAbsent(subject, seen);
        if (known != null) {
            known.addSameWorkflow(seen);
        }
    }

    /** Adds what was seen in other workflows. */
    public void add(Aggregates more) {
        more.bySubject.forEach((subject, seen) -> {
            Aggregate known = bySubject.get(subject);
            if (known == null) {
                bySubject.put(subject, seen.copy());
            } else {
                known.add(seen);
            }
        });
    }

    /** Returns what a rule saw. */
    public SortedMap<Subject, Aggregate> of(String rule) {
        SortedMap<Subject, Aggregate> seen = new TreeMap<>();
        bySubject.forEach((subject, aggregate) -> {
            if (subject.rule().equals(rule)) {
                seen.put(subject, aggregate);
            }
        });
        return seen;
    }
}
