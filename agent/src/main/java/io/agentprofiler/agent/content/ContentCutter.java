// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import io.agentprofiler.agent.content.redaction.Redactor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies one attribute's content with secrets blanked and its text cut to a length altogether. What is cut says how much is
 * missing.
 */
final class ContentCutter {
    private final Redactor redactor;
    private int left;

    ContentCutter(Redactor redactor, int maxChars) {
        this.redactor = redactor;
        this.left = maxChars;
    }

    Object cut(Object content) {
        if (content instanceof String text) {
            return cutText(redactor.redact(text));
        }
        if (content instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, value) -> copy.put(String.valueOf(name), cut(value)));
            return copy;
        }
        if (content instanceof Iterable<?> elements) {
            List<Object> copy = new ArrayList<>();
            elements.forEach(element -> copy.add(cut(element)));
            return copy;
        }
        return content;
    }

    private String cutText(String text) {
        if (text.length() <= left) {
            left -= text.length();
            return text;
        }
        int end = left > 0 && Character.isHighSurrogate(text.charAt(left - 1)) ? left - 1 : left;
        left = 0;
        return text.substring(0, end) + "… [" + (text.length() - end) + " chars cut]";
    }
}
