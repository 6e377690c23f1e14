// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.process.Level;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.analyzer.trace.process.ProcessSlot;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.List;
import java.util.Locale;

/** The traced processes: memory, processors and garbage collection. */
public final class ProcessSection {
    private static final int MAX_ROWS = 15;
    private static final int MIN_NAME = 12;
    private static final long MILLI = 1_000_000L;
    private static final String HEAP_LIMIT = "max_heap_bytes";
    private static final String PROCESSORS = "processors";

    private ProcessSection() {}

    /** Describes the processes of these runs that were sampled; programs get their figures with the runs. */
    public static Table of(List<RunFacts> runs) {
        List<RunFacts> sampled = runs.stream()
                .filter(run -> run.records().process().samples() > 0)
                .toList();
        return Table.of(null, sampled)
                .heading(
                        sampled.size() == 1 ? "Process" : "Processes",
                        "memory and processors of the traced JVM, as sampled")
                .minFirst(MIN_NAME)
                .atMost(MAX_ROWS, ReportWords.ALL_ROWS)
                .text("process", run -> Cell.name(run.label()))
                .number("samples", run -> Cell.count(run.records().process().samples()))
                .dispensable(4)
                .number(
                        "memory mean",
                        run -> bytes(run.records().process().residentBytes().mean()))
                .dispensable(2)
                .number(
                        "memory max",
                        run -> bytes(run.records().process().residentBytes().max()))
                .number(
                        "heap mean",
                        run -> bytes(run.records().process().heapBytes().mean()))
                .dispensable(3)
                .number(
                        "heap max",
                        run -> bytes(run.records().process().heapBytes().max()))
                .number("heap limit", run -> bytes(run.jvmNumber(HEAP_LIMIT)))
                .dispensable(1)
                .number(
                        "CPUs mean",
                        run -> processors(run.records().process().processors().mean()))
                .number(
                        "CPUs max",
                        run -> processors(run.records().process().processors().max()))
                .dispensable(1)
                .number(
                        "of",
                        run -> Double.isNaN(run.jvmNumber(PROCESSORS))
                                ? Cell.unknown()
                                : Cell.count((long) run.jvmNumber(PROCESSORS)))
                .dispensable(3)
                .number(
                        "GC",
                        run -> run.records().process().gcMillis() == Unknown.LONG
                                ? Cell.unknown()
                                : Cell.duration(run.records().process().gcMillis() * MILLI))
                .build();
    }

    private static Cell bytes(double bytes) {
        return Double.isNaN(bytes) ? Cell.unknown() : Cell.bytes(Math.round(bytes));
    }

    private static Cell processors(double mean) {
        return Double.isNaN(mean)
                ? Cell.unknown()
                : Cell.words(String.format(Locale.ROOT, "%.2f", mean)).as(mean);
    }

    /** Returns the figures of a run's process; {@code null} where it was not sampled. */
    static Fields fields(RunFacts run) {
        ProcessLog process = run.records().process();
        if (process.samples() == 0) {
            return null;
        }
        Fields fields = new Fields()
                .put("samples", process.samples())
                .put("rss_bytes", level(process.residentBytes()))
                .put("heap_bytes", level(process.heapBytes()))
                .put("heap_limit_bytes", whole(run.jvmNumber(HEAP_LIMIT)));
        if (process.processors().isKnown()) {
            fields.put(
                    "cpu",
                    new Fields()
                            .put("mean", process.processors().mean())
                            .put("max", process.processors().max()));
        }
        fields.put(PROCESSORS, whole(run.jvmNumber(PROCESSORS))).put("gc_ms", process.gcMillis());
        List<ProcessSlot> timeline = process.timeline();
        if (!timeline.isEmpty()) {
            long first = timeline.get(0).firstNanos();
            fields.put("first_epoch_ns", first)
                    .put(
                            "timeline",
                            timeline.stream().map(slot -> slot(slot, first)).toList());
        }
        return fields;
    }

    private static Fields slot(ProcessSlot slot, long first) {
        return new Fields()
                .put("at_ns", slot.firstNanos() - first)
                .put("until_ns", slot.lastNanos() - first)
                .put("rss_bytes", whole(slot.residentBytes().max()))
                .put("heap_bytes", whole(slot.heapBytes().max()))
                .put("cpu", slot.processors().isKnown() ? slot.processors().mean() : null)
                .put("gc_ms", slot.gcMillis());
    }

    private static Fields level(Level level) {
        return level.isKnown()
                ? new Fields().put("mean", Math.round(level.mean())).put("max", Math.round(level.max()))
                : null;
    }

    private static Long whole(double number) {
        return Double.isNaN(number) ? null : (Long) Math.round(number);
    }
}
