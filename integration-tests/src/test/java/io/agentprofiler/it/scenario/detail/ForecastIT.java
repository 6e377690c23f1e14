// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.detail;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Errands;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program is recorded, a model trained, and the program run again with it: both sinks hold what the analyzer's model tells. */
@Tag("once")
class ForecastIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path RULES =
            Path.of("src/test/resources/errands/rules.json").toAbsolutePath();

    @TempDir
    private Path dir;

    private AgentProcess program(String directory, String errands, String name, int seed) {
        return AgentProcess.of(Errands.class, dir.resolve(directory))
                .setting("rules", RULES.toString())
                .args(errands, name, Integer.toString(seed));
    }

    private JsonNode forecast(String directory, Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "forecast";
        all[1] = "--format";
        all[2] = "json";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        ProcessResult result = Analyzer.run(Jdks.current(), dir.resolve(directory), all);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        return JSON.readTree(result.out());
    }

    @Test
    void shouldPublishWhatTheModelTells() {
        ProcessResult first = program("first", "50", "errand", 1).run();
        Path model = dir.resolve("model.json");
        assertThat(forecast("train", "--save", model, first.runDirs().get(0)).has("published"))
                .isFalse();

        ProcessResult second = program("second", "40", "errand", 2)
                .setting("forecast", model.toString())
                .recorded()
                .run();

        assertThat(second.out()).isEqualTo("40 errands\n");
        assertThat(second.err()).contains("forecasts workflows errand").doesNotContain("nothing is forecast");
        assertModelNamed(second);
        Segments segments = second.segments().assertBooksExact();
        List<JsonNode> records = segments.records("FORECAST");
        // the begin, and the ends of four or five calls; nothing after the workflow's own end
        long calls = segments.records("SPAN_START").stream()
                .filter(start -> start.has("parent"))
                .count();
        assertThat(records).hasSize((int) (40 + calls));
        assertStages(records);
        assertSameEvents(records, second.recording());
        assertCoverage(second, model);
    }

    /** The header says which model: 40 of the 50 workflows are for learning. */
    private static void assertModelNamed(ProcessResult run) {
        JsonNode named = run.segments().records("HEADER").get(0).path("agent").path("forecast");
        assertThat(named.path("model").asString()).isEqualTo("model.json");
        assertThat(named.path("workflows").asInt()).isEqualTo(40);
        assertThat(named.path("until_epoch_ns").asLong())
                .isPositive()
                .isLessThan(
                        run.segments().records("SPAN_START").get(0).path("t").asLong());
    }

    /** The number of remaining calls follows from the number of finished ones; only the booking is random. */
    private static void assertStages(List<JsonNode> records) {
        assertThat(records)
                .filteredOn(record -> record.path("ended_calls").asInt() == 0)
                .hasSize(40)
                .allSatisfy(record -> {
                    assertThat(record.path("workflow").asString()).isEqualTo("errand");
                    assertThat(record.has("last_call")).isFalse();
                    assertThat(record.path("remaining_calls").path("low").asDouble())
                            .isEqualTo(4);
                    assertThat(record.path("remaining_calls").path("high").asDouble())
                            .isEqualTo(5);
                    assertThat(record.path("next_tool").path("tool").asString()).isEqualTo("find");
                    assertThat(record.path("next_tool").path("share").asDouble())
                            .isEqualTo(1);
                });
        assertThat(records)
                .filteredOn(record -> record.path("ended_calls").asInt() == 1)
                .allSatisfy(record ->
                        assertThat(record.path("last_call").asString()).isEqualTo("llm oracle"));
        assertThat(records)
                .filteredOn(record -> record.path("ended_calls").asInt() == 2)
                .allSatisfy(record -> {
                    assertThat(record.path("last_call").asString()).isEqualTo("tool find");
                    assertThat(record.path("next_input_tokens").path("value").asDouble())
                            .isBetween(200.0, 250.0);
                });
    }

    private static void assertSameEvents(List<JsonNode> records, Path recording) {
        Map<String, RecordedEvent> events = Recordings.events(recording).stream()
                .filter(event -> event.getEventType().getName().equals("agentprofiler.Forecast"))
                .collect(Collectors.toMap(
                        event -> event.getString("traceId") + event.getInt("endedCalls"), Function.identity()));
        assertThat(events).hasSize(records.size());
        for (JsonNode record : records) {
            RecordedEvent event = events.get(
                    record.path("trace").asString() + record.path("ended_calls").asInt());
            assertThat(event.getString("afterSpan"))
                    .isEqualTo(record.path("span").asString());
            assertThat(event.getLong("stageEpochNanos"))
                    .isEqualTo(record.path("t").asLong());
            assertSame(event, "remainingSeconds", record.path("remaining_seconds"));
            assertSame(event, "remainingCalls", record.path("remaining_calls"));
            assertSame(event, "nextInputTokens", record.path("next_input_tokens"));
            assertSame(event, "nextOutputTokens", record.path("next_output_tokens"));
        }
    }

    private static void assertSame(RecordedEvent event, String field, JsonNode told) {
        assertThat(event.getDouble(field))
                .isEqualTo(Double.valueOf(told.path("value").asDouble(Double.NaN)));
        assertThat(event.getDouble(field + "Low"))
                .isEqualTo(Double.valueOf(told.path("low").asDouble(Double.NaN)));
        assertThat(event.getDouble(field + "High"))
                .isEqualTo(Double.valueOf(told.path("high").asDouble(Double.NaN)));
        assertThat(event.getDouble(field + "From"))
                .isEqualTo(Double.valueOf(told.path("workflows").asDouble(Double.NaN)));
    }

    /** Segments and recording give the same figures, and these are those of the same model evaluated by the analyzer afterwards. */
    private void assertCoverage(ProcessResult run, Path model) {
        JsonNode ofSegments =
                forecast("segments", "--load", model, run.runDirs().get(0));
        JsonNode published = ofSegments.path("published");
        assertThat(published.path("workflows").asInt()).isEqualTo(40);
        assertThat(published.path("compared").asInt())
                .isEqualTo(published.path("forecasts").asInt());
        JsonNode calls = target(published.path("targets"), "remaining_calls");
        // four or five to go at the begin, and then that less those that ended: always in the interval
        assertThat(calls.path("held").asInt())
                .isEqualTo(calls.path("intervals").asInt())
                .isPositive();
        for (JsonNode told : published.path("targets")) {
            JsonNode evaluated = target(
                    ofSegments.path("stages").path("targets"),
                    told.path("target").asString());
            if (evaluated.path("best").asString().equals("last")) {
                continue;
            }
            for (JsonNode forecast : evaluated.path("forecasts")) {
                if (forecast.path("kind").equals(evaluated.path("best"))) {
                    assertThat(told.path("held").asDouble()
                                    / told.path("intervals").asDouble())
                            .as(told.toString())
                            .isEqualTo(forecast.path("interval_coverage").asDouble());
                }
            }
        }
        JsonNode ofRecording = forecast("recording", "--load", model, run.recording());
        assertThat(ofRecording.path("published").path("compared")).isEqualTo(published.path("compared"));
        assertThat(target(ofRecording.path("published").path("targets"), "remaining_calls"))
                .isEqualTo(calls);
    }

    private static JsonNode target(JsonNode targets, String name) {
        for (JsonNode target : targets) {
            if (target.path("target").asString().equals(name)) {
                return target;
            }
        }
        throw new AssertionError(name + " is not in " + targets);
    }

    @Test
    void shouldSayNothingOfAnotherProgramAndOfABrokenModel() throws IOException {
        Path model = dir.resolve("model.json");
        forecast(
                "train",
                "--save",
                model,
                program("first", "40", "errand", 1).run().runDirs().get(0));

        ProcessResult other = program("other", "5", "trip", 3)
                .setting("forecast", model.toString())
                .run();
        assertThat(other.out()).isEqualTo("5 errands\n");
        assertThat(other.segments().assertBooksExact().records("FORECAST")).isEmpty();

        Files.writeString(model, Files.readString(model).replaceFirst("\"numbers\" : \\[", "\"numbers\" : [ 7,"));
        ProcessResult broken = program("broken", "5", "errand", 3)
                .setting("forecast", model.toString())
                .run();
        assertThat(broken.out()).isEqualTo("5 errands\n");
        assertThat(broken.exitCode()).isZero();
        assertThat(broken.err())
                .containsPattern("agentprofiler.forecast: .*model.json:\\d+:\\d+: \"numbers\" is 7, expected a text;"
                        + " nothing is forecast");
        assertThat(broken.segments().assertBooksExact().records("FORECAST")).isEmpty();
    }
}
