// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads the Prometheus text format, 0.0.4; what OpenMetrics adds (exemplars, the end mark) is passed over. A line that is
 * not of the format is skipped, alone.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PrometheusText {
    private final String line;
    private int at;

    private PrometheusText(String line) {
        this.line = line;
    }

    /**
     * Reads a page.
     *
     * @param wanted which metrics, by name; the lines of others are not looked into
     * @param into takes them in their order
     */
    static void read(String page, Predicate<String> wanted, Consumer<Series> into) {
        page.lines().forEach(line -> {
            Series series = new PrometheusText(line).series(wanted);
            if (series != null) {
                into.accept(series);
            }
        });
    }

    /** Returns the line's value, {@code null} when it has none or is of no interest. */
    private Series series(Predicate<String> wanted) {
        skipBlanks();
        int start = at;
        while (at < line.length() && isNamePart(line.charAt(at))) {
            at++;
        }
        String name = line.substring(start, at);
        // comments begin with no letter, and so have no name
        if (name.isEmpty() || !wanted.test(name)) {
            return null;
        }
        skipBlanks();
        Map<String, String> labels = Map.of();
        if (peek() == '{') {
            at++;
            labels = labels();
            if (labels == null) {
                return null;
            }
        }
        skipBlanks();
        start = at;
        while (at < line.length() && !isBlank(line.charAt(at))) {
            at++;
        }
        Double value = number(line.substring(start, at));
        return value == null ? null : new Series(name, labels, value);
    }

    /** Reads up to the closing brace; {@code null} when there is none or something else is wrong. */
    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        while (true) {
            skipBlanks();
            if (peek() == '}') {
                at++;
                return labels;
            }
            int start = at;
            while (at < line.length() && isNamePart(line.charAt(at))) {
                at++;
            }
            String name = line.substring(start, at);
            skipBlanks();
            if (name.isEmpty() || peek() != '=') {
                return null;
            }
            at++;
            skipBlanks();
            String value = quoted();
            if (value == null) {
                return null;
            }
            labels.put(name, value);
            skipBlanks();
            if (peek() == ',') {
                at++;
            } else if (peek() != '}') {
                return null;
            }
        }
    }

    private String quoted() {
        if (peek() != '"') {
            return null;
        }
        at++;
        StringBuilder text = new StringBuilder();
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return text.toString();
            }
            if (c == '\\' && at < line.length()) {
                char escaped = line.charAt(at++);
                switch (escaped) {
                    case 'n' -> text.append('\n');
                    case '\\', '"' -> text.append(escaped);
                    default -> text.append(c).append(escaped);
                }
            } else {
                text.append(c);
            }
        }
        return null;
    }

    private static Double number(String text) {
        switch (text) {
            case "NaN":
                return Double.NaN;
            case "+Inf":
            case "Inf":
                return Double.POSITIVE_INFINITY;
            case "-Inf":
                return Double.NEGATIVE_INFINITY;
            default:
                try {
                    return Double.valueOf(text);
                } catch (NumberFormatException e) {
                    return null;
                }
        }
    }

    /** Returns the next character, 0 at the line's end. */
    private char peek() {
        return at < line.length() ? line.charAt(at) : 0;
    }

    private void skipBlanks() {
        while (at < line.length() && isBlank(line.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isNamePart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
    }
}
