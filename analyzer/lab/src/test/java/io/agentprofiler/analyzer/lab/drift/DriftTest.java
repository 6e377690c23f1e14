// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.diff.Runs;
import io.agentprofiler.analyzer.answer.fingerprint.Agents;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.lab.drift.Judged.JudgedFacet;
import io.agentprofiler.analyzer.lab.drift.Judged.Verdict;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DriftTest {
    private static final int RESAMPLES = 200;

    static Drift drift(List<Trace> before, List<Trace> after, boolean strict, String... tolerances) {
        try {
            return Drift.of(input(before), input(after), Tolerances.parse(List.of(tolerances)), strict, RESAMPLES);
        } catch (CommandException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Drift.Input input(List<Trace> traces) {
        Fingerprints fingerprints = Fingerprints.ANALYSIS.empty();
        for (Trace trace : traces) {
            fingerprints = Fingerprints.ANALYSIS.merge(fingerprints, Fingerprints.ANALYSIS.of(trace));
        }
        return new Drift.Input(Runs.side(traces), fingerprints);
    }

    private static Judged figure(Drift drift, String word) {
        return drift.figures().stream()
                .filter(one -> one.figure().word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static JudgedFacet facet(Drift drift, String word) {
        return drift.facets().stream()
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static List<Trace> runs(int from, int count, double model, int tokens) {
        Runs runs = new Runs().from(from);
        for (int i = 0; i < count; i++) {
            runs.workflow(model + i % 5, tokens, 50);
        }
        return runs.traces();
    }

    @Test
    void shouldFindNothingWithinTolerances() {
        Drift drift = drift(runs(0, 12, 100, 1000), runs(1000, 12, 105, 1040), false);

        assertThat(drift.verdict()).isEqualTo(Verdict.SAME);
        assertThat(drift.count(Verdict.SAME))
                .isEqualTo(drift.facets().size() + drift.figures().size() + 2);
        assertThat(figure(drift, "input_tokens").why()).isEqualTo("within tolerance");
        assertThat(figure(drift, "run_time").tolerance().text()).isEqualTo("10%");
        assertThat(figure(drift, "concurrency").change().before()).isEqualTo(1.0);
    }

    @Test
    void shouldFindWhatIsMoreThanNoise() {
        Drift drift = drift(runs(0, 12, 100, 1000), runs(1000, 12, 130, 1060), false);

        assertThat(drift.verdict()).isEqualTo(Verdict.DRIFTED);
        assertThat(drift.figures().stream()
                        .filter(one -> one.verdict() == Verdict.DRIFTED)
                        .map(one -> one.figure().word()))
                .containsExactly(
                        "run_time",
                        "run_time_p50",
                        "run_time_p90",
                        "input_tokens",
                        "llm_latency",
                        "llm_latency_p50",
                        "llm_latency_p90");
        // 12 calls say nothing of the slowest one in 20
        assertThat(figure(drift, "llm_latency_p95").verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(figure(drift, "llm_latency_p95").decides()).isFalse();
        assertThat(drift.operations())
                .extracting(
                        one -> one.figure().row().label() + " " + one.verdict().word())
                .containsExactly("llm chat gpt drifted", "tool search same");
    }

    @Test
    void shouldSayWhenThereAreTooFewWorkflows() {
        Drift drift = drift(runs(0, 3, 100, 1000), runs(1000, 3, 130, 1000), false);

        assertThat(drift.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(figure(drift, "run_time").why()).isEqualTo("too few workflows");
        assertThat(drift(runs(0, 3, 100, 1000), runs(1000, 3, 130, 1000), true).verdict())
                .isEqualTo(Verdict.DRIFTED);
    }

    @Test
    void shouldTakeNoiseForNoDriftAmongEnoughWorkflowsOnly() {
        List<Trace> many = new Runs()
                .workflow(50, 1)
                .workflow(300, 1)
                .workflow(40, 1)
                .workflow(200, 1)
                .workflow(90, 1)
                .workflow(100, 1)
                .workflow(70, 1)
                .workflow(160, 1)
                .workflow(110, 1)
                .workflow(220, 1)
                .traces();
        List<Trace> others = new Runs()
                .from(1000)
                .workflow(90, 1)
                .workflow(340, 1)
                .workflow(70, 1)
                .workflow(260, 1)
                .workflow(120, 1)
                .workflow(110, 1)
                .workflow(90, 1)
                .workflow(210, 1)
                .workflow(130, 1)
                .workflow(260, 1)
                .traces();

        assertThat(figure(drift(many, others, false), "run_time").why()).isEqualTo("noise");
        assertThat(drift(many, others, false).verdict()).isEqualTo(Verdict.SAME);
        Drift few = drift(many.subList(0, 6), others.subList(0, 6), false);
        assertThat(figure(few, "run_time").why()).isEqualTo("may be noise: record more");
        assertThat(few.facets()).allSatisfy(one -> assertThat(one.verdict()).isEqualTo(Verdict.SAME));
        assertThat(few.verdict()).isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void shouldNotCallAFigureTheSameThatOneSideDoesNotKnow() {
        Drift drift = drift(runs(0, 12, 100, 1000), runs(1000, 12, 100, -1), false);

        assertThat(figure(drift, "input_tokens").verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(figure(drift, "input_tokens").why()).isEqualTo("not recorded after");
        assertThat(drift.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(drift(runs(0, 12, 100, 1000), runs(1000, 12, 100, -1), false, "input_tokens=any,output_tokens=any")
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void shouldCountEveryDifferenceOfTheSameWorkflows() {
        Drift drift = drift(runs(0, 3, 100, 1000), runs(0, 3, 101, 1000), false, "all=0");

        assertThat(drift.sameWorkflows()).isTrue();
        assertThat(figure(drift, "run_time").verdict()).isEqualTo(Verdict.DRIFTED);
        assertThat(figure(drift, "tool_latency").verdict()).isEqualTo(Verdict.SAME);
        assertThat(drift(runs(0, 3, 100, 1000), runs(0, 3, 100, 1000), false, "all=0")
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void shouldHoldTheProgramAgainstTheOther() {
        Agents before = new Agents().workflows(5);
        Agents after = new Agents().from(1000);
        after.tools = List.of("find");
        after.model = "gpt-2";
        after.parameters = "";
        after.instructions = 77;

        Drift drift = drift(before.traces(), after.workflows(5).traces(), false);

        assertThat(drift.facets())
                .extracting(one -> one.word() + " " + one.verdict().word())
                .containsExactly(
                        "workflows same",
                        "paths drifted",
                        "tools drifted",
                        "models drifted",
                        "parameters drifted",
                        "prompts drifted");
        assertThat(facet(drift(before.traces(), after.traces(), false, "models=any"), "models")
                        .verdict())
                .isEqualTo(Verdict.SAME);
        assertThat(facet(drift(before.traces(), after.workflow().traces(), false), "workflows"))
                .isEqualTo(new JudgedFacet("workflows", "5", "6", Verdict.DRIFTED, "beyond tolerance"));
        assertThat(facet(drift(before.traces(), after.traces(), false, "workflows=25%"), "workflows")
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Property(tries = 20)
    void shouldFindNoDriftOfARunToItself(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces =
                new Runs().random(random, 1 + random.nextInt(20), 50).traces();

        assertThat(drift(traces, traces, false, "all=0").verdict()).isEqualTo(Verdict.SAME);
    }

    @Property(tries = 20)
    void shouldMirrorWhenTheSidesAreSwapped(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> first =
                new Runs().random(random, 4 + random.nextInt(20), 50).traces();
        List<Trace> second =
                new Runs().from(1000).random(random, 4 + random.nextInt(20), 60).traces();

        // percent are of the figure before, so tolerances differ; without any they do not
        Drift there = drift(first, second, false, "all=0");
        Drift back = drift(second, first, false, "all=0");

        assertThat(back.figures())
                .extracting(Judged::verdict)
                .isEqualTo(there.figures().stream().map(Judged::verdict).toList());
        assertThat(back.verdict()).isEqualTo(there.verdict());
    }
}
