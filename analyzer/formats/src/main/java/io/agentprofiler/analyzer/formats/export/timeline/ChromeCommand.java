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
import io.agentprofiler.analyzer.trace.Span;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer export chrome}. */
@Command(
        name = "chrome",
        description =
                "Writes Chrome's trace JSON, for ui.perfetto.dev, chrome://tracing, speedscope.app and many others.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export chrome --out trace.json agent-profile/",
            "        the newest run: a lane for all that runs at the same time, arrows from a model call to its tools",
            "",
            Documentation.AT + "formats/export/"
        })
public final class ChromeCommand extends FormatCommand {
    @Mixin
    private ContentOption content;

    @Mixin
    private PriceOptions prices;

    public ChromeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String fileName() {
        return "chrome-trace.json";
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
        return new ChromeTrace(target, new Timeline(ask(Timeline.QUESTIONS)), facts);
    }
}
