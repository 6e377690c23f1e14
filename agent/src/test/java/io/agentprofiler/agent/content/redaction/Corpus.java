// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lines of the corpus, with made-up characters in place of its templates. */
public final class Corpus {
    private static final Pattern TEMPLATE = Pattern.compile("<(an|hex|d|up|low|url|b64_)([0-9]+)>");
    private static final String DIGITS = "0123456789";
    private static final String SMALL = "abcdefghijklmnopqrstuvwxyz";
    private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private Corpus() {}

    /** A text, and the secret in it; {@code null} for none. */
    public record Line(String kind, String text, String secret) {}

    /** A kind of secret: a text, and what is to be left of it. */
    public record Kind(String name, String text, String clean) {}

    static List<Kind> kinds(String file) throws IOException {
        return filled(file)
                .map(line -> {
                    String text = line.substring(line.indexOf('\t') + 1);
                    return new Kind(
                            line.substring(0, line.indexOf('\t')),
                            text.replaceAll("[\u27e6\u27e7]", ""),
                            text.replaceAll("\u27e6[^\u27e7]*\u27e7", "[redacted]"));
                })
                .toList();
    }

    public static List<Line> read(String file) throws IOException {
        return filled(file).map(Corpus::line).toList();
    }

    private static Stream<String> filled(String file) throws IOException {
        SplittableRandom random = new SplittableRandom(42);
        try (InputStream in = Corpus.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.isBlank() && !line.startsWith("# ")).toList().stream()
                            .map(line -> fill(line.replace("\\n", "\n"), random));
        }
    }

    private static Line line(String line) {
        int from = line.indexOf('\u27e6');
        int to = line.indexOf('\u27e7');
        if (from < 0) {
            return new Line(line, line, null);
        }
        int tab = line.indexOf('\t');
        return new Line(
                line.substring(0, tab),
                line.substring(tab + 1).replace("\u27e6", "").replace("\u27e7", ""),
                line.substring(from + 1, to));
    }

    private static String fill(String line, SplittableRandom random) {
        Matcher matcher = TEMPLATE.matcher(line);
        return matcher.replaceAll(found ->
                Matcher.quoteReplacement(drawn(alphabet(found.group(1)), Integer.parseInt(found.group(2)), random)));
    }

    private static String alphabet(String name) {
        return switch (name) {
            case "an" -> DIGITS + SMALL + CAPITALS;
            case "hex" -> DIGITS + "abcdef";
            case "d" -> DIGITS;
            case "up" -> DIGITS + CAPITALS;
            case "low" -> DIGITS + SMALL;
            case "url" -> DIGITS + SMALL + CAPITALS + "_-";
            default -> DIGITS + SMALL + CAPITALS + "+/";
        };
    }

    private static String drawn(String alphabet, int length, SplittableRandom random) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
