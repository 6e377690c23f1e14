// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.lab.simulate.fit.FittedPrograms;
import io.agentprofiler.analyzer.lab.simulate.fit.FittedPrograms.Deviation;
import io.agentprofiler.analyzer.lab.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServersFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServersFit.Sharing;
import io.agentprofiler.analyzer.lab.simulate.server.Server;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Policy;
import io.agentprofiler.analyzer.lab.simulate.server.Simulated;
import io.agentprofiler.analyzer.lab.simulate.server.SimulatedProgram;
import io.agentprofiler.analyzer.lab.simulate.server.Simulator;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs recorded workflows against a simulated model server, as fast as the recorded one: what"
                + " other numbers of replicas and slots, another cache or another policy would do.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar simulate agent-profile/",
            "        the recorded server: how fast it was, and how well the simulation agrees with the recording",
            "  java -jar analyzer.jar simulate --replicas 2 --slots 8 agent-profile/",
            "        two servers that serve 8 concurrent calls each",
            "  java -jar analyzer.jar simulate --slots 16 --kv-tokens 200000 --policy program --concurrency 64 agent-profile/",
            "        64 workflows at once, paused where their tokens do not fit into the cache",
            "",
            "Exit codes: 0 done; 2 bad input, wrong usage, or a recording that does not tell how fast its server was.",
            Documentation.AT + "experiments/simulate/"
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final int MOST = 100_000;
    /** Prompts of fewer tokens may have no whole block. */
    private static final int UNHASHED = 64;

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
            description = "How many calls each of them serves at once. Default: as many as the recorded server.")
    private Integer slots;

    @Option(
            names = "--kv-tokens",
            paramLabel = "COUNT",
            description = "How many tokens the cache of each of them holds. Default: hits are as they were recorded.")
    private Long kvTokens;

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
            description =
                    "Number of concurrent workflows. When one ends, the next begins. Default: they begin as recorded.")
    private Integer concurrency;

    @Option(
            names = "--recorded-slots",
            paramLabel = "COUNT",
            description =
                    "How many calls the recorded server served at once. Default: what fits the recorded times best.")
    private Integer recordedSlots;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "The model whose server is changed, and whose calls are told; other servers are simulated as they were."
                            + " Default: all of them.")
    private String model;

    @Option(
            names = "--models",
            paramLabel = "HOW",
            defaultValue = "best",
            description =
                    "How models with one address were served: own: each with slots of its own; shared: by one server with"
                            + " slots for all; best: as the recorded times fit best. Default: ${DEFAULT-VALUE}.")
    private String models;

    @Mixin
    private FormatOptions format;

    public SimulateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        range("--replicas", replicas);
        range("--slots", slots);
        range("--concurrency", concurrency);
        range("--recorded-slots", recordedSlots);
        if (kvTokens != null && kvTokens < 1) {
            throw new CommandException("--kv-tokens " + kvTokens + ": expected a number of tokens, more than 0");
        }
        Policy chosen = policy();
        Sharing sharing = sharing();
        Outcome outcome =
                input.read(terminal, List.of(Workload.ANALYSIS, SpanFlags.ANALYSIS, Workflows.ANALYSIS), List.of());
        Workload workload = outcome.summary().get(Workload.ANALYSIS);
        List<Workflow> workflows = workload.workflows();
        Map<String, Long> counts = counts(workflows, workload.holes());
        ServersFit fit = ServersFit.of(workflows, sharing, recordedSlots == null ? 0 : recordedSlots);
        String main = model(counts, fit, workload.holes());
        requireHashes(fit);
        List<SimulatedProgram> own = FittedPrograms.of(fit, Deviation.OWN);
        List<Server> then = fit.servers().stream()
                .map(one -> new Server(1, one.service().slots(), -1, Policy.FIFO))
                .toList();
        // where no call waited, none may wait in a test of how right the simulation is
        List<Server> tested = fit.servers().stream()
                .map(one -> new Server(
                        1, one.service().isQueueSeen() ? one.service().slots() : MOST, -1, Policy.FIFO))
                .toList();
        List<Server> asked = new ArrayList<>();
        Server shown = null;
        for (ServerFit one : fit.servers()) {
            Server changed = new Server(
                    replicas, slots == null ? one.service().slots() : slots, kvTokens == null ? -1 : kvTokens, chosen);
            asked.add(isChanged(one) ? changed : then.get(asked.size()));
            shown = one.models().containsKey(main) ? changed : shown;
        }
        Simulated simulated = concurrency != null ? Simulator.run(own, asked, concurrency) : Simulator.run(own, asked);
        List<Figures> figures = List.of(
                Figures.recorded(fit, model),
                Figures.simulated(
                        "recomputed", fit, model, Simulator.run(FittedPrograms.of(fit, Deviation.OTHERS), tested)),
                Figures.simulated("unchanged", fit, model, Simulator.run(own, then)),
                Figures.simulated("simulated", fit, model, simulated));
        format.print(
                SimulateDocument.of(main, fit, shown, words(shown), figures, workload.holes(), outcome),
                input.screen(terminal),
                terminal);
        return ExitCode.OK;
    }

    private boolean isChanged(ServerFit server) {
        return model == null || server.models().containsKey(model);
    }

    private void requireHashes(ServersFit fit) throws CommandException {
        boolean hashed = fit.servers().stream()
                .filter(this::isChanged)
                .flatMap(server -> server.requests().stream())
                .filter(Recorded::isTold)
                .allMatch(request ->
                        request.prompt().blocks().length > 0 || request.prompt().input() < UNHASHED);
        if (kvTokens != null && !hashed) {
            throw new CommandException(
                    "--kv-tokens needs hashes of all prompts, which this recording does not have: what a cache"
                            + " would hold cannot be told. Without it hits are as they were recorded");
        }
    }

    private static Map<String, Long> counts(List<Workflow> workflows, Map<String, Long> lost) throws CommandException {
        Map<String, Long> models = new TreeMap<>();
        workflows.forEach(one -> one.calls().forEach(call -> models.merge(call.model(), 1L, Long::sum)));
        if (models.isEmpty()) {
            throw new CommandException("no workflow with a model call is recorded here: there is nothing to simulate"
                    + lost.entrySet().stream()
                            .map(one -> "; " + Units.count(one.getValue(), "call") + ": " + one.getKey())
                            .collect(Collectors.joining()));
        }
        return models;
    }

    /** Returns the named model, else the one with most calls among those with a known speed. */
    private String model(Map<String, Long> models, ServersFit fit, Map<String, Long> lost) throws CommandException {
        if (model != null && !models.containsKey(model)) {
            throw new CommandException("--model " + model + ": no call of it here; there are calls of "
                    + String.join(", ", models.keySet()));
        }
        String most = model != null
                ? model
                : models.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey();
        List<String> told = fit.servers().stream()
                .flatMap(server -> server.models().keySet().stream())
                .filter(one -> model == null || one.equals(model))
                .sorted(Comparator.comparingLong((String one) -> -models.get(one)))
                .toList();
        if (told.isEmpty()) {
            long known = fit.workflows().stream()
                    .flatMap(one -> one.requests().stream())
                    .filter(request -> request.model().equals(most) && request.isTold())
                    .count();
            throw new CommandException("of " + most + " only " + Units.count(known, "call")
                    + " have times and tokens, and " + ServerFit.LEAST + " are needed to tell how fast its server was"
                    + Holes.requests(fit, lost).stream().map(one -> "; " + one).collect(Collectors.joining()));
        }
        return told.get(0);
    }

    private String words(Server server) {
        return server.replicas() + " x " + Units.count(server.slots(), "slot")
                + (server.kvTokens() < 0 ? "" : ", " + Units.count(server.kvTokens()) + " tokens")
                + (server.policy() == Policy.FIFO ? "" : ", paused")
                + (concurrency == null ? "" : ", " + concurrency + " at once");
    }

    /** Rejects options that are no valid number of servers, slots or workflows. */
    private static void range(String name, Integer given) throws CommandException {
        if (given != null && (given < 1 || given > MOST)) {
            throw new CommandException(name + " " + given + ": expected a number from 1 to " + MOST);
        }
    }

    private Sharing sharing() throws CommandException {
        for (Sharing one : Sharing.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(models)) {
                return one;
            }
        }
        throw new CommandException("--models " + models + ": expected own, shared or best");
    }

    private Policy policy() throws CommandException {
        for (Policy one : Policy.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(policy)) {
                if (one == Policy.PROGRAM && kvTokens == null) {
                    throw new CommandException(
                            "--policy program needs --kv-tokens COUNT: it pauses where tokens do not fit");
                }
                return one;
            }
        }
        throw new CommandException("--policy " + policy + ": expected fifo or program");
    }
}
