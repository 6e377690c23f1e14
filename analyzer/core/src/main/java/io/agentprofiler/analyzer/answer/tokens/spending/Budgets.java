// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import io.agentprofiler.analyzer.answer.tokens.spending.Spending.SpendingScope;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Measure;
import io.agentprofiler.analyzer.command.Amounts;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads budgets: the value of {@code --budget}, and files; {@code docs/questions/tokens.md} describes both. */
public final class Budgets {
    static final String FORMAT = "agent-profiler-budgets/1";

    private static final String SCOPES =
            Stream.of(SpendingScope.values()).map(SpendingScope::word).collect(Collectors.joining(", "));
    private static final String MEASURES =
            Stream.of(Measure.values()).map(Measure::word).collect(Collectors.joining(", "));

    private Budgets() {}

    /** Returns the budgets of an option's value: {@code workflow:checkout,each,usd=0.05,time=30s}. */
    public static List<Budget> parse(String text) throws BudgetException {
        SpendingScope scope = SpendingScope.TOTAL;
        String name = null;
        boolean each = false;
        boolean first = true;
        Map<Measure, BigDecimal> limits = new TreeMap<>();
        for (String raw : text.split(",")) {
            String part = raw.strip();
            int equals = part.indexOf('=');
            int colon = part.indexOf(':');
            if (equals > 0 && !(first && colon > 0 && colon < equals)) {
                Measure measure = measure(part.substring(0, equals).strip(), text);
                if (limits.put(
                                measure,
                                amount(measure, part.substring(equals + 1).strip(), text))
                        != null) {
                    throw new BudgetException("budget '" + text + "' has two limits of " + measure);
                }
            } else if (first) {
                scope = scope(colon < 0 ? part : part.substring(0, colon), text);
                name = colon < 0 ? null : part.substring(colon + 1);
            } else if (part.equals("each")) {
                each = true;
            } else {
                throw new BudgetException(
                        "budget '" + text + "': '" + part + "' is neither 'each' nor a limit such as" + " usd=0.50");
            }
            first = false;
        }
        return budgets(scope, name, each, limits, "budget '" + text + "'");
    }

    private static List<Budget> budgets(
            SpendingScope scope, String name, boolean each, Map<Measure, BigDecimal> limits, String where)
            throws BudgetException {
        if (limits.isEmpty()) {
            throw new BudgetException(where + " has no limit, expected one or more of " + MEASURES);
        }
        boolean single = scope != SpendingScope.CONVERSATION && scope != SpendingScope.ATTRIBUTE;
        if (!single && (each || limits.containsKey(Measure.TIME))) {
            throw new BudgetException(where + ": "
                    + (scope == SpendingScope.CONVERSATION ? "a conversation" : "a value of an attribute")
                    + " has no single runs and no time");
        }
        if (scope == SpendingScope.TOTAL && each) {
            throw new BudgetException(
                    where + ": 'each' is of workflows, agents, tools, functions and models, not of the total");
        }
        List<Budget> budgets = new ArrayList<>();
        limits.forEach((measure, limit) -> budgets.add(new Budget(scope, name, each, measure, limit)));
        return budgets;
    }

    private static SpendingScope scope(String word, String text) throws BudgetException {
        for (SpendingScope scope : SpendingScope.values()) {
            if (scope.word().equals(word.strip())) {
                return scope;
            }
        }
        throw new BudgetException("budget '" + text + "': '" + word + "' is none of " + SCOPES);
    }

    private static Measure measure(String word, String text) throws BudgetException {
        for (Measure measure : Measure.values()) {
            if (measure.word().equals(word)) {
                return measure;
            }
        }
        throw new BudgetException("budget '" + text + "': '" + word + "' is none of " + MEASURES);
    }

    private static BigDecimal amount(Measure measure, String value, String text) throws BudgetException {
        BigDecimal amount = measure == Measure.TIME ? Amounts.nanos(value) : Amounts.number(value);
        if (amount != null) {
            return amount;
        }
        throw new BudgetException("budget '" + text + "': '" + value + "' is no "
                + switch (measure) {
                    case TIME -> "time such as 500ms, 30s, 2min or 1h";
                    case MONEY -> "number such as 0.50";
                    default -> "number such as 20000";
                });
    }

    /**
     * Reads a file of budgets.
     *
     * @throws IOException when it cannot be read
     * @throws JsonFileException when it does not say what it should
     */
    public static List<Budget> read(Path file) throws IOException, JsonFileException {
        JsonNode root = JsonNode.read(file);
        Map<String, JsonNode> fields = root.fields(Set.of("format", "comment", "budgets"));
        JsonNode format = root.require("format");
        if (!format.text().equals(FORMAT)) {
            throw format.problem("\"format\" is " + format + ", expected \"" + FORMAT + "\"");
        }
        List<Budget> budgets = new ArrayList<>();
        root.require("budgets");
        for (JsonNode budget : fields.get("budgets").items()) {
            budgets.addAll(budgets(budget));
        }
        if (budgets.isEmpty()) {
            throw root.problem("\"budgets\" is empty");
        }
        return budgets;
    }

    private static List<Budget> budgets(JsonNode node) throws JsonFileException {
        Set<String> names = new LinkedHashSet<>(Set.of("scope", "name", "each", "comment"));
        for (Measure measure : Measure.values()) {
            names.add(measure.word());
        }
        Map<String, JsonNode> fields = node.fields(names);
        try {
            Map<Measure, BigDecimal> limits = new TreeMap<>();
            for (Measure measure : Measure.values()) {
                JsonNode limit = fields.get(measure.word());
                if (limit != null) {
                    limits.put(
                            measure,
                            measure == Measure.TIME ? amount(measure, limit.text(), limit.text()) : limit.amount());
                }
            }
            SpendingScope scope =
                    scope(node.require("scope").text(), node.require("scope").text());
            String name = node.get("name") == null ? null : node.get("name").text();
            return budgets(
                    scope, name, node.get("each") != null && node.get("each").flag(), limits, "the budget");
        } catch (BudgetException e) {
            throw node.problem(e.getMessage());
        }
    }

    /**
     * A limit of what may be spent.
     *
     * @param scope of what
     * @param name of which one; with {@code *} or {@code ?}, of all names of that pattern together, unless one is called so; {@code
     *     null} holds for every one of the scope on its own
     * @param each whether the limit is for every single run, instead of all runs together
     * @param measure what is limited
     * @param limit the most that may be spent: tokens, US dollars, nanoseconds or calls; exactly that much is within it
     */
    public record Budget(SpendingScope scope, String name, boolean each, Measure measure, BigDecimal limit) {
        /** Answers whether the name is a pattern. */
        boolean isOfSeveral() {
            return name != null && (name.indexOf('*') >= 0 || name.indexOf('?') >= 0) && scope != SpendingScope.TOTAL;
        }

        /** Returns the budget without its limit, for people: {@code each workflow Support.answer}. */
        public String subject() {
            return (each ? "each " : "")
                    + scope.word()
                    + (name == null || scope == SpendingScope.TOTAL ? "" : " " + name);
        }
    }

    /** A budget that cannot be understood; the message says what was expected. */
    public static final class BudgetException extends Exception {
        private static final long serialVersionUID = 1L;

        BudgetException(String message) {
            super(message);
        }
    }
}
