// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What was seen of one thing, over any number of workflows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Tally {
    /** Spans kept as evidence. */
    static final int MAX_EVIDENCE = 5;

    private long occurrences;
    private long workflows;
    private long nanos;
    private long savedNanos;
    private BigDecimal savedUsd;
    private long savedTokens;
    private double most;
    private List<Evidence> evidence = new ArrayList<>();

    /** Starts with something seen so many times in one workflow. */
    Tally(long occurrences) {
        this.occurrences = occurrences;
        this.workflows = 1;
    }

    Tally nanos(long more) {
        nanos += more;
        return this;
    }

    Tally saves(long more) {
        savedNanos += more;
        return this;
    }

    /** Adds what is saved in US dollars; {@code null} where a price is not known. */
    Tally savesUsd(BigDecimal more) {
        if (more != null) {
            savedUsd = savedUsd == null ? more : savedUsd.add(more);
        }
        return this;
    }

    Tally savesTokens(long more) {
        savedTokens += Math.max(0, more);
        return this;
    }

    /** Takes note of a measure of which the greatest counts. */
    Tally most(double value) {
        most = Math.max(most, value);
        return this;
    }

    Tally evidence(Evidence more) {
        evidence.add(more);
        return keepWeightiest();
    }

    private Tally keepWeightiest() {
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        if (evidence.size() > MAX_EVIDENCE) {
            evidence = new ArrayList<>(evidence.subList(0, MAX_EVIDENCE));
        }
        return this;
    }

    /** Adds what another saw in the same workflow. */
    Tally addSameWorkflow(Tally more) {
        occurrences += more.occurrences;
        nanos += more.nanos;
        savedNanos += more.savedNanos;
        savesUsd(more.savedUsd);
        savedTokens += more.savedTokens;
        most = Math.max(most, more.most);
        evidence.addAll(more.evidence);
        return keepWeightiest();
    }

    Tally add(Tally more) {
        workflows += more.workflows;
        return addSameWorkflow(more);
    }

    Tally copy() {
        Tally copy = new Tally(0);
        copy.workflows = 0;
        return copy.add(this);
    }

    long occurrences() {
        return occurrences;
    }

    long workflows() {
        return workflows;
    }

    /** Returns the time it is about. */
    long nanos() {
        return nanos;
    }

    /** Returns what would be saved of the workflows' run time. */
    long savedNanos() {
        return savedNanos;
    }

    /** Returns what would be saved in US dollars, {@code null} when that is not known. */
    BigDecimal savedUsd() {
        return savedUsd;
    }

    long savedTokens() {
        return savedTokens;
    }

    double most() {
        return most;
    }

    List<Evidence> evidence() {
        return List.copyOf(evidence);
    }
}
