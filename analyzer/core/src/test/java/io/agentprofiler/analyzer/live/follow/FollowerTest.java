// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.follow;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.runs.RunState;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    private Path root;

    private final List<String> finished = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private final List<String> published = new ArrayList<>();
    private Follower follower;
    private long now = 17 * SECOND;
    private Path run;

    private final class Seen implements Follower.Events {
        @Override
        public boolean wants(TraceId id, int spans) {
            return true;
        }

        @Override
        public void accept(Trace trace, boolean complete) {
            changed.add(text(trace) + (complete ? "" : "..."));
        }

        @Override
        public void finished(Trace trace) {
            finished.add(text(trace));
        }

        @Override
        public void forecast(PublishedForecast forecast, PublishedModel model) {
            published.add(forecast.trace() + " " + forecast.ended() + " " + model.file());
        }

        private String text(Trace trace) {
            return trace.root().name() + " " + trace.spans().size()
                    + (trace.root().has(SpanFlag.UNFINISHED) ? " open" : "");
        }
    }

    @BeforeEach
    void follow() throws IOException {
        follower = new Follower(List.of(root), new Seen(), new SpanBudget(Long.MAX_VALUE), 10 * SECOND);
        run = Files.createDirectories(root.resolve("shop-42-a"));
    }

    @AfterEach
    void close() {
        follower.close();
    }

    private static TestRun run() {
        return TestRun.run("shop-42-a");
    }

    private void append(String file, String text) {
        try {
            Files.writeString(run.resolve(file), text, CREATE, APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets a second pass and reads, as late as that in the run's own time, in milliseconds. */
    private void step(double millis) {
        now += SECOND;
        assertThat(follower.step(now, TestRun.at(millis))).isFalse();
    }

    private FollowedRun only() {
        assertThat(follower.runs()).hasSize(1);
        return follower.runs().iterator().next();
    }

    @Test
    void shouldFindARunThatBeginsLaterAndSeeItsWorkflowsGrow() {
        step(0);
        assertThat(follower.runs()).isEmpty();

        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text());
        step(1);
        assertThat(changed).containsExactly("plan 1 open...");
        assertThat(only().id()).isEqualTo("shop-42-a");

        append(
                "segment-000001.jsonl.open",
                TestRun.bare().span(2, 1, 1, 2, "llm", "chat").text());
        step(2);
        assertThat(changed).last().isEqualTo("plan 2 open...");

        append("segment-000001.jsonl.open", TestRun.bare().end(1, 3).text());
        step(3);
        assertThat(changed).last().isEqualTo("plan 2");
        assertThat(finished).as("a late span may come").isEmpty();

        step(10_004);
        assertThat(finished).containsExactly("plan 2");
        assertThat(changed).hasSize(3);
    }

    @Test
    void shouldHandOnWhatTheAgentForecasts() {
        append(
                "segment-000001.jsonl.open",
                run().text()
                        .replace(
                                "\"version\":\"1.0\"",
                                "\"version\":\"1.0\",\"forecast\":{\"model\":\"model.json\",\"workflows\":40}"));
        append(
                "segment-000001.jsonl.open",
                TestRun.bare()
                        .start(1, 0, 0, "agent", "plan")
                        .line("{\"event\":\"FORECAST\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\""
                                + TestRun.spanId(1) + "\",\"t\":" + TestRun.at(0)
                                + ",\"workflow\":\"plan\",\"ended_calls\":0}")
                        .line("{\"event\":\"FORECAST\",\"trace\":\"" + TestRun.traceId(1) + "\"}")
                        .text());
        step(1);

        assertThat(published).containsExactly(TestRun.traceId(1) + " 0 model.json");
    }

    @Test
    void shouldTakeALineWhenItIsWhole() {
        String line = TestRun.bare().start(1, 0, 0, "agent", "plan").text();
        append("segment-000001.jsonl.open", run().text() + line.substring(0, 50));
        step(1);
        assertThat(changed).isEmpty();

        append("segment-000001.jsonl.open", line.substring(50));
        step(2);
        assertThat(changed).containsExactly("plan 1 open...");
        assertThat(only().problems()).isEmpty();
    }

    @Test
    void shouldGoOnInTheNextSegmentWhenTheFirstIsRenamedOrCompressed() throws IOException {
        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text());
        step(1);
        // what was written last, between two looks
        append(
                "segment-000001.jsonl.open",
                TestRun.bare().span(2, 1, 1, 2, "llm", "chat").text());
        Files.move(run.resolve("segment-000001.jsonl.open"), run.resolve("segment-000001.jsonl"));
        append("segment-000002.jsonl.open", run().end(1, 3).text());
        compress("segment-000001.jsonl");
        step(2);

        assertThat(changed).last().isEqualTo("plan 2");
        assertThat(only().facts().counts().read().starts()).isEqualTo(2);
        assertThat(only().facts().files().missingSegments()).isEmpty();
    }

    @Test
    void shouldReadASegmentToItsEndThatIsRemovedMeanwhile() throws IOException {
        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text());
        step(1);
        append(
                "segment-000001.jsonl.open",
                TestRun.bare().span(2, 1, 1, 2, "llm", "chat").text());
        Files.delete(run.resolve("segment-000001.jsonl.open"));
        append("segment-000002.jsonl.open", run().end(1, 3).text());
        step(2);

        assertThat(changed).last().isEqualTo("plan 2");
    }

    @Test
    void shouldSayWhichSegmentsWereRemovedBeforeTheyWereRead() {
        append("segment-000003.jsonl", run().span(1, 0, 0, 1, "agent", "plan").text());
        append(
                "segment-000005.jsonl",
                run().trace(2).span(2, 0, 0, 1, "agent", "answer").footer().text());
        step(1);

        assertThat(finished).containsExactlyInAnyOrder("plan 1", "answer 1");
        assertThat(only().facts().files().missingSegments()).containsExactly(1, 2, 4);
    }

    @Test
    void shouldGoOnWithAFileThatWasClosedBecauseNothingCame() throws IOException {
        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text());
        step(1);
        now += 100 * SECOND;
        step(2);
        Files.move(run.resolve("segment-000001.jsonl.open"), run.resolve("segment-000001.jsonl"));
        append(
                "segment-000001.jsonl",
                TestRun.bare().span(2, 1, 1, 2, "llm", "chat").end(1, 3).text());
        compress("segment-000001.jsonl");
        step(3);
        step(4);

        assertThat(only().facts().counts().read().starts())
                .as("each event once")
                .isEqualTo(2);
        assertThat(only().facts().counts().duplicates()).isZero();
    }

    @Test
    void shouldHandOverEverythingOfAProcessThatEnded() {
        append(
                "segment-000001.jsonl",
                run().span(1, 0, 0, 1, "agent", "plan")
                        .trace(2)
                        .start(2, 0, 1, "agent", "stuck")
                        .footer()
                        .text());
        step(1);

        assertThat(finished).containsExactly("plan 1", "stuck 1 open");
        assertThat(only().state()).isEqualTo(RunState.CLOSED);
        assertThat(only().isOver()).isTrue();
    }

    @Test
    void shouldHandOverEverythingOfAProcessThatWasKilled() throws IOException {
        Files.createFile(run.resolve(".lock"));
        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text() + "{\"event\":\"SPA");
        step(1);
        assertThat(finished).as("what was written last may be seen later").isEmpty();
        step(2);

        assertThat(finished).containsExactly("plan 1 open");
        assertThat(only().state()).isEqualTo(RunState.KILLED);
        assertThat(only().problems()).hasSize(1).allMatch(problems -> problems.tornLines() == 1);
    }

    @Test
    void shouldFollowSeveralRunsAtOnce() throws IOException {
        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text());
        run = Files.createDirectories(root.resolve("host-b/shop-43"));
        append(
                "segment-000001.jsonl.open",
                TestRun.run("shop-43-b").start(1, 0, 0, "agent", "answer").text());
        step(1);

        assertThat(changed).containsExactlyInAnyOrder("plan 1 open...", "answer 1 open...");
        assertThat(follower.runs()).extracting(FollowedRun::id).containsExactlyInAnyOrder("shop-42-a", "shop-43-b");
    }

    @Test
    void shouldTellOfLinesThatCannotBeRead() {
        append("segment-000001.jsonl.open", run().text() + "nonsense\n");
        step(1);

        assertThat(only().problems()).hasSize(1).allMatch(problems -> problems.skipped() == 1);
    }

    @Test
    void shouldWriteNothing() throws IOException {
        append(
                "segment-000001.jsonl.open",
                run().start(1, 0, 0, "agent", "plan").text());
        Files.createFile(run.resolve(".lock"));
        Map<Path, FileTime> before = files();
        step(1);
        step(2);

        assertThat(files()).isEqualTo(before);
    }

    private Map<Path, FileTime> files() throws IOException {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.toList()) {
                times.put(file, Files.getLastModifiedTime(file));
            }
        }
        return times;
    }

    private void compress(String file) throws IOException {
        Path plain = run.resolve(file);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(run.resolve(file + ".gz")))) {
            Files.copy(plain, out);
        }
        Files.delete(plain);
    }
}
