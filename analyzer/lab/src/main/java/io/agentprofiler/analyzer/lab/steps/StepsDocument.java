// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.lab.steps.Programs.ProgramBy;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.modelserver.ServedModelStats;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@code steps} answers: the averages of programs, and sums by why answers ended. */
public final class StepsDocument {
    private static final String ALL = "steps --format json has all";
    private static final int MAX_ROWS = 25;
    private static final String NOT_TOLD = "(not told)";

    /**
     * A row of the table of programs.
     *
     * @param program {@code null} for all together
     */
    private record Row(Program program, StepSums sums) {}

    private StepsDocument() {}

    /** Describes programs. */
    public static Document of(Programs programs, ProgramBy by, Outcome outcome) {
        Document.Builder document = Document.of("agent-profiler-steps/1", "Steps")
                .add(new Value("by", by.toString()))
                .add(new Value("programs_count", (long) programs.list().size()))
                .add(new Value("all", fields(programs.sums())))
                .add(new Value(
                        "programs",
                        programs.list().stream().map(StepsDocument::fields).toList()));
        if (programs.list().isEmpty()) {
            document.add(new Note("!", "No steps: the input holds no model call that ended", Emphasis.WARNING));
        } else {
            document.add(averages(programs, by)).add(reasons(programs));
        }
        List<PrefillSplit> splits = PrefillSplit.of(programs, outcome.modelServers());
        if (!splits.isEmpty()) {
            document.add(splits(splits));
        }
        if (programs.dropped() > 0) {
            document.add(new Note(
                    "!",
                    Units.count(programs.dropped(), "later model call") + " left out: there are too many",
                    Emphasis.WARNING));
        }
        return document.add(DataSection.of(outcome)).build();
    }

    private static Block averages(Programs programs, ProgramBy by) {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(null, programs.sums()));
        programs.list().forEach(program -> rows.add(new Row(program, program.sums())));
        return Table.of(null, rows)
                .heading("Steps", "means of the model calls of a program, of those whose value is known")
                .atMost(MAX_ROWS, ALL)
                .noun("program")
                .text(
                        by == ProgramBy.WORKFLOW ? "workflow" : "conversation",
                        row -> row.program() == null
                                ? Cell.words("all")
                                : Cell.name(row.program().id()))
                .number("steps", row -> Cell.count(row.sums().steps()))
                .number("prefill", row -> time(row.sums().prefill()))
                .footnote("prefill: from the request that was answered to the first chunk of a streamed answer")
                .number("decode", row -> time(row.sums().decode()))
                .footnote("decode: from the first chunk to the last, without what the application took for them")
                .number("pause", row -> time(row.sums().pause()))
                .footnote("pause: from the call to the request that was answered, failed attempts included")
                .dispensable(2)
                .number("outside", row -> time(row.sums().outside()))
                .footnote("outside: before a step, from the second on, while no model call of the program ran")
                .number("of it tools", row -> time(row.sums().tool()))
                .dispensable(1)
                .number("KV hits", row -> share(row.sums().hitRate().value()))
                .footnote("KV hits: the share of a prompt that was read from a cache, as a mean of the steps")
                .number("of tokens", row -> share(row.sums().hitRateOfTokens()))
                .footnote("of tokens: cached tokens of all prompts by all their tokens")
                .build();
    }

    private static Block splits(List<PrefillSplit> splits) {
        return Table.of("prefill_by_model", splits)
                .heading(
                        "Prefill by model",
                        "what the model server says of all its clients, taken from what the client saw")
                .atMost(MAX_ROWS, ALL)
                .noun("model")
                .text("model", "model", split -> Cell.name(split.model()))
                .number("steps", "steps", split -> Cell.count(split.steps()))
                .number("prefill_mean_ns", "prefill", split -> Cell.duration(split.prefillNanos()))
                .number("network_mean_ns", "network", split -> duration(split.networkNanos()))
                .number("queue_mean_ns", "server queue", split -> duration(split.queueNanos()))
                .number("compute_mean_ns", "server prefill", split -> duration(split.computeNanos()))
                .build();
    }

    private static Cell duration(double nanos) {
        return Double.isNaN(nanos) ? Cell.unknown() : Cell.duration(nanos);
    }

    private static Block reasons(Programs programs) {
        return Table.of("finish_reasons", programs.byFinishReason().entrySet())
                .heading("Why answers ended", "and what they took")
                .noun("reason")
                .text(
                        "finish_reason",
                        "finish reason",
                        reason ->
                                reason.getKey().isEmpty() ? Cell.words(NOT_TOLD).as(null) : Cell.name(reason.getKey()))
                .number("steps", "steps", reason -> Cell.count(reason.getValue().steps()))
                .tokens("tokens", reason -> reason.getValue().tokens())
                .field("prefill", reason -> mean(reason.getValue().prefill()))
                .field("decode", reason -> mean(reason.getValue().decode()))
                .number("decode", reason -> time(reason.getValue().decode()))
                .build();
    }

    private static Cell time(StepSums.Mean nanos) {
        return nanos.count() == 0 ? Cell.unknown() : Cell.duration(nanos.value());
    }

    private static Cell share(double rate) {
        return Double.isNaN(rate) ? Cell.unknown() : Cell.share(rate, 1);
    }

    private static Fields fields(Program program) {
        Fields fields = new Fields().put("program", program.id()).put("workflows", (long)
                program.workflows().size());
        for (Map.Entry<String, Object> each : fields(program.sums()).values().entrySet()) {
            fields.put(each.getKey(), each.getValue());
        }
        return fields.put(
                "steps", program.steps().stream().map(StepsDocument::fields).toList());
    }

    private static Fields fields(StepSums sums) {
        return new Fields()
                .put("step_count", sums.steps())
                .put("prefill", mean(sums.prefill()))
                .put("decode", mean(sums.decode()))
                .put("pause", mean(sums.pause()))
                .put("outside", mean(sums.outside()))
                .put("tool", mean(sums.tool()))
                .put("kv_hit_rate", sums.hitRate().value())
                .put("kv_hit_rate_of_tokens", sums.hitRateOfTokens())
                .put("tokens", Fields.of(sums.tokens()));
    }

    private static Fields mean(StepSums.Mean nanos) {
        return nanos.count() == 0
                ? null
                : new Fields()
                        .put("steps", nanos.count())
                        .put("sum_ns", nanos.sum())
                        .put("mean_ns", nanos.value());
    }

    private static Fields fields(Step step) {
        return new Fields()
                .put("step", step.number())
                .put("workflow", step.trace().toString())
                .put("model", step.model())
                .put("prefill_ns", step.prefillNanos())
                .put("decode_ns", step.decodeNanos())
                .put("pause_ns", step.pauseNanos())
                .put("outside_ns", step.outsideNanos())
                .put("tool_ns", step.toolNanos())
                .put("kv_hit_rate", step.hitRate())
                .put("completed_epoch_ns", step.completedNanos())
                .put("finish_reason", step.finishReason());
    }

    /**
     * What the prefill of a model's steps consists of, by what its server says of itself. The server tells means over all its clients
     * while it was polled, so the parts are means, too, and none of a single step.
     *
     * @param model the model
     * @param steps how many steps know their prefill
     * @param prefillNanos its mean, as the client measured it
     * @param queueNanos the mean time in the server's queue
     * @param computeNanos the mean time from there to the first token
     */
    private record PrefillSplit(String model, long steps, double prefillNanos, double queueNanos, double computeNanos) {
        /** Returns the models whose server can be named and told what requests waited for, by name. */
        static List<PrefillSplit> of(Programs programs, ModelServers servers) {
            Map<String, List<Step>> models = new TreeMap<>();
            programs.list()
                    .forEach(program -> program.steps().forEach(step -> {
                        if (step.model() != null) {
                            models.computeIfAbsent(step.model(), model -> new ArrayList<>())
                                    .add(step);
                        }
                    }));
            List<PrefillSplit> splits = new ArrayList<>();
            models.forEach((model, steps) -> {
                ServedModelStats server = servers.serving(model);
                StepSums sums = StepSums.of(steps);
                if (server != null && sums.prefill().count() > 0 && !Double.isNaN(server.queueNanos())) {
                    // SGLang tells the first token's time instead, with the queue in it
                    double compute = Double.isNaN(server.prefillNanos())
                            ? server.firstTokenNanos() - server.queueNanos()
                            : server.prefillNanos();
                    splits.add(new PrefillSplit(
                            model,
                            sums.prefill().count(),
                            sums.prefill().value(),
                            server.queueNanos(),
                            compute < 0 ? Double.NaN : compute));
                }
            });
            return splits;
        }

        /**
         * Returns what is neither: the network, and the server's front end. Not-a-number where the server's means are of longer requests
         * than ours.
         */
        double networkNanos() {
            double rest = prefillNanos - queueNanos - computeNanos;
            return rest < 0 ? Double.NaN : rest;
        }
    }
}
