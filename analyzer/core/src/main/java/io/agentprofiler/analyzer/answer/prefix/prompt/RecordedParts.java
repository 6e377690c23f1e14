// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.Hashes;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parts of a prompt and where they end, as the agent recorded them beside the hashes of its blocks. */
public final class RecordedParts {
    private static final String TOOLS_OFFERED = "agentprofiler.request.tools";
    /** What is kept of the tools' definitions where their text is not. */
    private static final String TOOLS_KEPT = "agentprofiler.content.tool.definitions";
    /** Characters of a list of nothing. */
    private static final int EMPTY_LIST = 2;

    private RecordedParts() {}

    /** Returns the parts in order; none where the ends of messages were not recorded. */
    public static List<PromptPart> of(AttributeSet attributes) {
        Map<?, ?> blocks = HashChain.recorded(attributes);
        if (blocks == null
                || !(blocks.get("messages") instanceof Map<?, ?> messages)
                || !(messages.get("left_out") instanceof Long leftOut)
                || !(messages.get("ends") instanceof List<?> ends)
                || !(messages.get("roles") instanceof List<?> roles)
                || !(messages.get("parts") instanceof List<?> contentBlocks)
                || !(messages.get("hashes") instanceof String hashes)) {
            return List.of();
        }
        int chars = ((Long) blocks.get("hash_chars")).intValue();
        if (roles.size() != ends.size()
                || contentBlocks.size() != ends.size()
                || hashes.length() != ends.size() * chars) {
            return List.of();
        }
        List<PromptPart> parts = new ArrayList<>();
        part(blocks.get("tools_end"), "tool definitions", PromptPart.PromptPartKind.TOOLS, attributes, parts);
        part(
                blocks.get("instructions_end"),
                "system instructions",
                PromptPart.PromptPartKind.INSTRUCTIONS,
                attributes,
                parts);
        boolean first = leftOut == 0;
        for (int i = 0; i < ends.size(); i++) {
            if (!(ends.get(i) instanceof Long end) || !(contentBlocks.get(i) instanceof Long count)) {
                return List.of();
            }
            String role = String.valueOf(roles.get(i));
            first &= PromptPart.isInstruction(role);
            long hash = Hashes.of(hashes.substring(i * chars, (i + 1) * chars));
            PromptPart message =
                    PromptPart.message(leftOut + i + 1, role, end, first, (int) Math.min(1000, count), hash);
            // it is not known where the messages end that were left out
            parts.add(i == 0 && leftOut > 0 ? message.withEarlier(leftOut) : message);
        }
        return parts;
    }

    private static void part(
            Object end, String name, PromptPart.PromptPartKind kind, AttributeSet attributes, List<PromptPart> into) {
        boolean tools = kind == PromptPart.PromptPartKind.TOOLS;
        if (end instanceof Long bytes && !(tools && offersNone(attributes))) {
            String attribute = tools ? Attributes.TOOL_DEFINITIONS : Attributes.SYSTEM_INSTRUCTIONS;
            into.add(new PromptPart(name, bytes, true, kind, 1, PromptText.recordedHash(attributes, attribute)));
        }
    }

    /** Answers whether the list of tools is there, and empty. */
    private static boolean offersNone(AttributeSet attributes) {
        return attributes.number(TOOLS_OFFERED) == 0
                || attributes.get(Attributes.TOOL_DEFINITIONS) instanceof List<?> definitions && definitions.isEmpty()
                || attributes.get(TOOLS_KEPT) instanceof Map<?, ?> kept
                        && kept.get("chars") instanceof Long chars
                        && chars <= EMPTY_LIST;
    }

    /**
     * Returns which part of the messages is the system's, wherever it stands among them: frameworks send instructions as messages. 0
     * where the ends of messages were not recorded; messages that were left out count as others'.
     */
    public static double systemShare(AttributeSet attributes) {
        Map<?, ?> blocks = HashChain.recorded(attributes);
        if (blocks == null
                || !(blocks.get("messages") instanceof Map<?, ?> messages)
                || !(messages.get("left_out") instanceof Long leftOut)
                || !(messages.get("ends") instanceof List<?> ends)
                || !(messages.get("roles") instanceof List<?> roles)
                || roles.size() != ends.size()) {
            return 0;
        }
        long begin = Math.max(number(blocks.get("tools_end")), number(blocks.get("instructions_end")));
        long from = begin;
        long system = 0;
        for (int i = 0; i < ends.size(); i++) {
            long end = number(ends.get(i));
            boolean isKnown = i > 0 || leftOut == 0;
            if (isKnown && PromptPart.isInstruction(String.valueOf(roles.get(i)))) {
                system += end - from;
            }
            from = end;
        }
        return from <= begin ? 0 : Math.min(1, system / (double) (from - begin));
    }

    private static long number(Object value) {
        return value instanceof Long number ? number : 0;
    }

    /** Returns the recorded hash of a call's answer, as that of a message; 0 without one. */
    public static long answer(AttributeSet attributes) {
        return PromptText.recordedHash(attributes, Attributes.OUTPUT_MESSAGES);
    }
}
