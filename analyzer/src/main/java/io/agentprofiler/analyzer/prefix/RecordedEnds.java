// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.input.event.AttributeSet;
import io.agentprofiler.analyzer.prefix.prompt.Blocks;
import io.agentprofiler.analyzer.prefix.prompt.Hashes;
import io.agentprofiler.analyzer.prefix.prompt.PromptText;
import io.agentprofiler.analyzer.prefix.stable.Field;
import io.agentprofiler.schema.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where the parts of a prompt end, as the agent wrote it beside the hashes of its blocks. */
public final class RecordedEnds {
    private RecordedEnds() {}

    /** Returns the parts in order; none where the agent did not tell the ends of messages. */
    public static List<Field> of(AttributeSet attributes) {
        Map<?, ?> blocks = Blocks.recorded(attributes);
        if (blocks == null
                || !(blocks.get("messages") instanceof Map<?, ?> messages)
                || !(messages.get("left_out") instanceof Long leftOut)
                || !(messages.get("ends") instanceof List<?> ends)
                || !(messages.get("roles") instanceof List<?> roles)
                || !(messages.get("parts") instanceof List<?> pieces)
                || !(messages.get("hashes") instanceof String hashes)) {
            return List.of();
        }
        int chars = ((Long) blocks.get("hash_chars")).intValue();
        if (roles.size() != ends.size() || pieces.size() != ends.size() || hashes.length() != ends.size() * chars) {
            return List.of();
        }
        List<Field> fields = new ArrayList<>();
        part(blocks.get("tools_end"), "tool definitions", Field.Part.TOOLS, attributes, fields);
        part(blocks.get("instructions_end"), "system instructions", Field.Part.INSTRUCTIONS, attributes, fields);
        boolean first = leftOut == 0;
        for (int i = 0; i < ends.size(); i++) {
            if (!(ends.get(i) instanceof Long end) || !(pieces.get(i) instanceof Long count)) {
                return List.of();
            }
            String role = String.valueOf(roles.get(i));
            first &= Field.isInstruction(role);
            long hash = Hashes.of(hashes.substring(i * chars, (i + 1) * chars));
            Field field = Field.message(leftOut + i + 1, role, end, first, (int) Math.min(1000, count), hash);
            // where the messages before the first that is told end is not known
            fields.add(i == 0 && leftOut > 0 ? field.withEarlier(leftOut) : field);
        }
        return fields;
    }

    private static void part(Object end, String name, Field.Part part, AttributeSet attributes, List<Field> into) {
        if (end instanceof Long bytes) {
            String attribute = part == Field.Part.TOOLS ? Attributes.TOOL_DEFINITIONS : Attributes.SYSTEM_INSTRUCTIONS;
            into.add(new Field(name, bytes, true, part, 1, PromptText.recordedHash(attributes, attribute)));
        }
    }

    /** Returns the recorded hash of a call's answer, as that of a message; 0 without one. */
    public static long answer(AttributeSet attributes) {
        return PromptText.recordedHash(attributes, Attributes.OUTPUT_MESSAGES);
    }
}
