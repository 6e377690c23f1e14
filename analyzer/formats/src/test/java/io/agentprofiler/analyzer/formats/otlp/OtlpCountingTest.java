// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.AGENT;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.CHAT;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.named;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.number;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.outcome;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.request;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.span;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.text;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.trace;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.tokens.Reported;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What several spans say of one call, one tool or one agent is counted once. */
class OtlpCountingTest {
    @Test
    void shouldCountACallOnceThatTwoInstrumentationsRecorded() throws Exception {
        Trace trace = OtlpSamples.traces(
                        OtlpSamples.read(false, OtlpSamples.DIRECTORY.resolve("openinference-in-traceloop.jsonl")))
                .get(0);

        assertThat(tree(trace)).isEqualTo("""
                        agent invoke_agent weather
                          embedding openai.embeddings wrapper
                            embedding CreateEmbeddings 7>-
                          llm openai.chat wrapper
                            llm ChatCompletion 120>30
                          tool execute_tool weather
                          llm openai.chat wrapper
                            llm ChatCompletion 120>30
                          llm openai.chat wrapper
                            llm ChatCompletion 120>30
                          llm openai.chat wrapper
                            llm ChatCompletion""");
    }

    @Test
    void shouldTellTheInnerCallWhatOnlyTheOuterSays() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, CHAT, number("gen_ai.usage.input_tokens", 50)),
                span(2, 1, "inner", 10, 90, CHAT));

        assertThat(tree(trace)).isEqualTo("llm outer wrapper\n  llm inner 50>-");
    }

    @Test
    void shouldKeepASumWhereItIsSaid() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, CHAT, number("gen_ai.usage.input_tokens", 50)),
                span(2, 1, "one", 10, 40, CHAT),
                span(3, 1, "other", 50, 90, CHAT));

        assertThat(tree(trace)).isEqualTo("llm outer 50>-\n  llm one wrapper\n  llm other wrapper");
    }

    @Test
    void shouldNotTakeCallsOfToolsWithinACallForTheCall() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, CHAT, number("gen_ai.usage.input_tokens", 50)),
                span(2, 1, "tool", 10, 90, text("gen_ai.operation.name", "execute_tool")),
                span(3, 2, "inner", 20, 80, CHAT, number("gen_ai.usage.input_tokens", 5)));

        assertThat(tree(trace)).isEqualTo("llm outer 50>-\n  tool tool\n    llm inner 5>-");
    }

    @Test
    void shouldCountAToolOnce() throws Exception {
        String tool = text("gen_ai.tool.name", "find");
        Trace trace = trace(
                span(1, 0, "execute_tool find", 0, 100, text("gen_ai.operation.name", "execute_tool"), tool),
                span(2, 1, "tools/call find", 10, 90, text("mcp.method.name", "tools/call"), tool));

        assertThat(tree(trace)).isEqualTo("tool execute_tool find\n  function tools/call find");
    }

    @Test
    void shouldSayWhatAnAgentUsedThatNoCallSays() throws Exception {
        Outcome outcome = outcome(request(
                "shop",
                span(1, 0, "remote", 0, 100, AGENT, number("gen_ai.usage.input_tokens", 70)),
                span(2, 1, "inner", 10, 90, AGENT, number("gen_ai.usage.input_tokens", 60))));

        assertThat(outcome.summary().get(SpanFlags.ANALYSIS).unattributedInput())
                .isEqualTo(70);
    }

    @Test
    void shouldSayWhatAnAgentsSumHoldsBeyondItsCalls() throws Exception {
        Outcome outcome = outcome(request(
                "shop",
                span(
                        1,
                        0,
                        "agent",
                        0,
                        100,
                        AGENT,
                        number("gen_ai.usage.input_tokens", 100),
                        number("gen_ai.usage.output_tokens", 7)),
                span(2, 1, "sub", 0, 50, AGENT, number("gen_ai.usage.input_tokens", 60)),
                span(
                        3,
                        2,
                        "call",
                        10,
                        40,
                        CHAT,
                        number("gen_ai.usage.input_tokens", 60),
                        number("gen_ai.usage.output_tokens", 7))));

        SpanFlags flags = outcome.summary().get(SpanFlags.ANALYSIS);
        assertThat(flags.unattributedInput()).isEqualTo(40);
        assertThat(flags.unattributedOutput()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "llm.cost.total",
        "gen_ai.usage.cost",
        "gen_ai.usage.cost_usd",
        "gen_ai.usage.total_cost",
        "gen_ai.cost.total_cost",
        "litellm.cost.total",
        "operation.cost"
    })
    void shouldReadWhatACallIsSaidToCost(String attribute) throws Exception {
        String usd = "{\"key\":\"" + attribute + "\",\"value\":{\"doubleValue\":0.25}}";
        Trace trace = trace(
                span(1, 0, "agent", 0, 100, AGENT, usd),
                span(2, 1, "chat", 10, 90, CHAT, usd),
                span(3, 1, "chat", 91, 92, CHAT, number(attribute, -1)));

        assertThat(trace.spans().stream().map(Reported::of)).containsExactly(cost("0.25"), cost("0.25"), null);
        // the agent only repeats what its calls cost
        assertThat(trace.spans().stream().map(Reported::unattributed)).containsOnlyNulls();
    }

    private static BigDecimal cost(String usd) {
        return new BigDecimal(usd);
    }

    @Test
    void shouldSayWhatAnAgentCostThatNoCallSays() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, AGENT, number("operation.cost", 3)),
                span(2, 1, "inner", 10, 90, AGENT, number("operation.cost", 2)),
                span(3, 2, "chat", 20, 30, CHAT, number("gen_ai.usage.input_tokens", 60)));

        assertThat(Reported.unattributed(named(trace, "inner"))).isEqualByComparingTo("2");
        assertThat(Reported.unattributed(named(trace, "outer"))).isNull();
    }

    @Test
    void shouldTellTheOneCallInsideWhatTheWrapperSaysItCost() throws Exception {
        String used = number("gen_ai.usage.input_tokens", 60);
        Trace one = trace(
                span(3, 2, "request", 20, 30, CHAT, used),
                span(2, 1, "sdk", 10, 90, CHAT, used),
                span(1, 0, "gateway", 0, 100, CHAT, used, number("llm.cost.total", 2)));

        assertThat(Reported.of(named(one, "request"))).isEqualByComparingTo("2");
        assertThat(named(one, "gateway").isWrapper()).isTrue();

        Trace two = trace(
                span(1, 0, "gateway", 0, 100, CHAT, used, number("llm.cost.total", 2)),
                span(2, 1, "first", 10, 40, CHAT, used),
                span(3, 1, "second", 50, 90, CHAT, used));

        assertThat(Reported.of(named(two, "first"))).isNull();
        assertThat(Reported.of(named(two, "second"))).isNull();
        assertThat(Reported.unattributed(named(two, "gateway"))).isEqualByComparingTo("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"123", "132", "213", "231", "312", "321"})
    void shouldCountACallOnceThatThreeRecordedWhateverTheirOrder(String order) throws Exception {
        String used = number("gen_ai.usage.input_tokens", 60);
        String[] all = {
            span(1, 0, "gateway", 0, 100, CHAT, used),
            span(2, 1, "sdk", 10, 90, CHAT, used),
            span(3, 2, "request", 20, 30, CHAT, used)
        };
        String[] onlyTheOuter = {all[0], span(2, 1, "sdk", 10, 90, CHAT), span(3, 2, "request", 20, 30, CHAT)};
        for (String[] spans : List.of(all, onlyTheOuter)) {
            String[] ordered =
                    order.chars().mapToObj(digit -> spans[digit - '1']).toArray(String[]::new);

            assertThat(tree(trace(ordered))).isEqualTo("llm gateway wrapper\n  llm sdk wrapper\n    llm request 60>-");
        }
    }
}
