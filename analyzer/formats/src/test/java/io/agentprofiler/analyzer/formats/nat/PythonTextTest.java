// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PythonTextTest {
    @Test
    void shouldPrintNumbersAsPythonDoes() {
        assertThat(List.of(1000.0625, 1.75e9, 1750000000.25, 1e15, 1e16, 1.5e-5, 1e-4, 0.0, -2.5, 1e22))
                .extracting(PythonText::of)
                .containsExactly(
                        "1000.0625",
                        "1750000000.0",
                        "1750000000.25",
                        "1000000000000000.0",
                        "1e+16",
                        "1.5e-05",
                        "0.0001",
                        "0.0",
                        "-2.5",
                        "1e+22");
    }

    @Property
    void shouldReadBackTheSameNumber(@ForAll double number) {
        assertThat(Double.parseDouble(PythonText.of(number))).isEqualTo(number);
    }

    @Test
    void shouldPrintValuesAsPythonDoes() {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "human");
        message.put("content", "it's \"x\"\n\u0007é😀");
        message.put("n", Arrays.asList(1L, 2.0, true, null));

        assertThat(PythonText.str(List.of(message)))
                .isEqualTo("[{'type': 'human', 'content': 'it\\'s \"x\"\\n\\x07é😀', 'n': [1, 2.0, True, None]}]");
        assertThat(PythonText.str(List.of("it's"))).isEqualTo("[\"it's\"]");
        assertThat(PythonText.str("as 'is'")).isEqualTo("as 'is'");
        assertThat(PythonText.str(null)).isEmpty();
    }
}
