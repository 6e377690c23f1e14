// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.Spans;
import io.agentprofiler.agent.segment.run.MemorySystem;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.agent.writer.EventPipeline;
import io.agentprofiler.agent.writer.NamingReader;
import io.agentprofiler.shared.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that is done with trace files, on file systems with the rules of each system. */
@Timeout(60)
class EverySystemTest {
    private static final long RETRY_NEVER = TimeUnit.HOURS.toNanos(1);

    /** As {@link SegmentFile#ON_DISK}, which needs a real disk. */
    private static final SegmentFile.Maker IN_MEMORY = path -> {
        OwnerOnly.createFile(path);
        FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
        return new SegmentFile() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (ByteBuffer left = ByteBuffer.wrap(bytes, offset, length); left.hasRemaining(); ) {
                    file.write(left);
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                file.truncate(length);
            }

            @Override
            public void sync() throws IOException {
                file.force(true);
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    };

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private Path base;
    private SegmentSink sink;
    private EventPipeline pipeline;

    @AfterEach
    void close() throws IOException {
        if (pipeline != null) {
            pipeline.close();
        }
        if (base != null) {
            base.getFileSystem().close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepRunAndSegmentsPrivate(MemorySystem system) throws IOException {
        open(system);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();

        assertThat(Lines.names(sink.directory())).containsExactly("segment-000001.jsonl");
        assertThat(system.access(base)).isEqualTo(system.privateDirectory());
        assertThat(system.access(sink.directory())).isEqualTo(system.privateDirectory());
        assertThat(system.access(sink.directory().resolve("segment-000001.jsonl")))
                .isEqualTo(system.privateFile());
        assertThat(Lines.ofType(Lines.all(sink.directory()), "SPAN_START")).hasSize(1);
        assertThat(log).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRotateCompressAndDeleteTheOldest(MemorySystem system) throws IOException {
        open(system, "segment.maxBytes", "4k", "dir.maxBytes", "16k", "gzip", "true");
        for (int i = 0; i < 200; i++) {
            Span span = Spans.root(Spans.RULE);
            Spans.start(pipeline.events(), span, null);
            Spans.end(pipeline.events(), span, null);
        }
        pipeline.close();

        List<String> names = Lines.names(sink.directory());
        assertThat(names).allMatch(name -> name.matches("segment-\\d{6}\\.jsonl(\\.gz)?"));
        assertThat(names).anyMatch(name -> name.endsWith(".gz"));
        for (String name : names) {
            assertThat(system.access(sink.directory().resolve(name))).as(name).isEqualTo(system.privateFile());
        }
        List<Map<String, Object>> events = Lines.all(sink.directory());
        long deleted = sink.account().deletedEvents();
        assertThat(Lines.ofType(events, "SPAN_START").size()
                        + Lines.ofType(events, "SPAN_END").size()
                        + deleted)
                .isEqualTo(400);
        assertThat(log).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeleteEarlierRuns(MemorySystem system) throws IOException {
        prepare(system);
        OwnerOnly.createDirectory(base);
        Path earlier = base.resolve("shop-1-20200101T000000.000Z");
        OwnerOnly.createDirectory(earlier);
        Files.writeString(earlier.resolve("segment-000001.jsonl"), "x");
        Files.createFile(earlier.resolve("STOP"));
        Path others = Files.createDirectory(base.resolve("shop-2-20200101T000000.000Z"));
        Files.writeString(others.resolve("notes.txt"), "x");

        run("dir.maxRuns", "1");
        await().until(() -> Files.notExists(earlier));
        pipeline.close();

        assertThat(others.resolve("notes.txt")).exists();
        assertThat(sink.account().deletedRuns()).isEqualTo(1);
    }

    /** As on Windows, while another program reads the file; the name is taken here. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepAFileThatCannotBeRenamedUnderItsFirstName(MemorySystem system) throws IOException {
        open(system);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        await().until(() -> Files.exists(sink.directory().resolve("segment-000001.jsonl.open")));
        Path taken = Files.createDirectory(sink.directory().resolve("segment-000001.jsonl"));
        Files.createFile(taken.resolve("open"));
        pipeline.close();

        Path open = sink.directory().resolve("segment-000001.jsonl.open");
        assertThat(Lines.ofType(Lines.of(open), "SPAN_START")).hasSize(1);
        assertThat(Lines.ofType(Lines.of(open), "FOOTER")).hasSize(1);
        assertThat(sink.account().unsyncedSegments()).isZero();
        assertThat(log).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseALinkAndSayWhatIsNoDirectory(MemorySystem system) throws IOException {
        prepare(system);
        Files.createSymbolicLink(base, Files.createDirectory(base.resolveSibling("target")));
        run();
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        pipeline.close();

        assertThat(log).singleElement().asString().contains(base + " is a symbolic link");
        try (Stream<Path> files = Files.list(base.resolveSibling("target"))) {
            assertThat(files).isEmpty();
        }

        log.clear();
        Files.delete(base);
        Files.writeString(base, "taken");
        run();
        pipeline.close();
        assertThat(log).singleElement().asString().contains(base + " is not a directory");
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnAfterSomebodyRemovedTheRun(MemorySystem system) throws IOException {
        open(system);
        Spans.start(pipeline.events(), Spans.root(Spans.RULE), null);
        await().until(() -> Files.exists(sink.directory().resolve("segment-000001.jsonl.open")));
        Lines.remove(sink.directory());
        await().until(() -> Files.exists(sink.directory().resolve("segment-000002.jsonl.open")));
        pipeline.close();

        assertThat(Lines.names(sink.directory())).containsExactly("segment-000002.jsonl");
        assertThat(log).singleElement().asString().contains("was removed");
    }

    private void open(MemorySystem system, String... namesAndValues) {
        prepare(system);
        run(namesAndValues);
    }

    private void prepare(MemorySystem system) {
        base = system.open().resolve("agent-profile");
    }

    private void run(String... namesAndValues) {
        List<String> all = new ArrayList<>(List.of("service", "C:\\shop: \"1\" *", "flush", "20"));
        all.addAll(Arrays.asList(namesAndValues));
        Settings settings = Spans.settings(all.toArray(new String[0]));
        RunInfo run = RunInfo.of(settings, TraceClock.now(), "test", List.of("test"));
        sink = new SegmentSink(base, settings, run, Map::of, IN_MEMORY, RETRY_NEVER, log::add);
        pipeline = EventPipeline.open(settings, TraceClock.now(), new NamingReader(), List.of(sink));
    }
}
