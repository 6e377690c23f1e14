// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import java.util.List;

/**
 * What is known of a prompt.
 *
 * @param messages the messages, in order; of very long prompts the last ones only
 * @param leftOut how many messages before these are not known
 * @param count how many messages there were, or unknown
 * @param tools how many tools were offered, or unknown
 * @param texts whether the texts were recorded
 */
public record RecordedPrompt(List<PromptMessage> messages, long leftOut, long count, long tools, boolean texts) {
    public RecordedPrompt {
        messages = List.copyOf(messages);
    }

    /** Answers whether the messages are known, if only by their roles. */
    public boolean isKnown() {
        return !messages.isEmpty();
    }
}
