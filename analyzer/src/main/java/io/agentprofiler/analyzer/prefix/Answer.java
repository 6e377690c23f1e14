// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.prefix.prompt.PromptSource;
import io.agentprofiler.analyzer.prefix.prompt.WholePrompt;
import io.agentprofiler.analyzer.prefix.stable.Field;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.List;

/**
 * What a model generated at the end of a prompt, which the next prompt of the conversation may hold.
 *
 * @param call the call that generated it
 * @param hasEnds whether it is known where each message of its prompt ends
 * @param place hash of the whole prompt, to the byte; 0 when not known
 */
public record Answer(PromptRecord call, boolean hasEnds, long place) {
    public static Answer of(WholePrompt prompt) {
        return new Answer(
                prompt.call(),
                prompt.hasMessageEnds(),
                prompt.fields().isEmpty() ? 0 : prompt.place(prompt.fields().size() - 1));
    }

    /** How an answer is held by a later prompt. */
    public enum Held {
        /** It is not, as far as is known. */
        NOT,
        /** It may be: nothing recorded speaks against it. */
        SUPPOSED,
        /** The message after the earlier prompt is the recorded answer. */
        KNOWN
    }

    /** Answers whether there is something to keep. Reasoning is left out of later prompts, and all after it is another prefix. */
    public static boolean isKept(PromptRecord call) {
        return call.tokens().output() > 1
                && call.tokens().input() >= 0
                && call.tokens().reasoning() <= 0
                && call.answer().length == 0
                && call.source() != PromptSource.TOKENS;
    }

    /** Returns when it was whole. */
    public long ready() {
        return call.call().end();
    }

    /** Returns the tokens of the prompt and the answer that an engine computed: all but the last. */
    public long tokens() {
        Tokens tokens = call.tokens();
        return tokens.input() + tokens.output() - 1;
    }

    /** Answers how a prompt that has all full blocks of the earlier one holds the answer to it. */
    public Held heldBy(WholePrompt next) {
        if (next.call().tokens().input() <= tokens()) {
            return Held.NOT;
        }
        if (!hasEnds || !next.hasMessageEnds()) {
            return Held.SUPPOSED;
        }
        List<Field> fields = next.fields();
        int at = 0;
        while (at < fields.size() && fields.get(at).end() < call.bytes()) {
            at++;
        }
        if (at < fields.size()
                && fields.get(at).part() == Field.Part.EARLIER
                && fields.get(at).end() > call.bytes()) {
            return Held.SUPPOSED;
        }
        if (at + 1 >= fields.size() || fields.get(at).end() != call.bytes()) {
            return Held.NOT;
        }
        Field answer = fields.get(at + 1);
        if (answer.part() != Field.Part.ANSWER) {
            return Held.NOT;
        }
        // unequal texts may be two ways to write down one message
        long own = call.call().answerHash();
        return own != 0 && own == answer.hash() && place != 0 && next.place(at) == place ? Held.KNOWN : Held.SUPPOSED;
    }
}
