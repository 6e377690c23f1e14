// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextsTest {
    @Test
    void shouldTakeControlOverTheTerminalFromNames() {
        assertThat(Texts.safe("a\u001b[31mb\nc\u202Ed\u0007")).isEqualTo("a [31mb c d ");
        assertThat(Texts.safe("größe 日本 😀")).isEqualTo("größe 日本 😀");
        assertThat(Texts.safe("hid\udb40\udc41den"))
                .as("a tag that no terminal shows")
                .isEqualTo("hid den");
    }

    @Test
    void shouldKnowHowWideTextIs() {
        assertThat(Texts.width("abc")).isEqualTo(3);
        assertThat(Texts.width("日本")).isEqualTo(4);
        assertThat(Texts.width("😀")).isEqualTo(2);
        assertThat(Texts.width("✅ ⏰ ⌛ ♈ ⭕")).isEqualTo(14);
        assertThat(Texts.width("→ ✓ ✗ █ ─ ☀")).as("symbols that are narrow").isEqualTo(11);
        assertThat(Texts.width("e\u0301")).isEqualTo(1);
    }

    @Test
    void shouldCutToAWidth() {
        assertThat(Texts.cut("abcdef", 6, "…")).isEqualTo("abcdef");
        assertThat(Texts.cut("abcdef", 4, "…")).isEqualTo("abc…");
        assertThat(Texts.cut("日本語", 5, "…")).isEqualTo("日本…");
        assertThat(Texts.cut("日本語", 4, "…")).isEqualTo("日…");
    }
}
