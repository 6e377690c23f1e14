// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.collapsed;

import io.agentprofiler.analyzer.base.output.Unseen;
import java.nio.charset.StandardCharsets;

/**
 * How names of spans stand in frames: what would end a frame or a line, or is not seen, as in addresses of the web, {@code %3B}.
 */
final class FrameNames {
    private static final int RADIX = 16;

    private FrameNames() {}

    private static boolean isEscaped(int point) {
        return point == ';' || point == '%' || Unseen.is(point);
    }

    /** Returns the frame of a name. */
    static String escaped(String name) {
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
}
