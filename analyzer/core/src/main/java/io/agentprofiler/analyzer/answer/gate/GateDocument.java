// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.gate.check.Check;
import io.agentprofiler.analyzer.answer.gate.check.Check.CheckPlace;
import io.agentprofiler.analyzer.answer.gate.check.Judge;
import io.agentprofiler.analyzer.answer.gate.check.Suite;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A gate's checks: {@code agent-profiler-gate/1}, and for people first whether the build passes, and why not. */
public final class GateDocument {
    private static final int MOST_TOLD = 10;
    private static final int MOST_ROWS = 40;
    /** Runs of one build seldom begin so far apart. */
    private static final long APART = TimeUnit.HOURS.toNanos(1);

    private record CheckRow(Suite suite, Check check) {
        boolean isKept() {
            return check.outcome() == Gates.GateOutcome.PASSED;
        }
    }

    private final List<Suite> suites;
    private final List<Path> inputs;
    private final List<CheckRow> rows = new ArrayList<>();

    private GateDocument(List<Suite> suites, List<Path> inputs) {
        this.suites = suites;
        this.inputs = inputs;
        suites.forEach(suite -> suite.checks().forEach(check -> rows.add(new CheckRow(suite, check))));
    }

    /**
     * Describes checks.
     *
     * @param suites the checks of each service, and of all together
     * @param inputs what was read
     */
    public static Document of(List<Suite> suites, List<Path> inputs) {
        GateDocument gate = new GateDocument(suites, inputs);
        return Document.of("agent-profiler-gate/1", "Gate")
                .add(gate.verdict())
                .add(gate.table())
                .addAll(gate.data())
                .build();
    }

    private Section verdict() {
        long failed = rows.stream().filter(row -> row.check().fails()).count();
        Suite all = suites.get(suites.size() - 1);
        List<Suite> services =
                suites.stream().filter(suite -> !suite.isTogether()).toList();
        long runs = services.stream().mapToLong(suite -> suite.runs().size()).sum();
        String what = Units.count(all.workflows(), "workflow") + " of " + Units.count(all.names(), "name") + " in "
                + Units.count(runs, "run") + " of "
                + (services.size() == 1 ? services.get(0).name() : Units.count(services.size(), "service"))
                + started(all, runs);
        Section.Builder section = Section.under(null, "")
                .place(Section.Place.CONCLUSION)
                .add(new Value("passed", failed == 0))
                .add(new Value("workflows", all.workflows()))
                .add(new Value("not_judged", all.left()))
                .add(new Note(
                        failed == 0 ? "Passed" : "FAILED",
                        (failed == 0 ? "all " : Units.count(failed) + " of ") + Units.count(rows.size(), "check")
                                + " · " + what,
                        failed == 0 ? Emphasis.GOOD : Emphasis.BAD));
        if (all.left() > 0) {
            section.add(
                    new Note("!", Units.count(all.left(), "workflow") + " not judged, for their names", Emphasis.DIM));
        }
        if (all.began().lastNanos() - all.began().firstNanos() > APART) {
            section.add(new Note(
                    "!",
                    "the runs began "
                            + Units.duration(
                                    all.began().lastNanos() - all.began().firstNanos())
                            + " apart: if some are of an earlier build, remove them first",
                    Emphasis.WARNING));
        }
        told().forEach(section::add);
        return section.build();
    }

    private static String started(Suite all, long runs) {
        if (all.began().firstNanos() == Unknown.LONG) {
            return "";
        }
        return (runs == 1 ? ", started " : ", the first started ")
                + Units.time(all.began().firstNanos())
                + (runs == 1 ? "" : ", the last " + Units.time(all.began().lastNanos())) + " UTC";
    }

    /** Returns for each check that was not kept, or that stands out all the same, why, and how to look at it. */
    private List<Block> told() {
        List<CheckRow> open = rows.stream()
                .filter(row -> !row.isKept() || row.check().standsOut())
                .toList();
        List<Block> notes = new ArrayList<>();
        open.stream().limit(MOST_TOLD).forEach(row -> {
            Check check = row.check();
            notes.add(new Note(
                    check.outcome().word() + " ",
                    check.name()
                            + (suites.size() > 2 && !row.suite().isTogether()
                                    ? " of " + row.suite().name()
                                    : ""),
                    check.fails() ? Emphasis.BAD : check.standsOut() ? Emphasis.DIM : Emphasis.WARNING));
            List<String> lines = new ArrayList<>(List.of(check.why()));
            if (check.worst() != null) {
                lines.add(LookCommand.at(check.worst(), inputs));
            }
            notes.add(new Notes(null, " ", lines, Emphasis.DIM));
        });
        if (open.size() > MOST_TOLD) {
            notes.add(Note.aside("… and " + Units.count(open.size() - MOST_TOLD, "more check") + " below"));
        }
        return notes;
    }

    private Table table() {
        return Table.of("gates", rows)
                .heading("Gates", "percentiles are of the workflows of one name, other limits hold for each workflow")
                .sorted(Comparator.comparing((CheckRow row) -> row.check().outcome(), Comparator.reverseOrder()))
                .atMost(MOST_ROWS, "none of them worse; --format json has all")
                .noun("check")
                .text("gate", "gate", row -> Cell.words(row.check().gate()))
                .text(
                        "workflow",
                        "workflow",
                        row -> row.check().workflow() == null
                                ? Cell.EMPTY.as(null)
                                : Cell.name(row.check().workflow()))
                .text(
                        "service",
                        "service",
                        row -> row.suite().isTogether()
                                ? Cell.EMPTY.as(null)
                                : Cell.name(row.suite().name()))
                .dispensable(1)
                .field("limit", row -> row.check().against().limit())
                .number("measured", "measured", row -> measured(row.check()))
                .number(
                        "count",
                        "of",
                        row -> row.check().counts().figures() == 0
                                ? Cell.EMPTY.as(null)
                                : Cell.count(row.check().counts().figures()))
                .number(
                        "over",
                        "over",
                        row -> row.check().counts().figures() == 0
                                ? Cell.EMPTY.as(null)
                                : Cell.bad(row.check().counts().over(), Emphasis.WARNING))
                .dispensable(1)
                .number(
                        "unknown",
                        "unknown",
                        row -> row.check().counts().figures() == 0
                                ? Cell.EMPTY.as(null)
                                : Cell.bad(row.check().counts().unknown(), Emphasis.WARNING))
                .dispensable(1)
                .text("state", "state", row -> state(row.check()))
                .field(
                        "unit",
                        row -> row.check().against().figure() == null
                                ? null
                                : row.check().against().figure().unit().name().toLowerCase(Locale.ROOT))
                .field("fails", row -> row.check().fails())
                .field("why", row -> row.check().why())
                .field(
                        "trace_id",
                        row -> row.check().worst() == null
                                ? null
                                : row.check().worst().trace().toString())
                .field(
                        "span_id",
                        row -> row.check().worst() == null
                                ? null
                                : TraceId.spanText(row.check().worst().span()))
                .text(
                        "worst in",
                        row -> row.check().worst() == null
                                ? Cell.EMPTY
                                : Cell.trace(row.check().worst().trace()))
                .dispensable(2)
                .build();
    }

    private static Cell measured(Check check) {
        return check.against().measured() == null || check.against().figure() == null
                ? Cell.EMPTY.as(null)
                : Cell.words(Judge.amount(
                                check.against().figure(), check.against().measured()))
                        .as(check.against().measured());
    }

    private static Cell state(Check check) {
        Emphasis emphasis = check.fails()
                ? Emphasis.BAD
                : check.outcome() == Gates.GateOutcome.PASSED ? Emphasis.GOOD : Emphasis.WARNING;
        return Cell.words(check.outcome().word()).with(emphasis);
    }

    /** Returns what is missing of the data, and for programs which runs were read. */
    private List<Block> data() {
        List<String> notes = new ArrayList<>();
        List<String> runs = new ArrayList<>();
        for (Suite suite : suites) {
            suite.notes().forEach(note -> notes.add(suites.size() > 2 ? suite.name() + ": " + note : note));
            suite.runs().stream().map(RunFacts::run).forEach(runs::add);
        }
        return List.of(
                notes.isEmpty()
                        ? Section.keyed(null, new Notes("data_notes", "!", notes, Emphasis.WARNING))
                        : Section.titled(
                                "Data", "incomplete or unusual", new Notes("data_notes", "!", notes, Emphasis.WARNING)),
                new Value("data_runs", runs));
    }

    /** The command that shows a workflow of the runs that were judged. */
    static final class LookCommand {
        private static final int TRACE_DIGITS = 16;

        private LookCommand() {}

        static String at(CheckPlace place, List<Path> inputs) {
            return "java -jar analyzer.jar tree --all-runs --trace "
                    + place.trace().toString().substring(0, TRACE_DIGITS)
                    + inputs.stream().map(LookCommand::quoted).collect(Collectors.joining());
        }

        private static String quoted(Path path) {
            String text = path.toString();
            return text.contains(" ") ? " \"" + text + "\"" : " " + text;
        }
    }
}
