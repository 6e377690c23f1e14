// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class KillTest {
    private static final int FLUSH_MILLIS = 200;
    /** A machine that is busy with other tests may let a thread of the child wait this long. */
    private static final int SCHEDULING = 500;

    @TempDir
    Path temp;

    @Test
    @Timeout(120)
    void shouldLoseNoMoreThanTheFlushIntervalToAKill() throws IOException, InterruptedException {
        Path base = temp.resolve("traces");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SequenceWriter.class.getName(),
                        base.toString(),
                        String.valueOf(FLUSH_MILLIS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long olderThanFlush = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null && olderThanFlush < 2_000; line = out.readLine()) {
                olderThanFlush = Long.parseLong(line);
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(child.exitValue()).isEqualTo(128 + 9);

        Path run;
        try (Stream<Path> runs = Files.list(base)) {
            run = runs.findFirst().orElseThrow();
        }
        assertThat(Lines.names(run)).containsExactly("segment-000001.jsonl.open");
        String text = Files.readString(run.resolve("segment-000001.jsonl.open"));
        // What is there is whole lines, but for the last, which a kill may tear.
        List<Long> spans = text.substring(0, text.lastIndexOf('\n'))
                .lines()
                .map(Lines::object)
                .filter(event -> "SPAN_START".equals(event.get("event")))
                .map(event -> Long.parseUnsignedLong((String) event.get("span"), 16))
                .toList();
        assertThat(spans).doesNotHaveDuplicates();
        assertThat(spans)
                .containsAll(LongStream.rangeClosed(1, olderThanFlush - SCHEDULING)
                        .boxed()
                        .toList());
        assertThat(Lines.object(text.substring(0, text.indexOf('\n')))).containsAllEntriesOf(Map.of("event", "HEADER"));
    }
}
