// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint.shape;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which parts a prompt begins with before the conversation: tools, instructions, messages of the system. Neither their text nor its
 * hash, which has the salt of its run, nor their length: where a date or a document is put into instructions, each call has another.
 */
final class PromptShape {
    private static final String TOOLS_OFFERED = "agentprofiler.request.tools";
    /** Of prompts whose parts nobody knows. */
    static final String UNKNOWN = "";

    private PromptShape() {}

    /** Returns how many tools the model was offered, 0 where there were none or that is not known. */
    static long toolsOffered(AttributeSet attributes) {
        return Math.max(0, attributes.number(TOOLS_OFFERED));
    }

    /** Returns the parts in words; empty where they were not recorded, or where nobody knows the first messages. */
    static String parts(AttributeSet attributes) {
        List<PromptPart> parts = known(attributes);
        SortedSet<String> words = new TreeSet<>();
        List<String> ordered = new ArrayList<>();
        for (PromptPart part : parts) {
            if (!part.fixed()) {
                break;
            }
            String word = word(part.kind());
            if (words.add(word)) {
                ordered.add(word);
            }
        }
        return parts.isEmpty() ? UNKNOWN : ordered.isEmpty() ? "messages alone" : String.join(", ", ordered);
    }

    private static String word(PromptPart.Kind kind) {
        return switch (kind) {
            case TOOLS -> "tools";
            case INSTRUCTIONS -> "instructions";
            default -> "system message";
        };
    }

    private static List<PromptPart> known(AttributeSet attributes) {
        List<PromptPart> parts = RecordedParts.of(attributes);
        return parts.stream().anyMatch(part -> part.kind() == PromptPart.Kind.EARLIER) ? List.of() : parts;
    }

    /** Returns the shape in words: {@code 3 tools, instructions}; empty where the parts are not known. */
    static String words(long toolsOffered, String parts) {
        if (toolsOffered == 0 || parts.isEmpty()) {
            return parts;
        }
        String tools = toolsOffered + (toolsOffered == 1 ? " tool" : " tools");
        return parts.startsWith("tools") ? tools + parts.substring("tools".length()) : tools + ", " + parts;
    }

    /** Returns the lengths of a call's parts. */
    static PromptLengths lengths(AttributeSet attributes) {
        List<PromptPart> parts = known(attributes);
        if (parts.isEmpty()) {
            return PromptLengths.UNKNOWN;
        }
        long tools = 0;
        long end = 0;
        for (PromptPart part : parts) {
            if (!part.fixed()) {
                break;
            }
            end = Math.max(end, part.end());
            tools = part.kind() == PromptPart.Kind.TOOLS ? part.end() : tools;
        }
        return PromptLengths.of(tools, end - tools);
    }
}
