// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.whatif.goal.Goal.Statistic;
import io.agentprofiler.analyzer.command.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a target: conditions with commas between them, {@code p95<2s,cost<0.01}.
 *
 * <pre>
 * target    = condition *( "," condition )
 * condition = subject ( "&lt;" / "&lt;=" ) number [unit]
 * subject   = statistic / figure / figure "." statistic
 * statistic = mean, max, p50, p90, p95, p99          alone: of the duration
 * figure    = duration, first-chunk, cost, tokens    alone: its mean
 * unit      = ns, us, ms, s, m, h for times (required); none for cost (US dollars) and tokens
 * </pre>
 *
 * Spaces may stand between the parts; letters may be large or small.
 */
final class GoalParser {
    private static final Map<String, Double> UNITS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);
    private static final String UNIT_WORDS = "ns, us, ms, s, m or h";

    private final String text;
    private int at;

    private GoalParser(String text) {
        this.text = text;
    }

    /**
     * Reads a target.
     *
     * @throws CommandException where it is none; the message says at which character, and what was expected there
     */
    static List<Goal> parse(String text) throws CommandException {
        GoalParser parser = new GoalParser(text);
        List<Goal> goals = new ArrayList<>();
        do {
            goals.add(parser.condition());
        } while (parser.take(','));
        if (parser.at < text.length()) {
            throw parser.expected("\",\" or the end", parser.at);
        }
        return goals;
    }

    private Goal condition() throws CommandException {
        spaces();
        int from = at;
        String first = word();
        Statistic statistic = find(Statistic.values(), Statistic.allWords(), first);
        GoalFigure figure = find(GoalFigure.values(), GoalFigure.allWords(), first);
        if (statistic == null && figure == null) {
            throw expected(
                    "one of " + String.join(", ", Statistic.allWords()) + ", "
                            + String.join(", ", GoalFigure.allWords()),
                    from);
        }
        if (figure == null) {
            figure = GoalFigure.DURATION;
        } else if (at < text.length() && text.charAt(at) == '.') {
            at++;
            int second = at;
            statistic = find(Statistic.values(), Statistic.allWords(), word());
            if (statistic == null) {
                throw expected("one of " + String.join(", ", Statistic.allWords()), second);
            }
        } else {
            statistic = Statistic.MEAN;
        }
        spaces();
        if (!take('<')) {
            throw expected("\"<\" or \"<=\"", at);
        }
        boolean inclusive = at < text.length() && text.charAt(at) == '=';
        at += inclusive ? 1 : 0;
        double limit = number() * unit(figure);
        String written = text.substring(from, at).strip();
        spaces();
        return new Goal(figure, statistic, inclusive, limit, written);
    }

    private double number() throws CommandException {
        spaces();
        int from = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        try {
            return Double.parseDouble(text.substring(from, at));
        } catch (NumberFormatException e) {
            throw expected("a number of 0 or more", from);
        }
    }

    private double unit(GoalFigure figure) throws CommandException {
        int from = at;
        String word = word();
        if (!figure.isTime()) {
            if (!word.isEmpty()) {
                throw expected(
                        "no unit, as " + figure.word() + " is in "
                                + (figure == GoalFigure.COST ? "US dollars" : "tokens"),
                        from);
            }
            return 1;
        }
        Double unit = UNITS.get(word);
        if (unit == null) {
            throw expected("a unit of time, " + UNIT_WORDS, from);
        }
        return unit;
    }

    private static <T> T find(T[] values, List<String> words, String word) {
        int index = words.indexOf(word);
        return index < 0 ? null : values[index];
    }

    private String word() {
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        return text.substring(from, at).toLowerCase(Locale.ROOT);
    }

    private void spaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private boolean take(char wanted) {
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private CommandException expected(String what, int position) {
        String found = position >= text.length() ? "the end" : "\"" + text.substring(position) + "\"";
        return new CommandException(
                "--target \"" + text + "\", character " + (position + 1) + ": expected " + what + ", found " + found);
    }
}
