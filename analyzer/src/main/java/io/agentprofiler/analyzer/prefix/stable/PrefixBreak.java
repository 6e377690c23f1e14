// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.stable;

import io.agentprofiler.analyzer.input.event.TraceId;
import java.math.BigDecimal;

/**
 * A part of prompts that differs from the prompt before, which could have been continued.
 *
 * @param workflow name of the workflow
 * @param agent the agent that calls, or {@code null}
 * @param model the model
 * @param part the part of the prompt that differs first, or {@code null} when parts are not known
 * @param within whether it changes from call to call of one workflow; else from workflow to workflow
 * @param times how often
 * @param lostTokens tokens after the difference up to the length of the other prompt: they are sent again
 * @param savedTokens of them, tokens that a cache would serve by the provider's rule
 * @param savedDollars what that would save, in US dollars; absent calls without prices
 * @param priced how many of the times have a price
 * @param atToken tokens before the difference, of the example
 * @param trace workflow of the example, where most was lost
 * @param span call of the example
 * @param otherTrace workflow of the call it is compared with
 * @param otherSpan that call
 * @param hasText whether the texts of both calls were recorded
 */
public record PrefixBreak(
        String workflow,
        String agent,
        String model,
        String part,
        boolean within,
        long times,
        long lostTokens,
        long savedTokens,
        BigDecimal savedDollars,
        long priced,
        long atToken,
        TraceId trace,
        long span,
        TraceId otherTrace,
        long otherSpan,
        boolean hasText) {}
