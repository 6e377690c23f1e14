// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.price;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList.ListedProvider;
import io.agentprofiler.analyzer.answer.tokens.price.Rates.DatedRates;
import io.agentprofiler.analyzer.answer.tokens.price.Rates.Rate;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Reads price lists: our own format, {@code docs/questions/tokens.md}, and the data files of genai-prices it is made of, which are
 * its {@code providers} alone. Fields it does not know are passed over.
 */
public final class PriceListReader {
    static final String FORMAT = "agent-profiler-prices/1";

    private PriceListReader() {}

    /** Reads a list called {@code name}. */
    static PriceList read(JsonNode file, String name) throws JsonFileException {
        if (file.isArray()) {
            return new PriceList(name, null, null, providers(file));
        }
        JsonNode format = file.require("format");
        if (!format.text().equals(FORMAT)) {
            throw format.problem("\"format\" is \"" + format.text() + "\", expected \"" + FORMAT + "\"");
        }
        return new PriceList(
                name,
                file.get("date") == null ? null : date(file.get("date")),
                file.get("source") == null ? null : file.get("source").text(),
                providers(file.require("providers")));
    }

    private static List<ListedProvider> providers(JsonNode providers) throws JsonFileException {
        List<ListedProvider> list = new ArrayList<>();
        for (JsonNode provider : providers.items()) {
            String id = provider.require("id").text();
            List<ListedModel> models = new ArrayList<>();
            for (JsonNode model : provider.require("models").items()) {
                models.add(model(id, model));
            }
            list.add(new ListedProvider(
                    id,
                    texts(provider.get("aliases")).stream()
                            .map(alias -> alias.toLowerCase(Locale.ROOT))
                            .toList(),
                    match(provider.get("provider_match")),
                    match(provider.get("model_match")),
                    texts(provider.get("fallback_model_providers")),
                    provider.get("batch_factor") == null
                            ? null
                            : provider.get("batch_factor").amount(),
                    provider.get("web_searches_kcount") == null
                            ? null
                            : provider.get("web_searches_kcount").amount(),
                    List.copyOf(models)));
        }
        return List.copyOf(list);
    }

    private static List<String> texts(JsonNode texts) throws JsonFileException {
        return texts == null ? List.of() : texts.texts();
    }

    private static Predicate<String> match(JsonNode rule) throws JsonFileException {
        return rule == null ? name -> false : Match.of(rule);
    }

    private static ListedModel model(String provider, JsonNode model) throws JsonFileException {
        JsonNode window = model.get("context_window");
        JsonNode prices = model.require("prices");
        List<DatedRates> rates = new ArrayList<>();
        if (prices.isArray()) {
            for (JsonNode dated : prices.items()) {
                rates.add(dated(dated));
            }
        } else {
            rates.add(new DatedRates(null, null, null, rates(prices)));
        }
        if (rates.isEmpty()) {
            throw prices.problem("\"prices\" is empty, expected an object, or an array of one element or more");
        }
        return new ListedModel(
                provider,
                model.require("id").text(),
                window == null ? Unknown.LONG : window.count(),
                Match.of(model.require("match")),
                rates);
    }

    private static DatedRates dated(JsonNode dated) throws JsonFileException {
        Rates rates = rates(dated.require("prices"));
        JsonNode constraint = dated.get("constraint");
        if (constraint == null) {
            return new DatedRates(null, null, null, rates);
        }
        JsonNode start = constraint.get("start_date");
        if (start != null) {
            return new DatedRates(date(start), null, null, rates);
        }
        return new DatedRates(
                null, time(constraint.require("start_time")), time(constraint.require("end_time")), rates);
    }

    private static LocalDate date(JsonNode date) throws JsonFileException {
        try {
            return LocalDate.parse(date.text());
        } catch (DateTimeException e) {
            throw date.problem(date + " is no date, expected one like \"2026-09-23\"");
        }
    }

    private static OffsetTime time(JsonNode time) throws JsonFileException {
        try {
            return OffsetTime.parse(time.text());
        } catch (DateTimeException e) {
            throw time.problem(time + " is no time of day, expected one like \"16:30:00Z\"");
        }
    }

    private static Rates rates(JsonNode prices) throws JsonFileException {
        Map<String, JsonNode> fields = prices.fields();
        return new Rates(
                rate(fields.get("input_mtok")),
                rate(fields.get("cache_read_mtok")),
                rate(fields.get("cache_write_mtok")),
                rate(fields.get("cache_write_1h_mtok")),
                rate(fields.get("output_mtok")),
                rate(fields.get("output_reasoning_mtok")),
                rate(fields.get("requests_kcount")));
    }

    private static Rate rate(JsonNode price) throws JsonFileException {
        if (price == null) {
            return null;
        }
        if (!price.isObject()) {
            return new Rate(price.amount(), List.of());
        }
        List<Rate.Tier> tiers = new ArrayList<>();
        for (JsonNode tier : price.require("tiers").items()) {
            BigDecimal amount = tier.require("price").amount();
            tiers.add(new Rate.Tier(tier.require("start").count(), amount));
        }
        tiers.sort(Comparator.comparingLong(Rate.Tier::above));
        return new Rate(price.require("base").amount(), tiers);
    }

    /** A price list's rule for names: {@code equals}, {@code starts_with}, {@code ends_with}, {@code contains}, {@code regex}, {@code or}, {@code and}. */
    public static final class Match {
        private static final String EXPECTED =
                "expected one of equals, starts_with, ends_with, contains, regex, or, and";

        private Match() {}

        /** Returns the rule; all but regular expressions ignore case. */
        public static Predicate<String> of(JsonNode rule) throws JsonFileException {
            Map<String, JsonNode> fields = rule.fields();
            if (fields.size() != 1) {
                throw rule.problem("a match rule has one field, " + EXPECTED);
            }
            Map.Entry<String, JsonNode> only = fields.entrySet().iterator().next();
            JsonNode value = only.getValue();
            switch (only.getKey()) {
                case "or":
                    List<Predicate<String>> any = all(value);
                    return name -> any.stream().anyMatch(match -> match.test(name));
                case "and":
                    List<Predicate<String>> every = all(value);
                    return name -> every.stream().allMatch(match -> match.test(name));
                case "regex":
                    return regex(value);
                case "equals":
                    String same = lower(value.text());
                    return name -> lower(name).equals(same);
                case "starts_with":
                    String start = lower(value.text());
                    return name -> lower(name).startsWith(start);
                case "ends_with":
                    String end = lower(value.text());
                    return name -> lower(name).endsWith(end);
                case "contains":
                    String part = lower(value.text());
                    return name -> lower(name).contains(part);
                default:
                    throw value.problem("\"" + only.getKey() + "\" is no match rule, " + EXPECTED);
            }
        }

        private static List<Predicate<String>> all(JsonNode rules) throws JsonFileException {
            List<Predicate<String>> matches = new ArrayList<>();
            for (JsonNode rule : rules.items()) {
                matches.add(of(rule));
            }
            return matches;
        }

        private static Predicate<String> regex(JsonNode value) throws JsonFileException {
            try {
                return Pattern.compile(value.text()).asPredicate();
            } catch (PatternSyntaxException e) {
                throw value.problem("\"regex\" cannot be parsed: " + e.getDescription());
            }
        }

        private static String lower(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }
}
