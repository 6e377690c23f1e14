// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class JsonEventsTest {
    private static final String SSE = """
            event: message_start
            data: {"message": {"id": "m", "usage": {"in": 7, "out": 1}}}

            : ping
            data:{"usage": {"out": 3}, "done": null}\r
            data: [DONE]
            """;

    private static final Map<String, Object> MERGED =
            Map.of("message", Map.of("id", "m", "usage", Map.of("in", 7, "out", 1)), "usage", Map.of("out", 3));

    @Test
    void shouldReadAWholeAnswer() {
        assertThat(JsonEvents.merged(" {\"a\": {\"b\": 1}, \"c\": [1, 2], \"d\": null}"))
                .isEqualTo(Map.of("a", Map.of("b", 1), "c", List.of(1, 2)));
    }

    @Test
    void shouldMergeServerSentEvents() {
        assertThat(JsonEvents.merged(SSE)).isEqualTo(MERGED);
        assertThat(JsonEvents.merged(SSE.getBytes(StandardCharsets.UTF_8))).isEqualTo(MERGED);
    }

    @Test
    void shouldMergeObjectsOfLinesAndArrays() {
        assertThat(JsonEvents.merged("{\"a\": 1, \"u\": {\"x\": 1}}\n{\"b\": 2, \"u\": {\"x\": null, \"y\": 2}}\n"))
                .isEqualTo(Map.of("a", 1, "b", 2, "u", Map.of("x", 1, "y", 2)));
        assertThat(JsonEvents.merged("[{\"a\": 1}\n,{\"a\": 2, \"b\": 3}]")).isEqualTo(Map.of("a", 2, "b", 3));
    }

    @Test
    void shouldPassOverWhatIsCutOff() {
        assertThat(JsonEvents.merged("data: {\"a\": 1}\n\ndata: {\"b\":\n\n2}}\ndata: {\"c\": 3}\ndata: {\"d\": "))
                .isEqualTo(Map.of("a", 1, "c", 3));
    }

    @Test
    void shouldReadMessagesOfAmazonsEventStream() throws IOException {
        byte[] first = message("{\"a\": 1}");
        String event = Base64.getEncoder().encodeToString("{\"b\": 2}".getBytes(StandardCharsets.UTF_8));
        byte[] second = message("{\"bytes\": \"" + event + "\", \"p\": \"x\"}");
        byte[] third = message("{\"c\": 3}");

        assertThat(JsonEvents.merged(all(first, second, message(""), third))).isEqualTo(Map.of("a", 1, "b", 2, "c", 3));
        byte[] cut = Arrays.copyOf(second, second.length / 2);
        byte[] rest = Arrays.copyOfRange(second, second.length - 5, second.length);
        assertThat(JsonEvents.merged(all(first, cut, rest, third))).isEqualTo(Map.of("a", 1, "c", 3));
        assertThat(JsonEvents.merged(all(first, message("{\"bytes\": \"%\"}")))).isEqualTo(Map.of("a", 1));
    }

    @Test
    void shouldReadWhatIsCompressed() throws IOException {
        byte[] zipped = zipped(SSE);

        assertThat(JsonEvents.merged(zipped)).isEqualTo(MERGED);
        assertThat(JsonEvents.merged(Arrays.copyOf(zipped, zipped.length - 4)))
                .as("left before its end")
                .isEqualTo(MERGED);
        assertThat(JsonEvents.merged(zipped("data: {\"a\": 1}\n".repeat(1 << 17))))
                .as("too much")
                .isNull();
    }

    @Test
    void shouldReadNothingOfAnythingElse() {
        for (Object other :
                new Object[] {"", "42", "no", "[1, 2]", new byte[0], new byte[20], 7, List.of("{}"), "{}"}) {
            assertThat(JsonEvents.merged(other)).isNull();
        }
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    private static byte[] all(byte[]... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part);
        }
        return out.toByteArray();
    }

    /** Returns a message with a header, whose content nobody reads. */
    private static byte[] message(String payload) {
        byte[] header = {1, 2, 3, 4, 5};
        byte[] body = payload.getBytes(StandardCharsets.UTF_8);
        ByteBuffer message = ByteBuffer.allocate(16 + header.length + body.length);
        message.putInt(message.capacity()).putInt(header.length);
        message.putInt(sum(message)).put(header).put(body);
        message.putInt(sum(message));
        return message.array();
    }

    private static int sum(ByteBuffer message) {
        CRC32 sum = new CRC32();
        sum.update(message.array(), 0, message.position());
        return (int) sum.getValue();
    }
}
