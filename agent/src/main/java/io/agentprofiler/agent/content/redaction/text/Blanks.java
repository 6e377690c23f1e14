// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.text;

/**
 * Stretches of one text that are to be blanked, added from the left to the right.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Blanks {
    /** What stands in place of what was blanked. */
    public static final String BLANK = "[redacted]";

    private final String text;
    private StringBuilder clean;
    private int copied;

    public Blanks(String text) {
        this.text = text;
    }

    /** Blanks from {@code from} to before {@code to}; what was blanked before stays so. */
    public void add(int from, int to) {
        int start = Math.max(from, copied);
        if (to <= start) {
            return;
        }
        if (clean == null) {
            clean = new StringBuilder(text.length());
        }
        clean.append(text, copied, start);
        if (!endsBlank()) {
            clean.append(BLANK);
        }
        copied = to;
    }

    private boolean endsBlank() {
        int at = clean.length() - BLANK.length();
        return at >= 0 && clean.indexOf(BLANK, at) == at;
    }

    /** Returns the text with all of them blanked. */
    public String apply() {
        return clean == null ? text : clean.append(text, copied, text.length()).toString();
    }
}
