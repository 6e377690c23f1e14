// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.value.TextValue;
import java.util.function.Function;

/**
 * Makes names of spans, most of which are those of earlier spans: they are put together in one place, and become a text of their
 * own only where they are not remembered.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SpanNames {
    private static final int PLACES = 256;
    /** Longer ones are no names that come again. */
    private static final int LONGEST = 200;

    private final StringBuilder text = new StringBuilder();
    private final String[] places = new String[PLACES];

    /** Returns what a template says of a call, {@code null} when it is absent. */
    String of(TextValue template, PathRoots call, Function<String, Object> attributes) {
        text.setLength(0);
        if (!template.write(call, attributes, text)) {
            return null;
        }
        if (text.length() > LONGEST) {
            String name = text.toString();
            text.setLength(0);
            text.trimToSize();
            return name;
        }
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        int place = (hash ^ hash >>> 16) & PLACES - 1;
        String known = places[place];
        if (known == null || !known.contentEquals(text)) {
            known = text.toString();
            places[place] = known;
        }
        return known;
    }
}
