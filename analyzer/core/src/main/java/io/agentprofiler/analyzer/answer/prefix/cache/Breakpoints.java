// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.Breakpoint;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;

/** Where the breakpoints of a prompt are, and how far providers look back from them. */
public final class Breakpoints {
    private final CacheRule rule;
    private final WholePrompt prompt;
    /** Content blocks up to the end of each part. */
    private final int[] contentBlocks;
    /** Which parts end at breakpoints, with enough tokens before them to be cached. */
    private final boolean[] at;

    /** Finds the breakpoints that a rule assumes. */
    public Breakpoints(CacheRule rule, WholePrompt prompt) {
        this.rule = rule;
        this.prompt = prompt;
        this.contentBlocks = new int[prompt.parts().size()];
        this.at = new boolean[prompt.parts().size()];
        int count = 0;
        for (int i = 0; i < contentBlocks.length; i++) {
            count += prompt.parts().get(i).contentBlocks();
            contentBlocks[i] = count;
        }
        for (Breakpoint breakpoint : rule.breakpoints()) {
            int part = partOf(breakpoint);
            if (part >= 0 && prompt.tokensTo(part) >= rule.minTokens()) {
                at[part] = true;
            }
        }
    }

    private int partOf(Breakpoint breakpoint) {
        int found = -1;
        for (int i = 0; i < contentBlocks.length; i++) {
            PromptPart part = prompt.parts().get(i);
            boolean fits = switch (breakpoint.part()) {
                case TOOLS -> part.kind() == PromptPart.Kind.TOOLS;
                // leading system messages are instructions, too
                case INSTRUCTIONS -> part.fixed() && part.kind() != PromptPart.Kind.TOOLS;
                case NEWEST -> contentBlocks[contentBlocks.length - 1] - contentBlocks[i] >= breakpoint.back();
            };
            found = fits ? i : found;
        }
        return found;
    }

    /** Answers whether a part ends at a breakpoint. */
    public boolean isAt(int part) {
        return at[part];
    }

    /** Answers whether an entry up to the end of a part is looked for from a breakpoint at or after it. */
    public boolean isSearched(int part) {
        for (int i = part; i < at.length && contentBlocks[i] - contentBlocks[part] <= rule.lookBack(); i++) {
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
