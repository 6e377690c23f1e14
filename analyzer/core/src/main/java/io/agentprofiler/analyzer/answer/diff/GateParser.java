// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.Metric.MetricUnit;
import io.agentprofiler.analyzer.command.Amounts;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads gates, strictly: limits on changes, or expected changes.
 *
 * <pre>
 * gates  = gate { "," gate }
 * gate   = [ scope ":" ] metric ( "&gt;" "+" | "&lt;" "-" ) number unit                     a limit
 *        | [ scope ":" ] metric ( "&lt;=" | "&gt;=" ) ( "+" | "-" ) number unit       an expected change
 * scope  = "each" | kind | kind name | "workflow" name
 * name   = words without any of : , &lt; &gt; ' | "'" anything, a quote doubled "'"
 * unit   = "%" | "ns" | "us" | "ms" | "s" | "min" | "h" | "pp" | nothing
 * </pre>
 */
final class GateParser {
    private static final String EACH = "each";
    private static final String METRICS = Arrays.stream(Metric.values())
            .filter(Metric.USUAL::contains)
            .map(Metric::word)
            .collect(Collectors.joining(", "));
    private static final String KINDS =
            Arrays.stream(SpanKind.values()).map(SpanKind::word).collect(Collectors.joining(", "));

    private final String text;
    /** Whether expected changes are read, not limits. */
    private final boolean expected;

    private int at;

    private GateParser(String text, boolean expected) {
        this.text = text;
        this.expected = expected;
    }

    static List<Gate> parse(String text, boolean expected) throws SyntaxException {
        return new GateParser(text, expected).gates();
    }

    private List<Gate> gates() throws SyntaxException {
        List<Gate> gates = new ArrayList<>();
        do {
            gates.add(gate());
        } while (taken(','));
        if (at < text.length()) {
            throw wrong(at, "expected a comma or the end");
        }
        return gates;
    }

    private Gate gate() throws SyntaxException {
        spaces();
        int gateStart = at;
        int start = at;
        String word = word();
        if (word.isEmpty()) {
            throw wrong(at, "expected " + (expected ? "a change such as time<=-20%" : "a gate such as p95>+10%"));
        }
        Gate.GateScope scope = Gate.GateScope.ALL;
        spaces();
        if (!isNext('>') && !isNext('<')) {
            scope = scope(start, word);
            spaces();
            start = at;
            word = word();
            spaces();
        }
        Metric metric = Metric.ofWord(word);
        if (metric == null) {
            throw wrong(start, "no metric; known are " + METRICS);
        }
        if (!isNext('>') && !isNext('<')) {
            throw wrong(at, "expected " + signs() + " after " + word);
        }
        boolean greater = text.charAt(at++) == '>';
        return limit(scope, metric, greater, gateStart);
    }

    private Gate.GateScope scope(int start, String word) throws SyntaxException {
        SpanKind kind = SpanKind.ofWord(word);
        boolean each = word.equals(EACH);
        if (kind == null && !each) {
            boolean metric = Metric.ofWord(word) != null;
            throw metric
                    ? wrong(at, "expected " + signs() + " after " + word)
                    : wrong(start, "neither a metric (" + METRICS + ") nor a scope (each, or a kind: " + KINDS + ")");
        }
        String name = isNext(':') ? "" : name();
        spaces();
        if (!taken(':')) {
            throw wrong(at, "expected : and a metric after the scope");
        }
        if (each && !name.isEmpty()) {
            throw wrong(start, "each stands alone: each:METRIC");
        }
        boolean workflow = kind == SpanKind.WORKFLOW && !name.isEmpty();
        return new Gate.GateScope(each, workflow, kind, name);
    }

    private String name() throws SyntaxException {
        int start = at;
        if (taken('\'')) {
            StringBuilder name = new StringBuilder();
            while (true) {
                int end = text.indexOf('\'', at);
                if (end < 0) {
                    throw wrong(start, "the quote is not closed");
                }
                name.append(text, at, end);
                at = end + 1;
                if (!taken('\'')) {
                    return name.toString();
                }
                name.append('\'');
            }
        }
        while (at < text.length() && ":,<>'".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at).strip();
    }

    private String signs() {
        return expected ? "<= or >=" : ">+ or <-";
    }

    /**
     * Reads the rest of a gate.
     *
     * @param greater whether {@code >} was read, not {@code <}
     */
    private Gate limit(Gate.GateScope scope, Metric metric, boolean greater, int gateStart) throws SyntaxException {
        if (expected && !taken('=')) {
            throw wrong(at, "expected = and a change, as in " + metric.word() + "<=-20%");
        }
        if (!expected && isNext('=')) {
            throw wrong(at, "<= and >= are for --expect; a limit is >+ or <-");
        }
        spaces();
        boolean negative = expected ? isNext('-') : !greater;
        String example = metric.word()
                + (greater ? ">" : "<")
                + (expected ? "=" : "")
                + (negative ? "-" : "+")
                + example(metric);
        if (!taken(negative ? '-' : '+')) {
            throw wrong(
                    at, "expected " + (expected ? "+ or -" : greater ? "+" : "-") + " and a number, as in " + example);
        }
        int from = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        String number = text.substring(from, at);
        if (!number.matches("[0-9]{1,15}(\\.[0-9]{1,15})?")) {
            throw wrong(from, "expected a number, as in " + example);
        }
        int unitAt = at;
        while (at < text.length() && ", ".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String unit = text.substring(unitAt, at);
        boolean relative = unit.equals("%");
        double factor = relative ? 1 : factor(metric, unit, unitAt, example);
        spaces();
        String whole = text.substring(gateStart, at).strip();
        double amount = Double.parseDouble(number) * factor;
        return expected
                // at most a fall of 20 % is a rise by at most -20 %
                ? new Gate(whole, scope, metric, !greater, negative == greater ? amount : -amount, relative, true)
                : new Gate(whole, scope, metric, greater, amount, relative, false);
    }

    private double factor(Metric metric, String unit, int unitAt, String example) throws SyntaxException {
        Double factor = switch (metric.unit()) {
            case NANOS -> nanosPer(unit);
            case SHARE -> unit.equals("pp") ? 0.01 : null;
            case COUNT, DOLLARS -> unit.isEmpty() ? 1.0 : null;
        };
        if (factor == null) {
            throw wrong(
                    unitAt, metric.word() + " is measured in % or " + unitText(metric.unit()) + ", as in " + example);
        }
        return factor;
    }

    private static Double nanosPer(String unit) {
        Long nanos = Amounts.nanosPer(unit);
        return nanos == null ? null : nanos.doubleValue();
    }

    private static String unitText(MetricUnit unit) {
        return switch (unit) {
            case NANOS -> "ns, us, ms, s, min, h";
            case SHARE -> "pp (percentage points)";
            case COUNT -> "no unit";
            case DOLLARS -> "no unit (dollars)";
        };
    }

    private static String example(Metric metric) {
        return switch (metric.unit()) {
            case NANOS -> "10% or 200ms";
            case SHARE -> "10% or 1pp";
            case COUNT -> "10% or 500";
            case DOLLARS -> "10% or 0.01";
        };
    }

    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private void spaces() {
        while (isNext(' ')) {
            at++;
        }
    }

    private boolean isNext(char wanted) {
        return at < text.length() && text.charAt(at) == wanted;
    }

    private boolean taken(char wanted) {
        boolean next = isNext(wanted);
        at += next ? 1 : 0;
        return next;
    }

    private SyntaxException wrong(int where, String why) {
        String rest = text.substring(where);
        String part =
                rest.isEmpty() ? "the end" : "'" + rest.lines().findFirst().orElse("") + "'";
        return new SyntaxException("at " + part + " (character " + (where + 1) + "): " + why);
    }
}
