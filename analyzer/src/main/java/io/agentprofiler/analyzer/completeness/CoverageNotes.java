// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.completeness;

import io.agentprofiler.analyzer.input.event.Coverage;
import io.agentprofiler.analyzer.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the agent's rules did not recognise. It stands before everything else: without the model calls of a framework,
 * every share and every finding is of something else.
 */
public final class CoverageNotes {
    private static final int LONGEST_LIST = 10;

    private CoverageNotes() {}

    /** Returns the notes under a heading of their own, if there are any. */
    public static List<Section> section(Outcome outcome) {
        List<String> notes = of(outcome);
        return notes.isEmpty()
                ? List.of()
                : List.of(Section.titled(
                        "Not recognised", "read this first", new Notes("not_recognised", "!", notes, Emphasis.BAD)));
    }

    /** Returns a sentence for each framework and each list of rules that matched nothing. */
    public static List<String> of(Outcome outcome) {
        boolean several = outcome.runs().size() > 1;
        List<String> notes = new ArrayList<>();
        for (RunFacts run : outcome.runs()) {
            if (run.counters() != null) {
                add(run.counters().coverage(), several ? run.label() + ": " : "", notes);
            }
        }
        return notes;
    }

    private static void add(Coverage coverage, String prefix, List<String> notes) {
        for (Coverage.Framework framework : coverage.frameworks()) {
            if (!framework.modelCalls()) {
                notes.add(prefix + "no model call of " + framework.name() + " was recognised"
                        + (framework.jars().isEmpty()
                                ? ""
                                : ", which was loaded from " + String.join(", ", framework.jars()))
                        + (framework.supported() == null ? "" : "; supported: " + framework.supported())
                        + ". If the program made any, their time, tokens and cost are not in this report");
            }
        }
        List<String> unmatched = coverage.unmatched();
        if (!unmatched.isEmpty()) {
            notes.add(prefix + Units.count(unmatched.size(), "rule")
                    + " of your own matched no method of a loaded class: "
                    + unmatched.stream().limit(LONGEST_LIST).collect(Collectors.joining(", "))
                    + (unmatched.size() > LONGEST_LIST ? " and " + (unmatched.size() - LONGEST_LIST) + " more" : ""));
        }
    }
}
