// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheRulesTest {
    @TempDir
    private Path directory;

    private CacheRules read(String rules) throws IOException, JsonFileException {
        return CacheRules.read(Files.writeString(
                directory.resolve("rules.json"),
                "{\"format\":\"agent-profiler-cache-rules/1\",\"rules\":[" + rules + "]}"));
    }

    private static String rule(String id, String more) {
        return "{\"id\":\"" + id + "\",\"provider\":{\"equals\":\"p\"}," + more + "}";
    }

    @Test
    void shouldFillInDefaults() throws Exception {
        CacheRule rule = read(rule("a", "\"entries\":\"blocks\",\"computes_last_token\":true"))
                .of("P", "any");

        assertThat(rule.limits().unit()).isEqualTo(1);
        assertThat(rule.limits().minTokens()).isZero();
        assertThat(rule.limits().lifetimeNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(rule.habits().keepsOutput()).isTrue();
        assertThat(rule.habits().chargesWrites()).isFalse();
        assertThat(rule.breakpoints()).isEmpty();
        assertThat(rule.isBoundBySize()).isTrue();
    }

    @Test
    void shouldTakeTheFirstRuleThatMatches() throws Exception {
        CacheRules rules = read(rule("small", "\"model\":{\"starts_with\":\"m\"},\"entries\":\"best\"") + ","
                + rule("rest", "\"entries\":\"breakpoints\",\"lifetime\":\"5 min\""));

        assertThat(rules.of("p", "mini").id()).isEqualTo("small");
        assertThat(rules.of("p", "large").id()).isEqualTo("rest");
        assertThat(rules.of("p", "large").limits().lifetimeNanos()).isEqualTo(300_000_000_000L);
        assertThat(rules.of("p", "large").breakpoints())
                .extracting(Breakpoint::word)
                .containsExactly("tools", "instructions", "newest");
        assertThat(rules.of("q", "mini")).isNull();
        assertThat(rules.of(null, "mini")).isNull();
        assertThat(rules.only("rest").orElseThrow().of(null, null).id()).isEqualTo("rest");
        assertThat(rules.only("none")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"entries\":\"blocks\",\"unit\":0; \"unit\" is 0, expected 1 token or more",
                "\"entries\":\"blocks\",\"lifetime\":\"soon\"; expected a time such as",
                "\"entries\":\"blocks\",\"look_back\":3; this is for rules with \"entries\": \"breakpoints\"",
                "\"entries\":\"breakpoints\",\"breakpoints\":[\"end\"]; \"breakpoints\" has \"end\", expected tools",
                "\"entries\":\"breakpoints\",\"breakpoints\":[\"tools\",\"newest\",\"newest-1\",\"newest-2\",\"newest-3\"];"
                        + " \"breakpoints\" are 5, expected 4 or less",
            })
    void shouldSayWhatIsWrong(String fields, String message) {
        assertThatThrownBy(() -> read(rule("a", fields)))
                .isInstanceOf(JsonFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseTwoRulesOfOneName() {
        String rule = rule("a", "\"entries\":\"best\"");

        assertThatThrownBy(() -> read(rule + "," + rule))
                .isInstanceOf(JsonFileException.class)
                .hasMessageContaining("\"a\" is the id of another rule, too");
    }

    @Test
    void shouldHaveDatedRulesBuiltIn() {
        assertThat(CacheRules.bundled().date()).isNotNull();
        assertThat(CacheRules.bundled().ids()).contains("vllm", "sglang", "openai", "anthropic", "gemini", "deepseek");
    }
}
