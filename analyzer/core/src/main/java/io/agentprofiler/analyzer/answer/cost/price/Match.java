// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.price;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A price list's rule for names: {@code equals}, {@code starts_with}, {@code ends_with}, {@code contains}, {@code regex}, {@code or}, {@code and}. */
public final class Match {
    private static final String EXPECTED = "expected one of equals, starts_with, ends_with, contains, regex, or, and";

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
