// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The formats settings are written in.
 *
 * <p><b>Threading:</b> stateless.
 */
final class Formats {
    private static final long KIB = 1024;

    private Formats() {}

    /** Any text; {@code allowed} says what it means. An empty one is not allowed. */
    static Format<String> text(String type, String allowed) {
        return new Format<>(type, allowed, text -> {
            require(!text.isEmpty());
            return text;
        });
    }

    /** The name of a directory, as this system allows it. */
    static Format<String> directory(String allowed) {
        return new Format<>("directory", allowed, text -> {
            require(!text.isEmpty());
            return Path.of(text).toString();
        });
    }

    /** {@code true} or {@code false}, also {@code on} and {@code off}. */
    static Format<Boolean> flag() {
        return new Format<>("flag", "true or false (on, off)", text -> switch (lower(text)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default -> throw new IllegalArgumentException();
        });
    }

    /** One of some words. */
    static Format<String> word(String... words) {
        List<String> list = List.of(words);
        return new Format<>("word", String.join(", ", list), text -> {
            String word = lower(text);
            require(list.contains(word));
            return word;
        });
    }

    /** One of an enum's constants, written in lower case. */
    static <E extends Enum<E>> Format<E> constant(Class<E> type) {
        List<String> words = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            words.add(lower(constant.name()));
        }
        return new Format<>(
                "word",
                String.join(", ", words),
                text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).trim()));
    }

    /** A share from 0 to 1. */
    static Format<Double> share() {
        return new Format<>("number", "0 to 1", text -> {
            double value = Double.parseDouble(text);
            require(value >= 0 && value <= 1);
            return value;
        });
    }

    /** A whole number. */
    static Format<Integer> count(int least, int most) {
        return new Format<>("count", least + " to " + most, text -> {
            int value = Integer.parseInt(text);
            require(value >= least && value <= most);
            return value;
        });
    }

    /** A whole number that is a power of two. */
    static Format<Integer> powerOfTwo(int least, int most) {
        return new Format<>("count", "a power of two from " + least + " to " + most, text -> {
            int value = Integer.parseInt(text);
            require(value >= least && value <= most && Integer.bitCount(value) == 1);
            return value;
        });
    }

    /** A number of bytes, for example {@code 64m}. */
    static Format<Long> size(long least) {
        return new Format<>("size", "bytes, or a number with k, m or g; at least " + shortSize(least), text -> {
            String digits = lower(text);
            long unit = 1;
            if (!digits.isEmpty()) {
                unit = switch (digits.charAt(digits.length() - 1)) {
                    case 'k' -> KIB;
                    case 'm' -> KIB * KIB;
                    case 'g' -> KIB * KIB * KIB;
                    default -> 1;
                };
            }
            long value = scaled(unit == 1 ? digits : digits.substring(0, digits.length() - 1), unit);
            require(value >= least);
            return value;
        });
    }

    /** A time in milliseconds, for example {@code 15m}; {@code plainUnit} is the unit of a bare number. */
    static Format<Long> duration(String plainUnit, long leastMillis, long mostMillis) {
        String allowed = "a number with ms, s, m or h (a bare number is " + plainUnit + "); " + shortTime(leastMillis)
                + " to " + shortTime(mostMillis);
        return new Format<>("time", allowed, text -> {
            long value = Durations.millis(lower(text), plainUnit);
            require(value >= leastMillis && value <= mostMillis);
            return value;
        });
    }

    /** What is kept of the workflows that chance does not choose: {@code errors}, {@code slow:10s} or both. */
    static Format<KeepRules> keepRules() {
        Format<Long> time = duration("ms", 1, 24 * 60 * 60_000);
        String allowed = "errors, slow:TIME, or both separated by a comma: errors,slow:10s; TIME is " + time.allowed();
        return new Format<>("list", allowed, text -> {
            KeepRules rules = KeepRules.NONE;
            for (String entry : entries(lower(text), ",")) {
                if (entry.equals(KeepRules.ERRORS)) {
                    rules = new KeepRules(true, rules.slowMillis());
                } else {
                    require(entry.startsWith(KeepRules.SLOW) && rules.slowMillis() == 0);
                    rules = new KeepRules(
                            rules.errors(),
                            time.read(entry.substring(KeepRules.SLOW.length()).trim()));
                }
            }
            return rules;
        });
    }

    /** Which hosts are meant: all, none, or some. */
    static Format<HostPatterns> hosts() {
        String allowed =
                "true, false, or hosts, separated by commas: names or addresses, * for any text in one, loopback";
        return new Format<>("list", allowed, text -> switch (lower(text)) {
            case "true", "on", "yes", "1" -> HostPatterns.ALL;
            case "false", "off", "no", "0" -> HostPatterns.NONE;
            default -> HostPatterns.of(entries(lower(text), ","));
        });
    }

    /** Entries between commas; none when empty. */
    static Format<List<String>> list(String allowed) {
        return new Format<>("list", allowed, text -> entries(text, ","));
    }

    /** Regular expressions between semicolons; {@code \;} is a semicolon inside one. */
    static Format<List<String>> expressions() {
        return new Format<>(
                "list", "regular expressions, separated by semicolons (\\; for a semicolon inside one)", text -> {
                    List<String> found = entries(text, "(?<!\\\\);");
                    found.forEach(Pattern::compile);
                    return found;
                });
    }

    /** Addresses of HTTP servers between commas. */
    static Format<List<String>> addresses() {
        return new Format<>("list", "http:// or https:// addresses, separated by commas", text -> {
            List<String> found = entries(text, ",");
            for (String address : found) {
                URI uri = URI.create(address);
                require(uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())));
            }
            return found;
        });
    }

    private static List<String> entries(String text, String separator) {
        if (text.isBlank()) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        for (String entry : text.split(separator, -1)) {
            if (!entry.isBlank()) {
                found.add(entry.trim());
            }
        }
        return List.copyOf(found);
    }

    private static long scaled(String digits, long unit) {
        try {
            return Math.multiplyExact(Long.parseLong(digits.trim()), unit);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Returns a size as a user would write it. */
    static String shortSize(long bytes) {
        return bytes % (KIB * KIB) == 0 ? bytes / (KIB * KIB) + "m" : bytes % KIB == 0 ? bytes / KIB + "k" : "" + bytes;
    }

    /** Returns a time as a user would write it. */
    static String shortTime(long millis) {
        return millis % 60_000 == 0 ? millis / 60_000 + "m" : millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static void require(boolean allowed) {
        if (!allowed) {
            throw new IllegalArgumentException();
        }
    }
}
