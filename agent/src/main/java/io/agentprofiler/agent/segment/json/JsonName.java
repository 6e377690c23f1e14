// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

/**
 * A text that is written again and again, encoded once: as the name of a field and as a value.
 *
 * <p><b>Threading:</b> immutable; nobody writes to the arrays.
 */
final class JsonName {
    final String text;
    /** In quotes, as a value. */
    final byte[] value;
    /** In quotes, with the colon: the first of its object. */
    final byte[] field;
    /** The same behind a comma. */
    final byte[] nextField;

    JsonName(String text) {
        this.text = text;
        LineBuffer line = new LineBuffer(text.length() + 4);
        line.quoted(text);
        this.value = line.copy();
        line.put((byte) ':');
        this.field = line.copy();
        line.clear();
        line.put((byte) ',');
        line.put(field);
        this.nextField = line.copy();
    }
}
