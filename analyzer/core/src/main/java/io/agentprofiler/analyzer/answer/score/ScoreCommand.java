// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer score}. */
@Command(
        name = "score",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows how good answers were, beside run time and tokens, by model and configuration.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar score agent-profile/",
            "        the scores that evaluators recorded",
            "  java -jar analyzer.jar score --scores ratings.csv agent-profile/",
            "        these, and scores of your own by trace id or conversation id",
            "  java -jar analyzer.jar score --format json agent-profile/",
            "        all groups with every metric",
            "",
            Documentation.AT + "questions/score/"
        })
public final class ScoreCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private FormatOptions format;

    @Mixin
    private ScoreOptions scores;

    public ScoreCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        List<Score> given = scores.read(input.inputs(terminal));
        Outcome outcome = input.read(terminal, List.of(QualityLog.ANALYSIS, SpanFlags.ANALYSIS), List.of());
        Quality quality = Quality.of(outcome.summary().get(QualityLog.ANALYSIS), given);
        format.print(QualitySection.document(quality, outcome), input.screen(terminal), terminal);
        return ExitCode.OK;
    }
}
