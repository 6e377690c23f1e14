// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.ReadTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowRowsTest {
    @TempDir
    private Path directory;

    private Trace trace() throws Exception {
        TestRun run = TestRun.run("shop-42-rows").span(1, 0, 0, 5, "agent", "Support.answer");
        return ReadTraces.of(run.footer().write(directory.resolve("segment-000001.jsonl")), false)
                .only();
    }

    /** Names of more rows than are kept, some twice. */
    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < WorkflowRows.MOST + 500; i++) {
            String name = "row " + (1_000_000 + i);
            names.add(name);
            if (i % 3 == 0) {
                names.add(name);
            }
        }
        return names;
    }

    @Test
    void shouldKeepTheSameRowsInWhateverOrderTheyCome() throws Exception {
        Trace trace = trace();
        List<String> names = names();
        for (int seed = 0; seed < 3; seed++) {
            Collections.shuffle(names, new Random(seed));
            AtomicInteger next = new AtomicInteger();
            Analysis<WorkflowRows> question = WorkflowRows.by(any -> names.get(next.getAndIncrement()));
            WorkflowRows one = question.empty();
            WorkflowRows other = question.empty();
            for (int i = 0; i < names.size(); i++) {
                if (i % 2 == seed % 2) {
                    one = question.addTrace(one, trace);
                } else {
                    other = question.addTrace(other, trace);
                }
            }

            WorkflowRows all = question.merge(one, other);

            assertThat(all.rows()).hasSize(WorkflowRows.MOST).containsKeys("row 1000000", "row 1009999");
            assertThat(all.rows().get("row 1000003").workflows()).isEqualTo(2);
            assertThat(all.rows().get("row 1000004").workflows()).isEqualTo(1);
            long kept = all.rows().values().stream()
                    .mapToLong(WorkflowStats::workflows)
                    .sum();
            assertThat(kept + all.others()).isEqualTo(names.size());
        }
    }
}
