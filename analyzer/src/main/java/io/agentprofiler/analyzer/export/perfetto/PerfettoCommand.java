// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export.perfetto;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.cost.PriceOptions;
import io.agentprofiler.analyzer.export.ContentOption;
import io.agentprofiler.analyzer.export.FormatCommand;
import io.agentprofiler.analyzer.export.SpanFacts;
import io.agentprofiler.analyzer.export.timeline.Timeline;
import io.agentprofiler.analyzer.trace.Span;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer export perfetto}. */
@Command(
        name = "perfetto",
        description = "Writes Perfetto's own format, for ui.perfetto.dev and SQL by its trace processor.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export perfetto --out run.pftrace agent-profile/",
            "        the newest run, to the nanosecond; ui.perfetto.dev opens it, and the file stays in your browser",
            "",
            "docs/export.md describes tracks, counters and arguments, and has queries."
        })
public final class PerfettoCommand extends FormatCommand {
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
        return new PerfettoTrace(target, new Timeline(ask(Timeline.QUESTIONS)), facts);
    }
}
