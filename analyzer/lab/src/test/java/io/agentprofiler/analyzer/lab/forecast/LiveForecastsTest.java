// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.lab.forecast.stage.StageLog;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.live.state.ForecastSource;
import io.agentprofiler.analyzer.live.state.Progress;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a workflow that goes on. */
class LiveForecastsTest {
    private static final ForecastSource SOURCE = ForecastSource.learned(model());
    private static final PublishedModel PUBLISHED = new PublishedModel("model.json", 40, TestRun.at(-5000));

    /** Twenty workflows of a call of a second, a tool, and i more seconds. */
    private static StageModel model() {
        StageLog log = new StageLog();
        for (int i = 1; i <= 20; i++) {
            log.add(
                    TestRun.bare()
                            .trace(i)
                            .start(1, 0, i * 100_000, "agent", "A")
                            .span(2, 1, i * 100_000, i * 100_000 + 1000, "llm", "l")
                            .span(3, 1, i * 100_000 + 1000, i * 100_000 + 1000 + i * 1000, "tool", "search")
                            .end(1, i * 100_000 + 1000 + i * 1000)
                            .trace(),
                    PriceList.bundled());
        }
        return StageTrainer.tables(log.workflows());
    }

    private static Trace running() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 1000, "llm", "l")
                .start(3, 1, 1000, "tool", "search")
                .trace();
    }

    @Test
    void shouldTellWhatIsToCome() {
        Progress progress = LiveForecasts.progress(model(), running(), TestRun.at(1000), SOURCE);

        assertThat(progress.forecasts())
                .containsEntry(StageTarget.SECONDS, new Forecast(10.5, 1, 20, 20))
                .containsEntry(StageTarget.CALLS, new Forecast(1, 1, 1, 20))
                // the model has no price, so the cost is not known where its call is over, either
                .doesNotContainKey(StageTarget.USD);
        // no model call followed, so nothing is known of the next one
        assertThat(progress.forecasts()).doesNotContainKeys(StageTarget.INPUT, StageTarget.OUTPUT);
        assertThat(progress.nextTool()).isEqualTo(new NextTools.Next("search", 1, 20));
        assertThat(progress.words()).isEqualTo("about 11 s and 1 call to go (90 %: 1.0-20 s)");
    }

    @Test
    void shouldCountFromWhenTheStageBegan() {
        // of the twenty fifteen took longer than five seconds: too few for an interval
        Progress later = LiveForecasts.progress(model(), running(), TestRun.at(6000), SOURCE);

        assertThat(later.forecasts()).containsEntry(StageTarget.SECONDS, new Forecast(8, Double.NaN, Double.NaN, 15));
        assertThat(later.words()).isEqualTo("about 8.0 s and 1 call to go");
        // a clock that is behind does not make it longer
        assertThat(LiveForecasts.progress(model(), running(), TestRun.at(0), SOURCE)
                        .words())
                .isEqualTo("about 11 s and 1 call to go (90 %: 1.0-20 s)");
    }

    /** What the agent tells when the first call has ended, a second after the begin: ten seconds to go, two calls. */
    private static PublishedForecast published(int ended) {
        return new PublishedForecast(
                new TraceId(0, 1),
                TestRun.at(1000),
                ended,
                "llm gpt-4o",
                Map.of(StageTarget.SECONDS, new Forecast(10, 2, 14, 39), StageTarget.CALLS, new Forecast(2, 1, 3, 39)),
                new NextTools.Next("search", 0.75, 39));
    }

    @Test
    void shouldTellWhatTheAgentPublished() {
        Progress progress = LiveForecasts.progress(published(1), PUBLISHED, running(), TestRun.at(1000));

        assertThat(progress.forecasts()).isEqualTo(published(1).forecasts());
        assertThat(progress.nextTool()).isEqualTo(new NextTools.Next("search", 0.75, 39));
        assertThat(progress.words()).isEqualTo("about 10 s and 2 calls to go (90 %: 2.0-14 s)");
        assertThat(progress.source().words())
                .isEqualTo("told by the agent after call 1 (llm gpt-4o), model.json of 40 workflows until "
                        + Units.time(TestRun.at(-5000)) + " UTC");
        // three seconds later as much less is left of the time, and nothing else has changed
        assertThat(LiveForecasts.progress(published(1), PUBLISHED, running(), TestRun.at(4000))
                        .forecasts())
                .containsEntry(StageTarget.SECONDS, new Forecast(7, 0, 11, 39))
                .containsEntry(StageTarget.CALLS, new Forecast(2, 1, 3, 39));
    }

    @Test
    void shouldNotTellWhatHasPassedOrIsOfAnEarlierStage() {
        assertThat(LiveForecasts.progress(published(1), PUBLISHED, running(), TestRun.at(11_000)))
                .isNull();
        assertThat(LiveForecasts.progress(published(0), PUBLISHED, running(), TestRun.at(1000)))
                .isNull();
        // one of a later stage is newer than what was read of the workflow
        assertThat(LiveForecasts.progress(published(2), PUBLISHED, running(), TestRun.at(1000)))
                .isNotNull();
        PublishedForecast noTime = new PublishedForecast(new TraceId(0, 1), TestRun.at(1000), 1, "", Map.of(), null);
        assertThat(LiveForecasts.progress(noTime, PUBLISHED, running(), TestRun.at(1000)))
                .isNull();
    }

    @Test
    void shouldSayWhoTells() {
        assertThat(SOURCE.words()).isEqualTo("told by 20 workflows read here");
        assertThat(ForecastSource.file("model.json", model()).words())
                .isEqualTo("told by model.json of 20 workflows until " + Units.time(TestRun.at(2_021_000)) + " UTC");
        assertThat(ForecastSource.agent(
                                new PublishedForecast(new TraceId(0, 1), 5, 0, "", Map.of(), null),
                                PublishedModel.UNKNOWN)
                        .words())
                .isEqualTo("told by the agent at the begin");
    }

    @Test
    void shouldTellNothingThatNoWorkflowShows() {
        assertThat(LiveForecasts.progress(model(), running(), TestRun.at(60_000), SOURCE))
                .isNull();
        Trace other = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 1, "tool", "a")
                .span(3, 1, 1, 2, "tool", "b")
                .span(4, 1, 2, 3, "tool", "c")
                .start(5, 1, 3, "tool", "d")
                .trace();
        assertThat(LiveForecasts.progress(model(), other, TestRun.at(3), SOURCE))
                .isNull();
    }

    @Test
    void shouldUseOneUnit() {
        assertThat(new Progress(Map.of(StageTarget.SECONDS, new Forecast(0.12, 0.05, 0.3, 40)), null, SOURCE).words())
                .isEqualTo("about 120 ms to go (90 %: 50-300 ms)");
        assertThat(new Progress(
                                Map.of(
                                        StageTarget.SECONDS,
                                        new Forecast(12.3, 6.1, 21, 40),
                                        StageTarget.CALLS,
                                        new Forecast(3, 1, 5, 40)),
                                null,
                                SOURCE)
                        .words())
                .isEqualTo("about 12 s and 3 calls to go (90 %: 6.1-21 s)");
        assertThat(new Progress(Map.of(StageTarget.SECONDS, new Forecast(90, 30, 600, 40)), null, SOURCE).words())
                .isEqualTo("about 1.5 min to go (90 %: 0.5-10 min)");
    }
}
