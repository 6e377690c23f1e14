// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.stats.PipelineCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitLineTest {
    @TempDir
    Path dir;

    @Test
    void shouldSayThatNothingIsMissingAndHowToReadIt() throws IOException {
        write();
        assertThat(line(6, 0, 0, DirectoryAccount.NONE))
                .isEqualTo("3 spans, 6 events written, none dropped; explain them with: java -jar analyzer.jar report "
                        + dir);
    }

    @Test
    void shouldCountWhatTheWriterDidNotGetTo() {
        assertThat(line(0, 0, 6, DirectoryAccount.NONE))
                .isEqualTo("3 spans, 0 events written, 6 lost because the writer did not get to them in time");
        assertThat(ExitLine.of(counters(0, 0, 6), DirectoryAccount.NONE, dir, "\"name\" of rule a/b", ""))
                .isEqualTo("3 spans, 0 events written, 6 lost because the writer hung in \"name\" of rule a/b");
    }

    @Test
    void shouldNotClaimThatFilesAreThereThatAreNot() throws IOException {
        assertThat(line(6, 0, 0, DirectoryAccount.NONE)).endsWith("; no trace file is left in " + dir);
        Files.createFile(dir.resolve("segment-000001.jsonl"));
        assertThat(line(6, 0, 0, DirectoryAccount.NONE)).endsWith("; no trace file is left in " + dir);
        assertThat(line(6, 0, 0, new DirectoryAccount(0, 0, 0, 1, 6, 0, 0, 0)))
                .isEqualTo(
                        "3 spans, 6 events written, 6 of them in 1 file that somebody removed; no trace file is left in "
                                + dir);
    }

    @Test
    void shouldNotClaimThatNothingIsMissingWhenFilesWereDeleted() throws IOException {
        write();
        assertThat(line(6, 0, 0, new DirectoryAccount(2, 99, 4, 0, 0, 0, 3, 5 << 20)))
                .isEqualTo("3 spans, 6 events written, 4 of them deleted with the 2 oldest files to stay within"
                        + " agentprofiler.dir.maxBytes, 3 earlier runs (5 MB) deleted to stay within"
                        + " agentprofiler.dir.maxRuns and agentprofiler.dir.totalBytes; explain them with: java -jar"
                        + " analyzer.jar report " + dir);
    }

    @Test
    void shouldCountWhatWasDropped() throws IOException {
        write();
        assertThat(line(4, 2, 0, DirectoryAccount.NONE))
                .startsWith("3 spans, 4 events written, 2 dropped {SPAN_END={removed=2}}; explain");
    }

    @Test
    void shouldSayHowManyWorkflowsWereRecorded() {
        assertThat(sampled(new PipelineCounters.Sampling(3, 97, 0)))
                .contains(", none dropped, 3 of 100 workflows recorded");
        assertThat(sampled(new PipelineCounters.Sampling(1, 94, 0, 2, 3, 1, 2)))
                .contains(
                        ", none dropped, 3 of 100 workflows recorded, 2 of them for agentprofiler.sample.keep, 2 workflows"
                                + " could not be held until it was known whether agentprofiler.sample.keep applies to them"
                                + " (agentprofiler.sample.keep.maxBytes limits the memory for that)");
        assertThat(sampled(PipelineCounters.Sampling.NONE)).doesNotContain("workflow");
    }

    private String sampled(PipelineCounters.Sampling sampling) {
        return ExitLine.of(counters(4, 0, 0, sampling), DirectoryAccount.NONE, dir, null, "");
    }

    private String line(long written, long dropped, long queued, DirectoryAccount files) {
        return ExitLine.of(counters(written, dropped, queued), files, dir, null, "");
    }

    private void write() throws IOException {
        Files.writeString(dir.resolve("segment-000001.jsonl"), "{}");
    }

    private static PipelineCounters.Snapshot counters(long written, long dropped, long queued) {
        return counters(written, dropped, queued, PipelineCounters.Sampling.NONE);
    }

    private static PipelineCounters.Snapshot counters(
            long written, long dropped, long queued, PipelineCounters.Sampling sampling) {
        PipelineCounters.Snapshot.SnapshotDraft counters = new PipelineCounters.Snapshot.SnapshotDraft();
        counters.emitted = Map.of("SPAN_START", written + dropped + queued);
        counters.written = Map.of("SPAN_START", written);
        counters.dropped = dropped == 0 ? Map.of() : Map.of("SPAN_END", Map.of("removed", dropped));
        counters.queued = Map.of("SPAN_START", queued);
        counters.payloadsDropped = 0;
        counters.started = 3;
        counters.ended = 3;
        counters.open = 0;
        counters.abandoned = 0;
        counters.suppressed = 0;
        counters.lateMillis = 0;
        counters.sampling = sampling;
        return counters.build();
    }
}
