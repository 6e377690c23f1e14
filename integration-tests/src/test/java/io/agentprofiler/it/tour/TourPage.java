// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.tour;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * {@code docs/start/tour.md}: commands of the analyzer with their output, in blocks that begin with {@code $ analyzer …}. A
 * command may be followed by {@code | head -N} or {@code | tail -N}, or {@code | sed -n '/^WORD/,/^$/p'}: the section that
 * begins with a word; or {@code &}: it runs on in the background, and others need it.
 */
final class TourPage {
    private static final String FENCE = "```";
    private static final String PROMPT = "$ analyzer ";
    private static final Pattern HEAD = Pattern.compile("(.*?) \\| head -(\\d+)");
    private static final Pattern TAIL = Pattern.compile("(.*?) \\| tail -(\\d+)");
    private static final Pattern SECTION = Pattern.compile("(.*?) \\| sed -n '/\\^(\\w+)/,/(\\^\\$|\\w+)/p'");

    private final Path file;
    private final String text;

    private TourPage(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * A command and what it printed.
     *
     * @param command the words behind {@code analyzer}
     * @param printed what the page shows of it
     */
    record Block(String command, String printed) {
        /** Returns command, options and inputs, without what cuts the output. */
        List<String> arguments() {
            return Arrays.stream(whole().split(" "))
                    .map(word -> word.replace("\"", ""))
                    .toList();
        }

        private String whole() {
            return command.replaceFirst(" \\| .*| &$", "");
        }

        /** Answers whether it runs on in the background. */
        boolean isBackground() {
            return command.endsWith(" &");
        }

        /** Returns the part of an output that the page shows. */
        String cut(String output) {
            Matcher head = HEAD.matcher(command);
            if (head.matches()) {
                return lines(
                        output.lines().limit(Integer.parseInt(head.group(2))).toList());
            }
            Matcher tail = TAIL.matcher(command);
            if (tail.matches()) {
                List<String> lines = output.lines().toList();
                return lines(lines.subList(Math.max(0, lines.size() - Integer.parseInt(tail.group(2))), lines.size()));
            }
            Matcher section = SECTION.matcher(command);
            if (!section.matches()) {
                return lines(output.lines().toList());
            }
            List<String> lines = output.lines()
                    .dropWhile(line -> !line.startsWith(section.group(2)))
                    .takeWhile(line -> !line.isBlank())
                    .toList();
            int last = lastLine(lines, section.group(3));
            return lines(lines.subList(0, last + 1));
        }

        private static int lastLine(List<String> lines, String word) {
            return IntStream.range(0, lines.size())
                    .filter(i -> lines.get(i).contains(word))
                    .findFirst()
                    .orElse(lines.size() - 1);
        }

        /** Returns the lines of the page that no output like them has, whatever its numbers. */
        List<String> missingIn(String output) {
            String said = shape(output);
            return printed.lines()
                    .filter(line -> !line.isBlank())
                    .filter(line -> !said.contains(shape(line)))
                    .toList();
        }
    }

    /** Reads the page. */
    static TourPage read(Path file) {
        try {
            return new TourPage(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its commands. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        rewritten(block -> {
            blocks.add(block);
            return block.printed();
        });
        return blocks;
    }

    /** Writes the page with what the commands print now. */
    void write(Function<Block, String> printed) throws IOException {
        Files.writeString(file, rewritten(printed));
    }

    private String rewritten(Function<Block, String> printed) {
        StringBuilder page = new StringBuilder();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            page.append(lines.get(i)).append('\n');
            if (!lines.get(i).startsWith(PROMPT)) {
                continue;
            }
            int end = i + 1;
            while (!lines.get(end).equals(FENCE)) {
                end++;
            }
            page.append(printed.apply(
                    new Block(lines.get(i).substring(PROMPT.length()), lines(lines.subList(i + 1, end)))));
            i = end - 1;
        }
        return page.toString();
    }

    private static String lines(List<String> lines) {
        return lines.stream().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    }

    /** Returns a text without what differs from run to run: ids, numbers, times, bars, widths, and how much impact a finding has. */
    private static String shape(String text) {
        // a call of a busy machine may have no place
        return text.replaceAll(" · at \\S+ \\(\\S+\\)( in [\\d,]+ of [\\d,]+ calls)?", "")
                .replaceAll("[─━│┃├└┌┐┘█▉▊▋▌▍▎▏░▒▓]", " ")
                .replaceAll("\\b(?=[0-9a-f]*\\d)[0-9a-f]{12,}…?", "ID")
                .replaceAll("[-+<~≤±]*\\d[\\d,.:]*", "#")
                .replaceAll("# ?(ns|µs|ms|s|min)\\b", "TIME")
                .replaceAll("\\[(high|medium|low)]", "[impact]")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
