// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFilesTest {
    @TempDir
    private Path directory;

    private Path segment(String run, String path) {
        return TestRun.run(run).span(1, 0, 0, 5, "agent", "root").footer().write(directory.resolve(path));
    }

    private Path gzip(Path file) throws IOException {
        Path target = file.resolveSibling(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(target))) {
            Files.copy(file, out);
        }
        return target;
    }

    private static List<String> names(RunFiles run) {
        return run.files().stream()
                .map(input -> input.file().path().getFileName().toString())
                .toList();
    }

    @Test
    void shouldFindTheRunsOfADirectoryInOrder() throws Exception {
        segment("b", "two/segment-000002.jsonl.open");
        segment("b", "two/segment-000001.jsonl");
        segment("a", "one/segment-000001.jsonl");
        Files.writeString(directory.resolve("notes.txt"), "hello");

        Inputs inputs = InputFiles.find(List.of(directory));

        assertThat(inputs.runs()).extracting(RunFiles::run).containsExactly("a", "b");
        assertThat(names(inputs.runs().get(1))).containsExactly("segment-000001.jsonl", "segment-000002.jsonl.open");
        assertThat(inputs.notes()).isEmpty();
        assertThat(inputs.bytes()).isPositive();
    }

    @Test
    void shouldSeeTheFormatWhateverTheName() throws Exception {
        Path odd = segment("a", "data.bin");
        Path packed = Files.move(gzip(segment("b", "x.log")), directory.resolve("packed"));

        assertThat(InputFiles.find(List.of(odd, packed)).runs())
                .extracting(RunFiles::run)
                .containsExactly("a", "b");
    }

    @Test
    void shouldReadAFileNamedTwiceOnce() throws Exception {
        Path file = segment("a", "run/segment-000001.jsonl");

        Inputs inputs = InputFiles.find(List.of(directory, file, directory.resolve("run/../run")));

        assertThat(inputs.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.files()).hasSize(1));
    }

    @Test
    void shouldLeaveOutACopyOfASegment() throws Exception {
        Path file = segment("a", "run/segment-000001.jsonl");
        Path copy = gzip(file);

        Inputs inputs = InputFiles.find(List.of(directory));

        assertThat(names(inputs.runs().get(0))).containsExactly("segment-000001.jsonl");
        assertThat(inputs.notes()).containsExactly(copy + ": left out, a copy of " + file);
    }

    @Test
    void shouldReadBothOfTwoFilesWhoseNamesAreEqualUpToTheFirstDot() throws Exception {
        segment("a", "run.part1.jsonl");
        segment("a", "run.part2.jsonl");

        Inputs inputs = InputFiles.find(List.of(directory));

        assertThat(names(inputs.runs().get(0))).containsExactly("run.part1.jsonl", "run.part2.jsonl");
        assertThat(inputs.notes()).isEmpty();
    }

    @Test
    void shouldNoteSegmentsWithoutAnyRecord() throws Exception {
        segment("a", "segment-000001.jsonl");
        Path empty = Files.createFile(directory.resolve("segment-000002.jsonl.open"));

        assertThat(InputFiles.find(List.of(directory)).notes()).containsExactly(empty + ": empty, left out");
    }

    @Test
    void shouldSayWhatIsWrongWithWhatWasNamed() throws Exception {
        Path nowhere = directory.resolve("nowhere");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Path nothing = Files.createFile(directory.resolve("nothing.jsonl"));
        Path binary = Files.write(directory.resolve("binary"), new byte[] {0, 1, 2, 3, (byte) 0xff});
        Path fakeGzip = Files.write(directory.resolve("fake.gz"), new byte[] {0x1f, (byte) 0x8b, 0, 0, 0, 0});

        assertFails(nowhere, "no such file or directory");
        assertFails(empty, "no trace file in it; expected agent-profiler segment or ");
        assertFails(nothing, "the file is empty; expected agent-profiler segment or ");
        assertFails(binary, "not a trace file; expected agent-profiler segment or ");
        assertFails(fakeGzip, "not a trace file; expected agent-profiler segment or ");
    }

    private static void assertFails(Path named, String reason) {
        assertThatThrownBy(() -> InputFiles.find(List.of(named)))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageStartingWith(named + ": " + reason)
                .hasMessageNotContaining("\n");
    }

    /** A link to where it is in: nothing below it can be looked into, whoever looks. */
    @Test
    void shouldLeaveOutAndNoteADirectoryItCannotLookInto() throws Exception {
        segment("a", "one/segment-000001.jsonl");
        Path loop = Files.createSymbolicLink(directory.resolve("one/loop"), directory.resolve("one"));

        Inputs inputs = InputFiles.find(List.of(directory));

        assertThat(inputs.runs()).extracting(RunFiles::run).containsExactly("a");
        assertThat(inputs.notes())
                .singleElement()
                .asString()
                .startsWith(loop + ": cannot be read (")
                .endsWith("), left out");
    }

    @Test
    void shouldLeaveOutAndNoteADirectoryItMayNotRead() throws Exception {
        segment("a", "one/segment-000001.jsonl");
        Path closed = Files.createDirectory(directory.resolve("closed"));
        assumeThat(closed.toFile().setReadable(false)).isTrue();
        assumeThat(Files.isReadable(closed)).as("not root").isFalse();

        Inputs inputs = InputFiles.find(List.of(directory));

        assertThat(inputs.runs()).extracting(RunFiles::run).containsExactly("a");
        assertThat(inputs.notes())
                .singleElement()
                .asString()
                .startsWith(closed + ": cannot be read (")
                .endsWith("), left out");
        assertThatThrownBy(() -> InputFiles.find(List.of(closed))).hasMessageContaining("cannot be read");
    }
}
