// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atof;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;

/**
 * What a model's answer says of the tokens used, as OpenAI, Anthropic or Gemini write it, or as NeMo Relay normalizes it.
 *
 * @param input all tokens of the prompt, cached ones included; {@code null} like the others where it is not told
 * @param output all tokens of the answer, reasoning included
 */
record Usage(Long input, Long output, Long cacheRead, Long cacheWrite, Long reasoning) {
    private static final Usage NONE = new Usage(null, null, null, null, null);
    private static final List<String> NAMES = List.of("usage", "token_usage", "usageMetadata", "usage_metadata");

    /** Returns the usage that the end of a model's scope tells. */
    static Usage of(Located event) {
        Located data = event.get("data");
        Located profile = event.get("category_profile");
        for (Located place : List.of(
                data,
                data.get("response"),
                data.get("content"),
                profile.get("annotated_response"),
                profile,
                event.get("metadata"))) {
            for (String name : NAMES) {
                if (place.get(name).isObject()) {
                    return read(place.object(name));
                }
            }
        }
        return NONE;
    }

    private static Usage read(Located usage) {
        if (usage.get("promptTokenCount").isThere()) {
            Long thoughts = usage.count("thoughtsTokenCount");
            return new Usage(
                    usage.count("promptTokenCount"),
                    sum(usage.count("candidatesTokenCount"), thoughts),
                    usage.count("cachedContentTokenCount"),
                    null,
                    thoughts);
        }
        boolean chat = usage.get("prompt_tokens").isThere();
        Long input = usage.count(chat ? "prompt_tokens" : "input_tokens");
        Long output = usage.count(usage.get("completion_tokens").isThere() ? "completion_tokens" : "output_tokens");
        Long read = first(
                usage.get("prompt_tokens_details").count("cached_tokens"),
                usage.get("input_tokens_details").count("cached_tokens"),
                usage.count("cache_read_tokens"));
        Long write = usage.count("cache_write_tokens");
        Long reasoning = first(
                usage.get("completion_tokens_details").count("reasoning_tokens"),
                usage.get("output_tokens_details").count("reasoning_tokens"),
                usage.count("reasoning_tokens"));
        Long beside = usage.count("cache_read_input_tokens");
        Long written = usage.count("cache_creation_input_tokens");
        if (!chat && (beside != null || written != null)) {
            // such counts do not include what was cached
            return new Usage(sum(sum(input, beside), written), output, beside, written, reasoning);
        }
        return new Usage(input, output, first(read, beside, null), first(write, written, null), reasoning);
    }

    private static Long first(Long one, Long other, Long third) {
        return one != null ? one : other != null ? other : third;
    }

    private static Long sum(Long one, Long other) {
        return one == null || other == null ? one : (Long) Saturated.add(one, other);
    }

    void describe(AttributeSet.Builder into) {
        into.add(Attributes.INPUT_TOKENS, input);
        into.add(Attributes.OUTPUT_TOKENS, output);
        into.add(Attributes.CACHE_READ_TOKENS, within(cacheRead, input));
        into.add(Attributes.CACHE_CREATION_TOKENS, within(cacheWrite, input));
        into.add(Attributes.REASONING_TOKENS, within(reasoning, output));
    }

    /** A part that is larger than its whole is none. */
    private static Long within(Long part, Long whole) {
        return part == null || whole != null && part > whole ? null : part;
    }
}
