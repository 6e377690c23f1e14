// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Diff.PathChange;
import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.NeededWorkflows;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.program.ProgramChange;
import io.agentprofiler.analyzer.answer.diff.program.ProgramSentence;
import io.agentprofiler.analyzer.answer.diff.promise.Promises;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Typical;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** What {@code diff} answers: what changed, what of it is noise, and whether the gates passed. */
public final class DiffDocument {
    /** More runs of a side are counted only. */
    private static final int NAMED_RUNS = 4;

    private static final int MAX_CHANGES = 20;
    /** Of these a reader wants to know how many workflows would tell. */
    private static final Set<Metric> JUDGED_FIRST = EnumSet.of(Metric.TIME, Metric.ERRORS, Metric.COST);
    /** A name and its figure: without both a row says nothing. */
    private static final int MIN_NAME = 48;

    private static final int MAX_PATHS = 15;

    /** Rows on pages. */
    static final int ON_PAGES = 200;

    static final String ALL_ROWS = "diff --out DIR writes all of them to diff.json";

    private final DiffAnswer answer;
    private final Diff diff;

    private DiffDocument(DiffAnswer answer) {
        this.answer = answer;
        this.diff = answer.diff();
    }

    /** Describes a comparison. */
    public static Document of(DiffAnswer answer) {
        DiffDocument document = new DiffDocument(answer);
        return Document.of("agent-profiler-diff/1", "Agent profile: " + document.headline())
                .addAll(DiffFields.sides(answer))
                .addAll(DiffFields.of(answer))
                .add(document.sides())
                .add(PromiseSection.of(answer.promises()))
                .add(document.overall())
                .add(WorkflowTracks.of(answer.typical()))
                .add(document.changes())
                .addAll(RowTables.of(answer.diff(), answer.how().grouping()))
                .add(document.paths())
                .add(document.data())
                .add(document.method())
                .add(GateSection.of(answer.gates().results(), answer.gates().strict()))
                .build();
    }

    /** Describes which expected changes were reached, and which findings are gone. */
    public static Document verified(DiffAnswer answer) {
        DiffDocument document = new DiffDocument(answer);
        return Document.of("agent-profiler-verify/1", "Agent profile: " + document.expected())
                .addAll(DiffFields.sides(answer))
                .add(new Value("strict", answer.gates().strict()))
                .add(DiffFields.gates(answer))
                .add(document.sides())
                .add(PromiseSection.of(answer.promises()))
                .add(document.data())
                .add(GateSection.of(answer.gates().results(), answer.gates().strict()))
                .build();
    }

    /** Returns the result in a few words, new failures first. */
    public static String headline(DiffAnswer answer) {
        return new DiffDocument(answer).headline();
    }

    /** Says whether both sides are runs of one program, and whether it is as fast. */
    public static String program(DiffAnswer answer) {
        Note note = ProgramSentence.note(answer.program(), answer.diff());
        return note.mark() + " " + note.text();
    }

    /** Returns the tables of a comparison: of all workflows, of what changed, and of each row. */
    public static List<Section> pageTables(DiffAnswer answer) {
        DiffDocument document = new DiffDocument(answer);
        List<Section> sections = new ArrayList<>(List.of(document.overall(), document.changes()));
        sections.addAll(RowTables.of(answer.diff(), answer.how().grouping()));
        return sections;
    }

    private String expected() {
        List<Gates.GateResult> results = answer.gates().results();
        long reached = results.stream()
                .filter(result -> result.outcome() == Gates.GateOutcome.PASSED)
                .count();
        return reached + " of " + Units.count(results.size(), "expected change") + " reached";
    }

    private String headline() {
        List<Row> failing = DiffSelection.failing(diff);
        return (failing.isEmpty()
                        ? ""
                        : failing.get(0).label() + " fails more often"
                                + (failing.size() == 1
                                        ? ""
                                        : ", and so do " + Units.count(failing.size() - 1, "more operation"))
                                + "; ")
                + outcome();
    }

    private String outcome() {
        long failed = answer.gates().results().stream()
                .filter(gate -> gate.outcome().fails())
                .count();
        if (failed > 0) {
            return Units.count(failed, "gate") + " not passed";
        }
        long real = DiffSelection.worthALine(diff.all())
                        .filter(change -> change.verdict().isReal())
                        .count()
                + DiffSelection.real(diff).size();
        if (real > 0) {
            return Units.count(real, "change") + " beyond noise";
        }
        boolean negligible = diff.rows().stream()
                .flatMap(row -> row.all().stream())
                .anyMatch(change -> change.verdict() == Change.ChangeVerdict.NEGLIGIBLE);
        return negligible ? "only negligible changes" : "no change beyond noise";
    }

    private Section sides() {
        return Section.titled(
                "Comparison",
                "",
                side("before", answer.runs().before(), diff.before().workflows()),
                side("after ", answer.runs().after(), diff.after().workflows()),
                ProgramSentence.note(answer.program(), diff));
    }

    private static Note side(String mark, List<String> runs, long workflows) {
        String first = String.join(", ", runs.subList(0, Math.min(NAMED_RUNS, runs.size())));
        String more = runs.size() <= NAMED_RUNS ? "" : " and " + (runs.size() - NAMED_RUNS) + " more runs";
        return new Note(mark, first + more + " · " + Units.count(workflows, "workflow"), Emphasis.DIM);
    }

    private Section overall() {
        Section.Builder section = Section.under(
                        "All workflows",
                        "interval and p by resampling workflows and a rank test; p adjusted for all comparisons")
                .add(changes(
                                DiffSelection.worthALine(diff.all()).toList(),
                                "figure",
                                change -> Cell.words(DiffFigures.title(change.metric(), true)),
                                change -> change)
                        .build());
        diff.all().all().stream()
                .filter(change -> JUDGED_FIRST.contains(change.metric()) && DiffFields.isOpen(change))
                .forEach(change -> section.add(Note.aside(DiffFigures.title(change.metric(), true) + ": "
                        + change.verdict().word() + "; "
                        + NeededWorkflows.words(NeededWorkflows.of(diff.all(), change, diff.comparisons())))));
        return section.build();
    }

    private Section changes() {
        List<DiffSelection.RowMetric> real = DiffSelection.real(diff);
        Table.Builder<DiffSelection.RowMetric> table = changes(
                real,
                "operation",
                found -> Cell.name(found.row().label())
                        .and(DiffFigures.title(
                                found.change().metric(), found.row().isOfWorkflows())),
                DiffSelection.RowMetric::change);
        return Section.under("What changed", "more than noise, by effect on self time")
                .place(real.isEmpty() ? Section.Place.BODY : Section.Place.FOLDED)
                .add(table.atMost(MAX_CHANGES, ALL_ROWS)
                        .onPages(ON_PAGES)
                        .noun("change")
                        .build())
                .add(real.isEmpty(), () -> Note.line("nothing below the level of all workflows"))
                .build();
    }

    private static <T> Table.Builder<T> changes(
            Collection<T> rows, String first, Function<T, Cell> title, Function<T, Change> of) {
        return Table.of(null, rows)
                .minFirst(MIN_NAME)
                .text(first, title)
                .number("before", row -> figure(of.apply(row), of.apply(row).before()))
                .number("after", row -> figure(of.apply(row), of.apply(row).after()))
                .number("change", row -> judged(of.apply(row), DiffFigures.change(of.apply(row))))
                .number("95 % interval", row -> dim(DiffFigures.interval(of.apply(row))))
                .dispensable(1)
                .number("p", row -> dim(DiffFigures.p(of.apply(row).tested().adjustedP())))
                .dispensable(2)
                .number("n", row -> dim(DiffFigures.n(of.apply(row))))
                .dispensable(3)
                .text(
                        "verdict",
                        row -> judged(of.apply(row), of.apply(row).verdict().word()));
    }

    private static Cell figure(Change change, double value) {
        return Cell.words(DiffFigures.figure(change.metric(), value));
    }

    private static Cell judged(Change change, String words) {
        return Cell.words(words).with(DiffFigures.emphasis(change.verdict()));
    }

    private static Cell dim(String words) {
        return Cell.words(words).with(Emphasis.DIM);
    }

    private Block paths() {
        List<PathChange> paths = DiffSelection.topmost(diff);
        Table table = Table.of(null, paths)
                .asList()
                .atMost(MAX_PATHS, ALL_ROWS)
                .onPages(ON_PAGES)
                .noun("path")
                .text("what", DiffDocument::mark)
                .text("path", path -> Cell.name(String.join(" > ", path.path().steps())))
                .text("calls", path -> Cell.words(calls(path)))
                .build();
        return paths.isEmpty()
                ? table
                : Section.under("Call trees", "paths that appeared (+), vanished (-), or are taken more or less often")
                        .place(Section.Place.FOLDED)
                        .add(table)
                        .build();
    }

    private static Cell mark(PathChange path) {
        return Cell.words(path.isNew() ? "+" : path.isGone() ? "-" : "*")
                .with(path.verdict().isReal() ? Emphasis.WARNING : Emphasis.DIM);
    }

    private static String calls(PathChange path) {
        String calls = DiffFigures.fromTo(
                DiffFigures.figure(Metric.CALLS, path.callsBefore()),
                DiffFigures.figure(Metric.CALLS, path.callsAfter()));
        String workflows = DiffFigures.fromTo(Units.count(path.workflowsBefore()), Units.count(path.workflowsAfter()));
        boolean one = path.workflowsAfter() == 1 && path.workflowsBefore() == 1;
        return calls + " per workflow (in " + workflows + (one ? " workflow" : " workflows")
                + (path.verdict().isReal() ? "" : ", " + path.verdict().word()) + ")";
    }

    private Block data() {
        Notes notes = new Notes("notes", "!", answer.notes(), Emphasis.WARNING);
        return answer.notes().isEmpty()
                ? notes
                : Section.under("Data", "what limits the comparison")
                        .place(Section.Place.FOLDED)
                        .add(notes)
                        .build();
    }

    private Section method() {
        return Section.under("Method", "")
                .place(Section.Place.PAGES)
                .add(Note.line("(in brackets) noise; ~ n too small to tell; n: workflows with a value. Intervals by "
                        + Units.count(diff.resamples())
                        + " resamples of whole workflows; p by rank test and resampling, adjusted over "
                        + Units.count(diff.comparisons(), "comparison") + " (Benjamini and Hochberg). Costs: "
                        + answer.how().prices() + "."))
                .build();
    }

    /** Tables with a row per workflow, kind and operation: both figures, and by how much they moved. */
    private static final class RowTables {
        private static final int MAX_ROWS = 25;

        private RowTables() {}

        static List<Section> of(Diff diff, String grouping) {
            List<Section> sections = new ArrayList<>();
            // a single one is all workflows
            if (diff.rows(Row.RowGroup.WORKFLOW).size() > 1) {
                sections.add(section(diff, Row.RowGroup.WORKFLOW, "Workflows", grouping, "workflow"));
            }
            sections.add(section(diff, Row.RowGroup.KIND, "Kinds", "all calls of a kind", "kind"));
            sections.add(section(diff, Row.RowGroup.OPERATION, "Operations", "by effect on self time", "operation"));
            return sections;
        }

        private static Section section(Diff diff, Row.RowGroup group, String title, String explanation, String first) {
            boolean workflows = group == Row.RowGroup.WORKFLOW;
            Table.Builder<RowChange> table = Table.of(null, DiffSelection.byEffect(diff.rows(group)))
                    .minFirst(24)
                    .atMost(MAX_ROWS, DiffDocument.ALL_ROWS)
                    .onPages(DiffDocument.ON_PAGES)
                    .text(first, row -> Cell.name(row.row().label()))
                    .number(
                            workflows ? "runs" : "calls/workflow",
                            workflows
                                    ? row -> Cell.words(DiffFigures.fromTo(
                                            Units.count(row.callsBefore()), Units.count(row.callsAfter())))
                                    : fromTo(Metric.CALLS))
                    .number("time", fromTo(Metric.TIME))
                    .number("change", moved(Metric.TIME))
                    .number("p95", fromTo(Metric.P95))
                    .dispensable(2)
                    .number("change", moved(Metric.P95))
                    .dispensable(2)
                    .number("self", fromTo(Metric.SELF))
                    .dispensable(1)
                    .number("change", moved(Metric.SELF))
                    .dispensable(1)
                    .number("errors", moved(Metric.ERRORS))
                    .dispensable(3)
                    .number("first chunk", moved(Metric.FIRST))
                    .dispensable(5)
                    .number("tokens", moved(Metric.TOKENS))
                    .dispensable(4)
                    .number("cost", moved(Metric.COST))
                    .dispensable(4);
            return Section.under(title, explanation + "; (in brackets) noise, ~ n too small")
                    .place(group == Row.RowGroup.KIND ? Section.Place.PAGES : Section.Place.FOLDED)
                    .add(table.build())
                    .build();
        }

        /** Both figures, once where they read the same; nothing where neither side knows the metric. */
        private static Function<RowChange, Cell> fromTo(Metric metric) {
            return row -> {
                Change change = row.get(metric);
                return change == null
                        ? Cell.EMPTY
                        : Cell.words(DiffFigures.fromTo(
                                figure(metric, change.before(), row.isNew()),
                                figure(metric, change.after(), row.isGone())));
            };
        }

        /** What is not there has no price to be unknown. */
        private static String figure(Metric metric, double value, boolean absent) {
            return absent && Double.isNaN(value) ? Units.UNKNOWN : DiffFigures.figure(metric, value);
        }

        /** By how much the figure moved: noise in brackets, {@code ~} where n is too small, nothing where it did not. */
        private static Function<RowChange, Cell> moved(Metric metric) {
            return row -> {
                Change change = row.get(metric);
                return change == null
                        ? Cell.EMPTY
                        : Cell.words(moved(row, change)).with(DiffFigures.emphasis(change.verdict()));
            };
        }

        private static String moved(RowChange row, Change change) {
            String moved = DiffFigures.change(change);
            return switch (change.verdict()) {
                case WORSE, BETTER, CHANGED, NEGLIGIBLE -> moved;
                case NOISE -> "(" + moved + ")";
                case TOO_FEW -> "~" + moved;
                case UNKNOWN -> unknown(row, change);
                case SAME -> "";
            };
        }

        private static String unknown(RowChange row, Change change) {
            boolean onOneSide = !Double.isNaN(change.before()) || !Double.isNaN(change.after());
            if (onOneSide && (row.isNew() || row.isGone())) {
                return row.isNew() ? "new" : "gone";
            }
            return change.metric() == Metric.COST ? "unpriced" : "unknown";
        }
    }

    /**
     * A comparison and what is said beside it.
     *
     * @param diff the comparison
     * @param program whether both sides are runs of one program
     * @param runs which runs are compared
     * @param how how they are compared
     * @param typical the workflows to show next to each other
     * @param gates the gates
     * @param promises what became of the findings of the first side
     * @param notes what is incomplete or unusual, a sentence each
     */
    public record DiffAnswer(
            Diff diff,
            ProgramChange program,
            ComparedRuns runs,
            HowCompared how,
            Typical typical,
            JudgedGates gates,
            Promises promises,
            List<String> notes) {
        public DiffAnswer {
            notes = List.copyOf(notes);
        }

        /**
         * Which runs are compared.
         *
         * @param before ids of the runs of the first side
         * @param after ids of the runs of the second side
         */
        public record ComparedRuns(List<String> before, List<String> after) {
            public ComparedRuns {
                before = List.copyOf(before);
                after = List.copyOf(after);
            }
        }

        /**
         * How sides are compared, in words.
         *
         * @param grouping how workflows are told apart in their table
         * @param prices what prices costs come from
         */
        public record HowCompared(String grouping, String prices) {}

        /**
         * The gates of a comparison.
         *
         * @param results how they came out; empty when there are none
         * @param strict whether they did not consider noise
         */
        public record JudgedGates(List<Gates.GateResult> results, boolean strict) {
            public JudgedGates {
                results = List.copyOf(results);
            }
        }
    }
}
