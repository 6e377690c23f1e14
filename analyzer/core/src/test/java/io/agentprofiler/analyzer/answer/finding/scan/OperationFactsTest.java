// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.RuleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** What is known of operations. */
class OperationFactsTest {
    @Test
    void shouldCountAnEmbeddingThatIsWrappedOnce() {
        TestRun run = TestRun.bare().start(1, 0, 0, "workflow", "w");
        for (int i = 0; i < 2; i++) {
            run.start(10 + i, 1, 40 * i, "embedding", "outer", "\"gen_ai.request.model\":\"e\"")
                    .start(20 + i, 10 + i, 40 * i + 1, "embedding", "inner", "\"gen_ai.request.model\":\"e\"")
                    .end(20 + i, 40 * i + 29, "\"gen_ai.usage.input_tokens\":100")
                    .end(10 + i, 40 * i + 30, "\"agentprofiler.wrapper\":true");
        }
        SortedMap<Operation, OperationFacts> facts =
                OperationFacts.BY_OPERATION.empty().get();
        OperationFacts.BY_OPERATION
                .add()
                .accept(facts, RuleRun.scan(run.end(1, 100).trace()));

        assertThat(facts.get(new Operation(SpanKind.EMBEDDING, "e")).calls()).isEqualTo(2);
    }

    /** Three workflows of four, six and six calls of a tool. */
    @Test
    void shouldTellTheBusiestWorkflowAndTheSlowestCallsWhateverTheOrder() {
        List<Trace> traces = new ArrayList<>();
        for (int trace = 1; trace <= 3; trace++) {
            int calls = trace == 1 ? 4 : 6;
            TestRun run = TestRun.bare().trace(trace).start(100 * trace, 0, 0, "workflow", "w");
            for (int call = 1; call <= calls; call++) {
                int from = 100 * call;
                run.start(100 * trace + call, 100 * trace, from, "tool", "t")
                        .end(100 * trace + call, from + 10 * trace + call);
            }
            traces.add(run.end(100 * trace, 1000).trace());
        }
        for (int shift = 0; shift < 3; shift++) {
            Collections.rotate(traces, 1);
            SortedMap<Operation, OperationFacts> all =
                    OperationFacts.BY_OPERATION.empty().get();
            SortedMap<Operation, OperationFacts> others =
                    OperationFacts.BY_OPERATION.empty().get();
            OperationFacts.BY_OPERATION.add().accept(all, RuleRun.scan(traces.get(0)));
            OperationFacts.BY_OPERATION.add().accept(others, RuleRun.scan(traces.get(1)));
            OperationFacts.BY_OPERATION.add().accept(others, RuleRun.scan(traces.get(2)));
            OperationFacts.BY_OPERATION.merge().accept(all, others);
            OperationFacts facts = all.get(new Operation(SpanKind.TOOL, "t"));

            assertThat(facts.calls()).isEqualTo(16);
            assertThat(facts.workflows()).isEqualTo(3);
            assertThat(facts.slowest())
                    .extracting(evidence -> evidence.weight() / 1_000_000)
                    .containsExactly(36L, 35L, 34L, 33L, 32L);
        }
    }
}
