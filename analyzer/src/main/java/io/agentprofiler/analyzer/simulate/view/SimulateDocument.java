// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.view;

import io.agentprofiler.analyzer.completeness.DataSection;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.simulate.fit.ServerFit;
import io.agentprofiler.analyzer.simulate.recording.Workload;
import io.agentprofiler.analyzer.simulate.server.Rates;
import io.agentprofiler.analyzer.simulate.server.Server;
import io.agentprofiler.analyzer.stat.Distribution;
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
import java.util.function.Function;

/** What {@code simulate} answers. */
public final class SimulateDocument {
    /** A simulation that is further off says so. */
    private static final double GOOD = 0.1;

    private SimulateDocument() {}

    /**
     * Describes a simulation.
     *
     * @param server what was simulated
     * @param words the same, for people
     * @param figures of the recording, of its simulation on the server that was recorded, and of what was asked for
     */
    public static Document of(
            Workload.OfModel workload,
            ServerFit fit,
            Server server,
            String words,
            List<Figures> figures,
            Outcome outcome) {
        Rates rates = fit.rates();
        List<String> warnings = new ArrayList<>();
        List<Error> errors = errors(figures.get(0), figures.get(1));
        for (Error error : errors) {
            if (!(Math.abs(error.relative()) <= GOOD)) {
                warnings.add("the recording itself is not simulated well: " + error.words()
                        + "; what is simulated beside it may be off as much, or more");
            }
        }
        warnings.addAll(cannotTell(workload, fit, figures.get(2)));
        return Document.of("agent-profiler-simulation/1", "Simulation")
                .add(new Value("model", workload.model()))
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
                                .put("calls", fit.calls())
                                .put("streamed", fit.streamed())
                                .put("recorded_slots", fit.slots())
                                .put("recorded_slots_given", fit.isSlotsGiven())
                                .put("prefill_base_ns", rates.prefillBase())
                                .put("prefill_per_token_ns", rates.prefillPerToken())
                                .put("decode_base_ns", rates.decodeBase())
                                .put("decode_per_token_ns", rates.decodePerToken())
                                .put("residual_p50", fit.residual())
                                .put("residual_p95", fit.residualHigh())))
                .add(Note.line(workload.model() + ": prefill " + Units.duration(rates.prefillBase()) + " + "
                        + Units.duration(1000 * rates.prefillPerToken()) + " for 1,000 uncached tokens, decode "
                        + Units.duration(rates.decodeBase()) + " + " + Units.duration(rates.decodePerToken())
                        + " a token; a call's service is off by " + percent(fit.residual()) + " (p95 "
                        + percent(fit.residualHigh()) + ")"))
                .add(Note.aside(slots(fit)))
                .add(Note.aside("recomputed: the recorded server, simulated; simulated: " + words))
                .add(table(figures))
                .add(errorTable(errors))
                .add(new Notes("notes", "!", warnings, Emphasis.WARNING))
                .add(DataSection.of(outcome))
                .build();
    }

    private static String slots(ServerFit fit) {
        if (fit.isSlotsGiven()) {
            return "recorded on " + Units.count(fit.slots(), "slot") + ", as told";
        }
        return fit.isQueueSeen()
                ? "recorded on " + Units.count(fit.slots(), "slot")
                        + ", as the times fit best (--recorded-slots COUNT if you know)"
                : "no call waited: the recorded server had " + Units.count(fit.slots(), "slot")
                        + " or more, which --slots COUNT may say";
    }

    /** By how much the simulation of what was recorded is off. */
    private record Error(String what, double recorded, double simulated) {
        double relative() {
            return recorded <= 0 ? Double.NaN : (simulated - recorded) / recorded;
        }

        String words() {
            return what + " is " + Units.duration(simulated) + ", recorded " + Units.duration(recorded)
                    + (Double.isNaN(relative())
                            ? ""
                            : ", " + percent(Math.abs(relative())) + (relative() < 0 ? " too short" : " too long"));
        }
    }

    private static List<Error> errors(Figures recorded, Figures again) {
        List<Error> errors = new ArrayList<>();
        for (int percent : new int[] {50, 95}) {
            error("latency p" + percent, Figures::latency, percent, recorded, again, errors);
            error("run time p" + percent, Figures::runTime, percent, recorded, again, errors);
        }
        return errors;
    }

    private static void error(
            String what,
            Function<Figures, Distribution> of,
            double percent,
            Figures recorded,
            Figures again,
            List<Error> errors) {
        if (of.apply(recorded).count() > 0 && of.apply(again).count() > 0) {
            errors.add(new Error(
                    what,
                    of.apply(recorded).percentile(percent),
                    of.apply(again).percentile(percent)));
        }
    }

    private static Table errorTable(List<Error> errors) {
        return Table.of("errors", errors)
                .heading("Error", "of the simulation of the recorded server, beside what was recorded")
                .text("figure", "figure", error -> Cell.words(error.what()))
                .number("recorded_ns", "recorded", error -> Cell.duration(error.recorded()))
                .number("simulated_ns", "simulated", error -> Cell.duration(error.simulated()))
                .number(
                        "relative_error",
                        "error",
                        error -> Double.isNaN(error.relative())
                                ? Cell.unknown()
                                : Cell.words((error.relative() < 0 ? "-" : "+") + percent(Math.abs(error.relative())))
                                        .as(error.relative()))
                .build();
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
                .footnote(Percentiles.MARK_MEANS)
                .number("hit_rate", "hits", one -> Cell.share(one.hitRate(), 1))
                .number(
                        "calls_per_s",
                        "calls/s",
                        one -> rate(one.perSecond(one.latency().count())))
                .number("output_tokens_per_s", "tokens out/s", one -> rate(one.perSecond(one.outputTokens())))
                .dispensable(4)
                .number("total_ns", "total", one -> Cell.duration(one.spanNanos()))
                .dispensable(5)
                .number("pauses", "pauses", one -> Cell.bad(one.pauses(), Emphasis.PLAIN))
                .whereFilled()
                .number("too_large", "too large", one -> Cell.bad(one.tooLarge(), Emphasis.BAD))
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

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static List<String> cannotTell(Workload.OfModel workload, ServerFit fit, Figures asked) {
        List<String> words = new ArrayList<>();
        if (!fit.isPrefillKnown()) {
            words.add(
                    "all prompts have as many uncached tokens: what a token of prefill takes, and what a hit saves, cannot be told");
        }
        if (!fit.isDecodeKnown()) {
            words.add("all answers are of one length: what a token of decoding takes cannot be told");
        }
        if (fit.streamed() < fit.calls()) {
            words.add(Units.count((long) fit.calls() - fit.streamed(), "call")
                    + " did not tell when the first token came"
                    + (fit.streamed() * 2 < fit.calls()
                            ? ": prefill and decoding are told apart by their tokens alone"
                            : ""));
        }
        if (asked.tooLarge() > 0) {
            words.add(
                    Units.count(asked.tooLarge(), "call")
                            + " does not fit into the cache even alone: its workflow ends there, and is in no figure of workflows");
        }
        workload.holes().forEach((why, count) -> words.add(Units.count(count, "call") + ": " + why));
        return words;
    }
}
