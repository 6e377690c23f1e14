// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.HtmlView;
import io.agentprofiler.analyzer.view.MarkdownView;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WhatIfDocumentTest {
    private static final Trace WORKFLOW =
            TestRun.bare().start(1, 0, 0, "agent", "A").end(1, 1100, "ok", "").trace();

    /** Takes 500 of 1100 ms, and 1 s in a variant. */
    private static final SimulatedWorkflow FASTER = new SimulatedWorkflow(
                    500_000_000L, 30, new BigDecimal("0.0020"), new TreeMap<>(Map.of("tools", 4L)))
            .withDraws(new long[] {400_000_000L, 500_000_000L, 600_000_000L})
            .withVariants(List.of(new Variant(2, 1_000_000_000L, 5, null)))
            .withFirstChunk(new SimulatedWorkflow.FirstChunk(300_000_000L, 200_000_000L));

    private record Fixed(SimulatedWorkflow result, boolean estimatesTime) implements Scenario {
        @Override
        public SimulatedWorkflow of(Trace trace) {
            return result;
        }

        @Override
        public List<String> assumptions() {
            return List.of("nothing else changes");
        }

        @Override
        public List<String> variants() {
            return List.of("two");
        }
    }

    private static Document document(SimulatedWorkflow result, boolean estimatesTime, int listed) {
        return document(WORKFLOW, result, estimatesTime, listed);
    }

    private static Document document(Trace workflow, SimulatedWorkflow result, boolean estimatesTime, int listed) {
        Fixed scenario = new Fixed(result, estimatesTime);
        Analysis<ScenarioTotals> question = ScenarioTotals.question(scenario, 10);
        return WhatIfDocument.of("faster tools", scenario, question.of(workflow), listed, List.of());
    }

    private static String text(Document document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TerminalView.print(document, Screen.plain(true), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Returns the JSON without white space. */
    private static String json(Document document) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonView.write(document, bytes);
        return packed(bytes.toString(StandardCharsets.UTF_8));
    }

    private static String packed(String json) {
        return json.replaceAll("\\s", "");
    }

    @Test
    void shouldShowTotalsVariantsWorkflowsAndAssumptions() {
        String id = WORKFLOW.id().toString().substring(0, 12);

        assertThat(text(document(FASTER, true, 10)).lines().map(String::stripTrailing))
                .containsExactly(
                        "What if  faster tools",
                        "Workflows  1 · 1 of them changed",
                        "Time       1.10 s recorded → 500 ms simulated (405 ms to 595 ms) · 600 ms saved, 54.5 % (45.9 % to 63.2 %)",
                        "           speed-up 2.2x",
                        "Streaming  the final answer begins after 300 ms recorded → 200 ms simulated · mean of 1 workflow",
                        "Tokens     30 saved",
                        "Cost       $0.002 saved",
                        "Counted    tools: 4",
                        "",
                        "Variants  the same with other settings",
                        "setting  calls  simulated   saved  speed-up  tokens",
                        "two          2     1.00 s  100 ms      1.1x       5",
                        "",
                        "Workflows  that would save most time",
                        "workflow  trace         recorded  simulated     19 in 20 runs   saved  tokens         money",
                        "A         " + id + "    1.10 s     500 ms  405 ms to 595 ms  600 ms      30  $0.002 saved",
                        "",
                        "Assumptions",
                        "· nothing else changes");
    }

    @Test
    void shouldGiveRangesWhereSpansDoNotTellWhatWaited() throws IOException {
        // another program's: no thread
        Trace foreign = TestRun.bare()
                .line("{\"event\":\"SPAN_START\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\""
                        + TestRun.spanId(1) + "\",\"t\":1,\"kind\":\"agent\",\"name\":\"A\",\"attributes\":{}}")
                .line("{\"event\":\"SPAN_END\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\"" + TestRun.spanId(1)
                        + "\",\"t\":1100000001,\"status\":\"ok\"}")
                .trace();

        assertThat(text(document(foreign, FASTER, true, 10)).lines().map(String::stripTrailing))
                .contains(
                        "Time       1.10 s recorded → 405 ms – 1.10 s simulated · 0 – 695 ms saved, 0 – 63.2 % · speed-up up to 2.7x",
                        "saved: up to; these spans do not show which calls waited for others and which only began later",
                        "Streaming  the final answer begins after 300 ms recorded → 200 ms – 300 ms simulated"
                                + " · mean of 1 workflow",
                        "setting  calls        simulated       saved    speed-up  tokens",
                        "two          2  1.00 s – 1.10 s  0 – 100 ms  up to 1.1x       5");
        assertThat(json(document(foreign, FASTER, true, 0))).isEqualTo(packed("""
                        {"format": "agent-profiler-whatif/1", "supposed": "faster tools",
                         "workflows": 1, "changed_workflows": 1, "wall_ns": 1100000000,
                         "unfinished_workflows": 0, "estimated_workflows": 1, "estimated_wall_ns": 1100000000,
                         "supposed_wall_at_least_ns": 405000000, "supposed_wall_at_most_ns": 1100000000,
                         "saved_tokens": 30, "saved_usd": 0.002,
                         "workflows_with_first_chunk": 1, "first_chunk_ns": 300000000,
                         "supposed_first_chunk_at_least_ns": 200000000, "supposed_first_chunk_at_most_ns": 300000000,
                         "counts": [{"what": "tools", "count": 4}],
                         "variants": [{"setting": "two", "count": 2, "supposed_wall_at_least_ns": 1000000000,
                            "supposed_wall_at_most_ns": 1100000000, "saved_tokens": 5}],
                         "most_saved": [{"name": "A", "trace": "%s", "wall_ns": 1100000000,
                            "supposed_wall_at_least_ns": 405000000, "supposed_wall_at_most_ns": 1100000000,
                            "first_chunk_ns": 300000000, "supposed_first_chunk_at_least_ns": 200000000,
                            "supposed_first_chunk_at_most_ns": 300000000, "saved_tokens": 30, "saved_usd": 0.002}],
                         "left_out_workflows": 0, "evidence": [], "assumptions": ["nothing else changes"]}
                        """.formatted(foreign.id())));
    }

    @Test
    void shouldGiveProgramsTheSameFigures() throws IOException {
        assertThat(json(document(FASTER, true, 0))).isEqualTo(packed("""
                        {"format": "agent-profiler-whatif/1", "supposed": "faster tools",
                         "workflows": 1, "changed_workflows": 1, "wall_ns": 1100000000,
                         "unfinished_workflows": 0, "estimated_workflows": 1, "estimated_wall_ns": 1100000000, "supposed_wall_ns": 500000000,
                         "saved_tokens": 30, "saved_usd": 0.002,
                         "supposed_wall_low_ns": 405000000, "supposed_wall_high_ns": 595000000,
                         "workflows_with_first_chunk": 1, "first_chunk_ns": 300000000, "supposed_first_chunk_ns": 200000000,
                         "counts": [{"what": "tools", "count": 4}],
                         "variants": [{"setting": "two", "count": 2, "supposed_wall_ns": 1000000000, "saved_tokens": 5}],
                         "most_saved": [{"name": "A", "trace": "%s", "wall_ns": 1100000000, "supposed_wall_ns": 500000000,
                            "supposed_wall_low_ns": 405000000, "supposed_wall_high_ns": 595000000, "first_chunk_ns": 300000000,
                            "supposed_first_chunk_ns": 200000000, "saved_tokens": 30, "saved_usd": 0.002}],
                         "left_out_workflows": 0, "evidence": [], "assumptions": ["nothing else changes"]}
                        """.formatted(WORKFLOW.id())));
    }

    @Test
    void shouldClaimNoTimeAndNoCostThatAreNotEstimated() throws IOException {
        Document document = document(
                new SimulatedWorkflow(WORKFLOW.durationNanos(), 30, null, new TreeMap<>())
                        .withVariants(List.of(new Variant(2, WORKFLOW.durationNanos(), 5, null))),
                false,
                10);

        assertThat(text(document))
                .contains("1.10 s recorded · not estimated for the scenario", "Cost       not estimated")
                .doesNotContain("speed-up", "nothing saved");
        assertThat(json(document)).doesNotContain("supposed_wall", "usd");
    }

    private static Document document(SimulatedWorkflow result, Trace... traces) {
        Fixed scenario = new Fixed(result, true);
        Analysis<ScenarioTotals> question = ScenarioTotals.question(scenario, 10);
        ScenarioTotals answer = question.empty();
        for (Trace trace : traces) {
            question.merge(answer, question.of(trace));
        }
        return WhatIfDocument.of("another model", scenario, answer, 10, List.of());
    }

    @Test
    void shouldGiveNoNumberThatTheRecordingCannotTell() throws IOException {
        Document document = document(SimulatedWorkflow.untold(BigDecimal.ONE, new TreeMap<>()), WORKFLOW);

        assertThat(text(document))
                .contains("1.10 s recorded · the recording cannot tell how long they would take")
                .contains("cannot tell  ")
                .doesNotContain("speed-up", "nothing saved", "longer");
        assertThat(json(document))
                .contains("\"estimated_workflows\":0,\"estimated_wall_ns\":0,\"saved_tokens\"")
                .doesNotContain("supposed_wall");
    }

    @Test
    void shouldLeaveOutTheTimeOfWorkflowsWithoutAnEnd() throws IOException {
        Trace open = TestRun.bare()
                .trace(2)
                .start(1, 0, 0, "agent", "open")
                .span(2, 1, 0, 60_000, "tool", "t")
                .trace();
        Document document = document(FASTER, WORKFLOW, open);

        assertThat(text(document))
                .contains("Workflows  2 · 2 of them changed")
                .contains(
                        "Time       1.10 s recorded · 1 workflow without an end left out · 500 ms simulated (405 ms to 595 ms)")
                .contains("two          4     1.00 s  100 ms")
                .contains("cannot tell");
        assertThat(json(document))
                .contains(
                        "\"wall_ns\":1100000000,\"unfinished_workflows\":1,\"estimated_workflows\":1,\"estimated_wall_ns\":1100000000,\"supposed_wall_ns\":500000000");
    }

    @Test
    void shouldSayWhereTheRangeLeavesOpenWhetherItSavesAnything() {
        SimulatedWorkflow open = new SimulatedWorkflow(1_000_000_000L, 0, null, new TreeMap<>())
                .withDraws(new long[] {800_000_000L, 1_000_000_000L, 1_200_000_000L});

        assertThat(text(document(open, WORKFLOW)))
                .contains(
                        "1.00 s simulated (810 ms to 1.19 s)\n           100 ms saved, 9.1 % (from 8.2 % longer to 26.4 % saved)");
    }

    @Test
    void shouldCountTheWorkflowsThatAreNotListed() {
        Fixed scenario = new Fixed(FASTER, true);
        Analysis<ScenarioTotals> question = ScenarioTotals.question(scenario, 2);
        ScenarioTotals answer = question.of(WORKFLOW);
        for (int i = 0; i < 4; i++) {
            question.merge(answer, question.of(WORKFLOW));
        }

        // two of five are kept, one is shown
        assertThat(text(WhatIfDocument.of("more", scenario, answer, 1, List.of())))
                .contains("… 4 more workflows; --all lists them");
    }

    @Test
    void shouldReadAsMarkdownAndAsAPage() {
        Document document = document(FASTER, true, 10);

        assertThat(MarkdownView.of(document))
                .contains(
                        "#### What if",
                        "600 ms saved, 54.5 %",
                        "| two | 2 | 1.00 s | 100 ms | 1.1x |",
                        "- nothing else changes");
        assertThat(HtmlView.of(document))
                .contains("<h2>What if</h2>", "speed-up 2.2x", "<li>nothing else changes</li>");
    }
}
