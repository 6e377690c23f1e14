// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is claimed of the traces of NVIDIA's toolkit: ordinary agents, whose steps need each other. */
class NatFindingsTest {
    @TempDir
    private Path dir;

    @Test
    void shouldCallNoStepsOfALoopIndependent() throws Exception {
        for (String example : List.of("seq_small", "nested_parallel")) {
            assertThat(claims(NatRun.resource(example + "/all_requests_profiler_traces.json")))
                    .as(example)
                    .isEmpty();
        }
    }

    @Test
    void shouldCallNoStepsOfALoopIndependentWhereRecordsAreMissing() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(claims(noisy(new Random(seed)))).as("seed " + seed).isEmpty();
        }
    }

    /** Returns the small example without some of its steps, as it comes from a run that lost records. */
    private static String noisy(Random random) throws Exception {
        List<?> requests = (List<?>) NatRun.json(NatRun.resource("seq_small/all_requests_profiler_traces.json"));
        requests.forEach(request -> ((List<?>) NatRun.object(request).get("intermediate_steps")).removeIf(step -> {
            Object type = NatRun.object(NatRun.object(step).get("payload")).get("event_type");
            return type.toString().startsWith("TOOL")
                    ? random.nextInt(3) > 0
                    : type.toString().startsWith("LLM") && random.nextInt(6) == 0;
        }));
        return NatRun.text(requests);
    }

    private List<Finding> claims(String traces) throws Exception {
        Path file = Files.writeString(dir.resolve("traces.json"), traces);
        Outcome outcome = new Pipeline(
                        List.of(Findings.standard(), CriticalTotals.ANALYSIS),
                        List.of(),
                        new ReadOptions(true, bytes -> {}))
                .run(InputFiles.find(List.of(file)));
        return outcome
                .summary()
                .get(Findings.standard())
                .ranked(outcome.summary().get(CriticalTotals.ANALYSIS), Thresholds.STANDARD)
                .stream()
                .filter(finding -> finding.rule().equals("sequential-calls")
                        || finding.rule().equals("sequential-tools"))
                .toList();
    }
}
