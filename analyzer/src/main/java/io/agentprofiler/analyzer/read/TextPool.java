// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

/**
 * Turns characters into strings, giving the same string again for the texts that come back all the time (names, models,
 * threads). A new text takes the place of the one that shared its slot, so the pool never grows.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TextPool {
    private static final int SLOTS = 4096;
    private static final int MAX_LENGTH = 80;

    private final String[] slots = new String[SLOTS];

    String get(char[] chars, int offset, int length) {
        if (length > MAX_LENGTH) {
            return new String(chars, offset, length);
        }
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = hash * 31 + chars[i];
        }
        int slot = (hash ^ hash >>> 13) & (SLOTS - 1);
        String known = slots[slot];
        if (known != null && same(known, chars, offset, length)) {
            return known;
        }
        String text = new String(chars, offset, length);
        slots[slot] = text;
        return text;
    }

    private static boolean same(String text, char[] chars, int offset, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != chars[offset + i]) {
                return false;
            }
        }
        return true;
    }
}
