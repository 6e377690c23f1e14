// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.answer.show.Transcript.SaidBefore;
import io.agentprofiler.analyzer.answer.show.Transcript.Turn;
import io.agentprofiler.analyzer.answer.show.Transcript.TurnMessages;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds.FoundId;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds.Why;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The answers of {@code show}. */
final class ShowDocument {
    private static final int MOST_ROWS = 100;

    private ShowDocument() {}

    /** Returns the transcripts of workflows, or of one span of one. */
    static Document of(List<FoundId> found, boolean whole, Outcome outcome) {
        Document.Builder document = Document.of("agent-profiler-transcript/1", "Transcript");
        List<Fields> workflows = new ArrayList<>();
        SaidBefore said = new SaidBefore();
        Map<Span, String> earlier = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            FoundId each = found.get(i);
            boolean conversation = each.why() == Why.CONVERSATION || each.why() == Why.CONVERSATION_BEGINNING;
            Transcript transcript = conversation ? Transcript.of(each.trace(), said) : Transcript.of(each.trace());
            List<Turn> turns = transcript.turns().stream()
                    .filter(turn -> each.span() == null || turn.span() == each.span())
                    .toList();
            document.add(
                    TranscriptSection.of(transcript, turns, conversation ? "turn " + (i + 1) : "", earlier, whole));
            workflows.add(TranscriptFields.of(transcript, turns));
        }
        if (found.size() == FoundIds.KEPT) {
            document.add(Note.aside("only the first " + FoundIds.KEPT + " workflows are shown"));
        }
        return document.add(new Value("workflows", workflows))
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    /** Returns the list of conversations. */
    static Document of(Conversations conversations, Outcome outcome) {
        Section.Builder section = Section.under("Conversations", "each workflow is a turn; show ID prints one");
        section.add(Table.of("conversations", conversations.all().entrySet())
                .text("id", "conversation", row -> Cell.name(row.getKey()))
                .number("turns", "turns", row -> Cell.count(row.getValue().turns()))
                .number(
                        "model_calls",
                        "model calls",
                        row -> Cell.count(row.getValue().modelCalls()))
                .number(
                        "tool_calls",
                        "tool calls",
                        row -> Cell.count(row.getValue().toolCalls()))
                .number(
                        "failed_turns",
                        "failed",
                        row -> Cell.failures(row.getValue().ends().failed()))
                .whereFilled()
                .number(
                        "turns_ok_with_failures",
                        WorkflowEnd.Ending.OK_WITH_FAILURES.words(),
                        row -> Cell.failures(row.getValue().ends().okWithFailures()))
                .whereFilled()
                .number(
                        "input_tokens",
                        "tokens in",
                        row -> tokens(row.getValue().input()))
                .number(
                        "output_tokens",
                        "tokens out",
                        row -> tokens(row.getValue().output()))
                .text("first", row -> Cell.words(Units.time(row.getValue().firstNanos())))
                .field("first_epoch_ns", row -> row.getValue().firstNanos())
                .field("last_epoch_ns", row -> row.getValue().lastNanos())
                .atMost(MOST_ROWS, "--format json has all")
                .build());
        if (conversations.without() > 0) {
            section.add(Note.aside(Units.count(conversations.without(), "workflow") + " name no conversation"));
        }
        if (conversations.leftOut() > 0) {
            section.add(Note.aside(
                    "more than " + Units.count(Conversations.MOST) + " conversations; the rest is left out"));
        }
        return Document.of("agent-profiler-conversations/1", "Conversations")
                .add(section.build())
                .add(new Value("workflows_without_conversation", conversations.without()))
                .addAll(DataSection.ifAny(outcome))
                .build();
    }

    private static Cell tokens(long count) {
        return count < 0 ? Cell.unknown() : Cell.count(count);
    }

    /** A transcript for programs: every message of every turn, those that were said before as well. */
    private static final class TranscriptFields {
        private final Transcript transcript;

        private TranscriptFields(Transcript transcript) {
            this.transcript = transcript;
        }

        static Fields of(Transcript transcript, List<Turn> turns) {
            Trace trace = transcript.trace();
            TranscriptFields made = new TranscriptFields(transcript);
            WorkflowEnd end = WorkflowEnd.of(trace);
            return new Fields()
                    .put("trace_id", trace.id().toString())
                    .put("name", trace.root().name())
                    .put("start_epoch_ns", trace.root().hasMoment() ? trace.startNanos() : null)
                    .put("outcome", end.ending().word())
                    .put("failed_steps", Unknown.boxed(end.failedSteps()))
                    .put("turns", turns.stream().map(made::turn).toList());
        }

        private Fields turn(Turn turn) {
            Span span = turn.span();
            List<Fields> messages = new ArrayList<>();
            turn.messages().prompt().forEach(message -> messages.add(message(span, message)));
            turn.messages().answer().forEach(message -> messages.add(message(span, message)));
            TurnMessages.History history = turn.messages().history();
            return new Fields()
                    .put("span_id", TraceId.spanText(span.id()))
                    .put("conversation_id", span.conversation())
                    .put("kind", span.kind().word())
                    .put("name", span.name())
                    .put("status", span.statusWord())
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
                            history == null
                                    ? null
                                    : TraceId.spanText(history.call().id()))
                    .put("common_messages", history == null ? null : (Object) history.common())
                    .put("changed", history == null ? null : (Object) history.changed())
                    .put("received", contents(turn.received()))
                    .put("messages", messages.isEmpty() ? null : messages)
                    .put("returned", contents(turn.returned()));
        }

        private Fields message(Span call, Message message) {
            Message.MessagePlace same = message.same();
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

        private Fields part(Span call, MessagePart part) {
            Span tool = part.kind() == MessagePart.PartKind.TOOL_CALL ? transcript.toolOf(part.id(), call) : null;
            return new Fields()
                    .put("type", part.kind().word())
                    .put("text", part.text())
                    .put("id", part.id())
                    .put("name", part.name())
                    .put(part.kind() == MessagePart.PartKind.TOOL_RESULT ? "result" : "arguments", value(part.data()))
                    .put("tool_span_id", tool == null ? null : TraceId.spanText(tool.id()));
        }

        private static List<Fields> contents(List<SpanContent> contents) {
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
}
