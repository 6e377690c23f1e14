// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.answer.show.Transcript.Turn;
import io.agentprofiler.analyzer.answer.show.Transcript.TurnMessages;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.metric.operation.CodePlace;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A transcript for people: a section a workflow, in it a paragraph for each that says something. */
final class TranscriptSection {
    private static final String INDENT = "   ";

    private final Transcript transcript;
    private final boolean whole;
    private final Map<Span, Integer> numbers = new HashMap<>();
    private final Map<Span, String> earlier;
    private final Section.Builder section;
    private boolean notRecorded;

    private TranscriptSection(Transcript transcript, String title, Map<Span, String> earlier, boolean whole) {
        this.transcript = transcript;
        this.earlier = earlier;
        this.whole = whole;
        this.section = Section.under(
                title,
                "trace " + transcript.trace().id() + " · "
                        + WorkflowEnd.of(transcript.trace()).words());
        for (Turn turn : transcript.turns()) {
            if (turn.begins()) {
                numbers.putIfAbsent(turn.span(), numbers.size() + 1);
            }
        }
    }

    /**
     * Returns the section of a workflow.
     *
     * @param turns those to show
     * @param turn which turn of a conversation this is, as {@code turn 2}; empty where it is none
     * @param earlier what the spans of earlier turns are called; those of this one are added
     * @param whole whether repeated messages are printed again
     */
    static Section of(Transcript transcript, List<Turn> turns, String turn, Map<Span, String> earlier, boolean whole) {
        TranscriptSection made = new TranscriptSection(
                transcript,
                (turn.isEmpty() ? "" : turn + ": ") + transcript.trace().root().name(),
                earlier,
                whole);
        if (turns.isEmpty()) {
            made.section.add(Note.aside("nothing was said here: no content of a model call, tool, agent or function"));
        }
        turns.forEach(made::turn);
        made.numbers.forEach((span, number) -> earlier.put(span, "[" + number + "] of " + turn));
        if (made.notRecorded) {
            made.section
                    .add(Note.line(""))
                    .add(Note.aside(
                            "texts are recorded with -Dagentprofiler.content=full; lengths and repeats are known"
                                    + " from hashes"));
        }
        return made.section.build();
    }

    private void turn(Turn turn) {
        Span span = turn.span();
        section.add(Note.line(""));
        section.add(heading(turn));
        TurnMessages.History history = turn.messages().history();
        if (history != null) {
            section.add(Note.aside(
                    history.changed()
                            ? "repeats the prompt of " + ref(history.call()) + " up to message " + history.common()
                                    + "; the rest was changed"
                            : "continues the prompt of " + ref(history.call())));
        }
        turn.received().forEach(this::content);
        messages(turn);
        turn.messages().answer().forEach(message -> message(span, message));
        turn.returned().forEach(this::content);
        if (turn.ends() && span.errorType() != null) {
            section.add(new Note("failed", span.errorType(), Emphasis.BAD));
        }
    }

    private Facts heading(Turn turn) {
        Span span = turn.span();
        Facts.Builder facts = Facts.about("[" + numbers.get(span) + "] ")
                .add(span.kind().word() + " " + SpanLabel.of(span) + (turn.begins() ? "" : " returns"))
                .add("span " + TraceId.spanText(span.id()));
        if (turn.begins() && span.hasLength()) {
            facts.add(Units.duration(span.durationNanos()));
        }
        CodePlace place = turn.begins() ? CodePlace.of(span) : null;
        if (place != null) {
            facts.add("at " + place.words());
        }
        if (turn.askedBy() != null && numbers.containsKey(turn.askedBy())) {
            facts.add("requested by " + ref(turn.askedBy()));
        }
        return facts.build();
    }

    private void messages(Turn turn) {
        List<Message> prompt = turn.messages().prompt();
        int from = 0;
        if (!whole) {
            long length = 0;
            while (from < prompt.size() && prompt.get(from).same() != null) {
                length += prompt.get(from).length();
                from++;
            }
            if (from > 0) {
                section.add(Note.aside((from == 1
                                ? "message 1 was"
                                : "messages 1 to " + prompt.get(from - 1).number() + " were")
                        + " said before, " + Units.count(length)
                        + (prompt.get(0).isKnown() ? " characters" : " bytes")));
            }
        }
        prompt.subList(from, prompt.size()).forEach(message -> message(turn.span(), message));
    }

    private void message(Span call, Message message) {
        String role = message.role().isEmpty() ? "message " + message.number() : message.role();
        if (message.same() != null && (!whole || !message.isKnown())) {
            section.add(new Note(role, length(message) + ", the same as " + place(message.same()), Emphasis.STRONG));
        } else if (!message.isKnown()) {
            section.add(new Note(role, length(message) + ", text not recorded", Emphasis.STRONG));
            notRecorded = true;
        } else {
            message.parts().forEach(part -> part(call, role, part));
        }
    }

    private void part(Span call, String role, MessagePart part) {
        switch (part.kind()) {
            case TEXT -> text(role, JsonLines.of(part.text()));
            case REASONING -> text(role + " (reasoning)", JsonLines.of(part.text()));
            case MEDIA -> section.add(new Note(role, "[" + part.text() + "]", Emphasis.STRONG));
            case TOOL_CALL -> {
                Span tool = transcript.toolOf(part.id(), call);
                section.add(new Note(
                        role,
                        "calls " + (part.name() == null ? "a tool" : part.name())
                                + (part.id() == null ? "" : ", id " + part.id())
                                + (tool == null || !numbers.containsKey(tool) ? "" : ", run by " + ref(tool)),
                        Emphasis.STRONG));
                lines(JsonLines.of(part.data() == null ? "" : part.data()));
            }
            case TOOL_RESULT ->
                text(
                        role + " (result" + (part.name() == null ? "" : " of " + part.name())
                                + (part.id() == null ? "" : ", id " + part.id()) + ")",
                        JsonLines.of(part.data() == null ? "" : part.data()));
        }
    }

    private void content(SpanContent content) {
        String chars = content.chars() < 0 ? "" : Units.count(content.chars()) + " characters";
        if (content.same() != null && !whole) {
            section.add(new Note(
                    content.name(),
                    (chars.isEmpty() ? "" : chars + ", ") + "the same as of " + ref(content.same()),
                    Emphasis.STRONG));
        } else if (content.value() == null) {
            section.add(new Note(content.name(), chars + ", text not recorded", Emphasis.STRONG));
            notRecorded = true;
        } else if (!whole
                && content.value() instanceof List<?> tools
                && content.name().equals(SpanContent.TOOLS)) {
            section.add(
                    new Note(content.name(), SpanContent.namesOf(tools) + " (--whole prints them)", Emphasis.STRONG));
        } else {
            text(content.name(), JsonLines.of(content.value()));
            if (content.value() instanceof String text && content.chars() > text.length()) {
                section.add(Note.aside(INDENT + "cut: " + Units.count(content.chars()) + " characters in all"));
            }
        }
    }

    /** A single line stands beside its mark, several below it. */
    private void text(String mark, List<String> texts) {
        if (texts.size() == 1) {
            section.add(new Note(mark, texts.get(0), Emphasis.STRONG));
        } else {
            section.add(new Note(mark, "", Emphasis.STRONG));
            lines(texts);
        }
    }

    private void lines(List<String> texts) {
        for (String line : texts) {
            if (!line.isBlank()) {
                String stripped = line.stripLeading();
                String indent = INDENT + " ".repeat(line.length() - stripped.length());
                section.add(new Note(indent, stripped, Emphasis.PLAIN));
            }
        }
    }

    private String length(Message message) {
        return message.length() < 0
                ? "length unknown"
                : Units.count(message.length()) + (message.isKnown() || message.answer() ? " characters" : " bytes");
    }

    private String place(Message.MessagePlace place) {
        return (place.answer() ? "the answer of " : "message " + place.number() + " of ") + ref(place.call());
    }

    private String ref(Span span) {
        Integer number = numbers.get(span);
        return number == null ? earlier.get(span) : "[" + number + "]";
    }
}
