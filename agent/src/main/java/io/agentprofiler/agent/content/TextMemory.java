// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.lang.ref.WeakReference;
import java.util.function.Function;

/**
 * Remembers what was worked out of texts, so that what is said once and then read by every span after it is worked out once.
 *
 * <p>Texts are held weakly and compared: what is remembered is never that of another text. A text that falls on the place of
 * another takes it over, so that the memory does not grow.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class TextMemory {
    private static final int PLACES = 1024;

    private final Function<String, String> work;
    private final Remembered[] places = new Remembered[PLACES];

    /** A text, and what was worked out of it. */
    private static final class Remembered extends WeakReference<String> {
        final String result;

        Remembered(String text, String result) {
            super(text);
            this.result = result;
        }
    }

    /**
     * Creates an empty memory.
     *
     * @param work gives the same for equal texts, and keeps nothing of them
     */
    TextMemory(Function<String, String> work) {
        this.work = work;
    }

    /** Returns what the work gives for a text. */
    String of(String text) {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 16) & PLACES - 1;
        Remembered remembered = places[place];
        if (remembered != null && text.equals(remembered.get())) {
            return remembered.result;
        }
        String result = work.apply(text);
        places[place] = new Remembered(text, result);
        return result;
    }
}
