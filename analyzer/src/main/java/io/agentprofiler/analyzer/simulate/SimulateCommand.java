// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.InputOptions;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.metric.SpanFlags;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.simulate.recording.Workload;
import io.agentprofiler.analyzer.simulate.server.Server;
import io.agentprofiler.analyzer.simulate.server.Server.Policy;
import io.agentprofiler.analyzer.simulate.server.Simulated;
import io.agentprofiler.analyzer.simulate.server.Simulator;
import io.agentprofiler.analyzer.simulate.view.Figures;
import io.agentprofiler.analyzer.simulate.view.SimulateDocument;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Runs recorded workflows against a model server that is only computed, as fast as the recorded one: what"
                        + " other numbers of replicas and slots, another cache or another policy would do.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar simulate agent-profile/",
            "        the recorded server: how fast it was, and how well the simulation agrees with the recording",
            "  java -jar analyzer.jar simulate --replicas 2 --slots 8 agent-profile/",
            "        two servers that serve 8 calls at once each",
            "  java -jar analyzer.jar simulate --slots 16 --kv-tokens 200000 --policy program --concurrency 64 agent-profile/",
            "        64 workflows at once, paused where their tokens do not fit into the cache",
            "",
            "Exit codes: 0 done; 2 bad input, wrong usage, or a recording that does not tell how fast its server was.",
            "docs/simulate.md says how it is computed, and what it leaves out."
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final int MOST = 100_000;

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--replicas",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "How many servers there are. Default: ${DEFAULT-VALUE}.")
    private int replicas;

    @Option(
            names = "--slots",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = "How many calls each of them serves at once. Default: as many as the recorded server.")
    private int slots;

    @Option(
            names = "--kv-tokens",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = "How many tokens the cache of each of them holds. Default: hits are as they were recorded.")
    private long kvTokens;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            defaultValue = "fifo",
            description =
                    "fifo: calls are served as they come; program: workflows are paused where their tokens do not fit"
                            + " into the cache, as ThunderAgent does. Default: ${DEFAULT-VALUE}.")
    private String policy;

    @Option(
            names = "--concurrency",
            paramLabel = "COUNT",
            defaultValue = "0",
            description =
                    "So many workflows run at once; when one ends, the next begins. Default: they begin as recorded.")
    private int concurrency;

    @Option(
            names = "--recorded-slots",
            paramLabel = "COUNT",
            defaultValue = "0",
            description =
                    "How many calls the recorded server served at once. Default: what fits the recorded times best.")
    private int recordedSlots;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "The model whose server is simulated; calls of others take as long as recorded. Default: the one"
                            + " with most calls.")
    private String model;

    @Mixin
    private FormatOptions format;

    public SimulateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        range("--replicas", replicas, 1);
        range("--slots", slots, 0);
        range("--concurrency", concurrency, 0);
        range("--recorded-slots", recordedSlots, 0);
        if (kvTokens < 0) {
            throw new CommandException("--kv-tokens " + kvTokens + ": expected a number of tokens, more than 0");
        }
        Policy chosen = policy();
        Outcome outcome =
                input.read(terminal, List.of(Workload.ANALYSIS, SpanFlags.ANALYSIS, Workflows.ANALYSIS), List.of());
        Workload workload = outcome.summary().get(Workload.ANALYSIS);
        Workload.OfModel of = workload.of(model(workload.models()));
        if (of.calls().size() < ServerFit.LEAST) {
            throw new CommandException("of " + of.model() + " only "
                    + Units.count(of.calls().size(), "call")
                    + " have times and tokens, and " + ServerFit.LEAST + " are needed to tell how fast its server was"
                    + (of.holes().isEmpty() ? "" : "; " + hole(of.holes())));
        }
        if (kvTokens > 0 && !of.isHashed()) {
            throw new CommandException(
                    "--kv-tokens needs hashes of all prompts, which this recording does not have: what a cache"
                            + " would hold cannot be told. Without it hits are as they were recorded");
        }
        ServerFit fit = ServerFit.of(of.calls(), recordedSlots);
        Server then = new Server(fit.rates(), 1, fit.slots(), -1, Policy.FIFO);
        Server asked = new Server(
                fit.rates(), replicas, slots == 0 ? fit.slots() : slots, kvTokens == 0 ? -1 : kvTokens, chosen);
        Simulated again = Simulator.run(of.programs(), then);
        Simulated simulated = concurrency > 0
                ? Simulator.run(of.programs(), asked, concurrency)
                : Simulator.run(of.programs(), asked);
        List<Figures> figures = List.of(
                Figures.recorded(of, fit),
                Figures.simulated("recomputed", of.programs(), again),
                Figures.simulated("simulated", of.programs(), simulated));
        format.print(
                SimulateDocument.of(of, fit, asked, words(asked), figures, outcome), input.screen(terminal), terminal);
        return ExitCode.OK;
    }

    private static String hole(Map<String, Long> holes) {
        Map.Entry<String, Long> most =
                holes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return Units.count(most.getValue(), "call") + ": " + most.getKey();
    }

    private String words(Server server) {
        return server.replicas() + " x " + Units.count(server.slots(), "slot")
                + (server.kvTokens() < 0 ? "" : ", " + Units.count(server.kvTokens()) + " tokens")
                + (server.policy() == Policy.FIFO ? "" : ", paused")
                + (concurrency == 0 ? "" : ", " + concurrency + " at once");
    }

    private static void range(String name, int given, int least) throws CommandException {
        if (given < least || given > MOST) {
            throw new CommandException(name + " " + given + ": expected a number from 1 to " + MOST);
        }
    }

    private Policy policy() throws CommandException {
        for (Policy one : Policy.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(policy)) {
                if (one == Policy.PROGRAM && kvTokens == 0) {
                    throw new CommandException(
                            "--policy program needs --kv-tokens COUNT: it pauses where tokens do not fit");
                }
                return one;
            }
        }
        throw new CommandException("--policy " + policy + ": expected fifo or program");
    }

    private String model(Map<String, Long> models) throws CommandException {
        if (models.isEmpty()) {
            throw new CommandException("no workflow with a model call is recorded here: there is nothing to simulate");
        }
        if (model == null) {
            return models.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
        }
        if (!models.containsKey(model)) {
            throw new CommandException("--model " + model + ": no call of it here; there are calls of "
                    + String.join(", ", models.keySet()));
        }
        return model;
    }
}
