// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/**
 * Escapes what is {@link Unseen} in JSON, whose values stay what they are: a program that reads it gets every character.
 * Characters outside the basic plane are left alone; of them only invisible tags are unseen, and no terminal acts on them.
 */
public final class JsonEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    /** For JSON in a file or on a terminal. */
    public static final JsonEscapes PLAIN = new JsonEscapes("");

    /**
     * For JSON that is the data of a page: no text can end the element it stands in, and marks of direction, which would
     * turn what is shown around, are shown as what they are, {@code \\u202E}.
     */
    public static final JsonEscapes IN_HTML = new JsonEscapes("<>&");

    private final int[] ascii;
    private final boolean shown;

    private JsonEscapes(String more) {
        shown = !more.isEmpty();
        ascii = standardAsciiEscapesForJSON();
        ascii[0x7F] = ESCAPE_STANDARD;
        more.chars().forEach(c -> ascii[c] = ESCAPE_STANDARD);
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ascii.clone();
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
        // halves of characters are the generator's business: it pairs or replaces them
        if (character <= 0x7F || Character.isSurrogate((char) character) || !Unseen.is(character)) {
            return null;
        }
        String escape = String.format("\\u%04X", character);
        return new SerializedString(shown && Unseen.isDirection(character) ? "\\" + escape : escape);
    }
}
