// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.trace.metric.ProfilerCost;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The sections on the critical path of workflows and on the latency of model calls. */
public final class CriticalSection {
    /** Why savings of spans that other programs recorded are ranges from nothing. */
    public static final String WAITING_NOT_TOLD =
            "these spans do not show which calls waited for others and which only began later";

    private static final int MAX_ROWS = 10;

    private CriticalSection() {}

    /** Describes {@code critical-path.json}. */
    public static Document document(Outcome outcome) {
        return Document.of("agent-profiler-critical-path/1", "Critical path")
                .addAll(path(outcome.summary().get(CriticalTotals.ANALYSIS)))
                .add(latency(outcome.summary().get(Latencies.ANALYSIS), outcome.profilerCost()))
                .build();
    }

    /** A row that people see: an operation, or what of its time on the path is no wait for it. */
    private record OperationLine(String label, long nanos, CriticalTotals.OperationPath row) {}

    /** Describes the critical path of the workflows. */
    public static List<Block> path(CriticalTotals totals) {
        // of workflows of which nobody knows how long they took there is no time, not none
        boolean some = totals.workflows() > 0;
        List<Block> blocks = new ArrayList<>(List.of(
                new Value("workflows", totals.workflows()),
                new Value("wall_ns", some ? totals.wallNanos() : null),
                new Value("idle_ns", some ? totals.idleNanos() : null),
                new Value(
                        "by_operation",
                        totals.longestFirst().stream()
                                .map(CriticalSection::fields)
                                .toList())));
        if (totals.byOperation().isEmpty()) {
            return blocks;
        }
        blocks.add(Table.of(null, lines(totals))
                .heading("Critical path", "what the workflows waited for; saves = off the run time if it took half")
                .text("operation", line -> Cell.name(line.label()))
                .number(
                        "workflows",
                        line -> count(line, line.row() == null ? 0 : line.row().workflows()))
                .dispensable(2)
                .number(
                        "spans",
                        line -> count(line, line.row() == null ? 0 : line.row().spans()))
                .dispensable(3)
                .number("waited", line -> Cell.duration(line.nanos()))
                .number("share", line -> Cell.share(line.nanos(), totals.wallNanos()))
                .bar(line -> Cell.bar(line.nanos(), totals.wallNanos()))
                .dispensable(4)
                .number("saves", line -> line.row() == null ? Cell.unknown() : saved(line.row()))
                .build());
        if (!totals.tellWaiting()) {
            blocks.add(Note.aside("saves: up to; " + WAITING_NOT_TOLD));
        }
        int more = totals.byOperation().size() - MAX_ROWS;
        if (more > 0) {
            blocks.add(Note.aside("… " + Units.count(more, "more row") + "; report --out DIR writes all of them"));
        }
        if (totals.idleNanos() > 0) {
            blocks.add(Note.aside(
                    Units.duration(totals.idleNanos()) + " more in which no span of the workflow was running"));
        }
        return blocks;
    }

    private static Cell saved(CriticalTotals.OperationPath row) {
        if (row.isSavingExact()) {
            return Cell.duration(row.savedIfHalfNanos());
        }
        String least = row.certainlySavedIfHalfNanos() == 0 ? "0" : Units.duration(row.certainlySavedIfHalfNanos());
        return Cell.words(least + " – " + Units.duration(row.savedIfHalfNanos()));
    }

    private static Cell count(OperationLine line, long count) {
        return line.row() == null ? Cell.EMPTY : Cell.count(count);
    }

    private static List<OperationLine> lines(CriticalTotals totals) {
        List<OperationLine> lines = new ArrayList<>();
        totals.longestFirst().stream().limit(MAX_ROWS).forEach(entry -> {
            for (PathPart.Time time : PathPart.of(entry)) {
                boolean operation = time.part() == PathPart.WAITED;
                if (operation || time.nanos() > 0) {
                    lines.add(new OperationLine(time.label(), time.nanos(), operation ? entry.getValue() : null));
                }
            }
        });
        return lines;
    }

    private static Fields fields(Map.Entry<Operation, CriticalTotals.OperationPath> entry) {
        CriticalTotals.OperationPath row = entry.getValue();
        return new Fields()
                .put("kind", entry.getKey().kind().word())
                .put("name", entry.getKey().name())
                .put("workflows", row.workflows())
                .put("spans", row.spans())
                .put("path_ns", row.pathNanos())
                .put("before_ns", positive(row.beforeNanos()))
                .put("after_ns", positive(row.afterNanos()))
                .put("unfinished_ns", positive(row.unfinishedNanos()))
                .put("saved_if_half_ns", row.isSavingExact() ? row.savedIfHalfNanos() : null)
                .put("saved_if_half_at_least_ns", row.isSavingExact() ? null : row.certainlySavedIfHalfNanos())
                .put("saved_if_half_at_most_ns", row.isSavingExact() ? null : row.savedIfHalfNanos());
    }

    private static Long positive(long nanos) {
        return nanos > 0 ? (Long) nanos : null;
    }

    /** Describes the latency of model calls by part. */
    public static Table latency(Latencies latencies, ProfilerCost cost) {
        double perSpan = cost.nanosPerSpan();
        return Table.of("latency", latencies.byModel().entrySet())
                .heading(
                        "Model calls",
                        "mean time by part; before and retries are known where the requests were recorded")
                .text("model", "model", row -> Cell.name(row.getKey()))
                .number("calls", "calls", row -> Cell.count(row.getValue().calls()))
                .field("calls_with_request", row -> row.getValue().callsWithRequest())
                .field("retries", row -> row.getValue().retries())
                .field("spans", row -> row.getValue().spans())
                .number("mean", row -> Cell.duration(row.getValue().whole().mean()))
                .number("before", row -> mean(row, LatencyPart.WAITING))
                .number("retries", row -> mean(row, LatencyPart.RETRYING))
                .dispensable(4)
                .number("first chunk", row -> mean(row, LatencyPart.FIRST_CHUNK))
                .number("generation", row -> mean(row, LatencyPart.GENERATION))
                .number("handler", row -> mean(row, LatencyPart.HANDLER))
                .dispensable(6)
                .number("answer", row -> mean(row, LatencyPart.ANSWER))
                .dispensable(5)
                .number("after", row -> mean(row, LatencyPart.AFTER))
                .number("profiler_ns", "profiler", row -> profiler(row.getValue(), perSpan))
                .dispensable(3)
                .field("call_ns", row -> Fields.of(row.getValue().whole()))
                .field("parts", row -> parts(row.getValue()))
                .build();
    }

    private static Cell mean(Map.Entry<String, Latencies.ModelLatencies> row, LatencyPart wanted) {
        return row.getValue().part(wanted).count() > 0
                ? Cell.duration(row.getValue().part(wanted).mean())
                : Cell.unknown();
    }

    private static Cell profiler(Latencies.ModelLatencies model, double perSpan) {
        double nanos = model.spans() * perSpan;
        return Double.isNaN(nanos)
                ? Cell.unknown()
                : Cell.share(nanos, model.whole().sum()).with(Emphasis.DIM).as(Math.round(nanos));
    }

    private static List<Fields> parts(Latencies.ModelLatencies model) {
        return Arrays.stream(LatencyPart.values())
                .filter(part -> model.part(part).count() > 0)
                .map(part -> new Fields().put("part", part.word()).put("ns", Fields.of(model.part(part))))
                .toList();
    }

    /** A part of an operation's time on the critical paths. The parts of all operations and the idle time sum to the run time. */
    public enum PathPart {
        /** The operation itself. For a model, its requests if they were recorded. */
        WAITED("", CriticalTotals.OperationPath::waitedNanos),
        /** Client overhead before the requests of a model, wrappers around its calls included. */
        BEFORE(", client overhead before the request", CriticalTotals.OperationPath::beforeNanos),
        /** Client overhead after the answers of a model. */
        AFTER(", client overhead after the answer", CriticalTotals.OperationPath::afterNanos),
        /** Spans without a recorded end. Their time is no measurement. */
        UNFINISHED(", without an end", CriticalTotals.OperationPath::unfinishedNanos);

        private final String words;
        private final ToLongFunction<CriticalTotals.OperationPath> nanos;

        PathPart(String words, ToLongFunction<CriticalTotals.OperationPath> nanos) {
            this.words = words;
            this.nanos = nanos;
        }

        /**
         * The time of a part.
         *
         * @param label the operation and the part, in words
         * @param nanos how long that was on the paths
         */
        public record Time(String label, PathPart part, long nanos) {}

        /** Returns the parts of an operation, those of no time included. */
        static List<Time> of(Map.Entry<Operation, CriticalTotals.OperationPath> row) {
            return Arrays.stream(values())
                    .map(part ->
                            new Time(row.getKey().label() + part.words, part, part.nanos.applyAsLong(row.getValue())))
                    .toList();
        }

        /** Returns the parts of all operations that took time, the longest first. */
        public static List<Time> longestFirst(CriticalTotals totals) {
            return totals.byOperation().entrySet().stream()
                    .flatMap(row -> of(row).stream())
                    .filter(time -> time.nanos() > 0)
                    .sorted(Comparator.comparingLong(Time::nanos).reversed())
                    .toList();
        }
    }
}
