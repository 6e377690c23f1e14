// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.answer.critical.CriticalPath;
import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.LongestSpans;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Track;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer waterfall}. */
@Command(
        name = "waterfall",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Prints workflows over time: a bar per span, the critical path, the first chunks of streamed answers.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar waterfall agent-profile/",
            "        the slowest workflow",
            "  java -jar analyzer.jar waterfall -n 3 agent-profile/",
            "        the three slowest workflows",
            "  java -jar analyzer.jar waterfall --trace 0af7651916cd43dd agent-profile/",
            "        the workflow whose trace id begins with these digits",
            "",
            "path = share of the run time that the workflow waited for the span itself; +at = start, since the workflow's start.",
            Documentation.AT + "questions/tree/"
        })
public final class WaterfallCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private WorkflowChoice choice;

    @Mixin
    private FormatOptions format;

    public WaterfallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        choice.print("Waterfalls of workflows", WaterfallSection::of, input, format, terminal);
        return ExitCode.OK;
    }

    /**
     * A workflow over time: a row per span with a bar that tells when the workflow waited for the span itself, when for its
     * children, when for neither, and when the first chunk of a streamed answer came.
     */
    static final class WaterfallSection {
        private static final int MIN_BAR = 20;
        /** What a row needs besides the bar. */
        private static final int BESIDE = 64;

        private static final int MIN_NAME = 24;
        private static final int MAX_INDENT = 12;

        private final Trace trace;
        private final CriticalPath path;
        private final Map<Span, List<PathStretch>> pieces = new IdentityHashMap<>();

        private WaterfallSection(Trace trace) {
            this.trace = trace;
            this.path = CriticalPath.of(trace);
            for (PathStretch piece : path.pieces()) {
                if (piece.span() != null && trace.isTimed()) {
                    pieces.computeIfAbsent(piece.span(), any -> new ArrayList<>())
                            .add(piece);
                }
            }
        }

        /** Returns the drawing, at most {@code maxRows} spans of it. */
        static Section of(Trace trace, int maxRows) {
            BitSet shown = LongestSpans.of(trace, maxRows);
            int hidden = trace.spans().size() - shown.cardinality();
            WaterfallSection waterfall = new WaterfallSection(trace);
            return Section.under(trace.root().name(), "")
                    .add(SpanCells.facts(trace))
                    .add(waterfall.table(shown))
                    .add(waterfall.legend())
                    .add(hidden > 0, () -> Note.aside("… " + Units.count(hidden, "shorter span") + " not shown"))
                    .build();
        }

        private Table table(BitSet shown) {
            Column.TrackAxis axis = new Column.TrackAxis(
                    Units.duration(trace.durationNanos()), width -> Math.max(MIN_BAR, width - BESIDE));
            Table.Builder<Span> table = Table.of(null, trace.spans())
                    .where(span -> shown.get(span.index()))
                    .minFirst(MIN_NAME)
                    .text("span", WaterfallSection::name)
                    .number(
                            "+at",
                            span -> (span.hasMoment()
                                            ? Cell.duration(Math.max(0, span.startNanos() - trace.startNanos()))
                                            : Cell.unknown())
                                    .with(Emphasis.DIM))
                    .dispensable(2)
                    .number("time", SpanCells::duration)
                    .number("path", this::share)
                    .dispensable(3);
            // where nothing has a length there is nothing to draw
            return SpanCells.hasLength(trace.root())
                    ? table.tracks(
                                    "time",
                                    axis,
                                    span -> span.hasMoment()
                                            ? SpanCells.coloured(Cell.track(track(span)), span)
                                            : Cell.EMPTY)
                            .build()
                    : table.build();
        }

        private static Cell name(Span span) {
            String indent = "  ".repeat(Math.min(MAX_INDENT, span.depth()));
            return SpanCells.coloured(SpanCells.name(indent + mark(span.status()), SpanLabel.of(span)), span);
        }

        /** Colours tell it, too, but not everyone sees those. */
        private static String mark(SpanStatus status) {
            return switch (status) {
                case OK -> "";
                case ERROR, CANCELLED -> "✗ ";
                case UNFINISHED -> "… ";
            };
        }

        private Cell share(Span span) {
            long nanos = trace.isTimed() ? path.onPathNanos(span) : 0;
            return nanos == 0 ? Cell.EMPTY : Cell.share(nanos, path.wallNanos());
        }

        private Facts legend() {
            Facts.Builder legend = Facts.about("");
            List<String> bars = trace.isTimed()
                    ? List.of("█ the workflow waited for it", "─ for what it called", "░ for neither", "┃ first chunk")
                    : List.of("░ as far as times are known: what the workflow waited for is not");
            bars.forEach(words -> legend.add(dim(words)));
            for (SpanStatus status : SpanStatus.values()) {
                if (status != SpanStatus.OK && trace.spans().stream().anyMatch(span -> span.status() == status)) {
                    legend.add(dim(mark(status) + status.word()));
                }
            }
            return legend.build();
        }

        private static Cell dim(String words) {
            return Cell.words(words).with(Emphasis.DIM);
        }

        private Track track(Span span) {
            boolean parent = trace.isTimed() && !span.children().isEmpty() && path.isOnPath(span);
            List<Track.Stretch> stretches = new ArrayList<>();
            stretches.add(SpanCells.stretch(
                    trace, span.startNanos(), span.endNanos(), parent ? Track.Shade.LINE : Track.Shade.FAINT));
            for (PathStretch piece : pieces.getOrDefault(span, List.of())) {
                stretches.add(SpanCells.stretch(trace, piece.startNanos(), piece.endNanos(), Track.Shade.SOLID));
            }
            boolean streamed = span.chunks() != null && span.chunks().firstNanos() != Unknown.LONG;
            return new Track(
                    stretches, streamed ? SpanCells.at(trace, span.chunks().firstNanos()) : Double.NaN);
        }
    }
}
