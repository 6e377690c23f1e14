// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.RunOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.lab.size.Sizing.Targets;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer size}. */
@Command(
        name = "size",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Estimates how many GPUs or replicas a load needs, from runs at different levels of concurrency.",
            "Each run is one measurement; a single run is split by how many workflows ran concurrently."
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar size --users 200 --gpus 8 --target-latency 5 --target-runtime 12 run1/ run2/ run4/",
            "        three runs, each at the concurrency that was observed",
            "  java -jar analyzer.jar size --concurrency 1,2,4 --out out/ run1/ run2/ run4/",
            "        the same with the concurrency given; writes sizing.csv and more to out/",
            "  java -jar analyzer.jar size load/",
            "        the levels that 'replay load --out load/' has measured",
            "  java -jar analyzer.jar size --points out/sizing.csv --users 500 --gpus 8 --target-latency 4",
            "        other targets for earlier measurements",
            "",
            Documentation.AT + "experiments/size/"
        })
public final class SizeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private RunOptions input;

    @Option(
            names = "--concurrency",
            paramLabel = "COUNT",
            split = ",",
            description = "Concurrent workflows in each run, in the order of the runs. Default: as observed.")
    private List<Integer> concurrencies;

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description = "Measurements from a CSV file instead of runs: an earlier sizing.csv, or any file with "
                    + "the columns concurrency,llm_latency_p95_s,workflow_runtime_p95_s.")
    private Path points;

    @Option(
            names = "--target-latency",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "The time that 95 %% of model calls may take at most.")
    private double latency;

    @Option(
            names = "--target-runtime",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "The time that 95 %% of workflows may take at most.")
    private double runTime;

    @Option(names = "--users", paramLabel = "COUNT", defaultValue = "0", description = "Concurrent workflows to serve.")
    private double users;

    @Option(
            names = "--gpus",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "GPUs or replicas used in the runs. Default: ${DEFAULT-VALUE}.")
    private double gpus;

    @Option(names = "--out", paramLabel = "DIR", description = "Directory to write files to; created if missing.")
    private Path out;

    @Mixin
    private FormatOptions format;

    /** Where the numbers of workflows at once come from, in words. */
    private String how = "";

    public SizeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        Targets targets = targets();
        try {
            SizingFiles files = out == null ? null : new SizingFiles(out);
            List<Level> levels = points == null ? measured() : read();
            if (files != null) {
                files.writeLevels(levels);
            }
            Sizing sizing = Sizing.of(levels, targets);
            Document answer = SizingDocument.of(sizing, how);
            if (files != null) {
                files.write(sizing, answer);
            }
            format.print(answer, input.screen(terminal), terminal, files == null ? List.of() : files.paths());
            if (files != null) {
                files.failures().forEach((format.isText() ? terminal.out() : terminal.err())::println);
            }
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
    }

    private Targets targets() throws CommandException {
        for (double number : new double[] {latency, runTime, users, gpus}) {
            if (!(number >= 0 && Double.isFinite(number))) {
                throw new CommandException("--target-latency, --target-runtime, --users and --gpus take a number of 0"
                        + " or more, not " + number);
            }
        }
        if (gpus == 0) {
            throw new CommandException("--gpus takes the number of GPUs or replicas of the runs, more than 0");
        }
        if ((latency > 0 || runTime > 0) && users == 0) {
            throw new CommandException("a target needs --users COUNT: how many workflows at once are to be served");
        }
        if (users > 0 && latency == 0 && runTime == 0) {
            throw new CommandException("--users needs --target-latency SECONDS or --target-runtime SECONDS");
        }
        return new Targets(latency, runTime, users, gpus);
    }

    private List<Level> read() throws CommandException {
        if (input.isGiven() || concurrencies != null) {
            throw new CommandException("--points takes the place of runs and --concurrency: give one or the other");
        }
        how = "as " + points + " has it";
        try {
            List<Level> levels = LevelsCsv.read(points);
            if (levels.isEmpty()) {
                throw new CommandException(points + ": holds no measurement");
            }
            return levels;
        } catch (LevelsCsv.BadLevelsException e) {
            throw new CommandException(e.getMessage());
        } catch (IOException e) {
            throw new CommandException(points + ": cannot be read: " + Reasons.of(e));
        }
    }

    private List<Level> measured() throws CommandException {
        List<LoadedRun> loaded = loaded();
        if (!loaded.isEmpty()) {
            return ofLoad(loaded);
        }
        List<Outcome> runs = input.readEach(terminal, List.of(WorkflowLog.ANALYSIS));
        if (concurrencies != null && concurrencies.size() != runs.size()) {
            throw new CommandException("--concurrency names " + concurrencies.size() + " numbers for " + runs.size()
                    + (runs.size() == 1 ? " run" : " runs") + ": give one for each, in their order");
        }
        for (Outcome run : runs) {
            long dropped = run.summary().get(WorkflowLog.ANALYSIS).dropped();
            if (dropped > 0) {
                terminal.err()
                        .println("analyzer: of " + run.runs().get(0).label() + " the first "
                                + WorkflowLog.MAX_WORKFLOWS + " workflows and " + WorkflowLog.MAX_CALLS
                                + " calls are used; left out: " + Units.count(dropped, "later workflow"));
            }
        }
        if (runs.size() == 1 && concurrencies == null) {
            how = "one run, cut by how many workflows ran at once";
            return orNothing(Levels.cut(log(runs.get(0)).entries()));
        }
        how = concurrencies == null ? "workflows at once as observed" : "workflows at once as told";
        Levels levels = new Levels();
        for (int i = 0; i < runs.size(); i++) {
            List<WorkflowLog.LoggedWorkflow> entries = log(runs.get(i)).entries();
            int concurrency = concurrencies == null ? Levels.observed(entries) : concurrencies.get(i);
            if (concurrency < 1) {
                if (concurrencies != null) {
                    throw new CommandException("--concurrency takes numbers of 1 or more, not " + concurrency);
                }
                terminal.err()
                        .println("analyzer: " + runs.get(i).runs().get(0).label()
                                + ": no workflow with start and end, left out");
                continue;
            }
            levels.addRun(concurrency, entries, false);
        }
        return orNothing(levels.levels());
    }

    /** Returns the runs of what is a directory of {@code replay load}; none where it is another one, or several were given. */
    private List<LoadedRun> loaded() throws CommandException {
        if (input.inputs().size() != 1 || concurrencies != null) {
            return List.of();
        }
        try {
            return LoadedRun.in(input.inputs().get(0));
        } catch (IOException e) {
            throw new CommandException(e.getMessage());
        }
    }

    private List<Level> ofLoad(List<LoadedRun> loaded) throws CommandException {
        how = "workflows at once as " + LoadedRun.FILE + " of replay load has it";
        Levels levels = new Levels();
        for (LoadedRun run : loaded) {
            List<Outcome> read = input.readEach(terminal, List.of(WorkflowLog.ANALYSIS), List.of(run.directory()));
            List<WorkflowLog.LoggedWorkflow> entries = log(read.get(0)).entries();
            int concurrency = run.concurrency() > 0 ? run.concurrency() : Levels.observed(entries);
            if (concurrency > 0) {
                levels.addRun(concurrency, entries, false);
            }
        }
        return orNothing(levels.levels());
    }

    private static WorkflowLog log(Outcome outcome) {
        return outcome.summary().get(WorkflowLog.ANALYSIS);
    }

    private static List<Level> orNothing(List<Level> levels) throws CommandException {
        if (levels.isEmpty()) {
            throw new CommandException("the input holds no workflow whose start and end were both recorded");
        }
        return levels;
    }
}
