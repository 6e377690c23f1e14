// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.List;

/**
 * What a model generated for a prompt; the next prompt of the conversation may contain it.
 *
 * @param call the call that generated it
 * @param hasEnds whether it is known where each message of its prompt ends
 * @param promptHash hash of the whole prompt, to the byte; 0 when not known
 */
public record Answer(PromptRecord call, boolean hasEnds, long promptHash) {
    public static Answer of(WholePrompt prompt) {
        return new Answer(
                prompt.call(),
                prompt.hasMessageEnds(),
                prompt.parts().isEmpty() ? 0 : prompt.hashTo(prompt.parts().size() - 1));
    }

    /** Whether a later prompt contains an answer. */
    public enum Reuse {
        /** Not as far as is known. */
        NONE,
        /** It may: the recording does not rule it out. */
        ASSUMED,
        /** The message after the earlier prompt is the recorded answer. */
        KNOWN
    }

    /** Answers whether an engine keeps an answer that later prompts can contain: they leave out reasoning, which changes the prefix. */
    public static boolean isKept(PromptRecord call) {
        return call.tokens().output() > 1
                && call.tokens().input() >= 0
                && call.tokens().reasoning() <= 0
                && call.answer().length == 0
                && call.source() != PromptSource.TOKENS
                && call.source() != PromptSource.BLOCKS;
    }

    /** Returns when it was complete. */
    public long ready() {
        return call.call().times().end();
    }

    /** Returns the tokens of prompt and answer that an engine keeps: all but the last. */
    public long tokens() {
        Tokens tokens = call.tokens();
        return tokens.input() + tokens.output() - 1;
    }

    /** Answers whether a prompt that begins with all full blocks of the earlier one also contains the answer to it. */
    public Reuse reuseIn(WholePrompt next) {
        if (next.call().tokens().input() <= tokens()) {
            return Reuse.NONE;
        }
        if (!hasEnds || !next.hasMessageEnds()) {
            return Reuse.ASSUMED;
        }
        List<PromptPart> parts = next.parts();
        int at = 0;
        while (at < parts.size() && parts.get(at).end() < call.bytes()) {
            at++;
        }
        if (at < parts.size()
                && parts.get(at).kind() == PromptPart.PromptPartKind.EARLIER
                && parts.get(at).end() > call.bytes()) {
            return Reuse.ASSUMED;
        }
        if (at + 1 >= parts.size() || parts.get(at).end() != call.bytes()) {
            return Reuse.NONE;
        }
        PromptPart answer = parts.get(at + 1);
        if (answer.kind() != PromptPart.PromptPartKind.ANSWER) {
            return Reuse.NONE;
        }
        // different texts may be two notations of one message
        long own = call.call().text().answerHash();
        return own != 0 && own == answer.hash() && promptHash != 0 && next.hashTo(at) == promptHash
                ? Reuse.KNOWN
                : Reuse.ASSUMED;
    }
}
