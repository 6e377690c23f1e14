// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.program;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.program.Difference.Certainty;
import io.agentprofiler.analyzer.answer.diff.view.DiffFigures;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Says in a sentence whether it is the same program and how fast: {@code same program, slower: run time +12.3 %}. */
public final class ProgramSentence {
    private static final int NAMED = 6;
    /** An interval that is no wider, as a share of the run time, shows that nothing changed. A wider one may hide a change. */
    private static final double EQUAL = 0.1;

    private static final List<Metric> RUN_TIMES = List.of(Metric.TIME, Metric.P50, Metric.P95, Metric.P99);
    private static final String STEP = " > ";

    private ProgramSentence() {}

    /** Returns the sentence. */
    public static String of(ProgramChange program, Diff diff) {
        return verdict(program) + " " + rest(program, diff);
    }

    /** Returns the sentence with its verdict as the mark. */
    public static Note note(ProgramChange program, Diff diff) {
        return new Note(verdict(program), rest(program, diff), emphasis(program));
    }

    private static String verdict(ProgramChange program) {
        return switch (program.verdict()) {
            case SAME -> "same program,";
            case OTHER -> "program changed:";
            case CANNOT_TELL -> "cannot tell";
        };
    }

    private static String rest(ProgramChange program, Diff diff) {
        String speed = speed(diff.all());
        return switch (program.verdict()) {
            case SAME -> speed;
            case OTHER -> words(program, Certainty.REAL) + "; " + speed;
            case CANNOT_TELL ->
                "whether it is the same program, too few workflows: " + words(program, Certainty.TOO_FEW) + "; "
                        + speed;
        };
    }

    /** Tells what the rows of all workflows tell: mean, median and high percentiles may move apart. */
    private static String speed(RowChange all) {
        Change time = all.get(Metric.TIME);
        if (time == null) {
            return "run times not known";
        }
        List<Change> moved = RUN_TIMES.stream()
                .map(all::get)
                .filter(change -> change != null && change.verdict().isReal())
                .toList();
        if (moved.isEmpty()) {
            return unmoved(time);
        }
        boolean slower = moved.stream().anyMatch(change -> change.verdict() == Change.ChangeVerdict.WORSE);
        boolean faster = moved.stream().anyMatch(change -> change.verdict() == Change.ChangeVerdict.BETTER);
        String direction = slower && faster ? "faster and slower: " : slower ? "slower: " : faster ? "faster: " : "";
        if (time.verdict().isReal() && !(slower && faster)) {
            return direction + runTime(time);
        }
        String mean = time.verdict().isReal() ? "" : ", mean " + DiffFigures.change(time) + " is " + word(time);
        return direction + moved.stream().map(ProgramSentence::runTime).collect(Collectors.joining(", ")) + mean;
    }

    private static String word(Change change) {
        return change.verdict() == Change.ChangeVerdict.TOO_FEW
                ? "of too few workflows"
                : change.verdict().word();
    }

    private static String runTime(Change change) {
        String which = switch (change.metric()) {
            case TIME -> "run time ";
            case P50 -> "median run time ";
            default -> change.metric().word() + " of the run time ";
        };
        return which + DiffFigures.change(change);
    }

    private static String unmoved(Change time) {
        return switch (time.verdict()) {
            case NEGLIGIBLE -> "as fast: run time " + DiffFigures.change(time);
            case NOISE -> {
                double most = Math.max(
                        Math.abs(time.interval().low()),
                        Math.abs(time.interval().high()));
                yield (most <= time.before() * EQUAL ? "as fast within noise" : "no change of run time beyond noise")
                        + ", 95 % interval " + DiffFigures.interval(time);
            }
            case TOO_FEW -> "too few workflows to tell whether slower or faster";
            case UNKNOWN -> "run times not known on both sides";
            case SAME, WORSE, BETTER, CHANGED -> "as fast";
        };
    }

    /** Returns the differences of a certainty in words, without what follows from others. */
    public static String words(ProgramChange program, Certainty certainty) {
        List<String> words = topmost(program, certainty).stream()
                .map(ProgramSentence::words)
                .distinct()
                .toList();
        int more = words.size() - NAMED;
        return String.join("; ", words.subList(0, Math.min(NAMED, words.size())))
                + (more > 0 ? "; and " + more + " more" : "");
    }

    private static List<Difference> topmost(ProgramChange program, Certainty certainty) {
        List<Difference> differences = program.differences().stream()
                .filter(one -> one.certainty() == certainty)
                .toList();
        Set<String> tools = new HashSet<>();
        Set<String> paths = new HashSet<>();
        for (Difference one : differences) {
            if (one.facet() == Facet.TOOL) {
                tools.addAll(one.before());
                tools.addAll(one.after());
            } else if (one.facet() == Facet.PATH) {
                paths.add(one.place());
            }
        }
        List<Difference> topmost = new ArrayList<>();
        for (Facet facet : List.of(Facet.MODEL, Facet.TOOL, Facet.PARAMETERS, Facet.PROMPT, Facet.PATH)) {
            for (Difference one : differences) {
                boolean follows = facet == Facet.PATH && (isBelow(one.place(), paths) || isTool(one.place(), tools));
                if (one.facet() == facet && !follows) {
                    topmost.add(one);
                }
            }
        }
        return topmost;
    }

    private static boolean isBelow(String place, Set<String> paths) {
        for (int end = place.lastIndexOf(STEP); end > 0; end = place.lastIndexOf(STEP, end - 1)) {
            if (paths.contains(place.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTool(String place, Set<String> tools) {
        String last = place.substring(place.lastIndexOf(STEP) + 1).trim();
        return tools.stream().anyMatch(tool -> last.endsWith("tool " + tool));
    }

    private static String words(Difference one) {
        String before = String.join(", ", one.before());
        String after = String.join(", ", one.after());
        return switch (one.facet()) {
            case PATH -> (one.isNew() ? "new path " + after : "path gone: " + before);
            case TOOL -> (one.isNew() ? "new tool " + after : "tool gone: " + before);
            case MODEL ->
                (one.isNew()
                                ? "new model " + after
                                : one.isGone() ? "model gone: " + before : "model " + before + " → " + after)
                        + " at " + one.place();
            case PARAMETERS -> "parameters " + before + " → " + after + " at " + one.place();
            case PROMPT -> "prompt " + before + " → " + after + " at " + one.place();
        };
    }

    private static Emphasis emphasis(ProgramChange program) {
        return program.verdict() == ProgramChange.Verdict.SAME ? Emphasis.DIM : Emphasis.WARNING;
    }

    /** Returns the same for programs, with every difference. */
    public static Value value(ProgramChange program, Diff diff) {
        return new Value(
                "program",
                new Fields()
                        .put("verdict", program.verdict().word())
                        .put("sentence", of(program, diff))
                        .put("fingerprints_shared", program.shared())
                        .put("fingerprints_before_only", program.before())
                        .put("fingerprints_after_only", program.after())
                        .put("differences", differences(program)));
    }

    /** Returns the differences for programs. */
    public static Iterable<Fields> differences(ProgramChange program) {
        return Table.of("differences", program.differences())
                .field("facet", one -> one.facet().word())
                .field("place", one -> one.place().isEmpty() ? null : one.place())
                .field("before", Difference::before)
                .field("after", Difference::after)
                .field("workflows_before", Difference::workflowsBefore)
                .field("workflows_after", Difference::workflowsAfter)
                .field("adjusted_p", Difference::p)
                .field("verdict", one -> one.certainty().word())
                .build()
                .records();
    }
}
