// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.stable;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import java.math.BigDecimal;

/**
 * A part of prompts that differs from the prompt before, which could have been continued.
 *
 * @param caller workflow, agent and model
 * @param part the part of the prompt that differs first, or {@code null} when parts are not known
 * @param within whether it changes from call to call of one workflow; else from workflow to workflow
 * @param times how often
 * @param lostTokens tokens after the difference, up to the length of the other prompt: they are sent again
 * @param savedTokens of them, tokens that a cache would serve by the provider's rule
 * @param savedDollars what that would save, in US dollars; calls without prices are left out
 * @param priced how many of the times have a price
 * @param atToken tokens before the difference, of the example
 * @param call the example: the call that lost most
 * @param before the call it is compared with
 */
public record PrefixBreak(
        PromptRecord.Caller caller,
        String part,
        boolean within,
        long times,
        long lostTokens,
        long savedTokens,
        BigDecimal savedDollars,
        long priced,
        long atToken,
        PromptRecord call,
        PromptRecord before) {
    /** Answers whether the texts of both calls were recorded. */
    public boolean hasText() {
        return call.hasText() && before.hasText();
    }
}
