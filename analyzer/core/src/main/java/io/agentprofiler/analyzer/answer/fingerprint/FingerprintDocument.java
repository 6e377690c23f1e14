// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints.FingerprintGroup;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@code fingerprint} answers: which programs the workflows are runs of. */
public final class FingerprintDocument {
    private static final String ALL = "fingerprint --format json has all";
    private static final int MAX_ROWS = 25;
    private static final int MAX_STEPS = 30;
    private static final int NAMED_DIFFERENCES = 3;

    private FingerprintDocument() {}

    /** Describes fingerprints. */
    public static Document of(Fingerprints found, Outcome outcome) {
        List<FingerprintGroup> groups = found.groups();
        Document.Builder document = Document.of("agent-profiler-fingerprints/1", "Fingerprints")
                .add(new Value("workflows", found.workflows()))
                .add(new Value("other_workflows", found.others()))
                .add(groups(groups));
        if (found.others() > 0) {
            document.add(new Note(
                    "!",
                    Units.count(found.others(), "workflow") + " have other fingerprints: there are too many to list",
                    Emphasis.WARNING));
        }
        if (!groups.isEmpty()) {
            document.add(steps(groups.get(0).fingerprint()));
        }
        return document.add(DataSection.of(outcome)).build();
    }

    private static Block groups(List<FingerprintGroup> groups) {
        Map<String, Fingerprint> first = new HashMap<>();
        groups.forEach(group -> first.putIfAbsent(group.name(), group.fingerprint()));
        return Table.of("fingerprints", groups)
                .heading(
                        "Fingerprints",
                        "workflows that do the same, whatever their ids, times and repetitions of loops")
                .atMost(MAX_ROWS, ALL)
                .noun("fingerprint")
                .text(
                        "id",
                        "fingerprint",
                        group -> Cell.words(group.fingerprint().id())
                                .as(group.fingerprint().id()))
                .number("workflows", "workflows", group -> Cell.count(group.workflows()))
                .number("failed", "failed", group -> Cell.failures(group.failures()))
                .dispensable(4)
                .text("name", "name", group -> Cell.name(group.name()))
                .number(
                        "mean_run_time_ns",
                        "run time, mean",
                        group -> Double.isNaN(group.meanNanos())
                                ? Cell.unknown()
                                : Cell.duration(Math.round(group.meanNanos())))
                .dispensable(2)
                .text("models", group -> names(group.fingerprint().models()))
                .text("tools", group -> names(group.fingerprint().tools()))
                .dispensable(1)
                .number(
                        "depth",
                        "depth",
                        group -> Cell.count(group.fingerprint().depth()))
                .dispensable(5)
                .text("unlike the first of its name", group -> unlike(group, first.get(group.name())))
                .dispensable(3)
                .text("example", "example", group -> Cell.trace(group.example()))
                .dispensable(6)
                .field("models", group -> group.fingerprint().models())
                .field("tools", group -> group.fingerprint().tools())
                .field(
                        "steps",
                        group -> group.fingerprint().steps().stream()
                                .map(FingerprintDocument::fields)
                                .toList())
                .build();
    }

    private static Cell names(List<String> names) {
        return names.isEmpty() ? Cell.unknown() : Cell.name(String.join(", ", names));
    }

    private static Fields fields(Step step) {
        return new Fields()
                .put("path", step.path())
                .put("model", filled(step.model()))
                .put("parameters", filled(step.parameters()))
                .put("prompt", filled(step.prompt()));
    }

    private static String filled(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Names the steps that only one of the two has. */
    private static Cell unlike(FingerprintGroup group, Fingerprint first) {
        List<String> differences = new ArrayList<>();
        for (Step step : group.fingerprint().steps()) {
            if (!first.steps().contains(step)) {
                differences.add("+" + words(step));
            }
        }
        for (Step step : first.steps()) {
            if (!group.fingerprint().steps().contains(step)) {
                differences.add("-" + words(step));
            }
        }
        int more = differences.size() - NAMED_DIFFERENCES;
        return Cell.name(String.join(", ", differences.subList(0, Math.min(NAMED_DIFFERENCES, differences.size())))
                + (more > 0 ? " and " + more + " more" : ""));
    }

    /** Names a step by its end: the whole path is in the list of steps. */
    private static String words(Step step) {
        String last = step.path().get(step.path().size() - 1);
        return String.join(
                " ",
                List.of(last, step.model(), step.parameters(), step.prompt()).stream()
                        .filter(part -> !part.isEmpty())
                        .toList());
    }

    private static Section steps(Fingerprint fingerprint) {
        return Section.titled(
                "Steps of " + fingerprint.id(),
                "the most frequent one",
                Table.of(null, fingerprint.steps())
                        .atMost(MAX_STEPS, ALL)
                        .noun("step")
                        .text("step", step -> Cell.name(step.place()))
                        .text("model", step -> Cell.name(step.model()))
                        .dispensable(1)
                        .text("parameters", step -> Cell.name(step.parameters()))
                        .dispensable(2)
                        .text("prompt begins with", step -> Cell.words(step.prompt()))
                        .dispensable(3)
                        .build());
    }
}
