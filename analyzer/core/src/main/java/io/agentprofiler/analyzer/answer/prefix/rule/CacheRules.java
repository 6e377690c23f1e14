// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.rule;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule.Entries;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.PriceListReader.Match;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules of prompt caches, dated: providers change them. {@code docs/questions/prefix.md} describes the format and names the sources
 * of those that come with the analyzer.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class CacheRules {
    static final String FORMAT = "agent-profiler-cache-rules/1";

    /**
     * For calls of which only the ids of blocks are known, as request traces tell them, where no other rule is: a block that was sent
     * before is read from the cache.
     */
    public static final CacheRule BLOCKS = new CacheRule(
            "blocks",
            new CacheRule.RuleScope(provider -> false, null),
            Entries.BLOCKS,
            new CacheRule.EntryLimits(1, 0, Long.MAX_VALUE, 0),
            new CacheRule.CacheHabits(false, false, false),
            List.of(),
            "whole blocks of the request trace");

    private static final String BUNDLED = "cache-rules.json";
    private static final Set<String> FIELDS = Set.of(
            "id",
            "provider",
            "model",
            "entries",
            "unit",
            "min_tokens",
            "lifetime",
            "computes_last_token",
            "keeps_output",
            "charges_writes",
            "breakpoints",
            "look_back",
            "comment");
    private static final Pattern LIFETIME = Pattern.compile("(\\d{1,6}) *(s|min|h)");
    private static final Map<String, Long> UNITS =
            Map.of("s", 1_000_000_000L, "min", 60_000_000_000L, "h", 3_600_000_000_000L);

    private static final List<String> BREAKPOINTS = List.of("tools", "instructions", "newest");
    private static final long LOOK_BACK = 20;

    private final String name;
    private final LocalDate date;
    private final Map<String, CacheRule> rules;
    /** A rule for every call, or {@code null}. */
    private final CacheRule only;

    private CacheRules(String name, LocalDate date, Map<String, CacheRule> rules, CacheRule only) {
        this.name = name;
        this.date = date;
        this.rules = rules;
        this.only = only;
    }

    private static final class BundledRules {
        private static final CacheRules RULES = load();
    }

    /** Returns the rules that come with the analyzer; read once. */
    public static CacheRules bundled() {
        return BundledRules.RULES;
    }

    private static CacheRules load() {
        try (InputStream stream = CacheRules.class.getResourceAsStream(BUNDLED)) {
            return read(JsonNode.read(BUNDLED, stream), "bundled");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonFileException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads rules.
     *
     * @throws IOException when the file cannot be read
     * @throws JsonFileException when it does not say what it should
     */
    public static CacheRules read(Path file) throws IOException, JsonFileException {
        return read(JsonNode.read(file), file.toString());
    }

    private static CacheRules read(JsonNode root, String name) throws JsonFileException {
        root.fields(Set.of("format", "date", "rules", "comment"));
        JsonNode format = root.require("format");
        if (!format.text().equals(FORMAT)) {
            throw format.problem("\"format\" is " + format + ", expected \"" + FORMAT + "\"");
        }
        Map<String, CacheRule> rules = new LinkedHashMap<>();
        for (JsonNode node : root.require("rules").items()) {
            CacheRule rule = rule(node);
            if (rules.put(rule.id(), rule) != null) {
                throw node.require("id").problem("\"" + rule.id() + "\" is the id of another rule, too");
            }
        }
        return new CacheRules(name, date(root.get("date")), rules, null);
    }

    private static LocalDate date(JsonNode date) throws JsonFileException {
        try {
            return date == null ? null : LocalDate.parse(date.text());
        } catch (DateTimeException e) {
            throw date.problem(date + " is no date, expected one like \"2026-11-20\"");
        }
    }

    private static CacheRule rule(JsonNode node) throws JsonFileException {
        Map<String, JsonNode> fields = node.fields(FIELDS);
        JsonNode unit = fields.get("unit");
        if (unit != null && unit.count() < 1) {
            throw unit.problem("\"unit\" is 0, expected 1 token or more");
        }
        Entries entries = entries(node.require("entries"));
        boolean lastComputed = flag(fields.get("computes_last_token"), false);
        return new CacheRule(
                node.require("id").text(),
                new CacheRule.RuleScope(
                        Match.of(node.require("provider")),
                        fields.get("model") == null ? null : Match.of(fields.get("model"))),
                entries,
                new CacheRule.EntryLimits(
                        count(unit, 1),
                        count(fields.get("min_tokens"), 0),
                        lifetime(fields.get("lifetime")),
                        lookBack(entries, fields.get("look_back"))),
                new CacheRule.CacheHabits(
                        lastComputed,
                        // engines compute the last token, and keep what they generate
                        flag(fields.get("keeps_output"), lastComputed),
                        flag(fields.get("charges_writes"), false)),
                breakpoints(entries, fields.get("breakpoints")),
                fields.get("comment") == null ? null : fields.get("comment").text());
    }

    private static boolean flag(JsonNode node, boolean fallback) throws JsonFileException {
        return node == null ? fallback : node.flag();
    }

    private static long count(JsonNode node, long fallback) throws JsonFileException {
        return node == null ? fallback : node.count();
    }

    private static List<Breakpoint> breakpoints(Entries entries, JsonNode node) throws JsonFileException {
        onlyOfBreakpoints(entries, node);
        if (entries != Entries.BREAKPOINTS) {
            return List.of();
        }
        List<Breakpoint> breakpoints = new ArrayList<>();
        for (String word : node == null ? BREAKPOINTS : node.texts()) {
            breakpoints.add(Breakpoint.of(word)
                    .orElseThrow(() ->
                            node.problem("\"breakpoints\" has \"" + word + "\", expected " + Breakpoint.EXPECTED)));
        }
        if (breakpoints.size() > Breakpoint.MOST) {
            throw node.problem("\"breakpoints\" are " + breakpoints.size() + ", expected " + Breakpoint.MOST
                    + " or less: providers take no more");
        }
        return List.copyOf(breakpoints);
    }

    private static int lookBack(Entries entries, JsonNode node) throws JsonFileException {
        onlyOfBreakpoints(entries, node);
        return (int) Math.min(Integer.MAX_VALUE, count(node, LOOK_BACK));
    }

    private static void onlyOfBreakpoints(Entries entries, JsonNode node) throws JsonFileException {
        if (node != null && entries != Entries.BREAKPOINTS) {
            throw node.problem("this is for rules with \"entries\": \"breakpoints\", which this one is not");
        }
    }

    private static Entries entries(JsonNode node) throws JsonFileException {
        List<String> words = new ArrayList<>();
        for (Entries entries : Entries.values()) {
            if (entries.word().equals(node.text())) {
                return entries;
            }
            words.add(entries.word());
        }
        throw node.problem("\"entries\" is " + node + ", expected one of " + String.join(", ", words));
    }

    private static long lifetime(JsonNode node) throws JsonFileException {
        if (node == null) {
            return Long.MAX_VALUE;
        }
        Matcher matcher = LIFETIME.matcher(node.text());
        if (!matcher.matches()) {
            throw node.problem("\"lifetime\" is " + node + ", expected a time such as \"90 s\", \"5 min\" or \"24 h\"");
        }
        return Long.parseLong(matcher.group(1)) * UNITS.get(matcher.group(2));
    }

    /** Returns the same rules with one of them for every call; nothing if there is no rule with that id. */
    public Optional<CacheRules> only(String id) {
        CacheRule rule = rules.get(id);
        return rule == null ? Optional.empty() : Optional.of(new CacheRules(name, date, rules, rule));
    }

    /** Returns the ids of the rules. */
    public Set<String> ids() {
        return rules.keySet();
    }

    /** Returns the rule of a model, the first that fits, or {@code null}. A provider must be known for that. */
    public CacheRule of(String provider, String model) {
        if (only != null) {
            return only;
        }
        if (provider == null) {
            return null;
        }
        String lower = provider.toLowerCase(Locale.ROOT);
        for (CacheRule rule : rules.values()) {
            if (rule.isOf(lower, model)) {
                return rule;
            }
        }
        return null;
    }

    /**
     * Returns the rule of a call, {@code null} where none is known.
     *
     * @param listed its model in the price list, which tells the provider where none was recorded; {@code null} when it is not there
     */
    public CacheRule ofCall(Span call, ListedModel listed) {
        String provider = call.attributes().text(Attributes.PROVIDER_NAME);
        CacheRule rule = of(provider == null && listed != null ? listed.provider() : provider, Calls.model(call));
        rule = rule == null && listed != null ? of(listed.provider(), listed.id()) : rule;
        return rule == null && call.attributes().get(Attributes.PROMPT_BLOCK_IDS) != null ? BLOCKS : rule;
    }

    /** Returns {@code bundled}, or the file's path. */
    public String name() {
        return name;
    }

    /** Returns the day the rules are of, or {@code null}. */
    public LocalDate date() {
        return date;
    }

    /** Answers whether one rule was chosen for all calls. */
    public boolean isForAll() {
        return only != null;
    }

    /** Returns what rules these are, for people. */
    public String label() {
        String dated = date == null ? "rules" : "rules of " + date;
        String whose = name.equals("bundled") ? dated : dated + " from " + name;
        return only == null ? whose : whose + ", " + only.id() + " for all";
    }
}
