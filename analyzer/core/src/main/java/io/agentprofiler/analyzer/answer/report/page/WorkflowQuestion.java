// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.answer.show.Message;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart.PartKind;
import io.agentprofiler.analyzer.answer.show.SpanContent;
import io.agentprofiler.analyzer.answer.show.Transcript;
import io.agentprofiler.analyzer.answer.show.Transcript.Turn;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The question that a workflow answers, on one line, by which a reader tells workflows of the same name apart.
 *
 * <p>Below {@code content=full} a trace has no such text, and neither has the page.
 */
final class WorkflowQuestion {
    /** Most characters of a question: what a heading has room for. */
    static final int LENGTH = 160;

    private static final String USER = "user";

    private WorkflowQuestion() {}

    /**
     * Returns the last user message of the first prompt that has one, as a prompt may repeat earlier turns of its conversation;
     * without such a prompt the first text that an agent, tool or function received; {@code null} where neither was recorded.
     */
    static String in(Transcript transcript) {
        List<Turn> turns = transcript.turns();
        return turns.stream()
                .map(turn -> lastOfUser(turn.messages().prompt()))
                .filter(Objects::nonNull)
                .findFirst()
                .or(() -> turns.stream()
                        .flatMap(turn -> turn.received().stream())
                        .map(SpanContent::value)
                        .filter(String.class::isInstance)
                        .map(value -> line((String) value))
                        .filter(Objects::nonNull)
                        .findFirst())
                .orElse(null);
    }

    private static String lastOfUser(List<Message> prompt) {
        String last = null;
        for (Message message : prompt) {
            String text = message.role().equals(USER) ? text(message) : null;
            last = text == null ? last : text;
        }
        return last;
    }

    private static String text(Message message) {
        return line(message.parts().stream()
                .filter(part -> part.kind() == PartKind.TEXT && part.text() != null)
                .map(MessagePart::text)
                .collect(Collectors.joining(" ")));
    }

    /** Returns a text on one line, cut to {@link #LENGTH}; {@code null} if nothing is in it. */
    private static String line(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.length() <= LENGTH) {
            return line.isEmpty() ? null : line;
        }
        int end = Character.isHighSurrogate(line.charAt(LENGTH - 2)) ? LENGTH - 2 : LENGTH - 1;
        return line.substring(0, end) + "…";
    }
}
