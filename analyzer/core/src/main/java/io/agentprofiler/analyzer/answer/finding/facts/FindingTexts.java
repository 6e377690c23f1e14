// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import java.util.Map;

/**
 * The texts in recorded payloads.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class FindingTexts {
    private FindingTexts() {}

    /** Returns the texts of a payload, a line each, without what only says who speaks and what it is. */
    public static String of(Object payload) {
        StringBuilder texts = new StringBuilder();
        append(payload, texts);
        return texts.toString();
    }

    private static void append(Object payload, StringBuilder into) {
        if (payload instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (!name.equals("role") && !name.equals("type")) {
                    append(value, into);
                }
            });
        } else if (payload instanceof Iterable<?> elements) {
            elements.forEach(element -> append(element, into));
        } else if (payload != null) {
            into.append(payload).append('\n');
        }
    }
}
