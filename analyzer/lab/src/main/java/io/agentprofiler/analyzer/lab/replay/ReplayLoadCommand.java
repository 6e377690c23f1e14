// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.Amounts;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.EndSignal;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.lab.replay.load.Arrivals;
import io.agentprofiler.analyzer.lab.replay.load.LevelsFile;
import io.agentprofiler.analyzer.lab.replay.load.Load;
import io.agentprofiler.analyzer.lab.replay.load.Load.Thinking;
import io.agentprofiler.analyzer.lab.replay.load.LoadDocument;
import io.agentprofiler.analyzer.lab.replay.load.LoadRun;
import io.agentprofiler.analyzer.lab.replay.load.LoadTarget;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelResult;
import io.agentprofiler.analyzer.lab.replay.load.run.LevelRun;
import io.agentprofiler.analyzer.lab.replay.load.run.ScriptStep.Script;
import io.agentprofiler.analyzer.lab.replay.load.run.Scripts;
import io.agentprofiler.analyzer.lab.replay.shape.Api;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer replay load}. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Sends the model calls of recorded workflows to a server with the API of OpenAI, Anthropic, Ollama or Gemini, at several"
                        + " levels of load, and measures latency and throughput.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar replay load --to http://127.0.0.1:8000/v1 --concurrency 1,2,4,8 --out load/ run/",
            "        a closed loop with concurrent workflows. Next: java -jar analyzer.jar size load/",
            "  java -jar analyzer.jar replay load --to http://127.0.0.1:8000/v1 --rate 5,10 --duration 60 run/",
            "        an open loop: 5, then 10 workflows begin in a second, at random, whether or not others have ended",
            "  java -jar analyzer.jar replay load --to http://127.0.0.1:8000/v1 --arrivals recorded --think none run/",
            "        workflows begin as they were recorded, and do not wait for tools",
            "",
            "  java -jar analyzer.jar replay load --to http://127.0.0.1:8000/v1 --models a,b --concurrency 4 --out load/ run/",
            "        the same calls to two models. Next: java -jar analyzer.jar compare load/",
            "",
            "It sends to this machine only, unless --i-own-this-host is given, follows no redirects, and runs no tools: their",
            "recorded time passes between calls. Ctrl-C stops, and what has come by then is printed and written.",
            "",
            "Exit codes: 0 done, even if requests failed; 2 bad input or wrong usage; 130 after Ctrl-C, 143 after a plain",
            "kill.",
            Documentation.AT + "experiments/replay/"
        })
public final class ReplayLoadCommand implements Callable<Integer> {
    private static final int MOST_CONCURRENCY = 10_000;
    private static final double MOST_RATE = 100_000;
    private static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal LEAST_NANOS = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(1_000_000).multiply(SECOND);
    private static final long FAREWELL_SECONDS = 10;

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--to",
            paramLabel = "URL",
            required = true,
            description = "Base address of the server's API, as in OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_HOST:"
                    + " http://127.0.0.1:8000/v1.")
    private String to;

    @Option(
            names = "--api",
            paramLabel = "API",
            defaultValue = "recorded",
            description =
                    "How requests are sent: openai, anthropic, ollama, gemini, or recorded, which is as each call's provider has them, and"
                            + " OpenAI's for providers beside these four. Default: ${DEFAULT-VALUE}.")
    private String api;

    @Option(
            names = "--concurrency",
            paramLabel = "COUNT",
            split = ",",
            description = "A level for each number of concurrent workflows. When one ends, the next begins.")
    private List<Integer> concurrencies = List.of();

    @Option(
            names = "--rate",
            paramLabel = "PER_SECOND",
            split = ",",
            description = "A level for each number of workflows started per second, whether or not others have ended.")
    private List<Double> rates = List.of();

    @Option(
            names = "--models",
            paramLabel = "MODEL",
            split = ",",
            description =
                    "A level for each model and each level of load: the calls ask this model for answers, for compare."
                            + " Default: the recorded models.")
    private List<String> models = List.of();

    @Option(
            names = "--arrivals",
            paramLabel = "HOW",
            description =
                    "How workflows of --rate begin: poisson, at random as many users do (default); even, with equal"
                            + " gaps; recorded, with the recorded gaps, as they are or scaled to --rate.")
    private String arrivals;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description =
                    "In seconds, or with a unit (1500ms, 1.5m, 1h): for how long workflows of a level begin, again and again from the first; those that run then come"
                            + " to their end. Default: once through the recording.")
    private String duration;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            defaultValue = "recorded",
            description =
                    "Time between an answer and the workflow's next call, for tools: recorded, none, or a factor: 2x"
                            + " is twice as long. Default: ${DEFAULT-VALUE}.")
    private String think;

    @Option(
            names = "--stream",
            paramLabel = "WHICH",
            defaultValue = "recorded",
            description = "Which answers are asked for in chunks: recorded, all or none. Default: ${DEFAULT-VALUE}.")
    private String stream;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "120",
            description =
                    "A request without its whole answer after this time, in seconds or with a unit, is given up. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String timeout;

    @Option(
            names = "--key-env",
            paramLabel = "NAME",
            description = "Environment variable whose value is sent as API key. Default: no key is sent.")
    private String keyName;

    @Option(
            names = "--i-own-this-host",
            description = "Allow --to another machine: you answer for it that its owner wants this load.")
    private boolean own;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "Chooses the random arrivals. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Directory to write a trace of each level to, and levels.csv, for size and all other commands.")
    private Path out;

    @Mixin
    private FormatOptions format;

    public ReplayLoadCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        LoadTarget target = option("--to", () -> LoadTarget.of(to, own));
        Thinking thinking = option("--think", () -> Thinking.of(think));
        long levelNanos = duration == null ? 0 : nanos("--duration", duration);
        long timeoutNanos = nanos("--timeout", timeout);
        LevelRun.Settings settings = new LevelRun.Settings(levelNanos, thinking, streaming(), seed);
        List<Load> loads = loads();
        Analysis<Scripts> analysis = Scripts.in(api());
        String key = key();
        if (out != null) {
            try {
                PrivateFiles.directory(out);
            } catch (IOException e) {
                throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
            }
        }
        Outcome outcome =
                input.read(terminal, List.of(analysis, SpanFlags.ANALYSIS, Workflows.ANALYSIS), List.of(), true);
        Scripts recorded = outcome.summary().get(analysis);
        List<Script> scripts = recorded.inOrder();
        if (scripts.isEmpty()) {
            throw new CommandException("no model call is recorded here that made a request"
                    + (recorded.holes().isEmpty() ? "" : " and can be sent with --api " + api)
                    + ": there is nothing to send");
        }
        say(Units.count(scripts.size(), "workflow") + ", "
                + Units.count(
                        scripts.stream()
                                .mapToLong(script -> script.steps().size())
                                .sum(),
                        "model call") + ", to "
                + target.base());
        LoadRun run = new LoadRun(target, key, timeoutNanos, settings, scripts, out, this::say);
        return run(run, loads, target, recorded.holes(), outcome);
    }

    private Integer run(LoadRun run, List<Load> loads, LoadTarget target, Map<String, Long> holes, Outcome outcome)
            throws CommandException {
        try (EndSignal signal = EndSignal.within(FAREWELL_SECONDS, run::stop)) {
            List<LevelResult> levels = run.run(loads);
            List<Path> written = new ArrayList<>();
            if (out != null) {
                written.add(LevelsFile.write(out, levels));
                levels.forEach(level -> written.add(out.resolve(level.load().directory())));
            }
            format.print(
                    LoadDocument.of(target, levels, holes, run.isStopped(), DataSection.ifAny(outcome)),
                    input.screen(terminal),
                    terminal,
                    written);
            terminal.out().flush();
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK;
    }

    /** Makes something of the text of an option. */
    private interface Reader<T> {
        T read();
    }

    private static <T> T option(String name, Reader<T> reader) throws CommandException {
        try {
            return reader.read();
        } catch (IllegalArgumentException e) {
            throw new CommandException(name + ": " + e.getMessage());
        }
    }

    private static long nanos(String name, String given) throws CommandException {
        BigDecimal bare = Amounts.number(given);
        BigDecimal nanos = bare == null ? Amounts.nanos(given) : bare.multiply(SECOND);
        if (nanos == null || nanos.compareTo(LEAST_NANOS) < 0 || nanos.compareTo(MOST_NANOS) > 0) {
            throw new CommandException(name + " " + given
                    + ": expected seconds, or a time such as 1500ms, 2m or 1h, from 0.001 s to 1000000 s");
        }
        return nanos.longValue();
    }

    private Api api() throws CommandException {
        if (api.equals("recorded")) {
            return null;
        }
        for (Api one : Api.values()) {
            if (one.word().equals(api)) {
                return one;
            }
        }
        throw new CommandException("--api " + api + ": expected recorded, openai, anthropic, ollama or gemini");
    }

    private Boolean streaming() throws CommandException {
        return switch (stream) {
            case "recorded" -> null;
            case "all" -> Boolean.TRUE;
            case "none" -> Boolean.FALSE;
            default -> throw new CommandException("--stream " + stream + ": expected recorded, all or none");
        };
    }

    private List<Load> loads() throws CommandException {
        List<Load> loads = new ArrayList<>();
        for (int concurrency : concurrencies) {
            if (concurrency < 1 || concurrency > MOST_CONCURRENCY) {
                throw new CommandException(
                        "--concurrency " + concurrency + ": expected numbers from 1 to " + MOST_CONCURRENCY);
            }
            loads.add(Load.closed(concurrency));
        }
        Arrivals.Kind kind = kind();
        for (double rate : rates) {
            if (!(rate > 0 && rate <= MOST_RATE)) {
                throw new CommandException(
                        "--rate " + rate + ": expected numbers of workflows in a second, more than 0");
            }
            loads.add(Load.open(rate, kind));
        }
        if (rates.isEmpty() && arrivals != null) {
            if (kind != Arrivals.Kind.RECORDED) {
                throw new CommandException("--arrivals " + arrivals + " needs --rate PER_SECOND");
            }
            loads.add(Load.open(Double.NaN, kind));
        }
        if (loads.isEmpty()) {
            throw new CommandException(
                    "give --concurrency COUNT, --rate PER_SECOND or --arrivals recorded: how much load");
        }
        if (new HashSet<>(loads).size() < loads.size()) {
            throw new CommandException("a level of --concurrency or --rate is given twice");
        }
        if (models.isEmpty()) {
            return loads;
        }
        if (models.stream().anyMatch(String::isBlank) || new HashSet<>(models).size() < models.size()) {
            throw new CommandException("--models " + String.join(",", models) + ": expected different names of models");
        }
        return models.stream()
                .flatMap(model -> loads.stream().map(load -> load.on(model.strip())))
                .toList();
    }

    private Arrivals.Kind kind() throws CommandException {
        for (Arrivals.Kind kind : Arrivals.Kind.values()) {
            if (arrivals == null || kind.word().equals(arrivals.toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new CommandException("--arrivals " + arrivals + ": expected poisson, even or recorded");
    }

    private String key() throws CommandException {
        if (keyName == null) {
            return null;
        }
        String key = System.getenv(keyName);
        if (key == null || key.isBlank() || !key.strip().matches("[!-~]+")) {
            throw new CommandException(
                    "--key-env " + keyName + ": there is no environment variable of that name with a key");
        }
        return key.strip();
    }

    private void say(String sentence) {
        // may quote a trace
        terminal.err().println(Texts.safe("analyzer: " + sentence));
    }
}
