// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.rules.value.TextValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpanNamesTest {
    private final TextValue template = new TextValue(
            "chat {model}", List.of(new TextValue.Literal("chat "), new TextValue.AttributePart("model")));
    private final TextValue bare =
            new TextValue("({model})", List.of(new TextValue.Literal(" - "), new TextValue.AttributePart("model")));
    private final Map<String, Object> attributes = new HashMap<>();
    private final SpanNames names = new SpanNames();

    @Test
    void shouldMakeANameOnce() {
        attributes.put("model", "gpt");
        String first = name(template);

        assertThat(first).isEqualTo("chat gpt");
        assertThat(name(template)).isSameAs(first);
    }

    @Test
    void shouldTellNamesApartHoweverManyThereAre() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2000; i++) {
                attributes.put("model", i % 100 == 0 ? "m".repeat(i) : "m" + i);
                assertThat(name(template)).isEqualTo(template.evaluate(null, attributes::get));
            }
        }
    }

    @Test
    void shouldSayWhatTheTemplateSaysOfWhatIsAbsent() {
        assertThat(name(template)).isEqualTo("chat");
        assertThat(name(bare)).isNull();
        attributes.put("model", "  ");
        assertThat(name(template)).isEqualTo("chat");
        assertThat(name(bare)).isEqualTo("-");
    }

    private String name(TextValue of) {
        return names.of(of, null, attributes::get);
    }
}
