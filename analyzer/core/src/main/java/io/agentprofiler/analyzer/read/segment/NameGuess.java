// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of attributes, each with the one that came after it last: attributes of one sort of event come in one order, so mostly it comes
 * again, and comparing bytes is quicker than looking a text up.
 *
 * <p><b>Threading:</b> one thread.
 */
final class NameGuess {
    /** So many names are known; what others come, come seldom. */
    private static final int MOST = 1000;

    private final Map<String, Name> known = new HashMap<>();

    /** A name. */
    static final class Name {
        /** With its quotes and the colon behind it. */
        final byte[] bytes;

        final String text;
        /** Whether it names a prompt, a completion, a tool's arguments or its result. */
        final boolean content;
        /** The one that came after it last, {@code null} where none did. */
        Name next;

        Name(String text) {
            this.text = text;
            this.bytes = ('"' + text + "\":").getBytes(StandardCharsets.US_ASCII);
            this.content = JsonValues.CONTENT.contains(text);
        }
    }

    /** Returns what stands for no name: what comes after it last are first names. */
    static Name beforeFirst() {
        return new Name("");
    }

    /** Takes note that a name of plain ASCII came after another, and returns it. */
    Name after(Name last, String text) {
        Name name = known.get(text);
        if (name == null) {
            name = new Name(text);
            if (known.size() < MOST) {
                known.put(text, name);
            }
        }
        last.next = name;
        return name;
    }
}
