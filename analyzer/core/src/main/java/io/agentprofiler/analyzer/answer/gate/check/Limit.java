// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.command.Amounts;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit on a figure of workflows. The workflows of each name are judged by themselves.
 *
 * @param figure what is limited
 * @param percent which percentile of the workflows of a name; {@link Double#NaN} where each single one counts
 * @param most the most that is allowed: a number, US dollars or nanoseconds; exactly that much is within it
 * @param text the limit as it was written, such as {@code max-time p95=2s}
 * @param only names of the workflows it holds for
 */
public record Limit(Figure figure, double percent, BigDecimal most, String text, NamePattern only) {
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,3})?)");
    private static final String MOST = "max";

    /** Answers whether each single workflow has to keep the limit. */
    public boolean isOfEach() {
        return Double.isNaN(percent);
    }

    /** Returns the limit of a figure of which nothing is allowed. */
    public static Limit none(Figure figure, NamePattern only) {
        return new Limit(figure, Double.NaN, BigDecimal.ZERO, figure.option(), only);
    }

    /**
     * Returns the limits of an option's value: a number, dollars, a time, or of times {@code p50=1s,p95=2s,max=5s}.
     *
     * @throws LimitException when it is none
     */
    public static List<Limit> of(Figure figure, String value, NamePattern only) throws LimitException {
        List<Limit> limits = new ArrayList<>();
        for (String part : figure.unit() == Figure.FigureUnit.NANOS ? value.split(",", -1) : new String[] {value}) {
            limits.add(one(figure, part.strip(), value, only));
        }
        return limits;
    }

    private static Limit one(Figure figure, String part, String value, NamePattern only) throws LimitException {
        int equals = figure.unit() == Figure.FigureUnit.NANOS ? part.indexOf('=') : -1;
        String statistic = equals < 0 ? MOST : part.substring(0, equals).strip();
        String amount = part.substring(equals + 1).strip();
        Matcher percentile = PERCENTILE.matcher(statistic);
        double percent = percentile.matches() ? Double.parseDouble(percentile.group(1)) : Double.NaN;
        if (!statistic.equals(MOST) && !(percent > 0)) {
            throw new LimitException(figure.option() + " " + value + ": '" + statistic
                    + "' is no percentile such as p50, p95 or p99.9, nor max");
        }
        BigDecimal most = figure.unit() == Figure.FigureUnit.NANOS ? Amounts.nanos(amount) : Amounts.number(amount);
        boolean whole = figure.unit() != Figure.FigureUnit.COUNT
                || most == null
                || most.stripTrailingZeros().scale() <= 0;
        if (most == null || !whole) {
            throw new LimitException(figure.option() + " " + value + ": '" + amount + "' is no " + example(figure));
        }
        return new Limit(figure, percent, most, figure.option() + " " + part, only);
    }

    private static String example(Figure figure) {
        return switch (figure.unit()) {
            case NANOS -> "time such as 500ms, 2s, 1min";
            case DOLLARS -> "amount of US dollars such as 0.05";
            case COUNT, NONE -> "whole number such as 3";
        };
    }

    /** A limit that cannot be understood; the message says what was expected. */
    public static final class LimitException extends Exception {
        private static final long serialVersionUID = 1L;

        LimitException(String message) {
            super(message);
        }
    }
}
