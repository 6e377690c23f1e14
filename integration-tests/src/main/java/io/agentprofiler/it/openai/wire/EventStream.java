// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Messages of Amazon's binary event stream: total length, length of the headers, a checksum of the two, headers, payload,
 * a checksum of all before it.
 *
 * <p><b>Threading:</b> stateless.
 *
 * @see <a href="https://smithy.io/2.0/aws/amazon-eventstream.html">Amazon Event Stream Specification</a>
 */
public final class EventStream {
    private static final int FRAME = 16;
    private static final int STRING = 7;

    private EventStream() {}

    /** Returns the message of an event whose payload is JSON. */
    public static byte[] message(String eventType, byte[] payload) {
        return message("event", eventType, payload);
    }

    /** Returns the message of an exception, which ends a stream, with a payload in JSON. */
    public static byte[] exception(String type, byte[] payload) {
        return message("exception", type, payload);
    }

    private static byte[] message(String kind, String type, byte[] payload) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            byte[] headers = headers(kind, type);
            out.writeInt(FRAME + headers.length + payload.length);
            out.writeInt(headers.length);
            out.writeInt(checksum(bytes));
            out.write(headers);
            out.write(payload);
            out.writeInt(checksum(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("into an array", e);
        }
        return bytes.toByteArray();
    }

    private static byte[] headers(String kind, String type) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        header(out, ":" + kind + "-type", type);
        header(out, ":content-type", "application/json");
        header(out, ":message-type", kind);
        return bytes.toByteArray();
    }

    private static void header(DataOutputStream out, String name, String value) throws IOException {
        out.writeByte(name.length());
        out.write(name.getBytes(StandardCharsets.US_ASCII));
        out.writeByte(STRING);
        out.writeShort(value.length());
        out.write(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static int checksum(ByteArrayOutputStream bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes.toByteArray());
        return (int) crc.getValue();
    }
}
