// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.modelserver;

import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The table of model servers that were polled. */
public final class BackendSection {
    private static final int MAX_ROWS = 15;
    private static final int MIN_ENDPOINT = 24;

    private BackendSection() {}

    public static void print(Page page, Backends backends) {
        if (backends.isEmpty()) {
            return;
        }
        page.heading("Backends", "what the model servers said of themselves, all their clients together");
        Grid table = new Grid(
                page.screen(),
                MIN_ENDPOINT,
                Column.text("endpoint"),
                Column.text("model"),
                Column.number("samples").dispensable(3),
                Column.number("failed polls").dispensable(2),
                Column.number("running mean").dispensable(2),
                Column.number("max").dispensable(4),
                Column.number("waiting mean"),
                Column.number("max").dispensable(1),
                Column.number("KV cache max"),
                Column.number("prefix hits"),
                Column.number("preemptions").dispensable(4));
        Set<String> answered = new HashSet<>();
        int rows = 0;
        for (Map.Entry<BackendKey, BackendStats> row : backends.stats().entrySet()) {
            BackendKey key = row.getKey();
            boolean first = answered.add(key.endpoint());
            if (rows++ < MAX_ROWS) {
                row(table, key, row.getValue(), first ? failed(backends, key.endpoint()) : 0);
            }
        }
        page.table(table);
        Cells.more(page, rows - MAX_ROWS);
        backends.failures().forEach((endpoint, failures) -> {
            if (!answered.contains(endpoint)) {
                page.note(
                        "!",
                        Texts.safe(endpoint + " never answered, " + Units.count(failures.count(), "poll") + ": "
                                + failures.last()),
                        Ink.YELLOW);
            }
        });
    }

    private static long failed(Backends backends, String endpoint) {
        Backends.Failures failures = backends.failures().get(endpoint);
        return failures == null ? 0 : failures.count();
    }

    private static void row(Grid table, BackendKey key, BackendStats stats, long failed) {
        Gauge fullest = stats.kvCacheMax().isKnown() ? stats.kvCacheMax() : stats.kvCache();
        table.row(
                Cell.of(Texts.safe(key.endpoint().replaceFirst("^https?://", ""))),
                Cell.of(Texts.safe(key.model() == null ? "(" + key.server() + ")" : key.model())),
                Cell.of(Units.count(stats.samples())),
                Cells.bad(failed, Ink.YELLOW),
                Cell.of(mean(stats.running())),
                Cell.of(max(stats.running())),
                Cell.of(mean(stats.waiting())),
                Cell.of(max(stats.waiting())),
                Cell.of(fullest.isKnown() ? Units.share(fullest.max(), 1) : Units.UNKNOWN),
                Cell.of(
                        Double.isNaN(stats.prefixHitRate())
                                ? Units.UNKNOWN
                                : Units.share(stats.prefixHits(), stats.prefixQueries())),
                Cell.of(Units.count(stats.preemptions())));
    }

    private static String mean(Gauge gauge) {
        return gauge.isKnown() ? String.format(Locale.ROOT, "%.1f", gauge.mean()) : Units.UNKNOWN;
    }

    private static String max(Gauge gauge) {
        return gauge.isKnown() ? Units.count(Math.round(gauge.max())) : Units.UNKNOWN;
    }
}
