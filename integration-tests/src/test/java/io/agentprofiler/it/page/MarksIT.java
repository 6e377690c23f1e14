// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Marks in a waterfall, at their times: chunks of a stream and its longest gap, and garbage collections and locks from a
 * real flight recording of this JVM.
 */
@Tag("once")
class MarksIT {
    private static final int WIDTH = 1400;
    private static final int AXIS = 26;
    private static final int ROW = 22;

    /** The first and the last millisecond, since the workflow's start, at which a row's line of pixels has a colour. */
    private static final String STRETCHES = """
            (() => {
              const canvas = document.querySelector('.timeline canvas');
              const width = canvas.clientWidth;
              const left = Math.round(Math.min(320, Math.max(90, width * 0.3)));
              const copy = document.createElement('canvas');
              copy.width = width;
              copy.height = canvas.clientHeight;
              const context = copy.getContext('2d', {willReadFrequently: true});
              context.drawImage(canvas, 0, 0);
              const pixels = context.getImageData(0, %d, width, 1).data;
              const found = [];
              for (let x = left; x < width - 8; x++) {
                const [r, g, b] = pixels.slice(4 * x, 4 * x + 3);
                if (!(%s)) continue;
                const ms = (x - left) / (width - 8 - left) * %s;
                const last = found[found.length - 1];
                if (last && x === last[2] + 1) { last[1] = ms; last[2] = x; } else found.push([ms, ms, x]);
              }
              return found;
            })()""";

    @TempDir
    private static Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        assumeThat(Browser.find()).as("a Chromium to test the page in").isPresent();
        browser = Browser.start(Browser.find().orElseThrow(), directory);
        browser.look("light", WIDTH, 1000);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
    }

    /** From and to, in milliseconds. */
    private record Stretch(double from, double to) {}

    /** Returns where the line {@code y} of a row's pixels has a colour. */
    private static List<Stretch> stretches(int row, int y, String colour, double millis) {
        JsonNode found = browser.value(String.format(Locale.ROOT, STRETCHES, AXIS + row * ROW + y, colour, millis));
        List<Stretch> stretches = new ArrayList<>();
        for (JsonNode stretch : found) {
            stretches.add(new Stretch(stretch.get(0).asDouble(), stretch.get(1).asDouble()));
        }
        return stretches;
    }

    @Test
    void shouldTickChunksAndMarkTheLongestGap() throws Exception {
        Path run = directory.resolve("chunks");
        double[] chunks = {300, 320, 340, 500, 520, 700};
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, 0, "agent", "answer", Map.of());
            out.start(2, 1, 100, "llm", "chat gpt-4o", Map.of());
            for (int i = 0; i < chunks.length; i++) {
                out.chunk(2, chunks[i], i);
            }
            out.end(
                    2,
                    800,
                    Map.of(
                            "chunks",
                            Map.of(
                                    "count",
                                    8,
                                    "first_t",
                                    TraceWriter.nanos(300),
                                    "last_t",
                                    TraceWriter.nanos(760),
                                    "max_gap_ns",
                                    160_000_000)));
            out.end(1, 1000, Map.of());
        }
        browser.open(Reports.page(run), "#workflows/0/1");

        double pixel = 1000.0 / 500;
        // the middle of the bar: dark where a chunk came
        List<Stretch> ticks = stretches(1, 9, "r + g + b < 330", 1000).stream()
                .filter(tick -> tick.from() > 105 && tick.to() < 795)
                .toList();
        assertThat(ticks).as("inside the frame of the chosen bar").hasSize(chunks.length + 1);
        for (int i = 0; i < chunks.length; i++) {
            assertThat(ticks.get(i).from()).isCloseTo(chunks[i], within(pixel));
        }
        assertThat(ticks.get(chunks.length).from())
                .as("the last one has no record")
                .isCloseTo(760, within(pixel));
        // a line above the ticks: nearly white inside the bar where the stream stood still
        List<Stretch> hollow = stretches(1, 6, "r > 205 && g > 215", 1000);
        assertThat(hollow)
                .filteredOn(gap -> gap.from() > 330 && gap.to() < 510)
                .singleElement()
                .satisfies(gap -> assertThat(gap.to() - gap.from()).isCloseTo(160, within(3 * pixel)));

        assertThat(browser.textOf(".panel"))
                .contains("160 ms, from 240 ms to 400 ms after the start")
                .contains("2 chunk records of 8: left out under load or not recorded");
        assertThat(browser.text("document.querySelector('.ticks canvas').getAttribute('aria-label')"))
                .isEqualTo("6 chunks over 700 ms, the longest gap from 240 ms on");
    }

    /** A collection and a wait for a lock, in this JVM; the waiting thread is called {@code worker-3}. */
    private static Path recording() throws IOException, InterruptedException {
        Path file = directory.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCPhasePause").withoutThreshold();
            recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofMillis(20));
            recording.start();
            System.gc();
            // another one would be drawn over the wait for the lock
            recording.disable("jdk.GCPhasePause");
            Object lock = new Object();
            CountDownLatch begun = new CountDownLatch(1);
            Thread waiting = new Thread(
                    () -> {
                        begun.countDown();
                        synchronized (lock) {
                            begun.countDown();
                        }
                    },
                    "worker-3");
            synchronized (lock) {
                waiting.start();
                begun.await();
                await().until(waiting::getState, state -> state == Thread.State.BLOCKED);
                // the wait that is to be seen
                await().pollDelay(Duration.ofMillis(100)).until(() -> true);
            }
            waiting.join();
            recording.dump(file);
        }
        return file;
    }

    @Test
    void shouldDrawCollectionsAndLocksWhereTheyWere() throws Exception {
        Path jfr = recording();
        List<RecordedEvent> events = RecordingFile.readAllEvents(jfr);
        RecordedEvent collection = events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.GCPhasePause"))
                .max(Comparator.comparing(RecordedEvent::getDuration))
                .orElseThrow();
        RecordedEvent lock = events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk.JavaMonitorEnter")
                        && event.getThread() != null
                        && "worker-3".equals(event.getThread().getJavaName()))
                .findFirst()
                .orElseThrow();
        double start =
                Math.min(TraceWriter.millis(collection.getStartTime()), TraceWriter.millis(lock.getStartTime())) - 20;
        double end = Math.max(TraceWriter.millis(collection.getEndTime()), TraceWriter.millis(lock.getEndTime())) + 20;
        double length = end - start;
        Path run = directory.resolve("paused");
        try (TraceWriter out = new TraceWriter(run)) {
            out.trace(1).start(1, 0, start, "agent", "answer", Map.of());
            out.span(2, 1, start + 1, start + 2, "tool", "execute_tool short", Map.of());
            // thread worker-3
            out.span(3, 1, start + 1, end - 1, "tool", "execute_tool waits", Map.of());
            out.end(1, end, Map.of());
        }
        browser.open(Reports.page(run, "--jfr", jfr.toString()), "#workflows/0/2");

        double pixel = length / 500;
        // next to the short bar there is only the stripe
        List<Stretch> stripes = stretches(1, 11, "r - b > 25", length);
        assertThat(stripes).anySatisfy(stripe -> {
            assertThat(stripe.from())
                    .isCloseTo(TraceWriter.millis(collection.getStartTime()) - start, within(2 * pixel));
            assertThat(stripe.to()).isCloseTo(TraceWriter.millis(collection.getEndTime()) - start, within(2 * pixel));
        });
        // below the bar of the thread that waited, and of no other
        String brown = "r > 100 && r < 140 && b < 40";
        List<Stretch> waits = stretches(2, ROW - 3, brown, length);
        assertThat(waits).anySatisfy(wait -> {
            assertThat(wait.from()).isCloseTo(TraceWriter.millis(lock.getStartTime()) - start, within(2 * pixel));
            assertThat(wait.to()).isCloseTo(TraceWriter.millis(lock.getEndTime()) - start, within(2 * pixel));
        });
        assertThat(stretches(1, ROW - 3, brown, length)).isEmpty();

        assertThat(browser.textOf(".legend")).contains("garbage collection", "waiting for a lock");
        double middle = (TraceWriter.millis(lock.getStartTime()) + TraceWriter.millis(lock.getEndTime())) / 2 - start;
        browser.value(
                "(() => { const c = document.querySelector('.timeline canvas'); const b = c.getBoundingClientRect();"
                        + " const left = Math.round(Math.min(320, Math.max(90, b.width * 0.3)));"
                        + " const x = b.left + left + " + middle / length + " * (b.width - 8 - left);"
                        + " c.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: b.top + "
                        + (AXIS + 2.5 * ROW)
                        + ", bubbles: true})); })()");
        assertThat(browser.textOf("#tip")).contains("execute_tool waits", "for a lock (java.lang.Object)");
        assertThat(browser.textOf(".panel"))
                .contains("Garbage collection")
                .contains("its thread waited")
                .contains("for 1 lock");
        assertThat(Files.readString(jfr.resolveSibling("paused-out").resolve("report.html")))
                .contains("\"kind\":\"lock\"");
    }
}
