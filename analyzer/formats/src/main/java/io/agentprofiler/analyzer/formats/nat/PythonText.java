// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import tools.jackson.core.io.NumberOutput;

/** Values as Python prints them, which NAT's files hold. */
public final class PythonText {
    private static final double PLAIN_FROM = 1e-4;
    private static final double PLAIN_BELOW = 1e16;

    private PythonText() {}

    /** Returns the shortest text of a number that reads back the same, for example {@code 1750000000.25}. */
    public static String of(double number) {
        if (Double.isNaN(number)) {
            return "nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        String shortest = NumberOutput.toString(number, true);
        double size = Math.abs(number);
        if (size != 0 && (size < PLAIN_FROM || size >= PLAIN_BELOW)) {
            return exponential(shortest);
        }
        if (shortest.indexOf('E') < 0) {
            return shortest;
        }
        String plain = new BigDecimal(shortest).stripTrailingZeros().toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }

    private static String exponential(String shortest) {
        BigDecimal number = new BigDecimal(shortest).stripTrailingZeros();
        String digits = number.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - number.scale();
        return (number.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    /** Returns {@code str(value)} of a JSON value: a text as it is, all else as Python writes it; "" for nothing. */
    public static String str(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof String text) {
            return text;
        }
        StringBuilder text = new StringBuilder();
        repr(value, text);
        return text.toString();
    }

    private static void repr(Object value, StringBuilder text) {
        if (value == null) {
            text.append("None");
        } else if (value instanceof Boolean truth) {
            text.append(truth ? "True" : "False");
        } else if (value instanceof Double number) {
            text.append(of(number));
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
                Map.Entry<?, ?> entry = i.next();
                repr(entry.getKey(), text);
                text.append(": ");
                repr(entry.getValue(), text);
                text.append(i.hasNext() ? ", " : "");
            }
            text.append('}');
        } else if (value instanceof List<?> list) {
            text.append('[');
            for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
                repr(i.next(), text);
                text.append(i.hasNext() ? ", " : "");
            }
            text.append(']');
        } else if (value instanceof String string) {
            quoted(string, text);
        } else {
            text.append(value);
        }
    }

    private static void quoted(String string, StringBuilder text) {
        char quote = string.indexOf('\'') >= 0 && string.indexOf('"') < 0 ? '"' : '\'';
        text.append(quote);
        string.codePoints().forEach(c -> {
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c == quote) {
                        text.append('\\').append(quote);
                    } else if (isPrintable(c)) {
                        text.appendCodePoint(c);
                    } else if (c <= 0xff) {
                        text.append(String.format("\\x%02x", c));
                    } else {
                        text.append(String.format(c <= 0xffff ? "\\u%04x" : "\\U%08x", c));
                    }
                }
            }
        });
        text.append(quote);
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
