// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats;

import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.formats.atif.AtifCommand;
import io.agentprofiler.analyzer.formats.export.parquet.ParquetCommand;
import io.agentprofiler.analyzer.formats.export.stack.CollapsedCommand;
import io.agentprofiler.analyzer.formats.export.stack.SpeedscopeCommand;
import io.agentprofiler.analyzer.formats.export.timeline.ChromeCommand;
import io.agentprofiler.analyzer.formats.export.timeline.PerfettoCommand;
import io.agentprofiler.analyzer.formats.otlp.OtlpCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code analyzer export}: writes traces in the formats of other programs. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Writes the recorded workflows in a format of another program, a command for each.",
        synopsisSubcommandLabel = "FORMAT",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar export perfetto --out run.pftrace agent-profile/",
            "        to be opened in ui.perfetto.dev, or asked in SQL",
            "  java -jar analyzer.jar export chrome --out trace.json agent-profile/",
            "        to be opened in ui.perfetto.dev, chrome://tracing or speedscope.app",
            "  java -jar analyzer.jar export collapsed --by cost agent-profile/ | flamegraph.pl > money.svg",
            "        what the money was spent on, as a flame graph",
            "",
            "Prompts, answers, arguments and results are never exported unless --content asks for them, and only if they were",
            "recorded (agentprofiler.content=full).",
            Documentation.AT + "formats/export/"
        })
public final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private ExportCommand() {}

    /** Returns the command with those below it. */
    public static CommandLine line(Terminal terminal) {
        CommandLine line = new CommandLine(new ExportCommand());
        line.addSubcommand(new PerfettoCommand(terminal));
        line.addSubcommand(new ChromeCommand(terminal));
        line.addSubcommand(new SpeedscopeCommand(terminal));
        line.addSubcommand(new CollapsedCommand(terminal));
        line.addSubcommand(new AtifCommand(terminal));
        line.addSubcommand(new ParquetCommand(terminal));
        line.addSubcommand(new OtlpCommand(terminal));
        return line;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "export needs a format: " + String.join(", ", spec.subcommands().keySet()));
    }
}
