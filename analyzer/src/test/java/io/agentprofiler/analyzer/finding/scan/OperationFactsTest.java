// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.finding.RuleRun;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.schema.SpanKind;
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
        SortedMap<Operation, OperationFacts> facts = OperationFacts.BY_OPERATION
                .of()
                .apply(RuleRun.scan(run.end(1, 100).trace()));

        assertThat(facts.get(new Operation(SpanKind.EMBEDDING, "e")).calls()).isEqualTo(2);
    }
}
