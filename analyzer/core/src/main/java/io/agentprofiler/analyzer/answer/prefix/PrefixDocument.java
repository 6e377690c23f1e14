// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.prefix.cache.Capacity;
import io.agentprofiler.analyzer.answer.prefix.cache.HitCurve;
import io.agentprofiler.analyzer.answer.prefix.cache.HitCurve.ModelHitCurve;
import io.agentprofiler.analyzer.answer.prefix.cache.Replicas;
import io.agentprofiler.analyzer.answer.prefix.cache.Replicas.Routing;
import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.Caller;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.prefix.stable.PrefixBreaks.PrefixBreak;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptTexts.TextDifference;
import io.agentprofiler.analyzer.answer.prefix.stable.StablePrefixes.StablePrefix;
import io.agentprofiler.analyzer.answer.tokens.CostFields;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.output.Unseen;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
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
import java.util.Map;

/** The document of {@code prefix}: achievable and actual cache hits, common prefixes, and what breaks them. */
public final class PrefixDocument {
    /** Rows of a table that people see. */
    public static final int MAX_ROWS = 15;

    /** Where the other rows are. */
    static final String ELSEWHERE = "--out DIR writes all of them to prefix.json";

    private PrefixDocument() {}

    /**
     * Describes the answer.
     *
     * @param texts texts of the calls at which prefixes break, where they were recorded
     * @param servers the simulated servers
     */
    public static Document of(
            Outcome outcome,
            PrefixResult answer,
            Map<SpanRef, String> texts,
            CacheRules rules,
            Servers servers,
            PriceList prices) {
        Document.Builder document = Document.of("agent-profiler-prefix/1", "Prompt prefix caching")
                .add(new Value(
                        "rules",
                        new Fields()
                                .put("list", rules.name())
                                .put(
                                        "date",
                                        rules.date() == null
                                                ? null
                                                : rules.date().toString())))
                .add(new Value("prices", CostFields.of(prices)))
                .add(new Value("dropped_calls", answer.dropped()))
                .addAll(ModelBlocks.of(answer.models(), rules, prices))
                .addAll(ServerBlocks.of(answer, servers, rules.isForAll()))
                .addAll(PlaceBlocks.of(answer, texts))
                .add(estimates(answer.estimates()));
        if (answer.models().isEmpty() && answer.estimates().isEmpty()) {
            document.add(
                    Section.titled("Prompt caching", "no model call reported tokens, or hashes or text of its prompt"));
        }
        if (answer.dropped() > 0) {
            document.add(Section.titled(
                    "Calls left out",
                    "",
                    new Note(
                            "!",
                            Units.count(answer.dropped(), "call")
                                    + " left out: too many different prompts, so only the earliest calls are analyzed",
                            Emphasis.WARNING)));
        }
        return document.add(DataSection.of(outcome)).build();
    }

    /** Returns the rows that people see. */
    static <T> List<T> shown(List<T> rows) {
        return rows.subList(0, Math.min(MAX_ROWS, rows.size()));
    }

    private static Table estimates(List<CountEstimate> rows) {
        return Table.of("from_token_counts", rows)
                .heading("From token counts alone", "calls without hashes and text: if conversations only grew")
                .atMost(MAX_ROWS, ELSEWHERE)
                .text("model", "model", row -> Cell.name(row.model()))
                .number("calls", "calls", row -> Cell.count(row.calls()))
                .number("input_tokens", "in", row -> Cell.count(row.input()))
                .number("continuing_calls", "may continue", row -> Cell.count(row.growing()))
                .field("achievable_least_tokens", CountEstimate::least)
                .field("achievable_most_tokens", CountEstimate::most)
                .number(
                        "achievable",
                        row -> Cell.words(Units.share(row.least(), row.input()) + " to "
                                        + Units.share(row.most(), row.input()))
                                .with(Emphasis.STRONG))
                .number(
                        "recorded_tokens",
                        "recorded",
                        row -> row.recorded() < 0
                                ? Cell.unknown()
                                : Cell.share(row.recorded(), row.input()).as(row.recorded()))
                .build();
    }

    /** The blocks on each agent: the common prefix of its prompts, and what breaks it. */
    private static final class PlaceBlocks {
        private PlaceBlocks() {}

        static List<Block> of(PrefixResult answer, Map<SpanRef, String> texts) {
            List<Block> blocks = new ArrayList<>();
            blocks.add(stable(answer.stable()));
            blocks.add(breaks(answer.breaks()));
            for (PrefixBreak row : PrefixDocument.shown(answer.breaks())) {
                TextDifference difference = TextDifference.of(row, texts);
                if (difference != null) {
                    blocks.add(new Note(
                            "·",
                            (row.broken().part() == null ? "" : row.broken().part() + ": ")
                                    + quote(difference.before(), difference.own()) + " was "
                                    + quote(difference.before(), difference.other()),
                            Emphasis.DIM));
                }
            }
            return blocks;
        }

        private static Table stable(List<StablePrefix> rows) {
            return Table.of("stable_prefixes", rows)
                    .heading("Stable prefixes", "what all prompts of an agent begin with, and at least half of them")
                    .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                    .text("workflow / agent", row -> caller(row.caller()))
                    .field("workflow", row -> row.caller().workflow())
                    .field("agent", row -> row.caller().agent())
                    .text("model", "model", row -> Cell.name(row.caller().model()))
                    .dispensable(3)
                    .number("calls", "calls", row -> Cell.count(row.calls()))
                    .number(
                            "common_tokens",
                            "shared by all",
                            row -> Cell.count(row.commonTokens()).with(Emphasis.STRONG))
                    .text("ends_in", "ends in", row -> row.endsIn() == null ? Cell.unknown() : Cell.name(row.endsIn()))
                    .number("half_tokens", "shared by half", row -> Cell.count(row.mostTokens()))
                    .number("half_calls", "calls", row -> Cell.count(row.mostCalls()))
                    .build();
        }

        private static Table breaks(List<PrefixBreak> rows) {
            return Table.of("breaks", rows)
                    .heading("What breaks prefixes", "the first part that differs from the prompt before it")
                    .atMost(PrefixDocument.MAX_ROWS, PrefixDocument.ELSEWHERE)
                    .text("workflow / agent", row -> caller(row.broken().caller()))
                    .field("workflow", row -> row.broken().caller().workflow())
                    .field("agent", row -> row.broken().caller().agent())
                    .field("model", row -> row.broken().caller().model())
                    .text(
                            "field",
                            "first difference",
                            row -> (row.broken().part() == null
                                            ? Cell.unknown()
                                            : Cell.name(row.broken().part()))
                                    .with(Emphasis.STRONG))
                    .text(
                            "between",
                            "from",
                            row -> row.broken().within()
                                    ? Cell.words("call to call").as("calls")
                                    : Cell.words("workflow to workflow").as("workflows"))
                    .number("times", "times", row -> Cell.count(row.times()))
                    .number("at_token", "at token", row -> Cell.count(row.atToken()))
                    .dispensable(1)
                    .number(
                            "sent_anew_tokens",
                            "sent again",
                            row -> Cell.count(row.lost().lostTokens()))
                    .number(
                            "cacheable_tokens",
                            "cacheable",
                            row -> Cell.count(row.lost().savedTokens()))
                    .number(
                            "worth_usd",
                            "saves",
                            row -> Cell.money(
                                    row.lost().priced() == 0 ? null : row.lost().savedDollars()))
                    .field("priced_times", prefixBreak -> prefixBreak.lost().priced())
                    .text("trace_id", "example", row -> Cell.trace(row.call().trace()))
                    .dispensable(2)
                    .field("span_id", row -> TraceId.spanText(row.call().span()))
                    .field("other_trace_id", row -> row.before().trace().toString())
                    .field("other_span_id", row -> TraceId.spanText(row.before().span()))
                    .build();
        }

        private static String quote(String before, String after) {
            return '"' + Unseen.blanked(before).strip() + "["
                    + Unseen.blanked(after).strip() + "]\"";
        }

        private static Cell caller(Caller caller) {
            String workflow = caller.workflow();
            String agent = caller.agent();
            return Cell.name(agent == null || agent.equals(workflow) ? workflow : workflow + " / " + agent);
        }
    }

    /** The blocks on self-hosted servers: achievable cache hits by cache size and by routing. */
    private static final class ServerBlocks {
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
                                    + (servers.isUnlimited()
                                            ? "unlimited caches"
                                            : "caches of " + capacity + " each")));
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

        private static Cell routed(Replicas.ReplicaHits result, long input) {
            return Cell.share(result.hits(), input)
                    .as(new Fields()
                            .put("hit_tokens", result.hits())
                            .put("busiest_input_tokens", result.busiestInput()));
        }
    }
}
