// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

class UnseenTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, '\t', '\n', '\r', 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F,
                0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xE0041, 0xD83D
            })
    void shouldBlankWhatIsNotSeen(int point) {
        assertThat(Unseen.blanked("a" + Character.toString(point) + "b")).isEqualTo("a b");
    }

    @ParameterizedTest
    @ValueSource(ints = {' ', '~', 0xA0, 'é', 0x0301, 0x4E2D, 0xFFFD, 0x1F600})
    void shouldLeaveWhatIsSeen(int point) {
        assertThat(Unseen.blanked(Character.toString(point))).isEqualTo(Character.toString(point));
    }

    /** A text of everything: what is printed can be seen, what is read back is the text. */
    @Test
    void shouldEscapeItInJsonAndKeepTheValue() {
        StringBuilder every = new StringBuilder();
        for (int c = 0; c < Character.MIN_SURROGATE; c++) {
            every.append((char) c);
        }
        every.append("\uFEFF\uFFFD\uD83D\uDE00");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringWriter chars = new StringWriter();
        JsonFactory plain =
                JsonFactory.builder().characterEscapes(JsonEscapes.PLAIN).build();
        JsonFactory page =
                JsonFactory.builder().characterEscapes(JsonEscapes.IN_HTML).build();
        try (JsonGenerator one = plain.createGenerator(ObjectWriteContext.empty(), bytes);
                JsonGenerator other = page.createGenerator(ObjectWriteContext.empty(), chars)) {
            one.writeString(every.toString());
            other.writeString(every.toString());
        }

        assertSeen(bytes.toString(StandardCharsets.UTF_8), every.toString());
        String shown = every.toString();
        for (char mark : "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069".toCharArray()) {
            shown = shown.replace(Character.toString(mark), String.format("\\u%04X", (int) mark));
        }
        assertSeen(chars.toString(), shown);
        assertThat(chars.toString()).doesNotContain("<", ">", "&");
    }

    private static void assertSeen(String json, String text) {
        assertThat(json.codePoints().filter(Unseen::is).boxed()).isEmpty();
        try (var parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            assertThat(parser.getString()).isEqualTo(text);
        }
    }
}
