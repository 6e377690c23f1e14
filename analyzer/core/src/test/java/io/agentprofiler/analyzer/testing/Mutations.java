// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files with something wrong in them, the same ones each time: nothing throws, every span is whole, and what is skipped is counted. */
public final class Mutations {
    private static final long SEED = 20_261_123;
    private static final Pattern VALUE = Pattern.compile(
            "(?<=[:,]) ?(\"[^\"\\\\]*\"|-?\\d[\\d.]*|true|false|null|\\[[^\\[{]{0,40}\\]|\\{\\})(?=[,}\\s\\]])");
    private static final Pattern KEY = Pattern.compile("\"[A-Za-z_]+\"(?= ?:)");
    private static final List<String> OTHERS = List.of(
            "null",
            "\"\"",
            "\"x\"",
            "-1",
            "0",
            "1e999",
            "99999999999999999999999",
            "1.5",
            "true",
            "[]",
            "{}",
            "[[]]",
            "[null]",
            "{\"a\":[{}]}");

    private Mutations() {}

    /** What became of the files. */
    public record Fates(int refused, int counted) {}

    /** Counts spans, and checks that they are whole. */
    private static final class Spans implements EventSink {
        private record Key(TraceId trace, long span) {}

        private final Set<Key> started = new HashSet<>();
        private final Set<Key> ended = new HashSet<>();

        @Override
        public void span(SpanEvent event) {
            if (event instanceof SpanEvent.Start start) {
                assertThat(start.parent() == 0 || started.contains(new Key(start.trace(), start.parent())))
                        .isTrue();
                assertThat(started.add(new Key(start.trace(), start.span()))).isTrue();
            } else if (event instanceof SpanEvent.End end) {
                assertThat(started).contains(new Key(end.trace(), end.span()));
                assertThat(ended.add(new Key(end.trace(), end.span()))).isTrue();
            }
        }

        @Override
        public void run(RunEvent event) {
            // formats may tell of their runs
        }
    }

    /**
     * Has a reader read mutated texts.
     *
     * @param directory where they are written to
     */
    public static Fates read(TraceReader reader, List<String> texts, int files, Path directory) throws IOException {
        return read(reader, texts, files, directory, false);
    }

    /** The same of a format whose spans may have no end. */
    public static Fates readOpen(TraceReader reader, List<String> texts, int files, Path directory) throws IOException {
        return read(reader, texts, files, directory, true);
    }

    private static Fates read(TraceReader reader, List<String> texts, int files, Path directory, boolean open)
            throws IOException {
        Random random = new Random(SEED);
        int refused = 0;
        int counted = 0;
        for (int i = 0; i < files; i++) {
            String mutated = mutated(texts.get(random.nextInt(texts.size())), random);
            Path path = Files.write(directory.resolve("mutated"), mutated.getBytes(StandardCharsets.UTF_8));
            Problems problems = new Problems(path);
            Spans spans = new Spans();
            TraceFile file = TraceFile.of(path);
            reader.recognizes(file);
            reader.head(file);
            try {
                reader.read(file, new ReadOptions(i % 2 == 0, bytes -> {}), spans, problems);
                assertThat(spans.started.isEmpty() && problems.skipped() + problems.tornLines() == 0)
                        .as("nothing read, nothing said: " + i)
                        .isFalse();
            } catch (UnreadableFileException e) {
                assertThat(e.getMessage()).doesNotContain("Exception").hasSizeLessThan(400);
                refused++;
            }
            if (open) {
                assertThat(spans.started).containsAll(spans.ended);
            } else {
                assertThat(spans.ended).isEqualTo(spans.started);
            }
            problems.first().forEach(problem -> assertThat(problem.reason()).doesNotContain("Exception"));
            counted += problems.skipped() > 0 ? 1 : 0;
        }
        return new Fates(refused, counted);
    }

    private static String mutated(String text, Random random) {
        String mutated = text;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            mutated = switch (random.nextInt(6)) {
                case 0 -> mutated.substring(0, random.nextInt(mutated.length() + 1));
                case 1 -> withChar(mutated, random);
                case 2, 3 -> with(VALUE, mutated, OTHERS.get(random.nextInt(OTHERS.size())), random);
                case 4 -> withoutLine(mutated, random);
                default -> with(KEY, mutated, "\"unknown\"", random);
            };
        }
        return mutated;
    }

    private static String withChar(String text, Random random) {
        if (text.isEmpty()) {
            return text;
        }
        int at = random.nextInt(text.length());
        return text.substring(0, at) + (char) (1 + random.nextInt(0x2ff)) + text.substring(at + 1);
    }

    private static String with(Pattern what, String text, String instead, Random random) {
        Matcher matcher = what.matcher(text);
        int from = text.isEmpty() ? 0 : random.nextInt(text.length());
        return matcher.find(from) ? text.substring(0, matcher.start()) + instead + text.substring(matcher.end()) : text;
    }

    private static String withoutLine(String text, Random random) {
        String[] lines = text.split("\n", -1);
        int left = random.nextInt(lines.length);
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            kept.append(i == left ? "" : lines[i] + "\n");
        }
        return kept.toString();
    }
}
