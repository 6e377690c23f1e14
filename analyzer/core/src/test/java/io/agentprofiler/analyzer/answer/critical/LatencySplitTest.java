// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Model calls whose parts are known, in milliseconds. */
class LatencySplitTest {
    private static Map<String, Long> parts(Trace trace) {
        LatencySplit split = LatencySplit.of(trace.root());
        Map<String, Long> parts = new TreeMap<>();
        Arrays.stream(LatencyPart.values())
                .filter(part -> split.nanos(part) != Unknown.LONG)
                .forEach(part -> parts.put(part.word(), split.nanos(part) / 1_000_000));
        return parts;
    }

    private static String chunks(double first, double last) {
        return ",\"chunks\":{\"count\":5,\"first_t\":" + at(first) + ",\"last_t\":" + at(last)
                + ",\"max_gap_ns\":300000000}";
    }

    @Test
    void shouldSplitAStreamedCallThatWasTriedTwice() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .span(2, 1, 20, 50, "http", "POST")
                .span(3, 1, 150, 900, "http", "POST")
                .end(1, 1000, "ok", chunks(300, 950))
                .trace();

        assertThat(parts(trace))
                .isEqualTo(Map.of(
                        "waiting", 20L, "retrying", 130L, "first_chunk", 150L, "generation", 650L, "after", 50L));
        assertThat(LatencySplit.of(trace.root()).requests()).isEqualTo(2);
        assertThat(LatencySplit.of(trace.root()).spans()).isEqualTo(3);
    }

    private static String chunks(double first, double last, double handler, double before, double after) {
        return ",\"chunks\":{\"count\":5,\"first_t\":" + at(first) + ",\"last_t\":" + at(last)
                + ",\"max_gap_ns\":300000000,\"handler_ns\":" + nanos(handler) + ",\"handler_before_ns\":"
                + nanos(before) + ",\"handler_after_ns\":" + nanos(after) + "}";
    }

    private static long nanos(double millis) {
        return Math.round(millis * 1_000_000);
    }

    @Test
    void shouldTakeTheHandlerOutOfThePartsInWhichItRan() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .end(1, 1000, "ok", chunks(300, 900, 590, 30, 80))
                .trace();

        assertThat(parts(trace))
                .isEqualTo(Map.of("first_chunk", 270L, "generation", 120L, "handler", 590L, "after", 20L));
    }

    @Test
    void shouldNotTakeOutMoreThanThePartsHold() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .end(1, 1000, "ok", chunks(300, 900, 1500, 0, 500))
                .trace();
        Trace passing = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .end(1, 1000, "ok", ",\"chunks\":{\"handler_ns\":" + nanos(400) + "}")
                .trace();

        assertThat(parts(trace)).isEqualTo(Map.of("first_chunk", 300L, "generation", 0L, "handler", 700L, "after", 0L));
        assertThat(parts(passing)).isEqualTo(Map.of("answer", 600L, "handler", 400L));
        assertThat(passing.root().chunks()).isNull();
    }

    @Test
    void shouldNotPretendToKnowTheWaitingWithoutARequest() {
        Trace streamed = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .end(1, 1000, "ok", chunks(300, 1000))
                .trace();
        Trace whole = TestRun.bare().span(1, 0, 0, 1000, "llm", "chat").trace();

        assertThat(parts(streamed)).isEqualTo(Map.of("first_chunk", 300L, "generation", 700L, "after", 0L));
        assertThat(parts(whole)).isEqualTo(Map.of("answer", 1000L));
    }

    @Test
    void shouldSplitACallThatWasNotStreamed() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .start(2, 1, 10, "http", "outer")
                .span(3, 2, 30, 80, "http", "inner")
                .end(2, 90)
                .end(1, 100)
                .trace();

        assertThat(parts(trace)).isEqualTo(Map.of("waiting", 10L, "retrying", 0L, "answer", 80L, "after", 10L));
    }

    @Test
    void shouldNotTakeARequestOfAToolForOneOfTheModel() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "llm", "chat")
                .start(2, 1, 10, "function", "client")
                .span(3, 2, 10, 100, "http", "POST")
                .end(2, 100)
                .start(4, 1, 100, "tool", "search")
                .start(5, 4, 110, "function", "client")
                .span(6, 5, 120, 190, "http", "GET")
                .end(5, 190)
                .end(4, 200)
                .end(1, 210)
                .trace();

        assertThat(LatencySplit.of(trace.root()).requests()).isEqualTo(1);
        assertThat(parts(trace)).isEqualTo(Map.of("waiting", 10L, "retrying", 0L, "answer", 90L, "after", 110L));
        assertThat(LatencySplit.of(trace.root()).spans()).isEqualTo(6);
    }

    @Test
    void shouldAddUpByModel() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .span(3, 2, 10, 90, "http", "POST")
                .end(2, 100)
                .start(4, 1, 100, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(4, 300)
                .start(5, 1, 300, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(1, 400)
                .trace();

        Latencies latencies = Latencies.ANALYSIS.merge(Latencies.ANALYSIS.empty(), Latencies.ANALYSIS.of(trace));

        Latencies.ModelLatencies model = latencies.byModel().get("m");
        assertThat(model.calls()).isEqualTo(2);
        assertThat(model.callsWithRequest()).isEqualTo(1);
        assertThat(model.retries()).isZero();
        assertThat(model.part(LatencyPart.WAITING).count()).isEqualTo(1);
        assertThat(model.part(LatencyPart.ANSWER).sum()).isEqualTo(280_000_000);
        assertThat(model.whole().sum()).isEqualTo(300_000_000);
    }
}
