// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is kept of all elements of a stream, in order: no more than so many objects, and no more than a megachar of text. A
 * text at its end says how much came after that.
 *
 * <p><b>Threading:</b> elements come serially; read when the span has ended.
 */
public final class KeptList {
    private static final int MOST_CHARS = 1 << 20;

    private final int most;
    private final List<Object> objects = new ArrayList<>();
    private long chars;
    private long missed;

    /** Creates an empty list of {@code most} objects at most. */
    KeptList(int most) {
        this.most = most;
    }

    /** Returns what {@code span} keeps under a name, {@code null} for nothing. */
    public static Object of(Span span, String name) {
        Map<String, Object> kept = span.kept;
        Object object = kept == null ? null : kept.get(name);
        if (object instanceof KeptBytes bytes) {
            return bytes.bytes();
        }
        return object instanceof KeptList list ? list.objects() : object;
    }

    void keep(Object object) {
        int length = object instanceof String text ? text.length() : 0;
        if (missed > 0 || objects.size() == most || chars + length > MOST_CHARS) {
            missed++;
            return;
        }
        objects.add(object);
        chars += length;
    }

    private List<Object> objects() {
        if (missed == 0) {
            return objects;
        }
        List<Object> marked = new ArrayList<>(objects);
        marked.add("… [" + missed + " more]");
        return marked;
    }
}
