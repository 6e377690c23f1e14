// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command of {@code whatif}: its options and output, but for the scenario itself. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
public abstract class ScenarioCommand implements Callable<Integer> {
    private static final String FILE = "whatif.json";
    /** Workflows in the file, unless more are listed. */
    private static final int IN_FILE = 10_000;

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(names = "--out", paramLabel = "DIR", description = "Directory to write whatif.json to; created if missing.")
    private Path out;

    @Mixin
    private FormatOptions format;

    @Option(
            names = "--workflows",
            paramLabel = "COUNT",
            defaultValue = "10",
            description = "How many workflows to list, largest savings first. Default: ${DEFAULT-VALUE}.")
    private int workflows;

    @Option(names = "--all", description = "Print everything, not only what matters most.")
    private boolean all;

    protected ScenarioCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Reads the inputs for the analyses that the scenario needs. */
    protected final RunSummary ask(Analysis<?>... analyses) throws CommandException {
        return input.read(terminal, List.of(analyses), List.of()).summary();
    }

    /** Reads the inputs with prompts and answers, as far as they were recorded. */
    protected final RunSummary askWithContent(Analysis<?>... analyses) throws CommandException {
        return input.read(terminal, List.of(analyses), List.of(), true).summary();
    }

    /** Simulates the scenario for the recorded workflows and prints what would change. */
    protected final int run(String title, Scenario scenario) throws CommandException {
        if (workflows < 0) {
            throw new CommandException("--workflows takes a number of 0 or more, not " + workflows);
        }
        try {
            if (out != null) {
                PrivateFiles.directory(out);
            }
            int listed = all ? ScenarioTotals.MAX_NAMED : workflows;
            Analysis<ScenarioTotals> question = ScenarioTotals.question(scenario, Math.max(listed, IN_FILE));
            Outcome outcome =
                    input.read(terminal, List.of(question, SpanFlags.ANALYSIS, Workflows.ANALYSIS), List.of());
            ScenarioTotals answer = outcome.summary().get(question);
            Document document = WhatIfDocument.of(title, scenario, answer, listed, DataSection.ifAny(outcome));
            if (out != null) {
                JsonView.write(document, out.resolve(FILE));
            }
            format.print(
                    document, input.screen(terminal), terminal, out == null ? List.of() : List.of(out.resolve(FILE)));
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
    }
}
