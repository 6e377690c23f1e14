// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with something wrong in them: nothing throws, no usage is negative, and what is skipped is counted. */
@Tag("once")
class OtlpMutationTest {
    private static final int FILES = 3000;
    private static final long SEED = 20_261_123;
    private static final Pattern VALUE =
            Pattern.compile("(?<=:)(\"[^\"\\\\]*\"|-?\\d[\\d.]*|true|false|null|\\[\\]|\\{\\})");
    private static final List<String> OTHERS = List.of(
            "null",
            "\"\"",
            "\"x\"",
            "-1",
            "0",
            "1e999",
            "99999999999999999999999",
            "9223372036854775807",
            "1.5",
            "true",
            "[]",
            "{}",
            "[[]]",
            "[null]",
            "{\"intValue\":\"-9223372036854775808\"}",
            "{\"kvlistValue\":{\"values\":[{}]}}");
    private static final List<String> KEYS = List.of(
            "resourceSpans",
            "scopeSpans",
            "spans",
            "traceId",
            "spanId",
            "attributes",
            "key",
            "value",
            "events",
            "name");

    @TempDir
    private Path directory;

    private final OtlpReader reader = new OtlpReader();

    /** Makes traces of the spans, as every command does. */
    private static final class Traces implements EventSink {
        private final List<Trace> traces = new ArrayList<>();
        private final Assembler assembler = new Assembler(traces::add, new SpanBudget(100_000));
        private long spans;

        @Override
        public void span(SpanEvent event) {
            spans += event instanceof SpanEvent.Start ? 1 : 0;
            assembler.accept(event);
        }

        @Override
        public void run(RunEvent event) {
            throw new AssertionError("no run in other producers' spans: " + event);
        }

        void check() {
            assembler.finish(assembler.lastNanos());
            for (Trace trace : traces) {
                trace.spans().forEach(span -> {
                    assertThat(span.durationNanos()).isNotNegative();
                    assertThat(span.selfNanos()).isNotNegative();
                    for (long tokens : new long[] {
                        Calls.usage(span).input(), Calls.usage(span).output()
                    }) {
                        assertThat(tokens == Unknown.LONG || tokens >= 0)
                                .as("tokens %d of %s", tokens, span.name())
                                .isTrue();
                    }
                });
            }
        }
    }

    @Test
    void shouldSurviveEveryMutation() throws IOException {
        List<Path> samples = OtlpSamples.all();
        Random random = new Random(SEED);
        int refused = 0;
        int counted = 0;
        int whole = 0;
        for (int i = 0; i < FILES; i++) {
            Path sample = samples.get(random.nextInt(samples.size()));
            byte[] bytes = Files.readAllBytes(sample);
            byte[] mutated = sample.toString().endsWith(".jsonl")
                    ? mutated(new String(bytes, StandardCharsets.UTF_8), random).getBytes(StandardCharsets.UTF_8)
                    : mutated(bytes, random);
            Path path = Files.write(directory.resolve("t"), mutated);
            Problems problems = new Problems(path);
            Traces traces = new Traces();
            TraceFile file = TraceFile.of(path);
            // asked of every file in a directory, whatever is in it
            boolean known = reader.recognizes(file);
            reader.head(file);
            try {
                reader.read(file, new ReadOptions(i % 2 == 0, read -> {}), traces, problems);
                assertThat(traces.spans == 0 && problems.skipped() == 0 && problems.tornLines() == 0)
                        .as("nothing read, nothing said: " + i)
                        .isFalse();
            } catch (UnreadableFileException e) {
                assertThat(e.getMessage()).doesNotContain("Exception").hasSizeLessThan(400);
                refused++;
            }
            traces.check();
            problems.first()
                    .forEach(problem ->
                            assertThat(problem.reason()).doesNotContain("Exception", "\tat ", "weather assistant"));
            counted += problems.skipped() + problems.tornLines() > 0 ? 1 : 0;
            whole += known && traces.spans >= 5 ? 1 : 0;
        }
        assertThat(refused).isLessThan(FILES / 10);
        assertThat(counted).isGreaterThan(FILES / 4);
        // most of what is in a damaged file is read
        assertThat(whole).isGreaterThan(FILES / 2);
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] mutated = bytes.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && mutated.length > 0; times--) {
            int at = random.nextInt(mutated.length);
            switch (random.nextInt(4)) {
                case 0 -> mutated = Arrays.copyOf(mutated, at);
                case 1 -> {
                    byte[] shorter = Arrays.copyOf(mutated, mutated.length - 1);
                    System.arraycopy(mutated, at + 1, shorter, at, mutated.length - at - 1);
                    mutated = shorter;
                }
                default -> mutated[at] = (byte) random.nextInt(256);
            }
        }
        return mutated;
    }

    private static String mutated(String text, Random random) {
        String mutated = text;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            mutated = switch (random.nextInt(6)) {
                case 0 -> mutated.substring(0, random.nextInt(mutated.length() + 1));
                case 1 -> withChar(mutated, random);
                case 2, 3 -> withValue(mutated, random);
                case 4 -> mutated.replaceFirst("\n", "");
                default -> mutated.replaceFirst('"' + KEYS.get(random.nextInt(KEYS.size())) + '"', "\"unknown\"");
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
        int from = random.nextInt(text.length() + 1);
        return matcher.find(from)
                ? text.substring(0, matcher.start())
                        + OTHERS.get(random.nextInt(OTHERS.size()))
                        + text.substring(matcher.end())
                : text;
    }
}
