// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonNamesTest {
    @Test
    void encodesATextThatComesAgain() {
        JsonNames names = new JsonNames(16);

        assertThat(names.of("a \"name\"")).isNull();
        JsonName known = names.of("a \"name\"");

        assertThat(known.text).isEqualTo("a \"name\"");
        assertThat(text(known.value)).isEqualTo("\"a \\\"name\\\"\"");
        assertThat(text(known.field)).isEqualTo("\"a \\\"name\\\"\":");
        assertThat(text(known.nextField)).isEqualTo(",\"a \\\"name\\\"\":");
        assertThat(names.of("a \"name\"")).isSameAs(known);
    }

    @Test
    void neverTakesOneTextForAnother() {
        JsonNames names = new JsonNames(16);
        Random random = new Random(7);
        int encoded = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = "name " + random.nextInt(1 << random.nextInt(10));
            JsonName known = names.of(text);
            if (known != null) {
                encoded++;
                assertThat(text(known.value)).isEqualTo('"' + text + '"');
            }
        }
        assertThat(encoded).isGreaterThan(5_000);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
