// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldRunsTest {
    private static final DateTimeFormatter START =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    /** Beyond the largest number Linux gives. */
    private static final long NO_PROCESS = 2_000_000_000;

    private static final long PLENTY = 1L << 30;

    @TempDir
    Path base;

    private Path own;

    @BeforeEach
    void makeOwn() throws IOException {
        own = Files.createDirectory(
                base.resolve("own-" + ProcessHandle.current().pid() + "-" + START.format(Instant.now())));
        Files.write(own.resolve("segment-000001.jsonl.open"), new byte[1000]);
    }

    @Test
    void shouldDeleteTheOldestWhileThereAreTooMany() throws IOException {
        Path oldest = run(NO_PROCESS, 30, "segment-000001.jsonl");
        Path middle = run(NO_PROCESS, 20, "segment-000001.jsonl.gz", "segment-000002.jsonl", "STOP");
        Path newest = run(NO_PROCESS, 10, "segment-000001.jsonl");
        OldRuns runs = new OldRuns(base, own, 2, PLENTY);
        runs.trim();
        assertThat(left()).containsExactlyInAnyOrder(own, newest);
        assertThat(oldest).doesNotExist();
        assertThat(middle).doesNotExist();
        assertThat(runs.deletedRuns()).isEqualTo(2);
        assertThat(runs.deletedBytes()).isEqualTo(3 * 1000);
    }

    @Test
    void shouldDeleteTheOldestWhileTheyTakeTooMuchRoom() throws IOException {
        run(NO_PROCESS, 30, "segment-000001.jsonl");
        Path newest = run(NO_PROCESS, 10, "segment-000001.jsonl");
        new OldRuns(base, own, 100, 3000).trim();
        assertThat(left()).hasSize(3);
        new OldRuns(base, own, 100, 2999).trim();
        assertThat(left()).containsExactlyInAnyOrder(own, newest);
    }

    @Test
    void shouldDeleteARunThatWasKilledButNoneOfALivingProcess() throws IOException {
        Path killed = run(NO_PROCESS, 30, "segment-000001.jsonl.open", ".lock");
        Path living = run(ProcessHandle.current().pid(), 0, "segment-000001.jsonl.open", ".lock");
        new OldRuns(base, own, 1, PLENTY).trim();
        assertThat(left()).containsExactlyInAnyOrder(own, living);
        assertThat(killed).doesNotExist();
    }

    @Test
    void shouldDeleteARunWhoseNumberAnotherProcessHasNow() throws IOException {
        // as in a container, where the first process always has the same number
        run(ProcessHandle.current().pid(), 60 * 24 * 365, "segment-000001.jsonl.open", ".lock");
        new OldRuns(base, own, 1, PLENTY).trim();
        assertThat(left()).containsExactly(own);
    }

    @Test
    void shouldNotDeleteARunThatAProcessOfAnotherContainerHasLocked() throws IOException {
        Path locked = run(NO_PROCESS, 30, "segment-000001.jsonl.open", ".lock");
        try (FileChannel channel = FileChannel.open(locked.resolve(".lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            new OldRuns(base, own, 1, PLENTY).trim();
            assertThat(lock.isValid()).isTrue();
        }
        assertThat(left()).containsExactlyInAnyOrder(own, locked);
    }

    @Test
    void shouldLeaveARunWithoutALockAloneWhileItIsFresh() throws IOException {
        Path older = run(NO_PROCESS, 30, "segment-000001.jsonl.open");
        Path fresh = run(NO_PROCESS, 20, "segment-000001.jsonl.open");
        touch(fresh, Duration.ZERO);
        Path empty = run(NO_PROCESS, 15);
        touch(empty, Duration.ZERO);
        new OldRuns(base, own, 1, PLENTY).trim();
        assertThat(left()).containsExactlyInAnyOrder(own, fresh, empty);
        assertThat(older).doesNotExist();
    }

    @Test
    void shouldTouchNothingThatIsNotOurs() throws IOException {
        Path withReport = run(NO_PROCESS, 30, "segment-000001.jsonl", "report.html");
        Path withDirectory = run(NO_PROCESS, 29, "segment-000001.jsonl");
        Files.createDirectory(withDirectory.resolve("segment-000002.jsonl"));
        Path otherName = Files.createDirectory(base.resolve("results-20261121"));
        Files.writeString(otherName.resolve("segment-000001.jsonl"), "x");
        Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("segment-000001.jsonl"), "x");
        Path link = Files.createSymbolicLink(base.resolve("shop-4711-20200101T000000.000Z"), elsewhere);
        new OldRuns(base, own, 1, 1).trim();
        assertThat(left()).containsExactlyInAnyOrder(own, withReport, withDirectory, otherName, elsewhere, link);
        assertThat(elsewhere.resolve("segment-000001.jsonl")).exists();
        assertThat(withReport.resolve("segment-000001.jsonl")).exists();
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> found = Files.list(base)) {
            return found.toList();
        }
    }

    private Path run(long pid, long minutesAgo, String... files) throws IOException {
        Duration ago = Duration.ofMinutes(minutesAgo);
        Path run = Files.createDirectory(
                base.resolve("shop-" + pid + "-" + START.format(Instant.now().minus(ago))));
        for (String file : files) {
            Files.write(run.resolve(file), new byte[file.startsWith("segment") ? 1000 : 0]);
        }
        touch(run, ago);
        return run;
    }

    private static void touch(Path run, Duration ago) throws IOException {
        FileTime time = FileTime.from(Instant.now().minus(ago));
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, time);
            }
        }
        Files.setLastModifiedTime(run, time);
    }
}
