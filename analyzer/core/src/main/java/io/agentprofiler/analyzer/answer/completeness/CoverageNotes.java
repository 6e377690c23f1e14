// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import io.agentprofiler.analyzer.read.event.Coverage;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.rules.model.LoadedLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * What the agent's rules did not recognise, and which libraries they are not for. It stands before everything else: without the model calls of a framework,
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

    /** Returns a sentence for each framework, each library and each list of rules that matched nothing. */
    public static List<String> of(Outcome outcome) {
        List<String> notes = ofRules(outcome);
        each(outcome, (coverage, prefix) -> {
            for (LoadedLibrary library : coverage.libraries()) {
                if (library.isMissing()) {
                    notes.add(
                            prefix + library.sentence()
                                    + ". If the program made calls with it, their time, tokens and cost are not in this report");
                }
            }
        });
        return notes;
    }

    /** Returns those of the sentences that are about rules: something was loaded that they are for, whether or not it was called. */
    public static List<String> ofRules(Outcome outcome) {
        List<String> notes = new ArrayList<>();
        each(outcome, (coverage, prefix) -> add(coverage, prefix, notes));
        return notes;
    }

    /** Returns a sentence for each library below a traced framework: nothing is known to be missing, but some of its calls may be. */
    static List<String> below(Outcome outcome) {
        List<String> notes = new ArrayList<>();
        each(
                outcome,
                (coverage, prefix) -> coverage.libraries().stream()
                        .filter(library -> !library.isMissing())
                        .forEach(library -> notes.add(prefix + library.sentence())));
        return notes;
    }

    private static void each(Outcome outcome, BiConsumer<Coverage, String> run) {
        boolean several = outcome.runs().size() > 1;
        for (RunFacts each : outcome.runs()) {
            if (each.counters() != null) {
                run.accept(each.counters().coverage(), several ? each.label() + ": " : "");
            }
        }
    }

    private static void add(Coverage coverage, String prefix, List<String> notes) {
        if (!coverage.started()) {
            notes.add(prefix + "the program ended before the agent had finished its start: calls made until then may be"
                    + " missing");
        }
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
