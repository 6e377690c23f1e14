// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.EndSignal;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.lab.replay.ReplayDocument.ReplayHoles;
import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.lab.replay.recording.Recording;
import io.agentprofiler.analyzer.live.listen.TokenFile;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.terminal.Texts;
import io.agentprofiler.shared.schema.ReplaySpeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer replay serve}. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Answers model calls from a recording, as a server that speaks the APIs of OpenAI, Anthropic, Ollama and Gemini.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar replay serve --port 8089 agent-profile/",
            "        with the recorded times; Ctrl-C ends, and prints where workflows parted from their recording",
            "  java -jar analyzer.jar replay serve --port 8089 --speed 0 --on-miss nearest agent-profile/",
            "        without waiting, and with an answer to everything",
            "  curl http://127.0.0.1:8089/replay",
            "        how it goes so far, as JSON",
            "",
            "It listens on 127.0.0.1 only and writes nothing. With --on-miss forward URL it sends requests that are not",
            "recorded, with their keys, to that server; else it connects to nobody.",
            "",
            "Exit codes: 0 never by itself; 2 bad input, wrong usage or a port that is taken; 130 after Ctrl-C, 143",
            "after a plain kill.",
            Documentation.AT + "experiments/replay/"
        })
public final class ReplayServeCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;
    private static final long FAREWELL_SECONDS = 6;

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port to listen on; default: any that is free.")
    private int port;

    @Option(
            names = "--speed",
            paramLabel = "SPEED",
            defaultValue = "1",
            description =
                    "1: answers take as long as recorded; 2x: half as long; 0: no time. Default: ${DEFAULT-VALUE}.")
    private String speed;

    @Option(
            names = "--on-miss",
            paramLabel = "WHAT",
            defaultValue = "fail",
            parameterConsumer = WhatOnMiss.class,
            description =
                    "What becomes of a request that fits nothing recorded: fail (status 400), nearest (the recorded call that"
                            + " is most like it answers), or forward URL, also forward=URL (that server answers). Default: ${DEFAULT-VALUE}.")
    private String onMiss;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "File whose only line, 16 to 200 letters, digits and . _ ~ + / = -, requests must bring as their API key."
                            + " Default: any key, or none, will do.")
    private Path keyFile;

    @Mixin
    private FormatOptions format;

    /** Takes {@code forward URL}, in two words, for {@code forward=URL}. */
    static final class WhatOnMiss implements CommandLine.IParameterConsumer {
        @Override
        public void consumeParameters(
                Stack<String> words, CommandLine.Model.ArgSpec option, CommandLine.Model.CommandSpec command) {
            if (words.isEmpty()) {
                throw new CommandLine.MissingParameterException(
                        command.commandLine(), option, "Missing required parameter for option '--on-miss' (WHAT)");
            }
            String word = words.pop();
            boolean url = word.equals(OnMiss.FORWARD)
                    && !words.isEmpty()
                    && words.peek().contains("://");
            option.setValue(url ? word + "=" + words.pop() : word);
        }
    }

    public ReplayServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new CommandException("--port " + port + ": expected a number from 0 to " + HIGHEST_PORT);
        }
        Pace pace;
        try {
            pace = new Pace(ReplaySpeed.parse(speed));
        } catch (IllegalArgumentException e) {
            throw new CommandException("--speed " + speed + ": " + e.getMessage());
        }
        OnMiss miss;
        try {
            miss = OnMiss.of(onMiss);
        } catch (IllegalArgumentException e) {
            throw new CommandException("--on-miss: " + e.getMessage());
        }
        String token = TokenFile.read("--key-file", keyFile);
        Outcome outcome = input.read(
                terminal, List.of(Recording.ANALYSIS, SpanFlags.ANALYSIS, Workflows.ANALYSIS), List.of(), true);
        List<RecordedWorkflow> workflows =
                outcome.summary().get(Recording.ANALYSIS).workflows();
        if (workflows.isEmpty()) {
            throw new CommandException("no model call is recorded here: there is nothing to replay");
        }
        say(ReplayHoles.texts(workflows));
        ReplayHoles.of(workflows).forEach(this::say);
        DataSection.notes(outcome).forEach(this::say);
        return serve(workflows, outcome, miss, pace, token);
    }

    private Integer serve(List<RecordedWorkflow> workflows, Outcome outcome, OnMiss miss, Pace pace, String token)
            throws CommandException {
        CountDownLatch stop = new CountDownLatch(1);
        Replay replay = new Replay(workflows, this::say);
        try (EndSignal signal = EndSignal.within(FAREWELL_SECONDS, stop::countDown)) {
            try (ReplayServer server =
                    new ReplayServer(replay, miss, pace, token, models(workflows), port, terminal.err())) {
                server.start(() -> json(replay, server, workflows, outcome));
                announce(server.address());
                stop.await();
                format.print(
                        ReplayDocument.of(replay, server.served(), workflows, outcome),
                        input.screen(terminal),
                        terminal);
                terminal.out().flush();
            } catch (IOException e) {
                throw new CommandException("cannot listen on port " + port + ": " + Reasons.of(e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return ExitCode.OK;
    }

    /** Standard output is for the report, which programs may read. */
    private void announce(String address) {
        terminal.err().println("OpenAI:    " + address + "/v1");
        terminal.err().println("Anthropic: " + address);
        terminal.err().println("Ollama:    " + address);
        terminal.err().println("Gemini:    " + address + "/v1beta");
        terminal.err().println("How it goes: " + address + "/replay. Ctrl-C ends.");
    }

    private void say(String sentence) {
        // may quote a trace
        terminal.err().println(Texts.safe("analyzer: " + sentence));
    }

    private static byte[] json(Replay replay, ReplayServer server, List<RecordedWorkflow> workflows, Outcome outcome) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            JsonView.write(ReplayDocument.of(replay, server.served(), workflows, outcome), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static List<String> models(List<RecordedWorkflow> workflows) {
        return workflows.stream()
                .flatMap(workflow -> workflow.calls().stream())
                .map(each -> each.request().model())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}
