// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What limits a comparison, in sentences. */
public final class DiffNotes {
    private DiffNotes() {}

    /**
     * Returns what is incomplete or unusual about the sides; empty when nothing is.
     *
     * @param grouping by what workflows are told apart, in the plural
     */
    public static List<String> of(Diff diff, Outcome before, Outcome after, String grouping) {
        List<String> notes = new ArrayList<>();
        if (runs(before).equals(runs(after))) {
            notes.add("both sides read the same runs and differ only in which workflows were chosen;"
                    + " the intervals show how far apart two such runs would be by chance");
        }
        notes.addAll(ofData(diff, before, after));
        notes.addAll(ofComparison(diff, grouping));
        return notes;
    }

    /** Returns the limits of a comparison, without notes on its inputs. */
    public static List<String> ofSides(Diff diff, String grouping) {
        List<String> notes = new ArrayList<>();
        side("before", diff.before(), notes);
        side("after", diff.after(), notes);
        notes.addAll(ofComparison(diff, grouping));
        return notes;
    }

    private static List<String> ofComparison(Diff diff, String grouping) {
        List<String> notes = new ArrayList<>();
        Change time = diff.all().get(Metric.TIME);
        if (time != null && time.verdict() == Change.ChangeVerdict.TOO_FEW) {
            notes.add(
                    "too few workflows to separate changes from noise: at least 4 per side are needed, 10 are better");
        }
        if (diff.rows(Row.RowGroup.WORKFLOW).stream().anyMatch(row -> row.isNew() || row.isGone())) {
            notes.add("the sides hold workflows with different " + grouping
                    + ", which alone makes all workflows together differ");
        }
        return notes;
    }

    /** Returns what is incomplete or unusual about each side by itself. */
    public static List<String> ofData(Diff diff, Outcome before, Outcome after) {
        List<String> notes = new ArrayList<>();
        side("before", diff.before(), notes);
        DataSection.notes(before).forEach(note -> notes.add("before: " + note));
        side("after", diff.after(), notes);
        DataSection.notes(after).forEach(note -> notes.add("after: " + note));
        return notes;
    }

    private static Set<String> runs(Outcome outcome) {
        return outcome.runs().stream().map(RunFacts::run).collect(Collectors.toSet());
    }

    private static void side(String name, Side side, List<String> notes) {
        if (!side.isWhole()) {
            notes.add(name + ": intervals and tests use a sample of "
                    + Units.count(side.sampledWorkflows()) + " of " + Units.count(side.workflows())
                    + " workflows; the figures cover all");
        }
        long unpriced = side.unpricedCalls(Row.ALL);
        if (unpriced > 0) {
            notes.add(name + ": the cost of " + Units.count(unpriced, "model call")
                    + " is unknown; their workflows are left out of costs");
        }
        if (side.unpricedEmbeddings() > 0) {
            notes.add(name + ": the cost of " + Units.count(side.unpricedEmbeddings(), "embedding call")
                    + " is unknown; costs are without them");
        }
        if (!side.unpricedModels().isEmpty()) {
            notes.add(name + ": models without a known price: " + String.join(", ", side.unpricedModels()));
        }
        if (side.callsWithoutUsage() > 0) {
            notes.add(name + ": " + Units.count(side.callsWithoutUsage(), "model call")
                    + " did not report usage; their workflows are left out of tokens");
        }
    }
}
