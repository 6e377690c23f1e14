// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forecasts in a flight recording. */
class JfrForecastTest {
    private static final Rule LLM = FlightRun.rule(SpanKind.LLM);

    @TempDir
    Path directory;

    private final FlightRun run = new FlightRun();
    private final Recording recording = new Recording();

    @BeforeEach
    void startRecording() {
        recording.start();
    }

    @AfterEach
    void stopWatching() {
        recording.close();
        run.close();
    }

    private RecordedEvent forecast(Function<Span, StageForecast> told) throws Exception {
        Span span = run.open(LLM, null, "chat gpt-4o", Map.of());
        Thread consumer = new Thread(() -> run.sink.forecast(told.apply(span)), "consumer");
        consumer.start();
        consumer.join();
        return FlightReading.event(FlightReading.stop(recording, directory), "agentprofiler.Forecast");
    }

    /** Times are seconds, and a moment nanoseconds since 1970; the thread is the writer's, which the application does not wait for. */
    @Test
    void shouldFillEveryFieldOfAForecast() throws Exception {
        RecordedEvent event = forecast(span -> Forecasting.after(span, "llm gpt-4o"));

        assertThat(event.getString("traceId")).isEqualTo("0123456789abcdeffedcba9876543210");
        assertThat(event.getString("afterSpan")).isEqualTo("abcdef0123456789");
        assertThat(event.getLong("stageEpochNanos")).isEqualTo(1_795_238_102_000_000_000L);
        assertThat(event.getString("workflow")).isEqualTo("plan");
        assertThat(event.getInt("endedCalls")).isEqualTo(1);
        assertThat(event.getString("lastCall")).isEqualTo("llm gpt-4o");
        assertForecast(event, "remainingSeconds", 10, 1, 19, 19);
        assertForecast(event, "remainingCalls", 3, Double.NaN, Double.NaN, 5);
        assertForecast(event, "remainingUsd", Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        assertForecast(event, "nextInputTokens", Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        assertForecast(event, "nextOutputTokens", Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        assertThat(event.getString("nextTool")).isEqualTo("search");
        assertThat(event.getDouble("nextToolShare")).isEqualTo(0.75);
        assertThat(event.getDouble("nextToolFrom")).isEqualTo(12);
        assertThat(event.getThread("eventThread").getJavaName()).isEqualTo("consumer");
        assertThat(event.getStackTrace()).isNull();
        assertThat(event.getDuration()).isEqualTo(Duration.ZERO);
    }

    private static void assertForecast(
            RecordedEvent event, String field, double value, double low, double high, double from) {
        assertThat(event.getDouble(field)).as(field).isEqualTo(Double.valueOf(value));
        assertThat(event.getDouble(field + "Low")).as(field).isEqualTo(Double.valueOf(low));
        assertThat(event.getDouble(field + "High")).as(field).isEqualTo(Double.valueOf(high));
        assertThat(event.getDouble(field + "From")).as(field).isEqualTo(Double.valueOf(from));
    }

    @Test
    void shouldTellNothingOfWhatIsNotKnownAtTheBegin() throws Exception {
        RecordedEvent event = forecast(Forecasting::atBegin);

        assertThat(event.getInt("endedCalls")).isZero();
        assertThat(event.getString("lastCall")).isNull();
        assertForecast(event, "remainingSeconds", Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        assertThat(event.getString("nextTool")).isEqualTo("(no tool)");
        assertThat(event.getDouble("nextToolShare")).isEqualTo(1);
    }

    /** Names and ids are all the text there is, and no name makes an event large. */
    @Test
    void shouldHaveNoTextInAForecastButNames() throws Exception {
        RecordedEvent event = forecast(span -> Forecasting.after(span, "tool " + "x".repeat(5000)));

        assertThat(event.getFields())
                .filteredOn(field -> field.getTypeName().equals("java.lang.String"))
                .extracting(ValueDescriptor::getName)
                .containsExactlyInAnyOrder("traceId", "afterSpan", "workflow", "lastCall", "nextTool");
        assertThat(event.getString("lastCall")).hasSize(1024);
    }
}
