// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * The observations of a rule about one subject, over any number of workflows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Aggregate {
    private long occurrences;
    private long workflows;
    private long nanos;
    private Saving saving = Saving.NONE;
    private double most;
    private final List<Evidence> evidence = new ArrayList<>();

    /** Starts with a number of occurrences in one workflow. */
    public Aggregate(long occurrences) {
        this.occurrences = occurrences;
        this.workflows = 1;
    }

    /** Adds what a change would save. */
    public Aggregate saves(Saving more) {
        saving = saving.plus(more);
        return this;
    }

    /** Takes note of a measure of which the greatest counts. */
    public Aggregate most(double value) {
        most = Math.max(most, value);
        return this;
    }

    /** Adds a span that shows it, with the time of it that it is about, by which evidence is weighed. */
    public Aggregate evidence(Trace trace, Span span, long about) {
        nanos += about;
        return evidence(trace, span, about, 0);
    }

    /** Adds a span that shows it, with the time of it that it is about, and what the recording says of it; {@code null} for nothing. */
    public Aggregate evidence(Trace trace, Span span, long about, String quote) {
        nanos += about;
        evidence.add(Evidence.of(trace, span, about).saying(quote));
        return keepWeightiest();
    }

    /** Adds a span that shows it, weighed by something else than the time it is about. */
    public Aggregate evidence(Trace trace, Span span, long weight, long about) {
        nanos += about;
        evidence.add(Evidence.of(trace, span, weight));
        return keepWeightiest();
    }

    /** Adds time that it is about, of what is no evidence. */
    public Aggregate nanos(long about) {
        nanos += about;
        return this;
    }

    private Aggregate keepWeightiest() {
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        if (evidence.size() > Evidence.MOST) {
            evidence.subList(Evidence.MOST, evidence.size()).clear();
        }
        return this;
    }

    /** Adds what was seen once more in the same workflow. */
    public Aggregate addSameWorkflow(Aggregate more) {
        occurrences += more.occurrences;
        nanos += more.nanos;
        saving = saving.plus(more.saving);
        most = Math.max(most, more.most);
        if (evidence.size() < Evidence.MOST || more.hasWeightier(evidence.get(Evidence.MOST - 1))) {
            evidence.addAll(more.evidence);
            keepWeightiest();
        }
        return this;
    }

    /** Answers whether any of its evidence comes before that which another keeps last. */
    private boolean hasWeightier(Evidence last) {
        for (Evidence own : evidence) {
            if (Evidence.WEIGHTIEST_FIRST.compare(own, last) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Adds what was seen in other workflows. */
    Aggregate add(Aggregate more) {
        workflows += more.workflows;
        return addSameWorkflow(more);
    }

    Aggregate copy() {
        Aggregate copy = new Aggregate(0);
        copy.workflows = 0;
        return copy.add(this);
    }

    /** Returns how often it was seen. */
    public long occurrences() {
        return occurrences;
    }

    /** Returns in how many workflows. */
    public long workflows() {
        return workflows;
    }

    /** Returns the time it is about. */
    public long nanos() {
        return nanos;
    }

    /** Returns what would be saved. */
    public Saving saving() {
        return saving;
    }

    /** Returns the greatest measure. */
    public double most() {
        return most;
    }

    /** Returns the spans that show it best, the weightiest first. */
    public List<Evidence> evidence() {
        return List.copyOf(evidence);
    }
}
