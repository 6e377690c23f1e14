// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.pipeline.RunFacts;
import io.agentprofiler.analyzer.process.Level;
import io.agentprofiler.analyzer.process.ProcessLog;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The table of the traced processes: memory, processors and garbage collection. */
public final class ProcessSection {
    private static final int MAX_ROWS = 15;
    private static final int MIN_NAME = 12;
    private static final long MILLI = 1_000_000L;

    private ProcessSection() {}

    public static void print(Page page, List<RunFacts> runs) {
        List<RunFacts> sampled =
                runs.stream().filter(run -> run.process().samples() > 0).toList();
        if (sampled.isEmpty()) {
            return;
        }
        page.heading(
                sampled.size() == 1 ? "Process" : "Processes", "memory and processors of the traced JVM, as sampled");
        Grid table = new Grid(
                page.screen(),
                MIN_NAME,
                Column.text("process"),
                Column.number("samples").dispensable(4),
                Column.number("memory mean").dispensable(2),
                Column.number("memory max"),
                Column.number("heap mean").dispensable(3),
                Column.number("heap max"),
                Column.number("heap limit").dispensable(1),
                Column.number("CPUs mean"),
                Column.number("CPUs max").dispensable(1),
                Column.number("of").dispensable(3),
                Column.number("GC"));
        sampled.stream().limit(MAX_ROWS).forEach(run -> row(table, run));
        page.table(table);
        Cells.more(page, sampled.size() - MAX_ROWS);
    }

    private static void row(Grid table, RunFacts run) {
        ProcessLog process = run.process();
        table.row(
                Cell.of(Texts.safe(run.label())),
                Cell.of(Units.count(process.samples())),
                Cell.of(bytes(process.residentBytes().mean())),
                Cell.of(bytes(process.residentBytes().max())),
                Cell.of(bytes(process.heapBytes().mean())),
                Cell.of(bytes(process.heapBytes().max())),
                Cell.of(bytes(run.jvmNumber("max_heap_bytes"))),
                Cell.of(processors(process.processors(), Level::mean)),
                Cell.of(processors(process.processors(), Level::max)),
                Cell.of(
                        Double.isNaN(run.jvmNumber("processors"))
                                ? Units.UNKNOWN
                                : Units.count((long) run.jvmNumber("processors"))),
                Cell.of(
                        process.gcMillis() == SpanEvent.ABSENT
                                ? Units.UNKNOWN
                                : Units.duration((double) process.gcMillis() * MILLI)));
    }

    private static String bytes(double bytes) {
        return Double.isNaN(bytes) ? Units.UNKNOWN : Units.bytes(Math.round(bytes));
    }

    private static String processors(Level level, ToDoubleFunction<Level> figure) {
        return level.isKnown() ? String.format(Locale.ROOT, "%.2f", figure.applyAsDouble(level)) : Units.UNKNOWN;
    }
}
