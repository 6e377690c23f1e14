// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.show.message.Content;
import io.agentprofiler.analyzer.answer.show.message.JsonLines;
import io.agentprofiler.analyzer.answer.show.message.Message;
import io.agentprofiler.analyzer.answer.show.message.Part;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A transcript for programs: every message of every turn, those that were said before as well. */
final class TranscriptFields {
    private final Transcript transcript;

    private TranscriptFields(Transcript transcript) {
        this.transcript = transcript;
    }

    static Fields of(Transcript transcript, List<Turn> turns) {
        Trace trace = transcript.trace();
        TranscriptFields made = new TranscriptFields(transcript);
        return new Fields()
                .put("trace_id", trace.id().toString())
                .put("name", trace.root().name())
                .put("start_epoch_ns", trace.root().hasMoment() ? trace.startNanos() : null)
                .put("turns", turns.stream().map(made::turn).toList());
    }

    private Fields turn(Turn turn) {
        Span span = turn.span();
        List<Fields> messages = new ArrayList<>();
        turn.prompt().forEach(message -> messages.add(message(span, message)));
        turn.answer().forEach(message -> messages.add(message(span, message)));
        Turn.History history = turn.history();
        return new Fields()
                .put("span_id", TraceId.spanText(span.id()))
                .put("conversation_id", span.conversation())
                .put("kind", span.kind().word())
                .put("name", span.name())
                .put("status", span.status().word())
                .put("begins", turn.begins())
                .put("ends", turn.ends())
                .put("duration_ns", span.hasLength() ? span.durationNanos() : null)
                .put(
                        "asked_for_by",
                        turn.askedBy() == null
                                ? null
                                : TraceId.spanText(turn.askedBy().id()))
                .put(
                        "continues",
                        history == null ? null : TraceId.spanText(history.call().id()))
                .put("common_messages", history == null ? null : (Object) history.common())
                .put("changed", history == null ? null : (Object) history.changed())
                .put("received", contents(turn.received()))
                .put("messages", messages.isEmpty() ? null : messages)
                .put("returned", contents(turn.returned()));
    }

    private Fields message(Span call, Message message) {
        Message.Place same = message.same();
        return new Fields()
                .put("of", message.answer() ? "answer" : "prompt")
                .put("number", message.number())
                .put("role", message.role().isEmpty() ? null : message.role())
                .put(
                        message.isKnown() || message.answer() ? "chars" : "bytes",
                        message.length() < 0 ? null : message.length())
                .put(
                        "same_as",
                        same == null
                                ? null
                                : new Fields()
                                        .put(
                                                "span_id",
                                                TraceId.spanText(same.call().id()))
                                        .put("of", same.answer() ? "answer" : "prompt")
                                        .put("number", same.number()))
                .put(
                        "parts",
                        message.isKnown()
                                ? message.parts().stream()
                                        .map(part -> part(call, part))
                                        .toList()
                                : null);
    }

    private Fields part(Span call, Part part) {
        Span tool = part.kind() == Part.Kind.TOOL_CALL ? transcript.toolOf(part.id(), call) : null;
        return new Fields()
                .put("type", part.kind().word())
                .put("text", part.text())
                .put("id", part.id())
                .put("name", part.name())
                .put(part.kind() == Part.Kind.TOOL_RESULT ? "result" : "arguments", value(part.data()))
                .put("tool_span_id", tool == null ? null : TraceId.spanText(tool.id()));
    }

    private static List<Fields> contents(List<Content> contents) {
        return contents.isEmpty()
                ? null
                : contents.stream()
                        .map(content -> new Fields()
                                .put("name", content.name())
                                .put("value", value(content.value()))
                                .put("chars", content.chars() < 0 ? null : content.chars())
                                .put("hash", content.hash())
                                .put(
                                        "same_as_span_id",
                                        content.same() == null
                                                ? null
                                                : TraceId.spanText(
                                                        content.same().id())))
                        .toList();
    }

    /** Returns recorded content as data, texts of JSON as what they hold. */
    private static Object value(Object content) {
        Object parsed = content instanceof String text ? JsonLines.parsed(text) : content;
        if (parsed instanceof Map<?, ?> map) {
            Fields fields = new Fields();
            map.forEach((name, value) -> fields.orNull(String.valueOf(name), nested(value)));
            return fields;
        }
        return parsed instanceof List<?> list
                ? list.stream().map(TranscriptFields::nested).toList()
                : parsed;
    }

    private static Object nested(Object content) {
        return content instanceof String ? content : value(content);
    }
}
