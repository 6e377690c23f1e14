// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan.SharedResults;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedResultsTest {
    private final SharedResults<String> results = new SharedResults<>();
    private final List<String> asked = new ArrayList<>();

    @Test
    void shouldAskEachFunctionOnce() {
        Function<String, List<String>> first = thing -> note(thing + "1");
        Function<String, List<String>> second = thing -> note(thing + "2");

        List<String> made = results.of(first, "a");
        assertThat(made).containsExactly("a1");
        assertThat(results.of(second, "a")).containsExactly("a2");
        assertThat(results.of(first, "a")).isSameAs(made);
        assertThat(asked).containsExactly("a1", "a2");
    }

    @Test
    void shouldNotAskAgainForNothing() {
        Function<String, String> none = thing -> {
            asked.add(thing);
            return null;
        };

        assertThat(results.of(none, "a")).isNull();
        assertThat(results.of(none, "a")).isNull();
        assertThat(asked).containsExactly("a");
    }

    @Test
    void shouldLetAFunctionAskForWhatOthersMake() {
        Function<String, List<String>> inner = thing -> note(thing + "inner");
        Function<String, List<String>> outer = thing -> note(thing + results.of(inner, thing));

        assertThat(results.of(outer, "a")).containsExactly("a[ainner]");
        assertThat(results.of(inner, "a")).containsExactly("ainner");
        assertThat(results.of(outer, "a")).containsExactly("a[ainner]");
        assertThat(asked).containsExactly("ainner", "a[ainner]");
    }

    @Test
    void shouldKeepAsManyAsThereAre() {
        List<Function<String, String>> makers = IntStream.range(0, 40)
                .<Function<String, String>>mapToObj(
                        number -> thing -> note(thing + number).get(0))
                .toList();

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < makers.size(); i++) {
                assertThat(results.of(makers.get(i), "a")).isEqualTo("a" + i);
            }
        }
        assertThat(asked).hasSize(40);
    }

    private List<String> note(String made) {
        asked.add(made);
        return List.of(made);
    }
}
