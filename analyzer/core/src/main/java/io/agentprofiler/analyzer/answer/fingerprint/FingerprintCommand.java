// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.NameLimit;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer fingerprint}. */
@Command(
        name = "fingerprint",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Shows which workflows do the same: their call paths, models, tools, parameters and shapes of prompts.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar fingerprint agent-profile/",
            "        a row for each kind of workflow, and how they differ",
            "  java -jar analyzer.jar fingerprint --all-runs --format json agent-profile/",
            "        every step of every fingerprint, over all runs",
            "",
            "'diff' says whether two runs are of the same program.",
            Documentation.AT + "questions/fingerprint/"
        })
public final class FingerprintCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private FormatOptions format;

    public FingerprintCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        NameLimit limit = new NameLimit(
                "fingerprint", NameLimit.BYTES_PER_NAME, Runtime.getRuntime().maxMemory());
        Outcome outcome = input.read(terminal, List.of(Fingerprints.ANALYSIS, SpanFlags.ANALYSIS), List.of(limit));
        format.print(
                FingerprintDocument.of(outcome.summary().get(Fingerprints.ANALYSIS), outcome),
                input.screen(terminal),
                terminal);
        return ExitCode.OK;
    }
}
