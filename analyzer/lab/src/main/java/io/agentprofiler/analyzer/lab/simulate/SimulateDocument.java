// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.lab.simulate.fit.RateFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.lab.simulate.fit.ServersFit;
import io.agentprofiler.analyzer.lab.simulate.server.Server;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Rates;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Percentiles;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The document of {@code simulate}. */
public final class SimulateDocument {
    private SimulateDocument() {}

    /**
     * Describes a simulation.
     *
     * @param model whose server was changed; the one with most calls where all were
     * @param fit of the recorded servers
     * @param server what was simulated in place of the changed ones
     * @param words the same, for people
     * @param figures of the recording, of the test of its simulation, of its unchanged simulation, and of what was asked for
     * @param lost how many model calls could not be read, by the words for why
     */
    public static Document of(
            String model,
            ServersFit fit,
            Server server,
            String words,
            List<Figures> figures,
            Map<String, Long> lost,
            Outcome outcome) {
        ServerFit main = fit.servers().stream()
                .filter(one -> one.models().containsKey(model))
                .findFirst()
                .orElseThrow();
        RateFit speed = main.models().get(model);
        Rates rates = speed.rates();
        Errors errors = new Errors(figures.get(0), figures.subList(1, 3));
        List<String> warnings = new ArrayList<>(errors.warnings());
        if (figures.get(3).trouble().tooLarge() > 0) {
            warnings.add(
                    Units.count(figures.get(3).trouble().tooLarge(), "call")
                            + " does not fit into the cache even alone: its workflow ends there, and is in no figure of workflows");
        }
        warnings.addAll(Holes.of(fit, lost));
        return Document.of("agent-profiler-simulation/1", "Simulation")
                .add(new Value("model", model))
                .add(new Value(
                        "server",
                        new Fields()
                                .put("replicas", server.replicas())
                                .put("slots", server.slots())
                                .put("kv_tokens", server.kvTokens() < 0 ? null : server.kvTokens())
                                .put("policy", server.policy().name().toLowerCase(Locale.ROOT))))
                .add(new Value(
                        "fit",
                        new Fields()
                                .put("calls", speed.calls())
                                .put("streamed", speed.streamed())
                                .put("recorded_slots", main.service().slots())
                                .put("recorded_slots_given", main.service().isSlotsGiven())
                                .put("prefill_base_ns", rates.prefillBase())
                                .put("prefill_per_token_ns", rates.prefillPerToken())
                                .put("decode_base_ns", rates.decodeBase())
                                .put("decode_per_token_ns", rates.decodePerToken())
                                .put("residual_p50", main.residual())
                                .put("residual_p95", main.residualHigh())))
                .add(ServerTable.of(fit))
                .add(Note.aside(
                        main.service().isSlotsGiven()
                                ? "recorded slots: as told"
                                : "recorded slots: as the times fit best (--recorded-slots COUNT if you know); with a +, no call"
                                        + " waited, and there may be more"))
                .add(Note.aside("recomputed: the recorded servers, simulated; simulated: " + words))
                .add(table(List.of(figures.get(0), figures.get(1), figures.get(3))))
                .add(errors.table())
                .add(new Notes("notes", "!", warnings, Emphasis.WARNING))
                .add(DataSection.of(outcome))
                .build();
    }

    private static boolean isMarked(Figures one) {
        return Stream.of(one.latency(), one.queue(), one.runTime()).anyMatch(times -> Percentiles.isMarked(times, 95));
    }

    private static Table table(List<Figures> figures) {
        return Table.of("results", figures)
                .heading("Results", "calls of the model, and whole workflows")
                .text("of", "of", one -> Cell.words(one.name()))
                .field("latency_ns", one -> Fields.of(one.latency()))
                .field("first_token_ns", one -> Fields.of(one.firstToken()))
                .field("queue_ns", one -> Fields.of(one.queue()))
                .field("run_time_ns", one -> Fields.of(one.runTime()))
                .number("latency p50", one -> percentile(one.latency(), 50))
                .number("p95", one -> percentile(one.latency(), 95))
                .number("first token p50", one -> percentile(one.firstToken(), 50))
                .dispensable(2)
                .number("queue p50", one -> percentile(one.queue(), 50))
                .dispensable(3)
                .number("p95", one -> percentile(one.queue(), 95))
                .number("run time p50", one -> percentile(one.runTime(), 50))
                .number("p95", one -> percentile(one.runTime(), 95))
                .footnote(figures.stream().anyMatch(SimulateDocument::isMarked) ? Percentiles.MARK_MEANS : "")
                .number("hit_rate", "hits", one -> Cell.share(one.hitRate(), 1))
                .number(
                        "calls_per_s",
                        "calls/s",
                        one -> rate(one.perSecond(one.latency().count())))
                .number(
                        "output_tokens_per_s",
                        "tokens out/s",
                        one -> rate(one.perSecond(one.tokens().outputTokens())))
                .dispensable(4)
                .number("total_ns", "total", one -> Cell.duration(one.spanNanos()))
                .dispensable(5)
                .number("pauses", "pauses", one -> Cell.bad(one.trouble().pauses(), Emphasis.PLAIN))
                .whereFilled()
                .number("too_large", "too large", one -> Cell.bad(one.trouble().tooLarge(), Emphasis.BAD))
                .whereFilled()
                .build();
    }

    private static Cell percentile(Distribution times, double percent) {
        return times.count() == 0 ? Cell.unknown() : Cell.percentile(times, percent);
    }

    private static Cell rate(double perSecond) {
        return Double.isNaN(perSecond)
                ? Cell.unknown()
                : Cell.words(String.format(Locale.ROOT, "%,.2f", perSecond)).as(perSecond);
    }

    /** The table of recorded servers with the speed of their models. */
    private static final class ServerTable {
        private static final int TOKENS = 1_000;

        private record ServerRow(int number, ServerFit server, RateFit model) {
            private Cell slots() {
                return Cell.words(server.service().slots()
                                + (server.service().isQueueSeen()
                                                || server.service().isSlotsGiven()
                                        ? ""
                                        : "+"))
                        .as(server.service().slots());
            }
        }

        private ServerTable() {}

        static Table of(ServersFit fit) {
            List<ServerRow> rows = new ArrayList<>();
            for (int i = 0; i < fit.servers().size(); i++) {
                for (RateFit model : fit.servers().get(i).models().values()) {
                    rows.add(new ServerRow(i + 1, fit.servers().get(i), model));
                }
            }
            return Table.of("models", rows)
                    .heading(
                            "Servers",
                            "that were recorded, and how fast each model was; models of one number share its slots")
                    .number("server", "#", row -> Cell.count(row.number()))
                    .text("model", "model", row -> Cell.words(row.model().model()))
                    .number("recorded_slots", "slots", ServerRow::slots)
                    .number("calls", "calls", row -> Cell.count(row.model().calls()))
                    .field(
                            "address",
                            row -> row.server().address().isEmpty()
                                    ? null
                                    : row.server().address())
                    .field("streamed", row -> row.model().streamed())
                    .field("recorded_slots_given", row -> row.server().service().isSlotsGiven())
                    .number(
                            "prefill_base_ns",
                            "prefill",
                            row -> Cell.duration(row.model().rates().prefillBase()))
                    .number(
                            "prefill_per_1000_tokens_ns",
                            "+ for 1,000",
                            row -> Cell.duration(TOKENS * row.model().rates().prefillPerToken()))
                    .number(
                            "decode_base_ns",
                            "decode",
                            row -> Cell.duration(row.model().rates().decodeBase()))
                    .number(
                            "decode_per_token_ns",
                            "+ a token",
                            row -> Cell.duration(row.model().rates().decodePerToken()))
                    .number(
                            "residual_p50",
                            "off by p50",
                            row -> Cell.words(Errors.percent(row.server().residual()))
                                    .as(row.server().residual()))
                    .number(
                            "residual_p95",
                            "p95",
                            row -> Cell.words(Errors.percent(row.server().residualHigh()))
                                    .as(row.server().residualHigh()))
                    .build();
        }
    }
}
