// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.stable;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;

/**
 * The prefix that the prompts of one caller have in common.
 *
 * @param caller workflow, agent and model
 * @param calls calls with known blocks that can be compared with another's
 * @param commonTokens tokens that every prompt begins with, about
 * @param mostCalls how many calls share the longer beginning of {@code mostTokens}: at least half
 * @param mostTokens tokens that at least half of the prompts begin with, about
 * @param endsIn the part in which the beginning of all ends, or {@code null} when parts are not known
 */
public record StablePrefix(
        PromptRecord.Caller caller, long calls, long commonTokens, long mostCalls, long mostTokens, String endsIn) {}
