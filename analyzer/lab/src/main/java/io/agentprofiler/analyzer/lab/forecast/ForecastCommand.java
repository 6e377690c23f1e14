// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.lab.forecast.stage.PublishedScores;
import io.agentprofiler.analyzer.lab.forecast.stage.StageLog;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow;
import io.agentprofiler.analyzer.lab.forecast.view.ForecastDocument;
import io.agentprofiler.analyzer.lab.forecast.view.ForecastModelJson;
import io.agentprofiler.analyzer.lab.forecast.view.ForecastsCsv;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowLog.LoggedWorkflow;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.shared.forecast.StageModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer forecast}. */
@Command(
        name = "forecast",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Learns from earlier workflows to predict the next model call and the run time, and "
                + "shows how well that works on later ones, compared with the naive forecast.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar forecast agent-profile/",
            "        learns from the first 80 %% of the workflows and forecasts the rest",
            "  java -jar analyzer.jar forecast --save model.json --out out/ monday/",
            "        the same, and saves the model, the scores and every forecast",
            "  java -jar analyzer.jar forecast --load model.json tuesday/",
            "        how the model does on other workflows",
            "",
            Documentation.AT + "experiments/forecast/"
        })
public final class ForecastCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "42",
            description = "The same seed and input give the same model. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "Writes the trained model to a JSON file, also for serve --forecast and for the agent.")
    private Path save;

    @Option(names = "--load", paramLabel = "FILE", description = "Loads a model from a file instead of training one.")
    private Path load;

    @Mixin
    private PriceOptions prices;

    @Option(names = "--out", paramLabel = "DIR", description = "Directory to write files to; created if missing.")
    private Path out;

    @Mixin
    private FormatOptions format;

    public ForecastCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (load != null && save != null) {
            throw new CommandException(
                    "--save keeps a model that was trained, --load takes one: give one or the other");
        }
        ForecastModel loaded = load == null ? null : read();
        if (out != null) {
            try {
                PrivateFiles.directory(out);
            } catch (IOException e) {
                throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
            }
        }
        Analysis<StageLog> stageQuestion = StageLog.question(prices.list());
        Outcome outcome = input.read(
                terminal,
                List.of(WorkflowLog.ANALYSIS, stageQuestion, SpanFlags.ANALYSIS, Workflows.ANALYSIS),
                List.of());
        RunSummary read = outcome.summary();
        WorkflowLog log = read.get(WorkflowLog.ANALYSIS);
        if (log.dropped() > 0) {
            terminal.err()
                    .println("analyzer: the first " + WorkflowLog.MAX_WORKFLOWS + " workflows and "
                            + WorkflowLog.MAX_CALLS + " calls are used; left out: "
                            + Units.count(log.dropped(), "later workflow"));
        }
        List<LoggedWorkflow> entries = log.entries();
        if (entries.isEmpty()) {
            throw new CommandException("the input holds no workflow");
        }
        Forecasts forecasts =
                loaded == null ? Forecasts.train(entries, seed, this::progress) : Forecasts.score(loaded, entries);
        List<StagedWorkflow> staged = read.get(stageQuestion).workflows();
        StageTrainer.Result stages = loaded == null
                ? new StageTrainer(new Trainer(seed)::linear).train(staged)
                : loaded.stages() == null ? null : StageTrainer.score(loaded.stages(), staged);
        Document document = ForecastDocument.of(
                forecasts,
                split(forecasts, entries.size()),
                stages,
                staged.size(),
                published(outcome, staged),
                DataSection.ifAny(outcome));
        List<Path> written = write(document, forecasts, stages == null ? null : stages.model());
        format.print(document, input.screen(terminal), terminal, written);
        if (save != null && !written.contains(save)) {
            throw new CommandException(save + " was not written: nothing can be learned from "
                    + Units.count(entries.size(), "workflow") + "; give more runs"
                    + (Files.exists(save) ? ". The file of this name is an earlier one" : ""));
        }
        return ExitCode.OK;
    }

    /** Returns how the forecasts did that agents published, {@code null} where none did. */
    private static PublishedScores published(Outcome outcome, List<StagedWorkflow> staged) {
        long all = 0;
        List<PublishedForecast> latest = new ArrayList<>();
        for (RunFacts run : outcome.runs()) {
            all += run.records().forecasts().all();
            latest.addAll(run.records().forecasts().latest());
        }
        return all == 0 ? null : PublishedScores.of(all, latest, staged);
    }

    private void progress(Target target) {
        if (terminal.errIsTerminal()) {
            terminal.err().println("learning " + target.word() + " ...");
        }
    }

    private String split(Forecasts forecasts, int workflows) {
        int trained = forecasts.model().workflows();
        if (forecasts.model().targets().isEmpty()) {
            return "nothing could be learned from " + Units.count(workflows, "workflow");
        }
        return load == null
                ? "learned from the first " + Units.count(trained, "workflow") + ", told for the later "
                        + Units.count(workflows - trained)
                : "of " + Units.count(workflows, "workflow") + ", by " + load;
    }

    private ForecastModel read() throws CommandException {
        try {
            return ForecastModelJson.read(load);
        } catch (JsonFileException e) {
            throw new CommandException(e.getMessage());
        } catch (IOException e) {
            throw new CommandException(load + ": cannot be read: " + Reasons.of(e));
        }
    }

    private List<Path> write(Document document, Forecasts forecasts, StageModel stages) throws CommandException {
        List<Path> written = new ArrayList<>();
        try {
            if (out != null) {
                written.add(out.resolve("forecast.json"));
                JsonView.write(document, written.get(0));
                written.add(out.resolve("forecasts.csv"));
                ForecastsCsv.write(written.get(1), forecasts);
            }
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
        try {
            if (save != null && (stages != null || !forecasts.model().targets().isEmpty())) {
                ForecastModelJson.write(save, forecasts.model().with(stages));
                written.add(save);
            }
        } catch (IOException e) {
            throw new CommandException("cannot write " + save + ": " + Reasons.of(e));
        }
        return written;
    }
}
