// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {
    private final Utf8Text text = new Utf8Text();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "h\u00e9llo",
                "\u20ac at once",
                "ends in \ud83d\ude00",
                "half \ud83d of a pair",
                "\udc00"
            })
    void shouldEncodeAsStringsDo(String piece) {
        text.append("before ");
        text.append(piece);

        byte[] expected = ("before " + piece).getBytes(StandardCharsets.UTF_8);
        assertThat(Arrays.copyOf(text.bytes(), text.size())).isEqualTo(expected);
        assertThat(text.chars()).isEqualTo(7 + piece.length());
    }

    @Test
    void shouldTakeTextsLongerThanItsMemoryAndBeginAgain() {
        String large = "0123456789".repeat(200_000);
        text.append(large);
        assertThat(new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8))
                .isEqualTo(large);

        text.clear();
        text.append("next");
        assertThat(new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8))
                .isEqualTo("next");
        assertThat(text.bytes().length).isLessThan(large.length());
    }
}
