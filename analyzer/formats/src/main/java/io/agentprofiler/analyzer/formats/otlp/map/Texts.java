// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

/** Gives the same object for texts that come back all the time: spans are many, their words are few. */
final class Texts {
    private static final int SLOTS = 4096;
    private static final int MOST_CHARS = 64;

    private final String[] known = new String[SLOTS];

    /** Returns the same text, where it is one that was met lately. */
    String text(String text) {
        if (text.length() > MOST_CHARS) {
            return text;
        }
        int hash = text.hashCode();
        int slot = (hash ^ hash >>> 13) & SLOTS - 1;
        if (!text.equals(known[slot])) {
            known[slot] = text;
        }
        return known[slot];
    }

    /** Returns a text so; anything else as it is. */
    Object same(Object value) {
        return value instanceof String text ? text(text) : value;
    }

    /** Returns a name so. */
    String same(String name) {
        return text(name);
    }
}
