// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

/**
 * Texts met lately, encoded. Of those that fall on one place the last {@value #NEIGHBOURS} are known; a text is encoded when it
 * comes the second time, so that those that never come again cost next to nothing.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JsonNames {
    /** Places a text may be at; the first of them is taken over where all are taken. */
    private static final int NEIGHBOURS = 4;

    private final JsonName[] names;
    /** Of each place the text that came last and was not encoded. */
    private final String[] seen;

    /** Creates an empty table; {@code places} is a power of two. */
    JsonNames(int places) {
        names = new JsonName[places];
        seen = new String[places];
    }

    /** Returns a text encoded, {@code null} where it comes the first time for long. */
    JsonName of(String text) {
        int hash = text.hashCode();
        int first = hash ^ hash >>> 16;
        int mask = names.length - 1;
        int free = first & mask;
        for (int i = 0; i < NEIGHBOURS; i++) {
            int place = first + i & mask;
            JsonName known = names[place];
            if (known == null) {
                free = place;
                break;
            }
            if (known.text.equals(text)) {
                return known;
            }
        }
        int place = first & mask;
        if (!text.equals(seen[place])) {
            seen[place] = text;
            return null;
        }
        seen[place] = null;
        JsonName made = new JsonName(text);
        names[free] = made;
        return made;
    }
}
