// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.answer.show.Message;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.answer.show.MessageReader;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.text.ChatMessages;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.json.JsonLine;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads what a model call answered. Where no text was recorded, the tool calls are those that ran because of it, and the length of the
 * text is what is left of the answer's length without what stands around a text and without the tool calls.
 */
final class AnswerReader {
    private static final String LENGTHS = "agentprofiler.content.";
    private static final String GENAI = "gen_ai.";
    private static final String DIMENSIONS = "gen_ai.embeddings.dimension.count";
    private static final String COUNT = "agentprofiler.embeddings.count";
    private static final String TOOL_CALLS = "tool_calls";
    /** Providers' ids of tool calls are shorter. */
    private static final int MOST_ID = 64;

    private final Span call;
    private final AttributeSet attributes;
    private final List<Span> tools;
    private final boolean followed;
    private final List<String> holes;

    /**
     * Reads the answer of a call.
     *
     * @param tools the tools that ran after it
     * @param followed whether the next prompt goes on with results of tools
     * @param holes takes a sentence for each thing that is not known
     */
    AnswerReader(Span call, List<Span> tools, boolean followed, List<String> holes) {
        this.call = call;
        this.attributes = call.attributes();
        this.tools = tools;
        this.followed = followed;
        this.holes = holes;
    }

    /** Returns the tool call that a part of a message is. */
    static ToolCall call(MessagePart part) {
        Object data = part.data();
        String arguments = data == null ? "{}" : data instanceof String text ? text : JsonLine.of(data);
        return new ToolCall(part.id(), part.name() == null ? "" : part.name(), arguments, arguments.length());
    }

    RecordedAnswer chat() {
        String finish = finish();
        Object recorded = attributes.get(Attributes.OUTPUT_MESSAGES);
        if (recorded == null) {
            return byLength(finish);
        }
        StringBuilder text = new StringBuilder();
        StringBuilder reasoning = new StringBuilder();
        List<ToolCall> calls = new ArrayList<>();
        for (Message message : MessageReader.answer(attributes)) {
            for (MessagePart part : message.parts()) {
                switch (part.kind()) {
                    case TEXT -> text.append(part.text());
                    case REASONING -> reasoning.append(part.text());
                    case TOOL_CALL -> calls.add(call(part));
                    case TOOL_RESULT -> {}
                    case MEDIA -> holes.add("its answer holds " + part.text() + ", which is not recorded");
                }
            }
        }
        long whole = chars(attributes, Attributes.OUTPUT_MESSAGES);
        if (whole >= 0 && whole != ContentText.of(recorded).length()) {
            holes.add(
                    "its answer was cut, or secrets were blanked in it, when it was recorded: it is given as it was recorded");
        }
        return answer(
                text.isEmpty() ? null : text.toString(),
                text.length(),
                reasoning.isEmpty() ? null : reasoning.toString(),
                calls,
                finish);
    }

    /** Returns what is known of an answer whose text was not recorded. */
    private RecordedAnswer byLength(String finish) {
        boolean asks = finish == null || finish.equals(TOOL_CALLS) || followed;
        List<ToolCall> calls = new ArrayList<>();
        for (Span tool : asks ? tools : List.<Span>of()) {
            AttributeSet of = tool.attributes();
            String name = of.text(Attributes.TOOL_NAME);
            if (name != null) {
                calls.add(new ToolCall(
                        of.text(Attributes.TOOL_CALL_ID), name, null, chars(of, Attributes.TOOL_CALL_ARGUMENTS)));
            }
        }
        if (calls.isEmpty() && TOOL_CALLS.equals(finish)) {
            holes.add("it asked for tools, and no tool ran: which ones is not recorded");
        }
        long whole = chars(attributes, Attributes.OUTPUT_MESSAGES);
        return answer(null, whole < 0 ? Unknown.LONG : textChars(whole, calls), null, calls, finish);
    }

    /**
     * Takes off what stands around a text; an answer that is shorter has none. Where an id or the length of arguments is not known, what
     * is left may be those.
     */
    private static long textChars(long whole, List<ToolCall> calls) {
        Object message = ChatMessages.message(PromptMessage.ASSISTANT, List.of());
        long rest = whole - ContentText.ofElement(message).length();
        for (ToolCall tool : calls) {
            if (tool.chars() < 0) {
                return 0;
            }
            Object part = ChatMessages.toolCall(tool.id() == null ? "" : tool.id(), tool.name(), "");
            rest -= ContentText.ofElement(part).length() + tool.chars() + (tool.id() == null ? MOST_ID : 0);
        }
        return Math.max(0, rest - ContentText.ofElement(ChatMessages.text("")).length());
    }

    private RecordedAnswer answer(String text, long chars, String reasoning, List<ToolCall> calls, String finish) {
        return new RecordedAnswer(
                new RecordedAnswer.AnswerText(text, chars, reasoning),
                calls,
                finish,
                attributes.text(Attributes.RESPONSE_ID),
                attributes.text(Attributes.RESPONSE_MODEL),
                call.tokens(),
                new RecordedAnswer.AnswerVectors(Unknown.LONG, Unknown.LONG, EmbeddedTexts.UNKNOWN));
    }

    RecordedAnswer embedding() {
        long dimensions = attributes.number(DIMENSIONS);
        long count = attributes.number(COUNT);
        return new RecordedAnswer(
                new RecordedAnswer.AnswerText(null, 0, null),
                List.of(),
                null,
                null,
                attributes.text(Attributes.RESPONSE_MODEL),
                call.tokens(),
                new RecordedAnswer.AnswerVectors(
                        dimensions > 0 ? dimensions : Unknown.LONG,
                        count > 0 ? count : Unknown.LONG,
                        SearchReader.embedded(attributes)));
    }

    private String finish() {
        Object reasons = attributes.get(Attributes.RESPONSE_FINISH_REASONS);
        Object first = reasons instanceof List<?> list && !list.isEmpty() ? list.get(0) : reasons;
        return first instanceof String word ? word : null;
    }

    /** Returns the recorded length of an attribute's content, in characters; unknown where it was not recorded. */
    static long chars(AttributeSet attributes, String name) {
        String lengths = LENGTHS + (name.startsWith(GENAI) ? name.substring(GENAI.length()) : name);
        return attributes.get(lengths) instanceof Map<?, ?> map && map.get("chars") instanceof Long chars
                ? chars
                : Unknown.LONG;
    }
}
