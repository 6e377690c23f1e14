// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class LooseCallsTest {
    private static final String ASKS = "\"gen_ai.response.finish_reasons\":[\"TOOL_CALLS\"]";
    private static final String TOLD =
            "\"agentprofiler.prompt.blocks\":{\"messages\":{\"roles\":[\"user\",\"assistant\",\"tool\"]}}";

    private final TestRun run = TestRun.bare();
    private int traces;
    private int spans;

    @Test
    void shouldTellPiecesOfAnAgentByAModelThatAsksForTools() {
        model(ASKS);
        tool();
        model("");

        assertThat(loose().tools()).isEqualTo(1);
        assertThat(loose().models()).isEqualTo(2);
        assertThat(loose().lackAgent()).isTrue();
    }

    @Test
    void shouldTellThemByAModelThatIsToldResults() {
        model("");
        tool();
        model(TOLD);

        assertThat(loose().lackAgent()).isTrue();
    }

    @Test
    void shouldTellThemBelowAClientThatIsTracedForItself() {
        run.trace(++traces).start(++spans, 0, 0, "agent", "ChatClient");
        int client = spans;
        run.start(++spans, client, 1, "llm", "chat").end(spans, 2, ASKS).end(client, 3);
        tool();

        assertThat(loose().lackAgent()).isTrue();
    }

    @Test
    void shouldTakeABatchOfModelCallsAsItIs() {
        for (int i = 0; i < 50; i++) {
            model("");
        }
        tool();
        tool();
        tool();

        assertThat(loose().tools()).isEqualTo(3);
        assertThat(loose().models()).isEqualTo(50);
        assertThat(loose().lackAgent()).isFalse();
    }

    @Test
    void shouldTakeAModelThatAsksForToolsOfItsCallerAsItIs() {
        model(ASKS);
        model(ASKS);

        assertThat(loose().lackAgent()).isFalse();
    }

    @Test
    void shouldTakeAWholeAgentAsItIs() {
        run.trace(++traces).start(++spans, 0, 0, "agent", "Support");
        int agent = spans;
        run.start(++spans, agent, 1, "llm", "chat").end(spans, 2, ASKS);
        run.span(++spans, agent, 3, 4, "tool", "search").end(agent, 5);
        tool();

        assertThat(loose().models()).isZero();
        assertThat(loose().lackAgent()).isFalse();
    }

    @Test
    void shouldNeedManyOfBothWhereModelsDoNotTell() {
        for (int i = 0; i < 4; i++) {
            model("");
            tool();
        }
        assertThat(loose().lackAgent()).isTrue();
        for (int i = 0; i < 9; i++) {
            model("");
        }
        assertThat(loose().lackAgent()).as("4 tools, 13 models").isFalse();
    }

    private void model(String attributes) {
        run.trace(++traces).start(++spans, 0, spans, "llm", "chat").end(spans, spans + 1, attributes);
    }

    private void tool() {
        run.trace(++traces).span(++spans, 0, spans, spans + 1, "tool", "search");
    }

    private LooseCalls loose() {
        RunSummary summary = new RunSummary(List.of(SpanFlags.ANALYSIS));
        run.traces().forEach(summary::add);
        return summary.get(SpanFlags.ANALYSIS).looseCalls();
    }
}
