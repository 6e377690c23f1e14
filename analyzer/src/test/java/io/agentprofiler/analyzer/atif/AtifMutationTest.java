// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.TraceFile;
import io.agentprofiler.analyzer.input.UnreadableFileException;
import io.agentprofiler.analyzer.input.event.RunEvent;
import io.agentprofiler.analyzer.input.event.SpanEvent;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with something wrong in them: nothing throws, every span is whole, and what is skipped is counted. */
class AtifMutationTest {
    private static final int FILES = 3000;
    private static final long SEED = 20_261_123;
    private static final Pattern VALUE =
            Pattern.compile("(?<=: )(\"[^\"\\\\]*\"|-?\\d[\\d.]*|true|false|null|\\[\\]|\\{\\})");
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

    @TempDir
    private Path directory;

    private final AtifReader reader = new AtifReader();

    /** Counts spans, and checks that they are whole. */
    private static final class Spans implements EventSink {
        private final Set<Long> started = new HashSet<>();
        private final Set<Long> ended = new HashSet<>();

        @Override
        public void span(SpanEvent event) {
            if (event instanceof SpanEvent.Start start) {
                assertThat(start.parent() == 0 || started.contains(start.parent()))
                        .isTrue();
                assertThat(started.add(start.span())).isTrue();
            } else if (event instanceof SpanEvent.End end) {
                assertThat(started).contains(end.span());
                assertThat(ended.add(end.span())).isTrue();
            }
        }

        @Override
        public void run(RunEvent event) {
            throw new AssertionError("no run in a trajectory: " + event);
        }
    }

    @Test
    void shouldSurviveEveryMutation() throws IOException {
        List<String> texts = AtifSamples.all().stream()
                .filter(Files::isRegularFile)
                .map(AtifMutationTest::text)
                .toList();
        Random random = new Random(SEED);
        int refused = 0;
        int counted = 0;
        for (int i = 0; i < FILES; i++) {
            String mutated = mutated(texts.get(random.nextInt(texts.size())), random);
            Path path = Files.write(directory.resolve("t.json"), mutated.getBytes(StandardCharsets.UTF_8));
            Problems problems = new Problems(path);
            Spans spans = new Spans();
            try {
                reader.read(TraceFile.of(path), new ReadOptions(i % 2 == 0, bytes -> {}), spans, problems);
                assertThat(spans.started.isEmpty() && problems.skipped() == 0)
                        .as("nothing read, nothing said: " + i)
                        .isFalse();
            } catch (UnreadableFileException e) {
                assertThat(e.getMessage()).doesNotContain("Exception").hasSizeLessThan(400);
                refused++;
            }
            assertThat(spans.ended).isEqualTo(spans.started);
            counted += problems.skipped() > 0 ? 1 : 0;
        }
        assertThat(refused).isBetween(FILES / 20, FILES * 9 / 10);
        assertThat(counted).isGreaterThan(FILES / 20);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String mutated(String text, Random random) {
        String mutated = text;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            mutated = switch (random.nextInt(6)) {
                case 0 -> mutated.substring(0, random.nextInt(mutated.length() + 1));
                case 1 -> withChar(mutated, random);
                case 2, 3 -> withValue(mutated, random);
                case 4 -> withoutLine(mutated, random);
                default -> withKey(mutated, random);
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

    private static String withValue(String text, Random random) {
        Matcher matcher = VALUE.matcher(text);
        int skip = random.nextInt(200);
        int from = 0;
        for (int i = 0; i <= skip && matcher.find(from); i++) {
            from = matcher.end();
            if (i == skip) {
                return text.substring(0, matcher.start())
                        + OTHERS.get(random.nextInt(OTHERS.size()))
                        + text.substring(matcher.end());
            }
        }
        return text;
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

    private static String withKey(String text, Random random) {
        List<String> keys = List.of(
                "steps", "source", "metrics", "observation", "results", "extra", "agent", "message", "tool_calls");
        String key = keys.get(random.nextInt(keys.size()));
        return text.replaceFirst("\"" + key + "\"", random.nextBoolean() ? "\"steps\"" : "\"unknown\"");
    }
}
