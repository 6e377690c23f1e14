// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

/**
 * What a class is asked for, made once where it is asked and not once a question: a getter, a method or a field, by its name.
 * Names no class but by its text, so that tables of one class keep no other alive.
 *
 * <p><b>Threading:</b> immutable.
 */
final class AccessKey {
    private final String text;
    private final int hash;

    AccessKey(String text) {
        this.text = text;
        int mixed = text.hashCode() * 0x9E3779B9;
        this.hash = mixed ^ mixed >>> 16;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof AccessKey key && hash == key.hash && text.equals(key.text);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return text;
    }
}
