// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.lab.steps.Programs.ProgramBy;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer steps}. */
@Command(
        name = "steps",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Shows model calls as the steps of programs, as ThunderAgent does: prefill, decode, pause, the time"
                        + " between steps, and KV cache hits.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar steps agent-profile/",
            "        the averages of each conversation, and sums by why answers ended",
            "  java -jar analyzer.jar steps --by workflow --out step_profiles.csv agent-profile/",
            "        the same by workflow, and a row for each step with ThunderAgent's columns",
            "",
            Documentation.AT + "questions/steps/"
        })
public final class StepsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "conversation",
            description =
                    "What a program is: ${COMPLETION-CANDIDATES}. A workflow that names no conversation is a program"
                            + " by itself. Default: conversation.")
    private ProgramBy by;

    @Option(names = "--out", paramLabel = "FILE", description = "CSV file to write, a row for each step.")
    private Path out;

    @Mixin
    private FormatOptions format;

    public StepsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        Outcome outcome = input.read(terminal, List.of(StepLog.ANALYSIS, SpanFlags.ANALYSIS), List.of());
        Programs programs =
                Programs.of(outcome.summary().get(StepLog.ANALYSIS), by).withSteps();
        if (out != null) {
            try {
                StepsCsv.write(programs, out);
            } catch (IOException e) {
                throw new CommandException(out + ": cannot be written: " + Reasons.of(e));
            }
        }
        format.print(
                StepsDocument.of(programs, by, outcome),
                input.screen(terminal),
                terminal,
                out == null ? List.of() : List.of(out));
        return ExitCode.OK;
    }
}
