// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import java.util.AbstractList;

/**
 * What is kept of all elements of a stream, in order: no more than so many objects, and no more than a megachar of text. A
 * text at its end says how much came after that.
 *
 * <p><b>Threading:</b> elements come serially; read when the span has ended.
 */
final class KeptList extends AbstractList<Object> {
    private static final int MOST_CHARS = 1 << 20;

    private final int most;
    private Object[] objects = new Object[8];
    private int size;
    private long chars;
    private long missed;

    /** Creates an empty list of {@code most} objects at most. */
    KeptList(int most) {
        this.most = most;
    }

    void keep(Object object) {
        int length = object instanceof String text ? text.length() : 0;
        if (missed > 0 || size == most || chars + length > MOST_CHARS) {
            missed++;
            return;
        }
        if (size == objects.length) {
            objects = java.util.Arrays.copyOf(objects, Math.min(most, size * 2));
        }
        objects[size++] = object;
        chars += length;
    }

    @Override
    public Object get(int index) {
        if (index == size && missed > 0) {
            return "… [" + missed + " more]";
        }
        return objects[java.util.Objects.checkIndex(index, size)];
    }

    @Override
    public int size() {
        return missed > 0 ? size + 1 : size;
    }
}
