// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.agentprofiler.analyzer.answer.score.QualityLog;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoreGroup;
import io.agentprofiler.analyzer.lab.plot.PlotData.Model;
import io.agentprofiler.analyzer.lab.plot.PlotData.Series;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.chart.Box;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlotDataTest {
    static String usage(int input, int output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    static String model(String name) {
        return "\"gen_ai.request.model\":\"" + name + "\"";
    }

    static TestRun run() {
        TestRun run = TestRun.bare();
        run.trace(1)
                .start(1, 0, 0, "agent", "Planner", "\"gen_ai.agent.name\":\"Planner\"")
                .start(2, 1, 1000, "llm", "chat", model("large"))
                .end(2, 2000, usage(100, 10))
                .start(3, 1, 2000, "tool", "search", "\"gen_ai.tool.name\":\"search\"")
                .start(4, 3, 2100, "llm", "chat", model("small"))
                .end(4, 2200, usage(30, 3))
                .end(3, 2500)
                .start(5, 1, 3000, "llm", "chat", model("large"))
                .end(5, 5000, usage(200, 20))
                .start(6, 1, 5000, "evaluation", "evaluate", "\"gen_ai.evaluation.name\":\"Relevancy\"")
                .start(7, 6, 5000, "llm", "chat", model("judge"))
                .end(7, 9000, usage(999, 99))
                .end(6, 9000, "\"gen_ai.evaluation.score.value\":0.75")
                .end(1, 9500);
        run.trace(2)
                .start(1, 0, 10_000, "agent", "Planner", "\"gen_ai.agent.name\":\"Planner\"")
                .start(2, 1, 10_000, "llm", "chat", model("large"))
                .end(2, 12_000, "")
                .end(1, 12_000);
        run.trace(3).start(1, 0, 20_000, "workflow", "no model").end(1, 20_001);
        return run;
    }

    static PlotData data(TestRun run, List<Score> given) {
        QualityLog log = QualityLog.ANALYSIS.empty();
        CallPoints points = CallPoints.ANALYSIS.empty();
        for (Trace trace : run.traces()) {
            log = QualityLog.ANALYSIS.merge(log, QualityLog.ANALYSIS.of(trace));
            points = CallPoints.ANALYSIS.merge(points, CallPoints.ANALYSIS.of(trace));
        }
        return PlotData.of(points, log, given);
    }

    private static List<String> texts(Series series) {
        return series.points().stream()
                .map(point -> point.prompt() + "/" + point.completion())
                .toList();
    }

    @Test
    void shouldHaveAPointForEachCallByModelAndWhatMadeIt() {
        PlotData data = data(run(), List.of());

        assertThat(data.calls())
                .extracting(Series::model, Series::function, PlotDataTest::texts)
                .containsExactly(
                        tuple("large", "Planner", List.of("100/10", "200/20")),
                        tuple("small", "search", List.of("30/3")));
        assertThat(data.callsUnknown()).as("without a usage").isEqualTo(1);
        assertThat(data.callsLeftOut()).isZero();
    }

    @Test
    void shouldTimeAModelFromItsFirstCallsStartToItsLastOnesEnd() {
        PlotData data = data(run(), List.of());

        Box large = new Box(2, 2, 2.5, 3, 3.5, 4, List.of(), 0);
        Box small = new Box(1, 0.1, 0.1, 0.1, 0.1, 0.1, List.of(), 0);
        assertThat(data.models())
                .as("the judge and the workflow without a model are none")
                .containsExactly(
                        new Model("large", 2, large, 0, 300, 30, 1), new Model("small", 1, small, 0, 30, 3, 0));
    }

    @Test
    void shouldLeaveOutAndCountWhatHasNoEnd() {
        TestRun run = TestRun.bare();
        run.trace(1)
                .start(1, 0, 0, "workflow", "answer")
                .start(2, 1, 0, "llm", "chat", model("large"))
                .end(2, 10, "")
                .start(3, 1, 20, "llm", "chat", model("large"))
                .footer();

        assertThat(data(run, List.of()).models())
                .containsExactly(new Model("large", 1, null, 1, Double.NaN, Double.NaN, 1));
    }

    @Test
    void shouldHaveScoresByModelAndConfiguration() {
        PlotData data =
                data(run(), List.of(new Score(TestRun.traceId(2), "recall", 0.25), new Score("nobody", "recall", 1)));

        assertThat(data.metrics()).containsExactly("Relevancy", "recall");
        assertThat(data.scores())
                .extracting(scores -> scores.group())
                .containsExactly(new ScoreGroup("Planner", "large", ""), new ScoreGroup("Planner", "small", ""));
        assertThat(data.scores().get(0).metrics().get("Relevancy").mean()).isEqualTo(0.75);
        assertThat(data.scores().get(0).metrics().get("recall").mean()).isEqualTo(0.25);
        assertThat(data.scores().get(1).metrics()).containsOnlyKeys("Relevancy");
        assertThat(data.scoresUnmatched()).isEqualTo(1);
    }

    @Test
    void shouldNotDependOnTheOrderOfTraces() {
        List<Trace> traces = run().traces();
        CallPoints there = CallPoints.ANALYSIS.empty();
        CallPoints back = CallPoints.ANALYSIS.empty();
        for (int i = 0; i < traces.size(); i++) {
            there = CallPoints.ANALYSIS.merge(there, CallPoints.ANALYSIS.of(traces.get(i)));
            back = CallPoints.ANALYSIS.merge(back, CallPoints.ANALYSIS.of(traces.get(traces.size() - 1 - i)));
        }
        assertThat(back.points()).isEqualTo(there.points());
        assertThat(back.unknown()).isEqualTo(there.unknown());
    }
}
