// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContentTextTest {
    @Test
    void shouldPutEachValueOnALineOfItsOwn() {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", "text");
        part.put("content", "hello");

        assertThat(ContentText.of(List.of(Map.of("role", "user"), Map.of("parts", List.of(part)))))
                .isEqualTo("role: user\nparts: type: text\ncontent: hello\n");
    }

    @Test
    void shouldLeaveATextAsItIs() {
        assertThat(ContentText.of("plain")).isEqualTo("plain");
        assertThat(ContentText.of(null)).isEmpty();
    }

    @Test
    void shouldMakeTheTextOfAListOfItsElements() {
        List<Object> list = List.of("one", Map.of("a", 1), List.of("two"));

        assertThat(ContentText.of(list))
                .isEqualTo(ContentText.ofElement("one")
                        + ContentText.ofElement(Map.of("a", 1))
                        + ContentText.ofElement(List.of("two")));
    }
}
