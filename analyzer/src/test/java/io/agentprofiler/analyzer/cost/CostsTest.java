// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.cost.Costs.By;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CostsTest {
    private static final Costs.Question QUESTION = new Costs.Question(PriceList.bundled());

    private static String model(String name) {
        return "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"" + name + "\"";
    }

    private static String usage(long input, long output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    /** Two workflows; gpt-4o-mini costs 0.15 and 0.60 a million, gpt-4o 2.50 and 10. */
    private static TestRun run() {
        return TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "agent", "planner", "\"gen_ai.conversation.id\":\"c1\"")
                .start(2, 1, 0, "llm", "chat", model("gpt-4o-mini"))
                .end(2, 10, usage(1_000, 100))
                .start(3, 1, 10, "tool", "lookup")
                .start(4, 3, 10, "llm", "chat", model("gpt-4o"))
                .end(4, 20, usage(2_000, 10))
                .start(5, 3, 20, "llm", "chat", model("house-model"))
                .end(5, 30, usage(50, 5))
                .end(3, 30)
                .start(6, 1, 30, "llm", "chat", model("gpt-4o"))
                .end(6, 40, "error", "")
                .end(1, 50)
                .trace(2)
                .start(11, 0, 100, "workflow", "nightly")
                .start(12, 11, 100, "llm", "chat", model("gpt-4o-mini"))
                .end(12, 110)
                .end(11, 120);
    }

    private static Costs costs(List<Trace> traces) {
        Costs costs = QUESTION.empty();
        for (Trace trace : traces) {
            costs = QUESTION.merge(costs, QUESTION.of(trace));
        }
        return costs;
    }

    @Test
    void shouldSumByWhatCallsWereMadeFor() {
        Costs costs = costs(run().traces());

        // 0.00015 + 0.00006, and 0.005 + 0.0001
        assertThat(costs.total().amount()).isEqualByComparingTo("0.00531");
        assertThat(costs.total().pricedCalls()).isEqualTo(2);
        assertThat(costs.total().unpricedCalls()).isEqualTo(2);
        assertThat(costs.total().unpriced())
                .isEqualTo(Map.of(Unpriced.UNKNOWN_MODEL, 1L, Unpriced.FAILED, 1L, Unpriced.NO_USAGE, 1L));
        assertThat(costs.by(By.MODEL).get("gpt-4o-mini").amount()).isEqualByComparingTo("0.00021");
        assertThat(costs.by(By.MODEL).get("gpt-4o").amount()).isEqualByComparingTo("0.0051");
        assertThat(costs.by(By.MODEL).get("house-model").isKnown()).isFalse();
        assertThat(costs.by(By.AGENT).get("planner").amount()).isEqualByComparingTo("0.00531");
        assertThat(costs.by(By.TOOL).get("lookup").amount()).isEqualByComparingTo("0.0051");
        assertThat(costs.by(By.TOOL).get("lookup").unpricedCalls()).isEqualTo(1);
        assertThat(costs.by(By.WORKFLOW).get("nightly").isKnown()).isFalse();
    }

    @Property(tries = 50)
    void shouldNotDependOnTheOrderOfTraces(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 3_000_000) Integer> inputs, @ForAll long seed) {
        TestRun run = TestRun.run("r");
        for (int i = 0; i < inputs.size(); i++) {
            run.trace(i + 1)
                    .start(
                            i + 1,
                            0,
                            i,
                            "llm",
                            "chat",
                            model(List.of("gpt-4o", "gpt-4o-mini", "o3", "x").get(i % 4)))
                    .end(i + 1, i + 1, usage(inputs.get(i), inputs.get(i) % 977));
        }
        List<Trace> traces = run.traces();
        Costs inOrder = costs(traces);
        List<Trace> shuffled = new ArrayList<>(traces);
        Collections.shuffle(shuffled, new Random(seed));
        int half = shuffled.size() / 2;
        Costs halves = QUESTION.merge(costs(shuffled.subList(0, half)), costs(shuffled.subList(half, shuffled.size())));

        assertThat(halves.total()).isEqualTo(inOrder.total());
        for (By by : By.values()) {
            assertThat(halves.by(by)).isEqualTo(inOrder.by(by));
        }
        assertThat(halves.total().amount()).isNotNegative();
    }
}
