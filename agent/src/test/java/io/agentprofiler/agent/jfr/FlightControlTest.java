// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightControlTest {
    private static final Rule TOOL = FlightRun.rule(SpanKind.TOOL);

    @TempDir
    Path directory;

    private final FlightRun run = new FlightRun();

    @AfterEach
    void stopWatching() {
        run.close();
    }

    @Test
    void shouldBeginNothingWhileNoRecordingRuns() {
        Span span = run.open(TOOL, null, "tool", Map.of());

        assertThat(span.flightStart).isZero();
        assertThat(span.threadEvent).isNull();
    }

    @Test
    void shouldFollowTheStartAndStopOfRecordings() {
        try (Recording first = new Recording();
                Recording second = new Recording()) {
            assertThat(run.gate.isOpen()).isFalse();
            first.start();
            assertThat(run.gate.isOpen()).isTrue();
            second.start();
            first.stop();
            assertThat(run.gate.isOpen()).as("the second still runs").isTrue();
            second.stop();
            assertThat(run.gate.isOpen()).isFalse();
        }
    }

    @Test
    void shouldFindARecordingThatRunsAlready() {
        try (Recording recording = new Recording()) {
            recording.start();
            try (FlightRun late = new FlightRun()) {
                assertThat(late.gate.isOpen()).isTrue();
            }
        }
    }

    @Test
    void shouldCountSpansThatStartedBeforeTheRecording() throws Exception {
        Span early = run.open(TOOL, null, "early", Map.of());
        Recording recording = new Recording();
        recording.start();
        run.leave(early);
        run.end(early, Status.OK, null, Map.of());
        run.span(TOOL, null);

        Path file = FlightReading.stop(recording, directory);
        assertThat(FlightReading.events(file, "agentprofiler.Tool")).hasSize(1);
        assertThat(FlightReading.event(file, "agentprofiler.Pipeline").getLong("tooEarly"))
                .isEqualTo(1);
        assertThat(FlightReading.event(file, "agentprofiler.Pipeline").getLong("committed"))
                .isEqualTo(1);
    }

    @Test
    void shouldNotCountSpansNobodyAskedForAsTooEarly() throws Exception {
        Recording recording = new Recording();
        recording.disable("agentprofiler.Tool");
        recording.start();
        run.span(TOOL, null);

        Path file = FlightReading.stop(recording, directory);
        assertThat(FlightReading.events(file, "agentprofiler.Tool")).isEmpty();
        assertThat(FlightReading.event(file, "agentprofiler.Pipeline").getLong("tooEarly"))
                .isZero();
    }

    @Test
    void shouldBringInWhatTheRingHoldsBeforeARecordingStops() throws Exception {
        Recording recording = new Recording();
        recording.start();
        run.span(TOOL, null);

        assertThat(FlightReading.events(FlightReading.stop(recording, directory), "agentprofiler.Tool"))
                .hasSize(1);
    }

    @Test
    void shouldBringInWhatTheRingHoldsBeforeADump() throws Exception {
        Path file = directory.resolve("dump.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            run.span(TOOL, null);
            recording.dump(file);

            assertThat(FlightReading.events(file, "agentprofiler.Tool")).hasSize(1);
        }
    }

    @Test
    void shouldStreamSpansWhileTheyEnd() {
        List<String> names = new CopyOnWriteArrayList<>();
        try (RecordingStream stream = new RecordingStream()) {
            stream.onEvent("agentprofiler.ToolDetails", event -> names.add(event.getString("name")));
            stream.startAsync();
            run.span(TOOL, null);
            run.drain(0);

            await().untilAsserted(() -> assertThat(names).containsExactly("work"));
        }
    }

    @Test
    void shouldStayClosedOnceClosed() {
        try (Recording recording = new Recording()) {
            recording.start();
            run.close();

            assertThat(run.gate.isOpen()).isFalse();
        }
    }
}
