// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live;

import io.agentprofiler.analyzer.answer.finding.FindingOptions;
import io.agentprofiler.analyzer.answer.score.ScoreOptions;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.EndSignal;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.live.listen.TokenFile;
import io.agentprofiler.analyzer.live.state.Forecaster;
import io.agentprofiler.analyzer.live.state.LiveScores;
import io.agentprofiler.analyzer.live.state.Question;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code analyzer serve}. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Shows what running and finished processes do, live: a page, a REST API and figures for Prometheus.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar serve agent-profile/",
            "        prints an address to open in a browser; Ctrl-C ends",
            "  java -jar analyzer.jar serve --port 9464 --token-file token.txt agent-profile/",
            "        for programs: Authorization: Bearer with the token of the file",
            "",
            "It listens on 127.0.0.1 only, requires the token and writes nothing. It shows all recorded content, prompts included.",
            "Treat the URL as a secret.",
            "",
            "Exit codes: 0 never by itself; 2 bad input, wrong usage or a port that is taken; 130 after Ctrl-C, 143",
            "after a plain kill.",
            Documentation.AT + "reference/serve/"
        })
public final class ServeCommand implements Callable<Integer> {
    private static final String USUAL_KEEP = "50000";
    private static final int LEAST_KEEP = 100;
    private static final int HIGHEST_PORT = 65_535;
    private static final long FAREWELL_SECONDS = 6;

    private final Terminal terminal;

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "Directories of runs, or single runs; new runs appear by themselves. Default: agent-profile.")
    private List<Path> directories = List.of();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port to listen on; default: any that is free.")
    private int port;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File whose only line is the token: 16 to 200 letters, digits and . _ ~ + / = -. Default: a new one.")
    private Path tokenFile;

    @Option(
            names = "--keep",
            paramLabel = "SPANS",
            defaultValue = USUAL_KEEP,
            description =
                    "How many spans of finished workflows stay in memory, the latest, while they fit a fifth of the"
                            + " heap; default: ${DEFAULT-VALUE}. Figures are of these. /metrics counts all.")
    private int keep;

    @Option(
            names = "--forecast",
            paramLabel = "FILE",
            description = "A model that forecast --save wrote, to tell what is still to come of running workflows."
                    + " Default: what their agent forecasts, or else what the finished workflows show.")
    private Path forecast;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FindingOptions finding;

    @Mixin
    private ScoreOptions scores;

    public ServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        List<Path> roots = directories.isEmpty() ? List.of(InputOptions.DEFAULT) : directories;
        for (Path root : roots) {
            if (!Files.isDirectory(root)) {
                throw new CommandException(
                        root
                                + (Files.exists(root)
                                        ? ": not a directory; serve follows directories, report reads a file"
                                        : ": no such directory. Start the program first, or make the directory that it will write to"));
            }
        }
        if (port < 0 || port > HIGHEST_PORT) {
            throw new CommandException("--port " + port + ": expected a number from 0 to " + HIGHEST_PORT);
        }
        if (keep < LEAST_KEEP) {
            throw new CommandException("--keep " + keep + ": expected a number of at least " + LEAST_KEEP);
        }
        PriceList list = prices.list();
        Question question = new Question(
                new Spending.SpendingQuestion(list, false),
                finding.question(list, JvmEvents.of(new JvmPauses())),
                new LiveScores(scores.files()));
        Forecaster.ForecasterFactory forecasters = Forecaster.ForecasterFactory.find();
        Forecaster forecasts = forecast == null ? forecasters.learned(list) : forecasters.saved(forecast, list);
        return serve(roots, question, forecasts, TokenFile.read("--token-file", tokenFile));
    }

    private Integer serve(List<Path> roots, Question question, Forecaster forecasts, String token)
            throws CommandException {
        CountDownLatch stop = new CountDownLatch(1);
        try (EndSignal signal = EndSignal.within(FAREWELL_SECONDS, stop::countDown)) {
            try (Live live =
                    new Live(roots, question, forecasts, keep, Live.GRACE_NANOS, token, port, terminal.err())) {
                terminal.out().println("Open in a browser: " + live.address());
                terminal.out().println("REST API: /api/openapi.json; Prometheus: /metrics. Ctrl-C ends.");
                terminal.out().flush();
                live.run(stop);
            } catch (IOException e) {
                throw new CommandException("cannot listen on port " + port + ": " + Reasons.of(e));
            }
            terminal.err().println("analyzer: stopped");
        }
        return ExitCode.OK;
    }
}
