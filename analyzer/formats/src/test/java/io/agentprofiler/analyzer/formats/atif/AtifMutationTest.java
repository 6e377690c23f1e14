// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.JsonMutation;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with something wrong in them: nothing throws, every span is whole, and what is skipped is counted. */
@Tag("once")
class AtifMutationTest {
    private static final int FILES = 3000;
    private static final int ANSWERED = 60;
    private static final long SEED = 20_261_123;
    private static final Pattern VALUE =
            Pattern.compile("(?<=: )(\"[^\"\\\\]*\"|-?\\d[\\d.]*|true|false|null|\\[\\]|\\{\\})");
    /** A JSON pointer, behind the number of the value where a file has several. */
    private static final String PLACE = "(#\\d+)?/.*: .*";

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
        List<Json> documents = texts.stream().map(Json::of).toList();
        Random random = new Random(SEED);
        int refused = 0;
        int counted = 0;
        for (int i = 0; i < FILES; i++) {
            Path path = Files.write(directory.resolve("t.json"), mutated(texts, documents, random));
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
            assertThat(problems.first())
                    .as("every problem has its place")
                    .allSatisfy(problem -> assertThat(problem.reason()).matches(PLACE));
            counted += problems.skipped() > 0 ? 1 : 0;
        }
        assertThat(refused).isBetween(FILES / 20, FILES * 9 / 10);
        assertThat(counted).isGreaterThan(FILES / 20);
    }

    /** Every so many of the files go through commands, too. */
    @Test
    void shouldAnswerOrRefuseInOneLine() throws IOException {
        List<String> texts = AtifSamples.all().stream()
                .filter(Files::isRegularFile)
                .map(AtifMutationTest::text)
                .toList();
        List<Json> documents = texts.stream().map(Json::of).toList();
        Random random = new Random(SEED + 1);
        CommandRun analyzer = new CommandRun();
        int answered = 0;
        for (int i = 0; i < ANSWERED; i++) {
            Path path = Files.write(directory.resolve("t.json"), mutated(texts, documents, random));
            for (List<Object> command : List.of(
                    List.<Object>of("report", "--format", "json", path),
                    List.<Object>of("report", "--format", "html", "--out", directory.resolve("out"), path),
                    List.<Object>of("tree", path),
                    List.<Object>of("prefix", path),
                    List.<Object>of("diff", path, path),
                    List.<Object>of("list", path),
                    List.<Object>of("export", "atif", "--content", path),
                    List.<Object>of("export", "chrome", path))) {
                int code = analyzer.run(command.toArray());
                String said = i + " " + command + "\n" + analyzer.out() + analyzer.err();
                assertThat(analyzer.err()).as(said).doesNotContain("internal error", "Exception", "\tat ");
                assertThat(code).as(said).isIn(ExitCode.OK, ExitCode.BAD_INPUT);
                answered += code == ExitCode.OK ? 1 : 0;
            }
        }
        assertThat(answered).isGreaterThan(ANSWERED);
    }

    private static byte[] mutated(List<String> texts, List<Json> documents, Random random) {
        int chosen = random.nextInt(texts.size());
        if (random.nextInt(3) == 0) {
            return new JsonMutation(random).of(documents.get(chosen)).getBytes(StandardCharsets.UTF_8);
        }
        byte[] bytes = mutated(texts.get(chosen), random).getBytes(StandardCharsets.UTF_8);
        for (int times = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 0; times > 0 && bytes.length > 0; times--) {
            // as a disk spoils them
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
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
