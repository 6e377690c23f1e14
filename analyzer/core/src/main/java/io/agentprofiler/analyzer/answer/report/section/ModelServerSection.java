// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.trace.modelserver.Gauge;
import io.agentprofiler.analyzer.trace.modelserver.LoadSlot;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.modelserver.ServedModel;
import io.agentprofiler.analyzer.trace.modelserver.ServedModelStats;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The model servers that were polled. */
public final class ModelServerSection {
    private static final int MAX_ROWS = 15;
    private static final int MIN_ENDPOINT = 24;

    private ModelServerSection() {}

    /**
     * A model at a server.
     *
     * @param stats {@code null} for a server that never answered
     * @param first whether it is the server's first row
     * @param failures polls without an answer, {@code null} for none
     */
    private record ServerRow(ServedModel key, ServedModelStats stats, boolean first, ModelServers.Failures failures) {
        long failed() {
            return failures == null ? 0 : failures.count();
        }
    }

    /** Describes the servers, those that never answered below the others. */
    public static List<Block> of(ModelServers modelServers) {
        List<ServerRow> rows = rows(modelServers);
        List<Block> blocks = new ArrayList<>();
        blocks.add(Table.of("backends", rows)
                .heading("Model servers", "what they said of themselves, all their clients together")
                .where(row -> row.stats() != null)
                .minFirst(MIN_ENDPOINT)
                .atMost(MAX_ROWS, "report --out DIR writes all of them")
                .text(
                        "endpoint",
                        "endpoint",
                        row -> Cell.name(row.key().endpoint().replaceFirst("^https?://", ""))
                                .as(row.key().endpoint()))
                .field("server", row -> row.key().server())
                .text("model", "model", row -> model(row.key()))
                .number(
                        "samples",
                        "samples",
                        row -> Cell.count(row.stats() == null ? 0 : row.stats().samples()))
                .dispensable(3)
                .number(
                        "failed_polls",
                        "failed polls",
                        row -> Cell.bad(row.first() ? row.failed() : 0, Emphasis.WARNING)
                                .as(row.failed()))
                .dispensable(2)
                .field("last_failure", ServerRow::failures, ModelServers.Failures::last)
                .field("running", row -> gauge(row, ServedModelStats::running, ServedModelStats::running))
                .field("waiting", row -> gauge(row, ServedModelStats::waiting, ServedModelStats::waiting))
                .field("kv_cache_usage", row -> gauge(row, ServedModelStats::kvCache, ServedModelStats::kvCacheMax))
                .number("running mean", row -> mean(row.stats().running()))
                .dispensable(2)
                .number("max", row -> max(row.stats().running()))
                .dispensable(4)
                .number("waiting mean", row -> mean(row.stats().waiting()))
                .number("max", row -> max(row.stats().waiting()))
                .dispensable(1)
                .number("KV cache max", row -> fullest(row.stats()))
                .number(
                        "prefix hits",
                        row -> Double.isNaN(row.stats().prefixHitRate())
                                ? Cell.unknown()
                                : Cell.share(row.stats().prefixHitRate(), 1))
                .field("prefix_cache_queries", ServerRow::stats, ServedModelStats::prefixQueries)
                .field("prefix_cache_hits", ServerRow::stats, ServedModelStats::prefixHits)
                .field("prefix_cache_hit_rate", ServerRow::stats, ServedModelStats::prefixHitRate)
                .field("prompt_tokens", ServerRow::stats, ServedModelStats::promptTokens)
                .field("generation_tokens", ServerRow::stats, ServedModelStats::generationTokens)
                .number("preemptions", row -> Cell.count(row.stats().preemptions()))
                .dispensable(4)
                .field("preemptions", ServerRow::stats, ServedModelStats::preemptions)
                .field("requests", ServerRow::stats, ServedModelStats::requests)
                .field("requests_by_finish_reason", ServerRow::stats, ModelServerSection::finishReasons)
                .number("KV tokens", row -> Cell.count(row.stats().capacityTokens()))
                .dispensable(5)
                .field("kv_cache_capacity_tokens", ServerRow::stats, ServedModelStats::capacityTokens)
                .field("kv_cache_block_tokens", ServerRow::stats, ServedModelStats::blockTokens)
                .field(
                        "kv_cache_used_tokens",
                        row -> gauge(row, ServedModelStats::usedTokens, ServedModelStats::usedTokens))
                .field("queue_mean_ns", ServerRow::stats, ServedModelStats::queueNanos)
                .field("prefill_mean_ns", ServerRow::stats, ServedModelStats::prefillNanos)
                .field("first_token_mean_ns", ServerRow::stats, ServedModelStats::firstTokenNanos)
                .field("first_epoch_ns", ServerRow::stats, ModelServerSection::first)
                .field("timeline", ServerRow::stats, ModelServerSection::timeline)
                .build());
        for (ServerRow row : rows) {
            if (row.stats() == null) {
                blocks.add(new Note(
                        "!",
                        row.key().endpoint() + " never answered, " + Units.count(row.failed(), "poll") + ": "
                                + row.failures().last(),
                        Emphasis.WARNING));
            }
        }
        return blocks;
    }

    private static Cell model(ServedModel key) {
        if (key.model() == null && key.server() == null) {
            return Cell.unknown();
        }
        return Cell.name(key.model() == null ? "(" + key.server() + ")" : key.model())
                .as(key.model());
    }

    private static List<Fields> finishReasons(ServedModelStats stats) {
        List<Fields> reasons = new ArrayList<>();
        stats.requestsByFinishReason()
                .forEach((reason, requests) ->
                        reasons.add(new Fields().put("finish_reason", reason).put("requests", requests)));
        return reasons.isEmpty() ? null : reasons;
    }

    private static List<ServerRow> rows(ModelServers modelServers) {
        List<ServerRow> rows = new ArrayList<>();
        Set<String> answered = new HashSet<>();
        modelServers
                .stats()
                .forEach((key, stats) -> rows.add(new ServerRow(
                        key,
                        stats,
                        answered.add(key.endpoint()),
                        modelServers.failures().get(key.endpoint()))));
        modelServers.failures().forEach((endpoint, failures) -> {
            if (!answered.contains(endpoint)) {
                rows.add(new ServerRow(new ServedModel(endpoint, null, null), null, true, failures));
            }
        });
        return rows;
    }

    /** The highest is that of the fullest engine, where the engines' own are known. */
    private static Fields gauge(
            ServerRow row, Function<ServedModelStats, Gauge> gauge, Function<ServedModelStats, Gauge> ofOneEngine) {
        if (row.stats() == null || !gauge.apply(row.stats()).isKnown()) {
            return null;
        }
        Gauge one = ofOneEngine.apply(row.stats());
        Gauge all = gauge.apply(row.stats());
        return new Fields().put("mean", all.mean()).put("max", (one.isKnown() ? one : all).max());
    }

    private static Object first(ServedModelStats stats) {
        return stats.history().isEmpty()
                ? null
                : (Object) stats.history().get(0).firstNanos();
    }

    private static Object timeline(ServedModelStats stats) {
        List<LoadSlot> slots = stats.history();
        List<Fields> points = new ArrayList<>();
        LoadSlot.ServerCounters before = null;
        for (LoadSlot slot : slots) {
            Fields point = new Fields()
                    .put("at_ns", slot.firstNanos() - slots.get(0).firstNanos())
                    .put("running", slot.gauges().running())
                    .put("waiting", slot.gauges().waiting())
                    .put("kv_cache_usage", slot.gauges().kvCache())
                    .put("kv_cache_used_tokens", slot.gauges().usedTokens())
                    .put("kv_cache_capacity_tokens", slot.gauges().capacityTokens())
                    .put("failed_polls", slot.failed() == 0 ? null : (Object) slot.failed());
            if (before != null) {
                point.put("prefix_cache_hit_rate", slot.counters().hitRateSince(before))
                        .put("prompt_tokens", slot.counters().promptTokensSince(before))
                        .put("generation_tokens", slot.counters().generationTokensSince(before));
            }
            points.add(point);
            before = slot.counters();
        }
        return points.isEmpty() ? null : points;
    }

    private static Cell fullest(ServedModelStats stats) {
        Gauge fullest = stats.kvCacheMax().isKnown() ? stats.kvCacheMax() : stats.kvCache();
        return fullest.isKnown() ? Cell.share(fullest.max(), 1) : Cell.unknown();
    }

    private static Cell mean(Gauge gauge) {
        return gauge.isKnown()
                ? Cell.words(String.format(Locale.ROOT, "%.1f", gauge.mean())).as(gauge.mean())
                : Cell.unknown();
    }

    private static Cell max(Gauge gauge) {
        return gauge.isKnown() ? Cell.count(Math.round(gauge.max())) : Cell.unknown();
    }
}
