// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Comparison;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.program.ProgramChange;
import io.agentprofiler.analyzer.answer.diff.program.ProgramComparison;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.lab.drift.Judged.JudgedFacet;
import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;
import java.util.List;

/**
 * What drifted between two sides.
 *
 * @param diff the comparison behind it
 * @param program what differs of the program
 * @param facets the number of workflows and the facets of the program
 * @param figures the figures of all workflows, model calls and tools
 * @param operations the latency of each model and tool
 * @param strict whether noise was not considered
 * @param sameWorkflows whether both sides are of the same workflows, by their ids
 */
public record Drift(
        Diff diff,
        ProgramChange program,
        List<JudgedFacet> facets,
        List<Judged> figures,
        List<Judged> operations,
        boolean strict,
        boolean sameWorkflows) {
    public Drift {
        facets = List.copyOf(facets);
        figures = List.copyOf(figures);
        operations = List.copyOf(operations);
    }

    /** What is known of a side. */
    record Input(Side side, Fingerprints fingerprints) {}

    /**
     * Holds two sides against each other. Where both are of the same workflows, one recording in two formats for example, chance has
     * no part in what differs.
     */
    static Drift of(Input before, Input after, Tolerances tolerances, boolean wantedStrict, int resamples) {
        boolean same = before.side().workflows() == after.side().workflows()
                && before.side().sampleHash() == after.side().sampleHash();
        boolean strict = wantedStrict || same;
        Diff diff = Comparison.of(before.side(), after.side(), resamples, DriftFigures.METRICS);
        ProgramChange program = ProgramComparison.of(before.fingerprints(), after.fingerprints());
        DriftJudge judge = new DriftJudge(diff, tolerances, strict);
        ProgramJudge ofProgram =
                new ProgramJudge(before.fingerprints(), after.fingerprints(), program, tolerances, strict);
        return new Drift(diff, program, ofProgram.facets(), judge.figures(), judge.operations(), strict, same);
    }

    /** Returns the overall verdict: the worst one of those that decide. */
    public Verdict verdict() {
        Verdict worst = Verdict.SAME;
        for (JudgedFacet facet : facets) {
            worst = facet.decides() ? worst.or(facet.verdict()) : worst;
        }
        for (List<Judged> judged : List.of(figures, operations)) {
            for (Judged one : judged) {
                worst = one.decides() || one.verdict() == Verdict.DRIFTED ? worst.or(one.verdict()) : worst;
            }
        }
        return worst;
    }

    /** Returns how many figures and facets have a verdict. */
    public long count(Verdict verdict) {
        return facets.stream().filter(one -> one.verdict() == verdict).count()
                + figures.stream().filter(one -> one.verdict() == verdict).count()
                + operations.stream().filter(one -> one.verdict() == verdict).count();
    }
}
