// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class RunPairsTest {
    private static final PriceList PRICES = PriceList.bundled();

    private static RunFiles run(String id, long start) {
        return new RunFiles(id, true, "shop", start, List.of());
    }

    /** Returns workflows of a run whose tool takes so long, in milliseconds, a little more each time. */
    private static List<Trace> workflows(String run, int first, double tool) {
        TestRun written = TestRun.bare();
        for (int i = 0; i < 12; i++) {
            int root = 10 * (first + i);
            double at = 1000.0 * i;
            written.trace(first + i)
                    .start(root, 0, at, "agent", "answer")
                    .span(root + 1, root, at, at + tool + i, "tool", "search")
                    .end(root, at + tool + i + 1);
        }
        return written.traces().stream().map(trace -> trace.inRun(run)).toList();
    }

    private static String written(RunPairs pairs, List<Trace> traces) {
        RunSummary summary = new RunSummary(pairs.analyses());
        traces.forEach(summary::add);
        Outcome outcome = new Outcome(List.of(), summary, new ModelServers(), List.of(), List.of(), List.of());
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonFactory.builder().build().createGenerator(ObjectWriteContext.empty(), text)) {
            pairs.write(outcome, json);
        }
        return text.toString();
    }

    @Test
    void shouldCompareTheEarlierRunWithTheLaterInTheWordsOfDiff() {
        RunPairs pairs = RunPairs.of(List.of(run("new", 2), run("old", 1)), PRICES);
        List<Trace> traces = new ArrayList<>(workflows("new", 100, 400));
        traces.addAll(workflows("old", 1, 100));

        String json = written(pairs, traces);

        assertThat(json)
                .startsWith(
                        "{\"runs\":[\"old\",\"new\"],\"pairs\":[{\"before\":\"old\",\"after\":\"new\",\"headline\":\"")
                .containsOnlyOnce("\"before\":")
                .contains("beyond noise", "same program, slower", "\"All workflows\"", "\"worse\"")
                .containsPattern("\"before_trace\":\"0{29}[0-9a-f]{3}\",\"after_trace\":\"0{29}[0-9a-f]{3}\"");
    }

    @Test
    void shouldCompareEachTwoOfTheLatestRuns() {
        List<RunFiles> found =
                IntStream.range(0, 7).mapToObj(i -> run("run-" + i, i)).toList();
        RunPairs pairs = RunPairs.of(found, PRICES);
        List<Trace> traces = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            traces.addAll(workflows("run-" + i, 1 + 20 * i, 100));
        }

        String json = written(pairs, traces);

        assertThat(json).startsWith("{\"runs\":[\"run-2\",\"run-3\",\"run-4\",\"run-5\",\"run-6\"]");
        assertThat(json.split("\"headline\"")).hasSize(1 + 10);
    }

    @Test
    void shouldAskNothingOfASingleRun() {
        RunPairs pairs = RunPairs.of(List.of(run("only", 1)), PRICES);

        assertThat(pairs.analyses()).isEmpty();
        assertThat(written(pairs, workflows("only", 1, 100))).isEqualTo("{\"runs\":[],\"pairs\":[]}");
    }

    @Test
    void shouldLeaveOutARunWithoutWorkflows() {
        RunPairs pairs = RunPairs.of(List.of(run("old", 1), run("empty", 2)), PRICES);

        assertThat(written(pairs, workflows("old", 1, 100))).isEqualTo("{\"runs\":[\"old\"],\"pairs\":[]}");
    }
}
