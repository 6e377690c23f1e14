// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that stand for removed ones, and those that only look like them. */
class PlaceholdersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "[REDACTED]",
                "[redacted]",
                "<redacted>",
                "<REDACTED:EMAIL>",
                "[REDACTED_BY_POLICY]",
                "{{redacted}}",
                "(value redacted)",
                "[[ content removed by the gateway ]]",
                "REDACTED",
                "__REDACTED__",
                "content redacted",
                "[Filtered]",
                "<masked>",
                "***",
                "********",
                "xxxx",
                "XXXX-XXXX",
                "\u2022\u2022\u2022\u2022",
                "...",
                "\u2026"
            })
    void shouldKnowAPlaceholder(String text) {
        assertThat(Placeholders.isOne(text)).isTrue();
        assertThat(PromptBlocks.payload(text)).doesNotContainKey("hash");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ok",
                "x",
                "**bold**",
                "removed",
                "hidden",
                "[1]",
                "[error]",
                "<html>",
                "a redacted copy of the report was sent",
                "remove the [hidden] attribute",
                "xyz",
                "1111"
            })
    void shouldTakeNoOtherTextForOne(String text) {
        assertThat(Placeholders.isOne(text)).isFalse();
        assertThat(PromptBlocks.payload(text)).containsKey("hash");
    }

    @Test
    void shouldNotCompareAPayloadFromWhichAPartWasRemoved() {
        assertThat(PromptBlocks.payload(Map.of("command", "[REDACTED]", "timeout", 10L)))
                .doesNotContainKey("hash");
        assertThat(PromptBlocks.payload("curl -u [REDACTED] https://example.com"))
                .doesNotContainKey("hash");
        assertThat(PromptBlocks.payload(List.of(
                        Map.of("role", "user", "parts", List.of(Map.of("type", "text", "content", "<redacted>"))))))
                .doesNotContainKey("hash");
    }

    @Test
    void shouldNotCompareAPromptWithARemovedMessage() {
        PromptBlocks blocks = new PromptBlocks();
        blocks.message(Map.of("role", "system", "parts", List.of(Map.of("type", "text", "content", "Be brief."))));
        assertThat(blocks.isEmpty()).isFalse();
        blocks.message(Map.of("role", "user", "parts", List.of(Map.of("type", "text", "content", "[REDACTED]"))));
        assertThat(blocks.isEmpty()).isTrue();
        blocks.clear();
        blocks.message(Map.of("role", "user", "parts", List.of(Map.of("type", "text", "content", ""))));
        assertThat(blocks.isEmpty()).isFalse();
    }

    @Test
    void shouldKnowHashesOfFrequentPlaceholders() {
        assertThat(Placeholders.isHash(PromptBlocks.hash("[REDACTED]"))).isTrue();
        assertThat(Placeholders.isHash(PromptBlocks.hash(""))).isTrue();
        assertThat(Placeholders.isHash(PromptBlocks.hash("ok"))).isFalse();
    }
}
