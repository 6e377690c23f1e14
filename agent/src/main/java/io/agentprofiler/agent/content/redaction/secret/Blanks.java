// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content.redaction.secret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stretches of one text that are to be blanked, in any order; those that touch or overlap become one.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Blanks {
    /** What stands in place of what was blanked. */
    public static final String BLANK = "[redacted]";

    private record Stretch(int from, int to) {}

    private final String text;
    private List<Stretch> stretches;

    public Blanks(String text) {
        this.text = text;
    }

    /** Blanks from {@code from} to before {@code to}. */
    public void add(int from, int to) {
        if (to <= from) {
            return;
        }
        if (stretches == null) {
            stretches = new ArrayList<>();
        }
        stretches.add(new Stretch(from, to));
    }

    /** Returns the text with all of them blanked. */
    public String apply() {
        if (stretches == null) {
            return text;
        }
        stretches.sort(Comparator.comparingInt(Stretch::from));
        StringBuilder clean = new StringBuilder(text.length());
        int copied = 0;
        for (int i = 0; i < stretches.size(); i++) {
            Stretch next = stretches.get(i);
            if (next.to <= copied) {
                continue;
            }
            clean.append(text, copied, Math.max(copied, next.from));
            if (!endsBlank(clean)) {
                clean.append(BLANK);
            }
            copied = next.to;
        }
        return clean.append(text, copied, text.length()).toString();
    }

    private static boolean endsBlank(StringBuilder clean) {
        int at = clean.length() - BLANK.length();
        return at >= 0 && clean.indexOf(BLANK, at) == at;
    }
}
