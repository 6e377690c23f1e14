// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording.read;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.show.Message;
import io.agentprofiler.analyzer.answer.show.MessageReader;
import io.agentprofiler.analyzer.answer.show.Part;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedPrompt;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what a model call was asked: the texts where they were recorded, else roles and lengths. */
final class PromptReader {
    static final String REQUEST_MESSAGES = "agentprofiler.request.messages";
    static final String REQUEST_TOOLS = "agentprofiler.request.tools";

    private static final String CUT = " chars cut]";

    private final AttributeSet attributes;
    private final List<PromptMessage> messages = new ArrayList<>();
    private final Map<Integer, Long> bytesByNumber = new HashMap<>();
    private final List<PromptPart> parts;
    private long leftOut;

    private PromptReader(AttributeSet attributes) {
        this.attributes = attributes;
        this.parts = RecordedParts.of(attributes);
    }

    /** Returns what is known of a call's prompt. */
    static RecordedPrompt of(AttributeSet attributes) {
        return new PromptReader(attributes).read();
    }

    private RecordedPrompt read() {
        long from = 0;
        for (PromptPart part : parts) {
            switch (part.kind()) {
                case TOOLS -> {}
                case INSTRUCTIONS -> instructions(part.end() - from);
                case EARLIER -> leftOut = part.number() - 1;
                case MESSAGES, ANSWER, MESSAGE -> bytesByNumber.put(part.number(), part.end() - from);
            }
            from = part.end();
        }
        Object recorded = attributes.get(Attributes.INPUT_MESSAGES);
        if (parts.stream().noneMatch(part -> part.kind() == PromptPart.Kind.INSTRUCTIONS)
                && attributes.get(Attributes.SYSTEM_INSTRUCTIONS) != null) {
            instructions(-1);
        }
        if (recorded != null) {
            leftOut = 0;
            texts(recorded);
        } else {
            lengths();
        }
        return new RecordedPrompt(
                messages,
                leftOut,
                known(attributes.number(REQUEST_MESSAGES)),
                known(attributes.number(REQUEST_TOOLS)),
                recorded != null);
    }

    private static long known(long number) {
        return number < 0 ? -1 : number;
    }

    private void instructions(long bytes) {
        Object recorded = attributes.get(Attributes.SYSTEM_INSTRUCTIONS);
        String text = recorded == null ? null : ContentText.of(recorded);
        messages.add(new PromptMessage(
                PromptMessage.SYSTEM, isWhole(text, bytes) ? text.strip() : null, List.of(), bytes, true));
    }

    /** Long texts are cut and secrets blanked before they are written: what was sent is not known then. */
    private static boolean isWhole(String text, long bytes) {
        return text != null
                && (bytes < 0 ? !text.contains(CUT) : bytes == text.getBytes(StandardCharsets.UTF_8).length);
    }

    private void texts(Object recorded) {
        List<?> elements = recorded instanceof List<?> several ? several : List.of(recorded);
        List<Message> read = MessageReader.prompt(attributes);
        for (int i = 0; i < read.size(); i++) {
            Message message = read.get(i);
            long bytes = bytesByNumber.getOrDefault(i + 1, -1L);
            boolean whole = isWhole(ContentText.ofElement(elements.get(i)), bytes);
            message(PromptMessage.role(message.role()), message.parts(), bytes, whole);
        }
    }

    private void message(String role, List<Part> all, long bytes, boolean whole) {
        StringBuilder text = new StringBuilder();
        List<ToolCall> calls = new ArrayList<>();
        List<String> results = new ArrayList<>();
        for (Part part : all) {
            switch (part.kind()) {
                case TEXT -> text.append(text.isEmpty() ? "" : "\n").append(part.text());
                case TOOL_CALL -> calls.add(AnswerReader.call(part));
                case TOOL_RESULT -> results.add(part.data() == null ? "" : ContentText.of(part.data()));
                case MEDIA -> text.append(text.isEmpty() ? "" : "\n").append("[media]");
                case REASONING -> {}
            }
        }
        long own = results.size() + (text.isEmpty() ? 0 : 1) > 1 ? -1 : bytes;
        for (String result : results) {
            messages.add(new PromptMessage(PromptMessage.TOOL, whole ? result.strip() : null, List.of(), own, false));
        }
        if (results.isEmpty() || !text.isEmpty()) {
            messages.add(new PromptMessage(
                    role, whole ? text.toString().strip() : null, whole ? calls : List.of(), own, false));
        }
    }

    private void lengths() {
        long from = 0;
        for (PromptPart part : parts) {
            switch (part.kind()) {
                case TOOLS, INSTRUCTIONS, EARLIER, MESSAGES -> {}
                case ANSWER, MESSAGE ->
                    messages.add(new PromptMessage(
                            PromptMessage.role(part.role()), null, List.of(), part.end() - from, false));
            }
            from = part.end();
        }
    }
}
