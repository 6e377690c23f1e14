// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.view;

import io.agentprofiler.analyzer.answer.prefix.PrefixResult;
import io.agentprofiler.analyzer.answer.prefix.capacity.Capacity;
import io.agentprofiler.analyzer.answer.prefix.capacity.HitCurve;
import io.agentprofiler.analyzer.answer.prefix.capacity.ModelHitCurve;
import io.agentprofiler.analyzer.answer.prefix.capacity.Replicas;
import io.agentprofiler.analyzer.answer.prefix.capacity.Routing;
import io.agentprofiler.analyzer.answer.prefix.capacity.Servers;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The blocks on self-hosted servers: achievable cache hits by cache size and by routing. */
final class ServerBlocks {
    /** Hits are told at every twentieth of what is achievable. */
    private static final int POINTS = 20;

    private ServerBlocks() {}

    /**
     * Describes what servers could serve.
     *
     * @param ruleForAll whether the rule was chosen for all calls
     */
    static List<Block> of(PrefixResult answer, Servers servers, boolean ruleForAll) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(sizes(answer.hitCurves(), servers.capacity()));
        if (answer.hitCurves().isEmpty() && !servers.isUnlimited()) {
            blocks.add(Section.titled(
                    "Cache size",
                    "",
                    new Note(
                            "!",
                            answer.models().isEmpty()
                                    ? "the blocks of no prompt are known, so the size of a cache cannot be told"
                                    : "the size of a cache has no effect on these models: by their rules entries expire with time, not for"
                                            + " want of space"
                                            + (ruleForAll
                                                    ? ""
                                                    : "; --rule vllm or sglang simulates a server of your own"),
                            Emphasis.WARNING)));
        }
        if (servers.replicas() > 1) {
            blocks.add(replicas(answer.replicas(), servers));
        }
        return blocks;
    }

    private static Table sizes(List<ModelHitCurve> rows, Capacity capacity) {
        Table.Builder<ModelHitCurve> table = Table.of("room", rows)
                .heading(
                        "Cache size",
                        "how many tokens a server's cache must hold to serve a part of what is achievable")
                .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                .text("model", "model", row -> Cell.name(row.model()))
                .text("rule", "rule", row -> Cell.name(row.rule().id()))
                .field("input_tokens", ModelHitCurve::input)
                .number(
                        "achievable_tokens",
                        "achievable",
                        row -> Cell.share(row.curve().all(), row.input())
                                .as(row.curve().all()))
                .number("a quarter", row -> size(row.curve(), 0.25))
                .number("half", row -> size(row.curve(), 0.5))
                .number("95 %", row -> size(row.curve(), 0.95))
                .number("all", row -> size(row.curve(), 1))
                .field("curve", row -> points(row.curve()));
        if (capacity.amount() > 0) {
            table.field("cache_tokens", row -> row.curve().limit())
                    .number(
                            "in_cache_tokens",
                            "served with "
                                    + (capacity.inBlocks() ? capacity.toString() : Units.count(capacity.amount())),
                            row -> Cell.share(row.curve().hitsInLimit(), row.input())
                                    .as(row.curve().hitsInLimit())
                                    .with(Emphasis.STRONG));
        }
        return table.build();
    }

    private static Cell size(HitCurve curve, double share) {
        return curve.all() == 0 ? Cell.unknown() : Cell.count(curve.sizeFor(share));
    }

    private static List<Fields> points(HitCurve curve) {
        List<Fields> points = new ArrayList<>();
        long last = 0;
        for (int i = 1; i <= POINTS; i++) {
            long size = curve.sizeFor((double) i / POINTS);
            if (size > last) {
                points.add(new Fields().put("cache_tokens", size).put("hit_tokens", curve.hitsAt(size)));
                last = size;
            }
        }
        return points;
    }

    private static Section replicas(List<Replicas> rows, Servers servers) {
        Capacity capacity = servers.capacity();
        Section.Builder section = Section.under(null, "")
                .key("replicas")
                .add(new Value("servers", servers.replicas()))
                .add(new Value(
                        "cache_tokens",
                        servers.isUnlimited() || capacity.inBlocks() ? null : (Object) capacity.amount()))
                .add(replicas(
                        rows,
                        "of input tokens, when each model has " + Units.count(servers.replicas()) + " servers with "
                                + (servers.isUnlimited() ? "unlimited caches" : "caches of " + capacity + " each")));
        for (Replicas row : PrefixDocument.shown(rows)) {
            long busiest = row.byRouting().get(Routing.LONGEST_PREFIX).busiestInput();
            if (busiest * servers.replicas() > 2 * row.input()) {
                section.add(new Note(
                        "·",
                        row.model() + ": by the longest prefix one server gets " + Units.share(busiest, row.input())
                                + " of the input",
                        Emphasis.DIM));
            }
        }
        return section.build();
    }

    private static Table replicas(List<Replicas> rows, String explanation) {
        Table.Builder<Replicas> table = Table.of("models", rows)
                .heading("Replicas", explanation)
                .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                .text("model", "model", row -> Cell.name(row.model()))
                .text("rule", "rule", row -> Cell.name(row.rule().id()))
                .field("input_tokens", Replicas::input)
                .number(
                        "one_server_tokens",
                        "one server",
                        row -> Cell.share(row.one(), row.input()).as(row.one()));
        for (Routing routing : Routing.values()) {
            table.number(
                    routing.name().toLowerCase(Locale.ROOT),
                    routing.word(),
                    row -> routed(row.byRouting().get(routing), row.input()));
        }
        return table.number(
                        "routing is worth",
                        row -> Cell.words(Units.count(row.worth(), "token")).with(Emphasis.STRONG))
                .build();
    }

    private static Cell routed(Replicas.Result result, long input) {
        return Cell.share(result.hits(), input)
                .as(new Fields().put("hit_tokens", result.hits()).put("busiest_input_tokens", result.busiestInput()));
    }
}
