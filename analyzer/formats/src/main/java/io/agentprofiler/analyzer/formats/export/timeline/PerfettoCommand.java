// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.FormatCommand.ContentOption;
import io.agentprofiler.analyzer.formats.export.SpanFacts;
import io.agentprofiler.analyzer.formats.export.timeline.PerfettoTrace.GcPauses;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer export perfetto}. */
@Command(
        name = "perfetto",
        description = "Writes Perfetto's own format, for ui.perfetto.dev and SQL by its trace processor.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export perfetto --out run.pftrace agent-profile/",
            "        the newest run, to the nanosecond; ui.perfetto.dev opens it, and the file stays in your browser",
            "  java -jar analyzer.jar export perfetto --out run.pftrace --jfr run.jfr agent-profile/",
            "        the same with the garbage collector's pauses of a recording",
            "",
            Documentation.AT + "formats/export/"
        })
public final class PerfettoCommand extends FormatCommand {
    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            split = ",",
            description =
                    "Flight recording of the same process. Its garbage collections and lock waits appear in findings, in"
                            + " the waterfalls of report.html and in exports that show them, as do those of recordings among the inputs.")
    private List<Path> recordings = List.of();

    @Mixin
    private ContentOption content;

    @Mixin
    private PriceOptions prices;

    public PerfettoCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String fileName() {
        return "run.pftrace";
    }

    @Override
    protected boolean isText() {
        return false;
    }

    @Override
    protected boolean wantsContent() {
        return content.isWanted();
    }

    @Override
    protected boolean tells(Span span) {
        return span.hasMoment();
    }

    @Override
    protected Export export(Path target) throws CommandException {
        SpanFacts facts = new SpanFacts(prices.list(), content.isWanted());
        GcPauses pauses = new GcPauses(recordings(), recordings);
        if (pauses.leftOut() > 0) {
            note(Units.count(pauses.leftOut(), "shorter pause") + " for garbage collection not in the export");
        }
        return new PerfettoTrace(target, new Timeline(ask(Timeline.QUESTIONS)), facts, pauses);
    }
}
