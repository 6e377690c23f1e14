// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

/**
 * Stretches of one text that are to be blanked, added from the left to the right.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Blanks {
    private final String text;
    private StringBuilder clean;
    private int copied;

    Blanks(String text) {
        this.text = text;
    }

    /** Blanks from {@code from} to before {@code to}; what was blanked before stays so. */
    void add(int from, int to) {
        int start = Math.max(from, copied);
        if (to <= start) {
            return;
        }
        if (clean == null) {
            clean = new StringBuilder(text.length());
        }
        clean.append(text, copied, start);
        if (!endsBlank()) {
            clean.append(Redactor.BLANK);
        }
        copied = to;
    }

    private boolean endsBlank() {
        int at = clean.length() - Redactor.BLANK.length();
        return at >= 0 && clean.indexOf(Redactor.BLANK, at) == at;
    }

    /** Returns the text with all of them blanked. */
    String apply() {
        return clean == null ? text : clean.append(text, copied, text.length()).toString();
    }
}
