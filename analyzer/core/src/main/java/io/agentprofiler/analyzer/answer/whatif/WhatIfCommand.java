// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.answer.whatif.goal.TargetCommand;
import io.agentprofiler.analyzer.answer.whatif.model.SwapCommand;
import io.agentprofiler.analyzer.answer.whatif.scenario.CacheCommand;
import io.agentprofiler.analyzer.answer.whatif.scenario.CachedPrompts.PromptCacheCommand;
import io.agentprofiler.analyzer.answer.whatif.scenario.EarlyTools.EarlyToolsCommand;
import io.agentprofiler.analyzer.answer.whatif.scenario.ParallelTools.ParallelToolsCommand;
import io.agentprofiler.analyzer.answer.whatif.suppose.BackgroundCalls.AsyncCommand;
import io.agentprofiler.analyzer.answer.whatif.suppose.BatchedCalls.BatchCommand;
import io.agentprofiler.analyzer.answer.whatif.suppose.ParallelCalls.ParallelCommand;
import io.agentprofiler.analyzer.answer.whatif.suppose.StreamedAnswers.StreamCommand;
import io.agentprofiler.analyzer.answer.whatif.suppose.SupposeCommand;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code analyzer whatif}: simulates the recorded workflows with one change. */
@Command(
        name = "whatif",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Simulates the recorded workflows with one change, and shows how much time, tokens and money it saves.",
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar whatif parallel-tools --limit 4 agent-profile/",
            "  java -jar analyzer.jar whatif cache --size 1000 --ttl 300 agent-profile/",
            "  java -jar analyzer.jar whatif swap --from gpt-4o --to gpt-4o-mini agent-profile/",
            "  java -jar analyzer.jar whatif prompt-cache agent-profile/",
            "  java -jar analyzer.jar whatif early-tools agent-profile/",
            "  java -jar analyzer.jar whatif parallel search,classify agent-profile/",
            "  java -jar analyzer.jar whatif stream Planner agent-profile/",
            "  java -jar analyzer.jar whatif async \"memory *\" agent-profile/",
            "  java -jar analyzer.jar whatif batch embed agent-profile/",
            "  java -jar analyzer.jar whatif --target \"p95<2s,cost<0.01\" agent-profile/",
            "",
            "parallel, stream, async and batch are about calls that you name: no recording proves that they can be changed.",
            "The last one is short for whatif target, whose options may follow.",
            "",
            Documentation.AT + "experiments/whatif/"
        })
public final class WhatIfCommand implements Callable<Integer> {
    /** What follows is read by {@link TargetCommand}. */
    private static final class ToTarget implements CommandLine.IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> rest, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
            if (!rest.isEmpty()) {
                String goals = rest.pop();
                rest.push("--target=" + goals);
                rest.push("target");
                return true;
            }
            return false;
        }
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--target", paramLabel = "GOALS", preprocessor = ToTarget.class, description = TargetCommand.WHAT)
    private String target;

    private WhatIfCommand() {}

    /** Returns the command with those below it. */
    public static CommandLine line(Terminal terminal) {
        CommandLine line = new CommandLine(new WhatIfCommand());
        line.addSubcommand(new ParallelToolsCommand(terminal));
        line.addSubcommand(new CacheCommand(terminal));
        line.addSubcommand(new SwapCommand(terminal));
        line.addSubcommand(new PromptCacheCommand(terminal));
        line.addSubcommand(new EarlyToolsCommand(terminal));
        line.addSubcommand(SupposeCommand.line(new ParallelCommand(terminal)));
        line.addSubcommand(SupposeCommand.line(new StreamCommand(terminal)));
        line.addSubcommand(SupposeCommand.line(new AsyncCommand(terminal)));
        line.addSubcommand(SupposeCommand.line(new BatchCommand(terminal)));
        line.addSubcommand(new TargetCommand(terminal));
        return line;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "whatif needs a command (parallel-tools, cache, swap, prompt-cache, early-tools; parallel, stream, async or"
                        + " batch with names of calls) or --target");
    }
}
