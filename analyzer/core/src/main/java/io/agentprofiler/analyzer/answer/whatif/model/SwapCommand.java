// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.score.Quality;
import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.ScoreOptions;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.whatif.ModelQuality;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap.CallScope;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import java.util.List;
import java.util.Set;
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

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            description = "Only its calls by this agent: the closest one around.")
    private String agent;

    @Option(
            names = "--operation",
            paramLabel = "NAME",
            description = "Only its calls of this name, or in a span of this name.")
    private String operation;

    @Option(
            names = "--step",
            paramLabel = "NUMBER",
            description = "Only those that are this model call of their workflow, by start, from 1.")
    private int step;

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
        RunSummary read = ask(ModelTimes.ANALYSIS, QualityLog.ANALYSIS, CallingPlaces.ANALYSIS);
        ModelTimes times = read.get(ModelTimes.ANALYSIS);
        Set<String> called = times.byModel().keySet();
        if (!called.contains(from)) {
            throw new CommandException("--from " + from + ": there is no call of it; "
                    + (called.isEmpty() ? "there are calls of no model" : asked(from, called)));
        }
        if (!called.contains(to) && prices.list().find(to).isEmpty()) {
            throw new CommandException("--to " + to + ": there is no call of it, so its times are not known, and "
                    + prices.list().label() + " have no price of it; " + asked(to, called));
        }
        CallScope scope = scope(read.get(CallingPlaces.ANALYSIS).byModel().get(from));
        Quality quality = Quality.of(read.get(QualityLog.ANALYSIS), given);
        return run(
                to + " instead of " + from + scope.words(),
                new SwappedModel(
                        scope,
                        to,
                        times.byModel().get(to),
                        prices.list(),
                        ModelQuality.of(List.of(from, to), times, quality)));
    }

    private static String asked(String model, Set<String> called) {
        List<String> near = NearNames.of(model, called);
        return (near.isEmpty() ? "" : NearNames.ask(model, called) + " ") + "there are calls of "
                + String.join(", ", called);
    }

    private CallScope scope(CallingPlaces.Places places) throws CommandException {
        if (agent != null && !places.agents().contains(agent)) {
            throw new CommandException("--agent " + agent + ": no such agent calls " + from + "; "
                    + NearNames.ask(agent, places.agents()));
        }
        if (operation != null && !places.operations().contains(operation)) {
            throw new CommandException("--operation " + operation + ": no call of " + from
                    + " has that name or is in a span that has; " + NearNames.ask(operation, places.operations()));
        }
        if (step < 0 || step > 0 && !places.steps().contains(step)) {
            throw new CommandException("--step " + step + ": no call of " + from
                    + " is that model call of its workflow; the first is "
                    + places.steps().first() + ", the last "
                    + places.steps().last());
        }
        return new CallScope(from, agent, operation, step);
    }
}
