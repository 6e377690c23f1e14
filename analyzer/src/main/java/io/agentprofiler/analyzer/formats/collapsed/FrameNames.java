// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.collapsed;

import io.agentprofiler.analyzer.base.output.Unseen;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * How names of spans stand in frames: what would end a frame or a line, or is not seen, as in addresses of the web, {@code %3B}.
 */
public final class FrameNames {
    private static final int RADIX = 16;
    /** An escaped byte: a percent sign and two digits. */
    private static final int LENGTH = 3;

    private FrameNames() {}

    private static boolean isEscaped(int point) {
        return point == ';' || point == '%' || Unseen.is(point);
    }

    /** Returns the frame of a name. */
    public static String escaped(String name) {
        StringBuilder escaped = new StringBuilder(name.length());
        name.codePoints().forEach(point -> {
            if (isEscaped(point)) {
                for (byte code : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append('%')
                            .append(Character.toUpperCase(Character.forDigit(code >> 4 & 0xF, RADIX)))
                            .append(Character.toUpperCase(Character.forDigit(code & 0xF, RADIX)));
                }
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    /** Returns the name of a frame; the frame itself where it is not one that {@link #escaped} makes. */
    static String name(String frame) {
        if (frame.indexOf('%') < 0) {
            return frame;
        }
        StringBuilder name = new StringBuilder(frame.length());
        int at = 0;
        while (at < frame.length()) {
            int end = at;
            while (end + LENGTH <= frame.length() && frame.charAt(end) == '%') {
                end += LENGTH;
            }
            if (end == at) {
                name.append(frame.charAt(at++));
            } else {
                String decoded = decoded(frame, at, end);
                if (decoded == null) {
                    return frame;
                }
                name.append(decoded);
                at = end;
            }
        }
        return escaped(name.toString()).equals(frame) ? name.toString() : frame;
    }

    private static String decoded(String frame, int from, int to) {
        ByteBuffer bytes = ByteBuffer.allocate((to - from) / LENGTH);
        for (int at = from; at < to; at += LENGTH) {
            int high = Character.digit(frame.charAt(at + 1), RADIX);
            int low = Character.digit(frame.charAt(at + 2), RADIX);
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.put((byte) (high << 4 | low));
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
