// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.model;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.cost.PriceOptions;
import io.agentprofiler.analyzer.metric.RunSummary;
import io.agentprofiler.analyzer.score.Quality;
import io.agentprofiler.analyzer.score.QualityLog;
import io.agentprofiler.analyzer.score.Score;
import io.agentprofiler.analyzer.score.ScoreOptions;
import io.agentprofiler.analyzer.whatif.ModelQuality;
import io.agentprofiler.analyzer.whatif.ScenarioCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer whatif swap}. */
@Command(name = "swap", description = "Sends the calls of one model to another one.")
public final class SwapCommand extends ScenarioCommand {
    @Option(names = "--from", paramLabel = "MODEL", required = true, description = "The model to replace, as recorded.")
    private String from;

    @Option(
            names = "--to",
            paramLabel = "MODEL",
            required = true,
            description =
                    "The model to use instead: times are those of its recorded calls, prices those of the price list.")
    private String to;

    @Mixin
    private ScoreOptions scores;

    @Mixin
    private PriceOptions prices;

    public SwapCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    public Integer call() throws CommandException {
        List<Score> given = scores.read();
        RunSummary read = ask(ModelTimes.ANALYSIS, QualityLog.ANALYSIS);
        ModelTimes times = read.get(ModelTimes.ANALYSIS);
        if (!times.byModel().containsKey(from)) {
            throw new CommandException("--from " + from + ": there is no call of it; there are calls of "
                    + (times.byModel().isEmpty()
                            ? "no model"
                            : String.join(", ", times.byModel().keySet())));
        }
        if (!times.byModel().containsKey(to) && prices.list().find(to).isEmpty()) {
            throw new CommandException("--to " + to + ": there is no call of it, so its times are not known, and "
                    + prices.list().label() + " have no price of it; there are calls of "
                    + String.join(", ", times.byModel().keySet()));
        }
        Quality quality = Quality.of(read.get(QualityLog.ANALYSIS), given);
        return run(
                to + " instead of " + from,
                new SwappedModel(
                        from,
                        to,
                        times.byModel().get(to),
                        prices.list(),
                        ModelQuality.of(List.of(from, to), times, quality)));
    }
}
