// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelResult;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Percentiles;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code replay load} answers: what each level of load took. */
public final class LoadDocument {
    /** A generator that is later than this, and than a tenth of the time it measures, measures itself. */
    private static final double LATE_NANOS = 5e6;

    private static final double LATE_SHARE = 0.1;

    private LoadDocument() {}

    /**
     * Describes the levels.
     *
     * @param holes what could not be sent as it was recorded, with the number of calls
     * @param data what is missing of the recording
     */
    public static Document of(
            LoadTarget target,
            List<LevelResult> levels,
            Map<String, Long> holes,
            boolean isStopped,
            List<Section> data) {
        return Document.of("agent-profiler-load/1", "Load")
                .add(new Value("to", target.base()))
                .add(new Value("stopped", isStopped))
                .add(table(levels))
                .add(times(levels))
                .add(new Notes("notes", "!", notes(levels, holes, isStopped), Emphasis.WARNING))
                .addAll(data)
                .build();
    }

    private static Table table(List<LevelResult> levels) {
        return Table.of("levels", levels)
                .heading("Levels", "workflows in a closed loop (at once) or an open one (arriving)")
                .field("model", level -> level.load().model())
                .text("load", "load", level -> Cell.words(level.load().words()))
                .field(
                        "concurrency",
                        level -> level.load().isClosed() ? level.load().concurrency() : null)
                .field("rate_per_s", level -> level.load().rate())
                .field(
                        "arrivals",
                        level -> level.load().isClosed()
                                ? null
                                : level.load().arrivals().word())
                .number("duration_ns", "time", level -> Cell.duration(level.nanos()))
                .dispensable(3)
                .number("workflows", "workflows", level -> Cell.count(level.workflows()))
                .dispensable(4)
                .field("workflows_answered", level -> level.workflows(RequestOutcome.ANSWERED))
                .number("requests", "requests", level -> Cell.count(level.calls()))
                .number("answered", "answered", level -> Cell.count(level.calls(RequestOutcome.ANSWERED)))
                .dispensable(5)
                .number("rate_limited", "429", level -> Cell.bad(level.calls(RequestOutcome.LIMITED), Emphasis.BAD))
                .whereFilled()
                .number("timeouts", "timeouts", level -> Cell.bad(level.calls(RequestOutcome.TIMEOUT), Emphasis.BAD))
                .whereFilled()
                .number("failed", "failed", level -> Cell.bad(level.calls(RequestOutcome.FAILED), Emphasis.BAD))
                .whereFilled()
                .number("stopped", "stopped", level -> Cell.bad(level.calls(RequestOutcome.STOPPED), Emphasis.WARNING))
                .whereFilled()
                .number(
                        "requests_per_s",
                        "answered/s",
                        level -> rate(level.perSecond(level.calls(RequestOutcome.ANSWERED))))
                .number(
                        "output_tokens_per_s",
                        "tokens out/s",
                        level -> rate(level.perSecond(level.tokens().output())))
                .dispensable(2)
                .field("problems", level -> level.problems().isEmpty() ? null : level.problems())
                .field("tokens", level -> Fields.of(level.tokens()))
                .field("latency_ns", level -> Fields.of(level.latency()))
                .field("first_chunk_ns", level -> Fields.of(level.firstChunk()))
                .field("run_time_ns", level -> Fields.of(level.runTime()))
                .field("sent_late_ns", level -> Fields.of(level.late()))
                .field("workflows_left_out", LevelResult::leftOut)
                .number(
                        "generator_cores",
                        "generator",
                        level -> Double.isNaN(level.cores())
                                ? Cell.unknown()
                                : Cell.words(String.format(Locale.ROOT, "%.2f cores", level.cores()))
                                        .as(level.cores()))
                .dispensable(1)
                .build();
    }

    private static Cell rate(double perSecond) {
        return Double.isNaN(perSecond)
                ? Cell.unknown()
                : Cell.words(String.format(Locale.ROOT, "%,.1f", perSecond)).as(perSecond);
    }

    /** A line of figures. */
    private record LevelLine(LevelResult level, String what, Distribution times) {}

    private static Table times(List<LevelResult> levels) {
        List<LevelLine> lines = new ArrayList<>();
        for (LevelResult level : levels) {
            lines.add(new LevelLine(level, "latency", level.latency()));
            lines.add(new LevelLine(level, "first chunk", level.firstChunk()));
            lines.add(new LevelLine(level, "workflow", level.runTime()));
        }
        Table.Builder<LevelLine> table = Table.of((String) null, lines)
                .heading("Times", "of what was answered, counted from when it was to be sent")
                .where(line -> line.times().count() > 0)
                .text("load", line -> Cell.words(line.level().load().words()))
                .text("of", line -> Cell.words(line.what()));
        for (int percent : new int[] {50, 90, 95, 99}) {
            table.number("p" + percent, line -> Cell.percentile(line.times(), percent));
        }
        boolean marked = lines.stream()
                .anyMatch(line -> Percentiles.isMarked(line.times(), 95) || Percentiles.isMarked(line.times(), 99));
        return table.footnote(marked ? Percentiles.MARK_MEANS : "")
                .number("max", line -> Cell.duration(line.times().max()))
                .build();
    }

    private static String problem(String type) {
        return switch (type) {
            case "no_answer" -> "an answer that is none of this API, or says that something failed";
            case "redirect_not_followed" -> "a redirect, which is not followed";
            case "java.net.ConnectException" -> "no connection: does a server listen there?";
            default -> Character.isDigit(type.charAt(0)) ? "status " + type : type;
        };
    }

    private static List<String> notes(List<LevelResult> levels, Map<String, Long> holes, boolean isStopped) {
        List<String> notes = new ArrayList<>();
        if (isStopped) {
            notes.add("stopped before its end: the last level is not whole");
        }
        for (LevelResult level : levels) {
            String name = level.load().words() + ": ";
            if (level.leftOut() > 0) {
                notes.add(name + Units.count(level.leftOut(), "workflow")
                        + " did not begin, because too many were running: the server does not keep up with this rate");
            }
            if (!level.problems().isEmpty()) {
                notes.add(name + "failed: "
                        + level.problems().entrySet().stream()
                                .map(entry -> Units.count(entry.getValue()) + " x " + problem(entry.getKey()))
                                .collect(Collectors.joining(", ")));
            }
            if (level.late().count() > 0 && level.latency().count() > 0) {
                double late = level.late().percentile(99);
                if (late > LATE_NANOS && late > LATE_SHARE * level.latency().percentile(50)) {
                    notes.add(name + "1 % of the requests were sent " + Units.duration(late)
                            + " late or more: this machine is too busy, and the times hold that delay");
                }
            }
        }
        holes.forEach((words, count) -> notes.add(Units.count(count, "call") + ": " + words));
        return notes;
    }
}
