// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRuleOptions;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.goal.step.Candidates;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.answer.whatif.model.ModelTimes;
import io.agentprofiler.analyzer.answer.whatif.model.NearNames;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer whatif target}, which is also {@code whatif --target}. */
@Command(
        name = "target",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Looks for the smallest set of changes that reaches a target; also written whatif --target.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar whatif target --target \"p95<2s,cost<0.01\" agent-profile/",
            "",
            Documentation.AT + "experiments/whatif/"
        })
public final class TargetCommand implements Callable<Integer> {
    /** What the option says of itself, here and where it stands for the command. */
    public static final String WHAT =
            "What to reach, for example \"p95<2s,cost<0.01\". Each condition limits mean, max, p50,"
                    + " p90, p95 or p99 of duration, first-chunk, cost or tokens of a workflow (\"cost.p95<0.02\"). A statistic"
                    + " alone is of the duration, a figure alone is its mean.";

    private static final String FILE = "whatif-target.json";
    /** How many steps are searched: sets are bits of an int, and more than these make few sizes exhaustive. */
    private static final int MAX_STEPS = 20;

    private final Terminal terminal;

    @Option(names = "--target", paramLabel = "GOALS", required = true, description = WHAT)
    private String target;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--limit",
            paramLabel = "TOOLS",
            defaultValue = "5",
            description = "How many tools may run in parallel. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(
            names = "--writes",
            paramLabel = "TOOL",
            split = ",",
            description = "Tools that change data: a call of one invalidates earlier answers of tools and retrievals.")
    private Set<String> writers = Set.of();

    @Option(
            names = "--context",
            paramLabel = "TOKENS",
            description = "How long prompts may be when they are cut. Default: the median of the recorded ones.")
    private Long context;

    @Option(
            names = "--to",
            paramLabel = "MODEL",
            split = ",",
            description = "Models that calls may go to instead. Default: all that were called.")
    private List<String> models = List.of();

    @Option(
            names = "--max-cost",
            paramLabel = "DOLLARS",
            description = "What a workflow may cost on average if calls go to another model. Default: any.")
    private double maxCost = Double.POSITIVE_INFINITY;

    @Mixin
    private CacheRuleOptions ruleOptions;

    @Mixin
    private PriceOptions priceOptions;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write whatif-target.json to; created if missing.")
    private Path out;

    @Mixin
    private FormatOptions format;

    public TargetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (limit < 1) {
            throw new CommandException("--limit " + limit + ": expected a number of tools, 1 or more");
        }
        if (context != null && context < 1) {
            throw new CommandException("--context " + context + ": expected a number of tokens, 1 or more");
        }
        if (!(maxCost >= 0)) {
            throw new CommandException("--max-cost " + maxCost + ": expected US dollars, 0 or more");
        }
        List<Goal> goals = GoalParser.parse(target);
        CacheRules rules = ruleOptions.rules();
        PriceList prices = priceOptions.list();
        Candidates candidates = new Candidates(
                new Candidates.Wishes(limit, writers, context == null ? 0 : context, models), prices, rules);
        List<Analysis<?>> analyses = new ArrayList<>(candidates.analyses());
        analyses.addAll(List.of(SampledWorkflows.ANALYSIS, SpanFlags.ANALYSIS, Workflows.ANALYSIS));
        Outcome outcome = input.read(terminal, analyses, List.of());
        refuseUnknown(outcome.summary().get(ModelTimes.ANALYSIS), prices);
        SampledWorkflows workflows = outcome.summary().get(SampledWorkflows.ANALYSIS);
        List<PlanStep> all = candidates.of(outcome.summary());
        List<PlanStep> steps = useful(all, goals, workflows, prices);
        List<PlanStep> searched = steps.subList(0, Math.min(MAX_STEPS, steps.size()));
        Simulator simulator = new Simulator(workflows.kept(), searched, prices);
        Plan plan = Plan.of(simulator, goals, PlanSearch.search(simulator, goals, maxCost));
        Document document = new TargetDocument(
                        target, plan, workflows.all(), steps.size() - searched.size(), prices.label())
                .document(DataSection.ifAny(outcome));
        return print(document);
    }

    private int print(Document document) throws CommandException {
        try {
            if (out != null) {
                PrivateFiles.directory(out);
                JsonView.write(document, out.resolve(FILE));
            }
            format.print(
                    document, input.screen(terminal), terminal, out == null ? List.of() : List.of(out.resolve(FILE)));
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
    }

    private void refuseUnknown(ModelTimes times, PriceList prices) throws CommandException {
        for (String model : models) {
            if (!times.byModel().containsKey(model) && prices.find(model).isEmpty()) {
                throw new CommandException(
                        "--to " + model + ": there is no call of it, so its times are not known, and "
                                + prices.label() + " have no price of it; "
                                + NearNames.ask(model, times.byModel().keySet()));
            }
        }
    }

    /** Returns the steps that change some workflow and may change a figure of a goal. */
    private static List<PlanStep> useful(
            List<PlanStep> all, List<Goal> goals, SampledWorkflows workflows, PriceList prices) {
        Set<GoalFigure> wanted = EnumSet.noneOf(GoalFigure.class);
        goals.forEach(goal -> wanted.add(goal.figure()));
        List<PlanStep> wantedSteps = all.stream()
                .filter(step -> step.figures().stream().anyMatch(wanted::contains))
                .toList();
        return Simulator.thatChange(wantedSteps, workflows.kept(), prices);
    }
}
