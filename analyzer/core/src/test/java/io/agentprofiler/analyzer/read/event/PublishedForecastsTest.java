// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedForecastsTest {
    private static RunEvent.Forecast event(long trace, Map<String, Object> fields) {
        return new RunEvent.Forecast(new TraceId(1, trace), 5, fields);
    }

    @Test
    void shouldTakeWhatIsWholeAndLeaveTheRest() {
        PublishedForecasts forecasts = new PublishedForecasts();
        forecasts.add(event(1, Map.of("remaining_calls", Map.of("value", 3L))));
        forecasts.add(event(2, Map.of("ended_calls", 1L, "remaining_calls", 7L, "next_tool", "search")));
        forecasts.add(event(
                3,
                Map.of(
                        "ended_calls",
                        2L,
                        "remaining_calls",
                        Map.of("value", 3L, "low", 2L, "high", 4.5, "workflows", 20L),
                        "remaining_luck",
                        Map.of("value", 1L),
                        "next_tool",
                        Map.of("tool", "search", "share", 0.75, "workflows", 20L),
                        "last_call",
                        "llm m")));

        assertThat(forecasts.all()).isEqualTo(2);
        assertThat(forecasts.latest())
                .containsExactly(
                        new PublishedForecast(new TraceId(1, 2), 5, 1, "", Map.of(), null),
                        new PublishedForecast(
                                new TraceId(1, 3),
                                5,
                                2,
                                "llm m",
                                Map.of(StageTarget.CALLS, new Forecast(3, 2, 4.5, 20)),
                                new NextTools.Next("search", 0.75, 20)));
    }

    @Test
    void shouldReadOfTheHeaderWhichModelTells() {
        assertThat(model(Map.of("model", "model.json", "workflows", 40, "until_epoch_ns", 77L)))
                .isEqualTo(new PublishedModel("model.json", 40, 77));
        assertThat(model(Map.of("model", 7L, "workflows", "many", "until_epoch_ns", -1L)))
                .isEqualTo(PublishedModel.UNKNOWN);
        assertThat(model("model.json")).isEqualTo(PublishedModel.UNKNOWN);
        assertThat(PublishedModel.of(null)).isEqualTo(PublishedModel.UNKNOWN);
    }

    private static PublishedModel model(Object forecast) {
        return PublishedModel.of(new RunEvent.Header("r", "s", 1, null, Map.of("agent", Map.of("forecast", forecast))));
    }

    @Test
    void shouldKeepTheLatestOfManyInTheirOrder() {
        PublishedForecasts first = new PublishedForecasts();
        PublishedForecasts second = new PublishedForecasts();
        for (int i = 0; i < PublishedForecasts.MOST; i++) {
            first.add(event(i, Map.of("ended_calls", 0L)));
        }
        second.add(event(-1, Map.of("ended_calls", 0L)));
        first.add(second);

        assertThat(first.all()).isEqualTo(PublishedForecasts.MOST + 1L);
        assertThat(first.latest()).hasSize(PublishedForecasts.MOST);
        assertThat(first.latest().get(0).trace()).isEqualTo(new TraceId(1, 1));
        assertThat(first.latest().get(PublishedForecasts.MOST - 1).trace()).isEqualTo(new TraceId(1, -1));
    }
}
