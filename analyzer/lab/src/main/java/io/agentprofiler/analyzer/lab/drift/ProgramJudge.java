// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.program.ProgramChange;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.fingerprint.Trait;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import io.agentprofiler.analyzer.lab.drift.Judged.JudgedFacet;
import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Judges what is no figure: how many workflows there are, and each facet of the program. */
final class ProgramJudge {
    private final Fingerprints before;
    private final Fingerprints after;
    private final ProgramChange change;
    private final Tolerances tolerances;
    private final boolean strict;

    ProgramJudge(Fingerprints before, Fingerprints after, ProgramChange change, Tolerances tolerances, boolean strict) {
        this.before = before;
        this.after = after;
        this.change = change;
        this.tolerances = tolerances;
        this.strict = strict;
    }

    List<JudgedFacet> facets() {
        List<JudgedFacet> judged = new ArrayList<>();
        judged.add(workflows());
        for (Facet facet : Facet.values()) {
            judged.add(judge(facet));
        }
        return judged;
    }

    private JudgedFacet workflows() {
        long first = before.workflows();
        long second = after.workflows();
        Verdict verdict = tolerances.allows(first, second) ? Verdict.SAME : Verdict.DRIFTED;
        return new JudgedFacet(
                DriftFigures.WORKFLOWS,
                Long.toString(first),
                Long.toString(second),
                verdict,
                tolerances.isAny(DriftFigures.WORKFLOWS)
                        ? "not judged"
                        : verdict == Verdict.SAME ? "within tolerance" : "beyond tolerance");
    }

    private JudgedFacet judge(Facet facet) {
        SortedMap<Trait, Long> first = known(before, facet);
        SortedMap<Trait, Long> second = known(after, facet);
        String from = Integer.toString(first.size());
        String to = Integer.toString(second.size());
        if (tolerances.isAny(facet.word())) {
            return new JudgedFacet(facet.word(), from, to, Verdict.SAME, "not judged");
        }
        if (has(before, facet) && has(after, facet) && first.isEmpty() != second.isEmpty()) {
            return new JudgedFacet(
                    facet.word(),
                    first.isEmpty() ? null : from,
                    second.isEmpty() ? null : to,
                    Verdict.CANNOT_TELL,
                    // formats keep more or less of prompts; what changed in them shows in the input tokens
                    facet != Facet.PROMPT,
                    "not recorded " + (first.isEmpty() ? "before" : "after"));
        }
        return judge(facet, first.equals(second), from, to);
    }

    private JudgedFacet judge(Facet facet, boolean equal, String from, String to) {
        return switch (change.verdict(facet)) {
            case OTHER -> new JudgedFacet(facet.word(), from, to, Verdict.DRIFTED, "of one side only");
            case CANNOT_TELL ->
                new JudgedFacet(
                        facet.word(),
                        from,
                        to,
                        strict ? Verdict.DRIFTED : Verdict.CANNOT_TELL,
                        strict ? "of one side only" : "of one side only, in too few workflows");
            case SAME ->
                strict && !equal
                        ? new JudgedFacet(facet.word(), from, to, Verdict.DRIFTED, "in different numbers of workflows")
                        : new JudgedFacet(
                                facet.word(), from, to, Verdict.SAME, equal ? "equal" : "no more than chance");
        };
    }

    private static boolean has(Fingerprints side, Facet facet) {
        return side.traits().keySet().stream().anyMatch(trait -> trait.facet() == facet);
    }

    private static SortedMap<Trait, Long> known(Fingerprints side, Facet facet) {
        SortedMap<Trait, Long> known = new TreeMap<>(side.traits());
        known.keySet().removeIf(trait -> trait.facet() != facet || !trait.isKnown());
        return known;
    }
}
