// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.stable;

import io.agentprofiler.analyzer.prefix.cache.CacheRule;
import io.agentprofiler.analyzer.prefix.prompt.WholePrompt;

/** Where the breakpoints of a prompt are, and how far providers look back from them. */
public final class Breakpoints {
    private final CacheRule rule;
    private final WholePrompt prompt;
    /** Pieces up to the end of each field. */
    private final int[] pieces;
    /** Which fields end at breakpoints behind which a prompt is long enough to be kept. */
    private final boolean[] at;

    /** Finds the breakpoints that a rule supposes. */
    public Breakpoints(CacheRule rule, WholePrompt prompt) {
        this.rule = rule;
        this.prompt = prompt;
        this.pieces = new int[prompt.fields().size()];
        this.at = new boolean[prompt.fields().size()];
        int count = 0;
        for (int i = 0; i < pieces.length; i++) {
            count += prompt.fields().get(i).pieces();
            pieces[i] = count;
        }
        for (Breakpoint breakpoint : rule.breakpoints()) {
            int field = fieldOf(breakpoint);
            if (field >= 0 && prompt.tokensTo(field) >= rule.minTokens()) {
                at[field] = true;
            }
        }
    }

    private int fieldOf(Breakpoint breakpoint) {
        int found = -1;
        for (int i = 0; i < pieces.length; i++) {
            Field field = prompt.fields().get(i);
            boolean fits = switch (breakpoint.part()) {
                case TOOLS -> field.part() == Field.Part.TOOLS;
                // leading system messages are instructions, too
                case INSTRUCTIONS -> field.fixed() && field.part() != Field.Part.TOOLS;
                case NEWEST -> pieces[pieces.length - 1] - pieces[i] >= breakpoint.back();
            };
            found = fits ? i : found;
        }
        return found;
    }

    /** Answers whether a field ends at a breakpoint. */
    public boolean isAt(int field) {
        return at[field];
    }

    /** Answers whether an entry up to the end of a field is looked for from a breakpoint at or after it. */
    public boolean isSearched(int field) {
        for (int i = field; i < at.length && pieces[i] - pieces[field] <= rule.lookBack(); i++) {
            if (at[i]) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether the whole prompt is kept though it is not known where its messages end. */
    public boolean isAtUnknownEnd() {
        return !prompt.hasMessageEnds()
                && prompt.call().tokens().input() >= rule.minTokens()
                && rule.breakpoints().stream()
                        .anyMatch(breakpoint -> breakpoint.part() == Breakpoint.Part.NEWEST && breakpoint.back() == 0);
    }

    /** Returns the tokens up to the last breakpoint, 0 without one. */
    public long tokensToLast() {
        if (isAtUnknownEnd()) {
            return prompt.call().tokens().input();
        }
        for (int i = at.length - 1; i >= 0; i--) {
            if (at[i]) {
                return prompt.tokensTo(i);
            }
        }
        return 0;
    }
}
