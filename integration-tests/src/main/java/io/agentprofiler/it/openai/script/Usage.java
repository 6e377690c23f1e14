// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.script;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Token usage as the server reports it.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param input prompt tokens, cached ones included
 * @param output completion tokens, reasoning included
 * @param cached the part of {@code input} said to be served from the prompt cache; negative: the detail is left out
 * @param reasoning the part of {@code output} said to be reasoning; negative: the detail is left out
 * @param written the part of {@code input} said to be put into the prompt cache; negative: the detail is left out, as
 *     OpenAI always does
 */
public record Usage(int input, int output, int cached, int reasoning, int written) {
    /** No tokens at all; the start of a sum. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

    /** Makes usage that says nothing of what was put into the cache. */
    public Usage(int input, int output, int cached, int reasoning) {
        this(input, output, cached, reasoning, -1);
    }

    /** Returns usage without any details. */
    public static Usage of(int input, int output) {
        return new Usage(input, output, -1, -1);
    }

    /** Returns the sum; a detail that is left out counts as zero. */
    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                output + other.output,
                Math.max(cached, 0) + Math.max(other.cached, 0),
                Math.max(reasoning, 0) + Math.max(other.reasoning, 0),
                Math.max(written, 0) + Math.max(other.written, 0));
    }

    /** Returns the part of the input that has nothing to do with the cache. */
    public int fresh() {
        return input - Math.max(cached, 0) - Math.max(written, 0);
    }

    /** Returns the part of the output that is not reasoning. */
    public int answered() {
        return output - Math.max(reasoning, 0);
    }

    /** Returns it as OpenAI's answers have it. */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("prompt_tokens", input);
        json.put("completion_tokens", output);
        json.put("total_tokens", input + output);
        if (cached >= 0) {
            json.putObject("prompt_tokens_details").put("cached_tokens", cached);
        }
        if (reasoning >= 0) {
            json.putObject("completion_tokens_details").put("reasoning_tokens", reasoning);
        }
        return json;
    }
}
