// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.agent.replay.recording.Question;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Says how a call differs from what was recorded: the attributes by name, and their texts only where texts may be told, else
 * their lengths.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Differences {
    private static final int MOST_CHARS = 80;

    private final boolean textsShown;

    Differences(boolean textsShown) {
        this.textsShown = textsShown;
    }

    /** Returns it in words; {@code nearest} is {@code null} where nothing of the operation was recorded. */
    String of(Rule rule, Question asked, Question nearest) {
        if (nearest == null) {
            return "no call of it was recorded";
        }
        List<String> fields = new ArrayList<>();
        List<String> names = rule.replay().by();
        for (int i = 0; i < names.size() && i < nearest.values().size(); i++) {
            Object now = asked.values().get(i);
            Object then = nearest.values().get(i);
            if (!Objects.equals(now, then)) {
                fields.add(names.get(i) + " differs: asked " + shown(now, then) + ", recorded " + shown(then, now));
            }
        }
        return fields.isEmpty() ? "the recorded calls compare other attributes" : String.join("; ", fields);
    }

    private String shown(Object value, Object other) {
        if (value == null) {
            return "nothing";
        }
        String text = ContentText.of(value);
        if (!textsShown) {
            return text.length() + " characters";
        }
        int start = 0;
        if (other != null && text.length() > MOST_CHARS) {
            String second = ContentText.of(other);
            while (start < text.length() && start < second.length() && text.charAt(start) == second.charAt(start)) {
                start++;
            }
            start = Math.max(0, start - MOST_CHARS / 4);
        }
        int end = Math.min(text.length(), start + MOST_CHARS);
        return "\"" + (start > 0 ? "…" : "") + text.substring(start, end).strip() + (end < text.length() ? "…" : "")
                + "\"";
    }
}
