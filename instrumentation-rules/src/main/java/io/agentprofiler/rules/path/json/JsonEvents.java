// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.json;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;

/**
 * An answer as one map, whether it came at once or in events. The events' objects are merged: the last one that states a field
 * counts, and {@code null} states nothing. An answer is one object, an array of objects, server-sent events, an object a line, or
 * Amazon's event stream; each may be compressed with gzip. Events that are cut off or are no objects are passed over, so that of
 * an answer whose middle is missing its beginning and its end are read.
 */
public final class JsonEvents {
    private static final int GZIP_1 = 0x1f;
    private static final byte GZIP_2 = (byte) 0x8b;
    private static final String DATA = "data:";

    /** Of a message of Amazon's event stream: its length, that of its headers, and the checksum of these two. */
    private static final int PRELUDE = 12;

    /** What is neither headers nor payload: the prelude, and a checksum of all that comes before it. */
    private static final int FRAME = 16;

    private static final int CHECKSUM = 4;

    private final byte[] bytes;
    private final Map<String, Object> merged = new LinkedHashMap<>();

    private JsonEvents(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns the map of a text, or of bytes.
     *
     * @return {@code null} where there is no object, and for anything but texts and bytes
     */
    public static Map<String, Object> merged(Object on) {
        byte[] bytes = on instanceof String text
                ? text.getBytes(StandardCharsets.UTF_8)
                : on instanceof byte[] raw ? raw : null;
        if (bytes == null || bytes.length == 0) {
            return null;
        }
        byte[] plain = bytes.length > 1 && bytes[0] == GZIP_1 && bytes[1] == GZIP_2 ? unzipped(bytes) : bytes;
        if (plain.length == 0 || plain.length > JsonText.MOST) {
            return null;
        }
        JsonEvents events = new JsonEvents(plain);
        if (plain[0] == 0) {
            events.addMessages();
        } else {
            events.addText();
        }
        return events.merged.isEmpty() ? null : events.merged;
    }

    /** Returns as much as there is of an answer that was left before its end, and no more than a bounded part of a longer one. */
    private static byte[] unzipped(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 12];
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            int count = in.read(some);
            while (count >= 0 && out.size() <= JsonText.MOST) {
                out.write(some, 0, count);
                count = in.read(some);
            }
        } catch (IOException e) {
            // the rest is missing
        }
        return out.toByteArray();
    }

    private void addText() {
        int first = 0;
        while (first < bytes.length && isSpace(bytes[first])) {
            first++;
        }
        boolean whole = first < bytes.length && (bytes[first] == '{' || bytes[first] == '[');
        if (whole && add(JsonText.of(bytes, first, bytes.length - first))) {
            return;
        }
        int from = first;
        while (from < bytes.length) {
            int to = from;
            while (to < bytes.length && bytes[to] != '\n' && bytes[to] != '\r') {
                to++;
            }
            addLine(from, to);
            from = to + 1;
        }
    }

    private void addLine(int start, int to) {
        int from = start;
        if (startsWithData(from, to)) {
            from += DATA.length();
        }
        while (from < to && isSpace(bytes[from])) {
            from++;
        }
        if (from < to && bytes[from] == '{') {
            add(JsonText.of(bytes, from, to - from));
        }
    }

    private boolean startsWithData(int from, int to) {
        if (to - from < DATA.length()) {
            return false;
        }
        for (int i = 0; i < DATA.length(); i++) {
            if (bytes[from + i] != DATA.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }

    /** Messages say how long they are. Where one is cut off, the next begins where the checksums are right. */
    private void addMessages() {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int at = 0;
        while (at + FRAME <= bytes.length) {
            int length = buffer.getInt(at);
            int headers = buffer.getInt(at + 4);
            boolean isMessage = length >= FRAME
                    && length <= bytes.length - at
                    && headers >= 0
                    && headers <= length - FRAME
                    && isSum(buffer, at, PRELUDE - CHECKSUM)
                    && isSum(buffer, at, length - CHECKSUM);
            if (isMessage) {
                int payload = at + PRELUDE + headers;
                addPayload(JsonText.of(bytes, payload, length - FRAME - headers));
            }
            at += isMessage ? length : 1;
        }
    }

    /** Answers whether so many bytes are followed by their checksum. */
    private boolean isSum(ByteBuffer buffer, int at, int count) {
        CRC32 sum = new CRC32();
        sum.update(bytes, at, count);
        return (int) sum.getValue() == buffer.getInt(at + count);
    }

    /** A model's own events are in a field of the message, in Base64. */
    private void addPayload(Object payload) {
        if (payload instanceof Map<?, ?> message && message.get("bytes") instanceof String encoded) {
            try {
                add(JsonText.of(Base64.getDecoder().decode(encoded)));
            } catch (IllegalArgumentException e) {
                // no event of a model
            }
        } else {
            add(payload);
        }
    }

    /** Merges an object, or the objects of a list; answers whether it is one of these. */
    private boolean add(Object event) {
        if (event instanceof Map<?, ?> object) {
            merge(object, merged);
            return true;
        }
        if (event instanceof Iterable<?> list) {
            list.forEach(this::add);
            return true;
        }
        return false;
    }

    @SuppressWarnings("unchecked") // all maps here are those of JsonText
    private static void merge(Map<?, ?> object, Map<String, Object> into) {
        for (Map.Entry<?, ?> field : object.entrySet()) {
            Object value = field.getValue();
            if (value instanceof Map<?, ?> nested && into.get(field.getKey()) instanceof Map<?, ?> known) {
                merge(nested, (Map<String, Object>) known);
            } else if (value != null) {
                into.put((String) field.getKey(), value);
            }
        }
    }
}
