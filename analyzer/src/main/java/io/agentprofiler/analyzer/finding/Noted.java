// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tallies by what they are about.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Noted {
    private final SortedMap<Subject, Tally> tallies = new TreeMap<>();

    /** Adds what was seen in the workflow that is looked at. */
    void note(Subject subject, Tally tally) {
        Tally known = tallies.get(subject);
        if (known == null) {
            tallies.put(subject, tally);
        } else {
            known.addSameWorkflow(tally);
        }
    }

    /** Adds what was seen in other workflows. */
    void add(Noted more) {
        more.tallies.forEach((subject, tally) -> {
            Tally known = tallies.get(subject);
            if (known == null) {
                tallies.put(subject, tally.copy());
            } else {
                known.add(tally);
            }
        });
    }

    SortedMap<Subject, Tally> tallies() {
        return Collections.unmodifiableSortedMap(tallies);
    }
}
