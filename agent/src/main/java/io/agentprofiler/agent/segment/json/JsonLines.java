// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import io.agentprofiler.rules.value.normal.LongList;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Writes objects as lines of JSON into a buffer. A value that is {@code null} is left out with its name: unknown is absent.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class JsonLines {
    /** Most are attributes of rules, a few are keys of the application's maps. */
    private static final int NAMES = 512;
    /** Names of spans, threads, kinds. */
    private static final int TEXTS = 256;

    private static final int LONGEST_NAME = 100;

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

    /** Made once: a map goes through it without an object for each entry. */
    private final BiConsumer<Object, Object> entry = (key, value) -> field(String.valueOf(key), value);

    private final LineBuffer buffer;
    private final JsonNames names = new JsonNames(NAMES);
    private final JsonNames texts = new JsonNames(TEXTS);
    private int lineStart;
    private boolean inLine;
    /** Whether what comes next is the first of its object or list, and needs no comma. */
    private boolean first;

    public JsonLines(LineBuffer buffer) {
        this.buffer = buffer;
    }

    /** Begins a line with its first field. */
    void begin(JsonName name, JsonName value) {
        dropUnfinished();
        inLine = true;
        lineStart = buffer.size();
        open('{');
        text(name, value);
    }

    /** Ends the line; it is in the buffer then. */
    void end() {
        close('}');
        buffer.put((byte) '\n');
        inLine = false;
    }

    /** Takes back a line that was begun and not ended, because a fault came between. */
    public void dropUnfinished() {
        if (inLine) {
            inLine = false;
            buffer.truncate(lineStart);
        }
    }

    void beginObject(JsonName name) {
        name(name);
        open('{');
    }

    void endObject() {
        close('}');
    }

    void number(JsonName name, long value) {
        name(name);
        buffer.number(value);
    }

    /** Writes a finite number; a whole one without a fraction. */
    void decimal(JsonName name, double value) {
        name(name);
        long whole = (long) value;
        if (whole == value) {
            buffer.number(whole);
        } else {
            buffer.ascii(Double.toString(value));
        }
    }

    void text(JsonName name, String value) {
        if (value != null) {
            name(name);
            buffer.quoted(value);
        }
    }

    void text(JsonName name, JsonName value) {
        name(name);
        buffer.put(value.value);
    }

    /** Writes a text that is likely to come again. */
    void textAgain(JsonName name, String value) {
        if (value == null) {
            return;
        }
        JsonName known = value.length() > LONGEST_NAME ? null : texts.of(value);
        if (known == null) {
            text(name, value);
        } else {
            text(name, known);
        }
    }

    /** Writes an id as 16 hexadecimal digits. */
    void id(JsonName name, long id) {
        name(name);
        buffer.put((byte) '"');
        buffer.id(id);
        buffer.put((byte) '"');
    }

    /** Writes an id as 32 hexadecimal digits. */
    void id(JsonName name, long high, long low) {
        name(name);
        buffer.put((byte) '"');
        buffer.id(high);
        buffer.id(low);
        buffer.put((byte) '"');
    }

    /** Writes text, a number, a flag, a list or a map; what is unknown is left out. */
    void field(String name, Object value) {
        if (!isAbsent(value)) {
            name(name);
            value(value);
        }
    }

    /** Writes the entries of a map as fields, as {@link #field} does. */
    void fields(Map<?, ?> map) {
        if (map instanceof SmallMap small) {
            for (int i = 0; i < small.size(); i++) {
                field(small.nameAt(i), small.valueAt(i));
            }
        } else {
            map.forEach(entry);
        }
    }

    private void value(Object value) {
        if (value instanceof String text) {
            buffer.quoted(text);
        } else if (value instanceof Long number) {
            buffer.number(number);
        } else if (value instanceof Integer number) {
            buffer.number(number);
        } else if (value instanceof Double number) {
            buffer.ascii(number.toString());
        } else if (value instanceof Boolean flag) {
            buffer.put(flag ? TRUE : FALSE);
        } else if (value instanceof LongList list) {
            numbers(list);
        } else if (value instanceof Map<?, ?> map) {
            open('{');
            fields(map);
            close('}');
        } else if (value instanceof List<?> list) {
            list(list);
        } else {
            throw new IllegalArgumentException(
                    "no value of the trace format: " + value.getClass().getName());
        }
    }

    private void numbers(LongList list) {
        open('[');
        for (int i = 0; i < list.size(); i++) {
            separate();
            buffer.number(list.at(i));
        }
        close(']');
    }

    private void list(List<?> list) {
        open('[');
        for (int i = 0; i < list.size(); i++) {
            Object element = list.get(i);
            separate();
            if (isAbsent(element)) {
                buffer.put(NULL);
            } else {
                value(element);
            }
        }
        close(']');
    }

    /** JSON has no NaN and no infinity. */
    private static boolean isAbsent(Object value) {
        return value == null || (value instanceof Double number && !Double.isFinite(number));
    }

    private void name(JsonName name) {
        if (first) {
            first = false;
            buffer.put(name.field);
        } else {
            buffer.put(name.nextField);
        }
    }

    private void name(String name) {
        JsonName known = name.length() > LONGEST_NAME ? null : names.of(name);
        if (known != null) {
            name(known);
            return;
        }
        separate();
        buffer.quoted(name);
        buffer.put((byte) ':');
    }

    private void open(char bracket) {
        buffer.put((byte) bracket);
        first = true;
    }

    private void close(char bracket) {
        buffer.put((byte) bracket);
        first = false;
    }

    private void separate() {
        if (first) {
            first = false;
        } else {
            buffer.put((byte) ',');
        }
    }
}
