// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusTextTest {
    @Test
    void shouldReadWhatTheFormatAllows() {
        assertThat(read("""
                # HELP up Whether it is up. a{b="c"} 7
                # TYPE up gauge
                up 1
                  up	2 1395066363000
                vllm:x{a="1",b="two words"} 5.88e-05
                x{} +Inf
                x{ a = "1" , } -Inf
                x{a="}",b="\\"\\\\\\n\\t"} NaN

                x_total{le="0.5"} 9 # {trace_id="abc"} 0.3 1520879607.789
                # EOF"""))
                .containsExactly(
                        new Series("up", Map.of(), 1),
                        new Series("up", Map.of(), 2),
                        new Series("vllm:x", Map.of("a", "1", "b", "two words"), 0.0000588),
                        new Series("x", Map.of(), Double.POSITIVE_INFINITY),
                        new Series("x", Map.of("a", "1"), Double.NEGATIVE_INFINITY),
                        new Series("x", Map.of("a", "}", "b", "\"\\\n\\t"), Double.NaN),
                        new Series("x_total", Map.of("le", "0.5"), 9));
    }

    @Test
    void shouldReadLinesOfEitherEnding() {
        assertThat(read("a 1\r\nb 2\r\n")).containsExactly(new Series("a", Map.of(), 1), new Series("b", Map.of(), 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "x one",
                "x{a=\"1\" 2",
                "x{a=\"1} 2",
                "x{a=1} 2",
                "x{=\"1\"} 2",
                "x{a=\"1\"b=\"2\"} 2",
                "x{a=\"1\"}",
                "{a=\"1\"} 2",
                "<html>"
            })
    void shouldSkipALineThatIsWrongAlone(String wrong) {
        assertThat(read(wrong + "\ny 1\n")).containsExactly(new Series("y", Map.of(), 1));
    }

    @Test
    void shouldNotLookIntoMetricsThatNobodyWants() {
        List<Series> found = new ArrayList<>();
        PrometheusText.read("a 1\nb{broken 2\nc 3\n", name -> name.equals("c"), found::add);
        assertThat(found).containsExactly(new Series("c", Map.of(), 3));
    }

    private static List<Series> read(String page) {
        List<Series> found = new ArrayList<>();
        PrometheusText.read(page, name -> true, found::add);
        return found;
    }
}
