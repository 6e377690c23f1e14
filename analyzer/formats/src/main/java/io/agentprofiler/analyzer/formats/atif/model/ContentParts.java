// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.model;

import io.agentprofiler.analyzer.read.tree.Located;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the parts of a message: texts, and images and sounds, which are named, never held. */
final class ContentParts {
    private ContentParts() {}

    /** Returns a part as messages of a trace have it, {@code null} where it is none. */
    static Map<String, Object> read(Located part) {
        String type = part.isObject() ? part.text("type") : null;
        if ("text".equals(type) && part.get("text").isText()) {
            return part("text", "content", part.text("text"));
        }
        Located source = part.get("source");
        if (("image".equals(type) || "audio".equals(type))
                && source.isObject()
                && source.get("path").isText()) {
            Map<String, Object> media = part(type, "content", source.text("path"));
            if (source.get("media_type").isText()) {
                media.put("mime_type", source.text("media_type"));
            }
            return media;
        }
        part.problem("expected a part: a text, or an image or audio with its source; left out");
        return null;
    }

    private static Map<String, Object> part(String type, String name, String value) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", type);
        part.put(name, value);
        return part;
    }
}
