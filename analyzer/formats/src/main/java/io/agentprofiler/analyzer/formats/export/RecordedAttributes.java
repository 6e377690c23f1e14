// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.Metadata;
import java.util.List;

/**
 * Which recorded attributes an export tells: unless content is wanted, only what the agent writes at every content level, numbers and
 * texts that are metadata.
 *
 * @param content whether recorded texts are told, too
 */
public record RecordedAttributes(boolean content) {
    /** What the agent tells of content instead of it: lengths and hashes. */
    private static final String ABOUT_CONTENT = "agentprofiler.content.";

    private static final String BLOCKS = "agentprofiler.prompt.blocks";

    /** Answers whether an attribute says something of content that is not there: lengths and hashes. */
    public static boolean isAboutContent(String name) {
        return name.startsWith(ABOUT_CONTENT);
    }

    /** Answers whether an attribute is told. */
    public boolean isTold(String name, Object value) {
        return content || !Metadata.isContent(name) && (Metadata.isMetadata(name) ? isShort(value) : isNoText(value));
    }

    /** Answers whether an attribute is told to those who want to have the trace as it was, hashes included. */
    public boolean isKept(String name, Object value) {
        return isAboutContent(name) || name.equals(BLOCKS) || name.equals(Attributes.TIMING) || isTold(name, value);
    }

    private static boolean isShort(Object value) {
        return value instanceof List<?> list
                ? list.stream().allMatch(RecordedAttributes::isShort)
                : value instanceof String text ? Metadata.isShort(text) : isNoText(value);
    }

    private static boolean isNoText(Object value) {
        return value instanceof Number || value instanceof Boolean;
    }
}
