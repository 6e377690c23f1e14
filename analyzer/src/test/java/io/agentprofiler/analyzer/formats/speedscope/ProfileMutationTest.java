// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.Json;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.JsonMutation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles and stacks with something wrong in them: every command says what it cannot read, by file and place, or reads it. */
@Tag("once")
class ProfileMutationTest {
    private static final int FILES = 600;
    private static final long SEED = 20_261_123;
    private static final List<List<String>> COMMANDS = List.of(
            List.of("report"), List.of("tree"), List.of("flame"), List.of("flame", "--by", "tokens"), List.of("list"));

    /** What is wrong has a place: a line, or that of a JSON value. */
    private static final Pattern PLACED = Pattern.compile("mutated(:\\d+)?: ");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private int told;

    private String exported(String format) throws IOException {
        Path file = directory.resolve("exported");
        Path run = FullRun.of(true).write(directory.resolve("run/segment-000001.jsonl"));
        assertThat(analyzer.run("export", format, "--out", file, run))
                .as(analyzer.err())
                .isZero();
        return Files.readString(file);
    }

    private void read(byte[] content, int number) throws IOException {
        Path file = Files.write(directory.resolve("mutated"), content);
        List<String> command = COMMANDS.get(number % COMMANDS.size());
        Object[] line = new Object[command.size() + 1];
        command.toArray(line);
        line[command.size()] = file;
        int code = analyzer.run(line);
        String said = analyzer.out() + analyzer.err();
        assertThat(said).as("file " + number).doesNotContain("Exception", "internal error", "\tat ");
        assertThat(code).as(said).isIn(ExitCode.OK, ExitCode.BAD_INPUT);
        told += PLACED.matcher(said).find() ? 1 : 0;
        if (code == ExitCode.BAD_INPUT) {
            assertThat(analyzer.err().lines()).as(said).hasSize(1);
            assertThat(analyzer.err()).startsWith("analyzer: ");
            assertThat(PLACED.matcher(analyzer.err()).find()
                            || said.contains("--by tokens: ")
                            || said.contains("no workflow"))
                    .as(said)
                    .isTrue();
        }
    }

    @Test
    void shouldSayWhatIsWrongWithProfiles() throws IOException {
        Random random = new Random(SEED);
        Json whole = Json.of(exported("speedscope"));
        JsonMutation mutation = new JsonMutation(random);
        for (int i = 0; i < FILES; i++) {
            read(mutation.of(whole).getBytes(StandardCharsets.UTF_8), i);
        }
        assertThat(told).isGreaterThan(FILES / 4);
    }

    @Test
    void shouldSayWhatIsWrongWithBytesOfProfiles() throws IOException {
        Random random = new Random(SEED);
        byte[] whole = exported("speedscope").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < FILES; i++) {
            read(changed(whole, random), i);
        }
        assertThat(told).isGreaterThan(FILES / 4);
    }

    @Test
    void shouldSayWhatIsWrongWithStacks() throws IOException {
        Random random = new Random(SEED);
        byte[] whole = exported("collapsed").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < FILES; i++) {
            read(changed(whole, random), i);
        }
        assertThat(told).isGreaterThan(FILES / 4);
    }

    /** Returns the same with some bytes changed, and often cut off. */
    private static byte[] changed(byte[] whole, Random random) {
        byte[] changed = whole.clone();
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(3) > 0 ? changed : Arrays.copyOf(changed, random.nextInt(changed.length));
    }
}
