// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.page;

import io.agentprofiler.analyzer.answer.show.JsonLines;
import io.agentprofiler.analyzer.answer.show.Message;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.answer.show.SpanContent;
import io.agentprofiler.analyzer.answer.show.Transcript;
import io.agentprofiler.analyzer.answer.show.Transcript.Turn;
import io.agentprofiler.analyzer.answer.show.Transcript.TurnMessages;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What each span of a workflow says, as strings: the first is an object of JSON, in which texts are numbers, the places of the strings
 * behind it, from 0. Its fields, each absent where there is nothing:
 *
 * <ul>
 *   <li>{@code by}: the row of the model call that asked for it
 *   <li>{@code like}: {@code [row, messages, changed, length]}: the prompt begins with so many messages of that row's prompt,
 *       together so long (-1 when unknown); 1 if that prompt goes on in another way, else 0
 *   <li>{@code prompt}: the messages behind those; {@code answer}: those of the answer. A message that was said before is
 *       {@code [row, answer, number, count]}: so many messages from that number on of that row's answer (1) or prompt (0)
 *   <li>{@code in}, {@code out}: what else came in and went out
 * </ul>
 *
 * <p>A message has {@code no} (its number), {@code r} (role), {@code n} (length, in characters with {@code p} or in an answer, else in
 * bytes), {@code p} (its parts: {@code k} kind, {@code t} text, {@code x} length of a text that is cut, {@code id}, {@code name},
 * {@code tool} row of the tool run). Other content has {@code name}, {@code t}, {@code x}, {@code n}, {@code as} (row of a span that has the
 * same).
 */
public final class SaidRows {
    private SaidRows() {}

    /**
     * Returns what spans say, by span; nothing where nothing of it was recorded.
     *
     * @param places the row of each span by its place in the trace, -1 for those that have none
     */
    public static Map<Span, List<String>> of(Transcript transcript, int[] places) {
        Map<Span, SaidRow> rows = new IdentityHashMap<>();
        boolean any = false;
        for (Turn turn : transcript.turns()) {
            if (places[turn.span().index()] >= 0) {
                SaidRow row = rows.computeIfAbsent(turn.span(), span -> new SaidRow(transcript, places));
                row.add(turn);
                any |= row.saysSomething();
            }
        }
        Map<Span, List<String>> said = new IdentityHashMap<>();
        if (any) {
            rows.forEach((span, row) -> said.put(span, row.strings()));
        }
        return said;
    }

    /** What one span says, put together from its turns. <b>Threading:</b> one thread. */
    static final class SaidRow {
        /** Most characters of a text: what the agent records of one at most, unless it is told otherwise. */
        static final int TEXT = 20_000;

        private static final JsonFactory JSON = new JsonFactory();

        private final Transcript transcript;
        private final int[] places;
        private final List<SpanContent> received = new ArrayList<>();
        private final List<SpanContent> returned = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private Turn first;

        SaidRow(Transcript transcript, int[] places) {
            this.transcript = transcript;
            this.places = places;
        }

        /** Adds a turn of the span: the first that begins it, the last that ends it. */
        void add(Turn turn) {
            first = first == null ? turn : first;
            received.addAll(turn.received());
            returned.addAll(turn.returned());
        }

        /** Answers whether something of it was recorded, be it only how long it is. */
        boolean saysSomething() {
            return !received.isEmpty()
                    || !returned.isEmpty()
                    || !first.messages().prompt().isEmpty()
                    || !first.messages().answer().isEmpty();
        }

        /** Returns the object, and the texts that it refers to. */
        List<String> strings() {
            texts.clear();
            StringWriter object = new StringWriter();
            try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), object)) {
                json.writeStartObject();
                place(json, "by", first.askedBy());
                int common = history(json);
                messages(
                        json,
                        "prompt",
                        first.messages()
                                .prompt()
                                .subList(common, first.messages().prompt().size()));
                messages(json, "answer", first.messages().answer());
                contents(json, "in", received);
                contents(json, "out", returned);
                json.writeEndObject();
            }
            List<String> strings = new ArrayList<>(List.of(object.toString()));
            strings.addAll(texts);
            return strings;
        }

        /** Returns how many messages the earlier prompt has, too. */
        private int history(JsonGenerator json) {
            TurnMessages.History history = first.messages().history();
            if (history == null || row(history.call()) < 0) {
                return 0;
            }
            long length = 0;
            for (Message message : first.messages().prompt().subList(0, history.common())) {
                length = length < 0 || message.length() < 0 ? Unknown.LONG : length + message.length();
            }
            json.writeArrayPropertyStart("like");
            json.writeNumber(row(history.call()));
            json.writeNumber(history.common());
            json.writeNumber(history.changed() ? 1 : 0);
            json.writeNumber(Math.max(-1, length));
            json.writeEndArray();
            return history.common();
        }

        private void messages(JsonGenerator json, String name, List<Message> messages) {
            if (messages.isEmpty()) {
                return;
            }
            json.writeArrayPropertyStart(name);
            for (int i = 0; i < messages.size(); ) {
                Message message = messages.get(i);
                if (message.same() == null || row(message.same().call()) < 0) {
                    message(json, message);
                    i++;
                } else {
                    int count = 1;
                    while (i + count < messages.size() && goesOn(message.same(), count, messages.get(i + count))) {
                        count++;
                    }
                    json.writeStartArray();
                    json.writeNumber(row(message.same().call()));
                    json.writeNumber(message.same().answer() ? 1 : 0);
                    json.writeNumber(message.same().number());
                    json.writeNumber(count);
                    json.writeEndArray();
                    i += count;
                }
            }
            json.writeEndArray();
        }

        private static boolean goesOn(Message.MessagePlace from, int by, Message next) {
            Message.MessagePlace place = next.same();
            return place != null
                    && place.call() == from.call()
                    && place.answer() == from.answer()
                    && place.number() == from.number() + by;
        }

        private void message(JsonGenerator json, Message message) {
            json.writeStartObject();
            json.writeNumberProperty("no", message.number());
            if (!message.role().isEmpty()) {
                json.writeStringProperty("r", message.role());
            }
            if (message.length() >= 0) {
                json.writeNumberProperty("n", message.length());
            }
            if (message.isKnown()) {
                json.writeArrayPropertyStart("p");
                message.parts().forEach(part -> part(json, part));
                json.writeEndArray();
            }
            json.writeEndObject();
        }

        private void part(JsonGenerator json, MessagePart part) {
            json.writeStartObject();
            json.writeStringProperty("k", part.kind().word());
            text(json, part.text() != null ? part.text() : part.data());
            if (part.id() != null) {
                json.writeStringProperty("id", part.id());
            }
            if (part.name() != null) {
                json.writeStringProperty("name", part.name());
            }
            if (part.kind() == MessagePart.PartKind.TOOL_CALL) {
                place(json, "tool", transcript.toolOf(part.id(), first.span()));
            }
            json.writeEndObject();
        }

        private void contents(JsonGenerator json, String name, List<SpanContent> contents) {
            if (contents.isEmpty()) {
                return;
            }
            json.writeArrayPropertyStart(name);
            for (SpanContent content : contents) {
                json.writeStartObject();
                json.writeStringProperty("name", content.name());
                if (content.chars() >= 0) {
                    json.writeNumberProperty("n", content.chars());
                }
                if (content.same() != null && row(content.same()) >= 0) {
                    place(json, "as", content.same());
                } else {
                    text(json, content.value());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private void text(JsonGenerator json, Object content) {
            if (content == null) {
                return;
            }
            Object value = content instanceof String text ? JsonLines.parsed(text) : content;
            String text = value instanceof String plain ? plain.strip() : String.join("\n", JsonLines.of(value));
            json.writeNumberProperty("t", texts.size());
            if (text.length() > TEXT) {
                json.writeNumberProperty("x", text.length());
                int end = Character.isHighSurrogate(text.charAt(TEXT - 1)) ? TEXT - 1 : TEXT;
                text = text.substring(0, end);
            }
            texts.add(text);
        }

        private void place(JsonGenerator json, String name, Span span) {
            if (span != null && row(span) >= 0) {
                json.writeNumberProperty(name, row(span));
            }
        }

        private int row(Span span) {
            return places[span.index()];
        }
    }
}
