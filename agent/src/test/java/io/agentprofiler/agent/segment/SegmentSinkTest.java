// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.agent.writer.NamingReader;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SegmentSinkTest {
    private static final long RETRY_AT_ONCE = 0;
    private static final long RETRY_NEVER = TimeUnit.HOURS.toNanos(1);

    @TempDir
    Path temp;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private Path base;
    private SegmentSink sink;
    private EventPipeline pipeline;

    @BeforeEach
    void chooseDirectory() {
        base = temp.resolve("traces");
    }

    @AfterEach
    void close() {
        if (pipeline != null) {
            pipeline.close();
        }
    }

    @Test
    void shouldWriteOneSegmentWithHeaderEventsAndFooter() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER);
        Span root = Spans.root(Spans.RULE);
        Span child = Spans.child(root);
        Spans.start(pipeline.events(), root, null);
        Spans.start(pipeline.events(), child, null);
        pipeline.events().chunk(child, System.nanoTime(), 0, "text", 5);
        Spans.end(pipeline.events(), child, null);
        Spans.end(pipeline.events(), root, null);
        pipeline.close();

        assertThat(Lines.names(sink.directory())).containsExactly("segment-000001.jsonl");
        List<Map<String, Object>> events = withoutBeats(Lines.all(sink.directory()));
        assertThat(types(events))
                .containsExactly("HEADER", "SPAN_START", "SPAN_START", "SPAN_CHUNK", "SPAN_END", "SPAN_END", "FOOTER");
        assertThat(events.get(0))
                .contains(
                        entry("format", "agent-profiler/1"),
                        entry("run", sink.directory().getFileName().toString()),
                        entry("service", "shop"),
                        entry("pid", ProcessHandle.current().pid()));
        assertThat(events.get(2)).containsEntry("parent", String.format("%016x", root.id));
        assertThat(events.get(6))
                .contains(
                        entry("emitted", Map.of("SPAN_START", 2L, "SPAN_CHUNK", 1L, "SPAN_END", 2L)),
                        entry("written", Map.of("SPAN_START", 2L, "SPAN_CHUNK", 1L, "SPAN_END", 2L)),
                        entry("dropped", Map.of()),
                        entry("queued", Map.of("SPAN_START", 0L, "SPAN_CHUNK", 0L, "SPAN_END", 0L)),
                        entry("started", 2L),
                        entry("ended", 2L),
                        entry("open", 0L),
                        entry("abandoned", 0L),
                        entry("absorbed", 0L),
                        entry("payloads_dropped", 0L),
                        entry("rules", List.of(Map.of("rule", "test/step", "spans", 2L))));
        assertThat(log).isEmpty();
    }

    @Test
    void shouldNameSegmentsAlikeWhateverTheLanguage() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR"));
        try {
            open(SegmentFile.ON_DISK, RETRY_NEVER);
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
            pipeline.close();
        } finally {
            Locale.setDefault(before);
        }
        assertThat(Lines.names(sink.directory())).containsExactly("segment-000001.jsonl");
    }

    @Test
    void shouldReachTheFileWithinTheFlushInterval() {
        open(SegmentFile.ON_DISK, RETRY_NEVER);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        await().ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(Files.readString(sink.directory().resolve("segment-000001.jsonl.open")))
                                .contains("SPAN_START"));
    }

    @Test
    void shouldBeginANewSegmentBySizeAndLoseNothing() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER, "segment.maxBytes", "4k");
        for (int i = 0; i < 200; i++) {
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, null);
            Spans.end(pipeline.events(), span, null);
        }
        // closing alone would wait two seconds for the disk
        pipeline.drain(30_000);
        pipeline.close();
        List<String> names = Lines.names(sink.directory());
        assertThat(names).hasSizeGreaterThan(10).allMatch(name -> name.endsWith(".jsonl"));
        long starts = 0;
        for (String name : names) {
            Path file = sink.directory().resolve(name);
            List<Map<String, Object>> events = Lines.of(file);
            assertThat(events.get(0)).containsEntry("event", "HEADER");
            Map<String, Object> footer = events.get(events.size() - 1);
            assertThat(footer).containsEntry("event", "FOOTER");
            assertThat(Files.size(file)).isLessThan(4096 + 2048);
            starts += Lines.ofType(events, "SPAN_START").size();
            // The counters at the end of a segment are those of exactly the lines before.
            assertThat(((Map<?, ?>) footer.get("written")).get("SPAN_START")).isEqualTo(starts);
        }
        assertThat(starts).isEqualTo(200);
    }

    @Test
    void shouldBeginANewSegmentByAge() {
        open(SegmentFile.ON_DISK, RETRY_NEVER, "segment.maxAge", "1s");
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(Lines.names(sink.directory())).contains("segment-000001.jsonl"));
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        await().untilAsserted(() -> assertThat(Lines.names(sink.directory()))
                .contains("segment-000001.jsonl")
                .anyMatch(name -> name.startsWith("segment-000002.jsonl")));
    }

    @Test
    void shouldDeleteTheOldestClosedSegmentsFirst() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER, "segment.maxBytes", "4k", "dir.maxBytes", "16k");
        for (int i = 0; i < 400; i++) {
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, null);
            Spans.end(pipeline.events(), span, null);
        }
        // closing alone would wait two seconds for the disk
        pipeline.drain(30_000);
        pipeline.close();
        List<String> names = Lines.names(sink.directory());
        long bytes = 0;
        for (String name : names) {
            bytes += Files.size(sink.directory().resolve(name));
        }
        assertThat(bytes).isLessThanOrEqualTo(16 * 1024);
        List<Map<String, Object>> events = Lines.all(sink.directory());
        Map<String, Object> footer = events.get(events.size() - 1);
        List<Integer> left = names.stream()
                .map(name -> Integer.valueOf(name.substring(8, 14)))
                .toList();
        int last = left.get(left.size() - 1);
        // one that the disk closes after younger ones cannot be deleted before them
        assertThat(left).contains(last - 1);
        assertThat(footer).containsEntry("deleted_segments", (long) last - left.size());
        assertThat((Long) footer.get("deleted_bytes")).isPositive();
        assertThat(footer).containsEntry("dropped", Map.of());
        long kept = Lines.ofType(events, "SPAN_START").size()
                + Lines.ofType(events, "SPAN_END").size();
        assertThat(footer).containsEntry("deleted_events", 800 - kept);
        assertThat(sink.account().deletedEvents()).isEqualTo(800 - kept);
    }

    @Test
    void shouldNeverDeleteTheNewestSegment() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER, "dir.maxBytes", "8k");
        for (int i = 0; i < 20; i++) {
            // each larger than the directory may be
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, "x".repeat(20_000));
            Spans.end(pipeline.events(), span, null);
            pipeline.drain(30_000);
        }
        pipeline.close();
        List<Map<String, Object>> events = Lines.all(sink.directory());
        assertThat(events.get(events.size() - 1)).containsEntry("event", "FOOTER");
        long left = Lines.ofType(events, "SPAN_START").size()
                + Lines.ofType(events, "SPAN_END").size();
        assertThat(left).isPositive();
        assertThat(sink.account().deletedEvents()).isEqualTo(40 - left);
    }

    @Test
    void shouldCompressClosedSegments() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER, "segment.maxBytes", "4k", "gzip", "on");
        for (int i = 0; i < 60; i++) {
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, null);
            Spans.end(pipeline.events(), span, null);
        }
        // closing alone would wait two seconds for the disk
        pipeline.drain(30_000);
        await().until(() ->
                Lines.names(sink.directory()).stream().noneMatch(name -> name.endsWith(TraceFormat.SEGMENT_SUFFIX)));
        pipeline.close();
        List<String> names = Lines.names(sink.directory());
        assertThat(names).hasSizeGreaterThan(2).allMatch(name -> name.endsWith(".jsonl.gz"));
        assertThat(Lines.ofType(Lines.all(sink.directory()), "SPAN_END")).hasSize(60);
        assertOwnerOnly(sink.directory().resolve(names.get(0)), "rw-------");
    }

    @Test
    void shouldDropAndCountWhileTheDiskIsFullAndGoOnAfterwards() throws IOException {
        SmallDisk disk = new SmallDisk(3_000);
        open(disk, RETRY_AT_ONCE);
        int offered = 0;
        while (log.isEmpty()) {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
            offered++;
            await().until(() -> pipeline.counters().queued().get("SPAN_START") == 0);
        }
        disk.free.set(1 << 20);
        await().until(() -> {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
            return log.size() > 1;
        });
        pipeline.close();
        List<Map<String, Object>> events = Lines.all(sink.directory());
        PipelineCounters.Snapshot counters = pipeline.counters();
        long written = Lines.ofType(events, "SPAN_START").size();
        assertThat(written).isPositive();
        assertThat(counters.written()).containsEntry("SPAN_START", written);
        assertThat(counters.dropped().get("SPAN_START")).containsOnlyKeys("io");
        assertThat(counters.emitted().get("SPAN_START"))
                .isEqualTo(written + counters.dropped().get("SPAN_START").get("io"))
                .isGreaterThanOrEqualTo(offered);
        Map<String, Object> footer = events.get(events.size() - 1);
        assertThat(footer).contains(entry("event", "FOOTER"), entry("written", counters.written()));
        assertThat(log)
                .containsExactly(
                        "traces cannot be written to " + sink.directory()
                                + ": No space left on device; events are dropped and counted, and the agent tries again every 30 s",
                        "traces are written to " + sink.directory() + " again");
    }

    @Test
    void shouldNotTryAgainBeforeItIsTime() throws IOException {
        SmallDisk disk = new SmallDisk(0);
        open(disk, RETRY_NEVER);
        await().until(() -> !log.isEmpty());
        disk.free.set(1 << 20);
        for (int i = 0; i < 10; i++) {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        }
        await().until(() -> pipeline.counters().dropped().equals(Map.of("SPAN_START", Map.of("io", 10L))));
        assertThat(Lines.names(sink.directory())).isEmpty();
        pipeline.close();
        // At the end the final counters are written all the same.
        List<Map<String, Object>> events = Lines.all(sink.directory());
        assertThat(events).extracting(event -> event.get("event")).containsExactly("HEADER", "FOOTER");
        assertThat(events.get(1)).containsEntry("dropped", Map.of("SPAN_START", Map.of("io", 10L)));
        assertThat(log).hasSize(1);
    }

    @Test
    void shouldSayOnceWhenTheDirectoryCannotBeMadeAndStartWhenItCan() throws IOException {
        Files.writeString(base, "a file in the way");
        open(SegmentFile.ON_DISK, RETRY_AT_ONCE);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        await().until(() -> pipeline.counters().dropped().equals(Map.of("SPAN_START", Map.of("io", 1L))));
        Files.delete(base);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();
        assertThat(Lines.ofType(Lines.all(sink.directory()), "SPAN_START")).hasSize(1);
        assertThat(log)
                .containsExactly(
                        "traces cannot be written to " + sink.directory() + ": " + base
                                + " is not a directory; events are dropped and counted, and the agent tries again every 30 s;"
                                + " agentprofiler.dir: allowed is a directory that exists or can be created",
                        "traces are written to " + sink.directory() + " again");
    }

    @Test
    void shouldGoOnInANewDirectoryWhenSomebodyRemovedIt() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_AT_ONCE, "segment.maxBytes", "4k");
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        Path open = sink.directory().resolve("segment-000001.jsonl.open");
        await().until(() -> Files.exists(open));
        Lines.remove(sink.directory());
        await().until(() -> {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
            return Files.isDirectory(sink.directory());
        });
        pipeline.close();
        assertThat(Lines.names(sink.directory())).isNotEmpty().allMatch(name -> name.endsWith(".jsonl"));
    }

    @Test
    void shouldCountWhatWentToAFileThatSomebodyRemoved() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER);
        for (int i = 0; i < 100; i++) {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        }
        pipeline.drain(30_000);
        Lines.remove(sink.directory());
        // by itself: nothing more is written
        await().until(() -> Files.isDirectory(sink.directory()));
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();

        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("SPAN_START", Map.of("removed", 100L)));
        assertThat(pipeline.counters().written()).containsEntry("SPAN_START", 1L);
        List<Map<String, Object>> events = Lines.all(sink.directory());
        assertThat(types(withoutBeats(events))).containsExactly("HEADER", "SPAN_START", "FOOTER");
        assertThat(events.get(events.size() - 1))
                .containsEntry("dropped", pipeline.counters().dropped());
        assertThat(log)
                .containsExactly(sink.directory().resolve("segment-000001.jsonl.open")
                        + " was removed or truncated while it was being written: the 100 events in it count as dropped, and a new"
                        + " file is started");
    }

    @Test
    void shouldCountWhatWasRemovedAtTheVeryEnd() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.drain(30_000);
        Lines.remove(sink.directory());
        pipeline.close();
        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("SPAN_START", Map.of("removed", 1L)));
        List<Map<String, Object>> events = Lines.all(sink.directory());
        assertThat(types(withoutBeats(events))).containsExactly("HEADER", "FOOTER");
        assertThat(events.get(events.size() - 1))
                .containsEntry("dropped", pipeline.counters().dropped());
    }

    @Test
    void shouldCountAFileThatWasCutShort() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.drain(30_000);
        Files.write(sink.directory().resolve("segment-000001.jsonl.open"), new byte[0]);
        pipeline.close();
        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("SPAN_START", Map.of("removed", 1L)));
    }

    @Test
    void shouldTellClosedSegmentsThatWereTakenAway() throws IOException {
        open(SegmentFile.ON_DISK, RETRY_NEVER, "segment.maxBytes", "4k");
        for (int i = 0; i < 100; i++) {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        }
        pipeline.drain(30_000);
        Path first = sink.directory().resolve("segment-000001.jsonl");
        await().until(() -> Files.exists(first));
        long taken = Lines.ofType(Lines.of(first), "SPAN_START").size();
        Files.delete(first);
        pipeline.close();
        List<Map<String, Object>> events = Lines.all(sink.directory());
        assertThat(events.get(events.size() - 1))
                .contains(entry("dropped", Map.of()), entry("removed_segments", 1L), entry("removed_events", taken));
    }

    @Test
    void shouldGoOnWhileTheDiskIsSlowToConfirm() throws Exception {
        CountDownLatch syncing = new CountDownLatch(1);
        CountDownLatch disk = new CountDownLatch(1);
        SegmentFile.Maker slow = path -> new DelegatingFile(SegmentFile.ON_DISK.create(path)) {
            @Override
            public void sync() throws IOException {
                syncing.countDown();
                awaitDisk(disk);
                super.sync();
            }
        };
        open(slow, RETRY_NEVER, "segment.maxBytes", "4k");
        int count = 0;
        while (syncing.getCount() > 0) {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
            count++;
            pipeline.drain(30_000);
        }
        // the disk answers only when all of this has been written, as a kill would find it
        for (int i = 0; i < 1_000; i++) {
            Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        }
        pipeline.drain(30_000);
        assertThat(Lines.ofType(Lines.all(sink.directory()), "SPAN_START")).hasSize(count + 1_000);
        disk.countDown();
        pipeline.close();

        assertThat(Lines.ofType(Lines.all(sink.directory()), "SPAN_START")).hasSize(count + 1_000);
        assertThat(Lines.names(sink.directory())).allMatch(name -> name.endsWith(".jsonl"));
        // more than may wait for the disk were closed without its word, and are counted
        assertThat(sink.account().unsyncedSegments()).isPositive();
    }

    @Test
    void shouldKeepTheSegmentWhenTheDiskFailsAtTheEnd() throws IOException {
        SmallDisk disk = new SmallDisk(1 << 20);
        open(disk, RETRY_NEVER);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        disk.syncFails = true;
        pipeline.close();
        assertThat(Lines.names(sink.directory())).containsExactly("segment-000001.jsonl.open");
        assertThat(types(withoutBeats(Lines.all(sink.directory())))).containsExactly("HEADER", "SPAN_START", "FOOTER");
        assertThat(log).hasSize(1).first().asString().contains("Input/output error");
    }

    @Test
    void shouldBeReadableByItsOwnerOnly() throws IOException {
        assumeThat(base.getFileSystem().supportedFileAttributeViews()).contains("posix");
        base = base.resolve("deeper");
        open(SegmentFile.ON_DISK, RETRY_NEVER);
        await().until(() -> Files.exists(sink.directory().resolve("segment-000001.jsonl.open")));
        assertOwnerOnly(base.getParent(), "rwx------");
        assertOwnerOnly(base, "rwx------");
        assertOwnerOnly(sink.directory(), "rwx------");
        assertOwnerOnly(sink.directory().resolve("segment-000001.jsonl.open"), "rw-------");
    }

    @Test
    void shouldRefuseASymbolicLink() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Files.createSymbolicLink(base, elsewhere);
        open(SegmentFile.ON_DISK, RETRY_AT_ONCE);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();
        assertThat(Lines.names(elsewhere)).isEmpty();
        assertThat(log)
                .containsExactly("no traces are written: " + base
                        + " is a symbolic link; point -Dagentprofiler.dir at a directory of your own");
        assertThat(pipeline.counters().dropped()).isEqualTo(Map.of("SPAN_START", Map.of("io", 2L)));
    }

    @Test
    void shouldRefuseALinkWhereItsOwnDirectoryWouldBe() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        make(SegmentFile.ON_DISK, RETRY_NEVER);
        Files.createDirectory(base);
        Files.createSymbolicLink(sink.directory(), elsewhere);
        run();
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();
        assertThat(Lines.names(elsewhere)).isEmpty();
        assertThat(log).hasSize(1);
    }

    @Test
    void shouldRefuseAnotherUsersDirectory() throws IOException {
        Files.createDirectory(base);
        try {
            Files.setAttribute(base, "unix:uid", 4711, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | IllegalArgumentException e) {
            assumeThat(e).as("only root can give a directory away").isNull();
        }
        open(SegmentFile.ON_DISK, RETRY_AT_ONCE);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();
        assertThat(Lines.names(base)).isEmpty();
        assertThat(log)
                .containsExactly("no traces are written: " + base + " belongs to "
                        + Files.getOwner(base).getName() + "; point -Dagentprofiler.dir at a directory of your own");
    }

    @Test
    void shouldNeverMakeProducersWaitForAStalledDisk() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch disk = new CountDownLatch(1);
        SegmentFile.Maker stalling = path -> {
            return new DelegatingFile(SegmentFile.ON_DISK.create(path)) {
                private boolean header = true;

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (!header) {
                        writing.countDown();
                        awaitDisk(disk);
                    }
                    header = false;
                    super.write(bytes, offset, length);
                }
            };
        };
        open(stalling, RETRY_NEVER, "ring.size", "256");
        Span first = Spans.root(Spans.RULE);
        Spans.start(pipeline.events(), first, null);
        assertThat(writing.await(30, TimeUnit.SECONDS)).isTrue();
        // The disk answers only after all of this has come back.
        long accepted = 1;
        for (int i = 0; i < 1_000_000; i++) {
            Span span = Spans.child(first);
            if (Spans.start(pipeline.events(), span, null)) {
                accepted++;
                Spans.end(pipeline.events(), span, null);
            }
        }
        Spans.end(pipeline.events(), first, null);
        disk.countDown();
        pipeline.close();
        List<Map<String, Object>> events = Lines.all(sink.directory());
        assertThat(Lines.ofType(events, "SPAN_START")).hasSize((int) accepted);
        assertThat(Lines.ofType(events, "SPAN_END")).hasSize((int) accepted);
        assertThat(pipeline.counters().dropped())
                .isEqualTo(Map.of("SPAN_START", Map.of("ring_full", 1_000_001 - accepted)));
    }

    /** Leaves out what is written about once a second. */
    private static List<Map<String, Object>> withoutBeats(List<Map<String, Object>> events) {
        return events.stream()
                .filter(event -> !Set.of("BOOKS", "PROCESS").contains(event.get("event")))
                .toList();
    }

    private static List<Object> types(List<Map<String, Object>> events) {
        return events.stream().map(event -> event.get("event")).toList();
    }

    private static void awaitDisk(CountDownLatch disk) throws IOException {
        try {
            if (!disk.await(1, TimeUnit.MINUTES)) {
                throw new IOException("nobody released the disk");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void assertOwnerOnly(Path path, String permissions) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo(permissions);
    }

    private void open(SegmentFile.Maker maker, long retryNanos, String... namesAndValues) {
        make(maker, retryNanos, namesAndValues);
        run();
    }

    private Settings settings;

    private void make(SegmentFile.Maker maker, long retryNanos, String... namesAndValues) {
        List<String> all = new ArrayList<>(List.of("dir", base.toString(), "service", "shop", "flush", "20"));
        all.addAll(Arrays.asList(namesAndValues));
        settings = Spans.settings(all.toArray(new String[0]));
        RunInfo run = RunInfo.of(settings, TraceClock.now(), "test", List.of("test"));
        sink = new SegmentSink(
                base,
                settings,
                run,
                () -> Map.of("rules", List.of(Map.of("rule", "test/step", "spans", 2L))),
                maker,
                retryNanos,
                log::add);
    }

    private void run() {
        pipeline = EventPipeline.open(settings, TraceClock.now(), new NamingReader(), List.of(sink));
    }
}
