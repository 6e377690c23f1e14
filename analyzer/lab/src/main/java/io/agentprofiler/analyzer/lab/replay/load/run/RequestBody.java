// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.load.run.PromptStream.Filler;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.match.AskedMessage;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedPrompt;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.lab.replay.shape.ClientShape;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Makes the request that a recorded call is sent as, in the shape of an API. Recorded texts are sent as they are; where only lengths or
 * tokens are known, generated text of that length is.
 */
final class RequestBody {
    private static final int USUAL_CHARS = 400;
    private static final String UNNAMED_MODEL = "unknown";
    private final ClientShape shape;
    private final Span span;
    private final RecordedCall call;
    private final List<String> tools;
    private final long seed;
    private final String model;
    private PromptStream stream;

    /**
     * Makes the request of a call.
     *
     * @param shape how it is sent
     * @param tools names of the tools that the workflow's models asked for
     * @param seed of texts of which nothing but the length is known
     */
    RequestBody(ClientShape shape, Span span, RecordedCall call, List<String> tools, long seed) {
        this(shape, span, call, tools, seed, call.request().model());
    }

    private RequestBody(ClientShape shape, Span span, RecordedCall call, List<String> tools, long seed, String model) {
        this.shape = shape;
        this.span = span;
        this.call = call;
        this.tools = tools;
        this.seed = seed;
        this.model = model == null ? UNNAMED_MODEL : model;
    }

    /** Returns the same request to another model. */
    RequestBody to(String other) {
        return new RequestBody(shape, span, call, tools, seed, other);
    }

    /** Returns the request, in UTF-8. */
    byte[] bytes(boolean streamed) {
        if (call.request().operation() == Operation.EMBEDDING) {
            return shape.request(Asked.embedding(model, inputs(), Unknown.LONG, false));
        }
        stream = PromptStream.of(span);
        List<AskedMessage> messages = Said.asked(call.request().prompt().texts() ? recorded() : generated(), tools);
        return shape.request(Asked.chat(model, messages, offered(), null, parameters(), streamed));
    }

    /** Returns the model that is asked. */
    String model() {
        return model;
    }

    private Map<String, Double> parameters() {
        Map<String, Double> parameters = new HashMap<>(call.request().parameters());
        Long most = mostTokens();
        if (most != null) {
            parameters.put(Attributes.REQUEST_MAX_TOKENS, most.doubleValue());
        }
        return parameters;
    }

    /** A made-up prompt would get an answer of any length: it may be as long as the recorded one. */
    private Long mostTokens() {
        Double recorded = call.request().parameters().get(Attributes.REQUEST_MAX_TOKENS);
        long output = call.ending().answer() == null
                ? Unknown.LONG
                : call.ending().answer().tokens().output();
        if (!call.request().prompt().texts() && output > 0) {
            return output;
        }
        return recorded == null ? null : Long.valueOf(recorded.longValue());
    }

    private List<Said> recorded() {
        List<Said> messages = new ArrayList<>();
        for (PromptMessage message : call.request().prompt().messages()) {
            long number = messages.size();
            String role = message.role().isEmpty() ? PromptMessage.USER : message.role();
            messages.add(new Said(
                    role,
                    message.text(),
                    message.calls(),
                    message.bytes(),
                    message.bare(),
                    length -> own(number, length)));
        }
        return messages;
    }

    private String own(long number, long length) {
        return Filler.of(SplitMix64.mix(seed, number), (int) Math.min(Integer.MAX_VALUE / 8, length));
    }

    private List<Said> generated() {
        List<Said> messages = new ArrayList<>();
        long from = 0;
        for (PromptPart part : RecordedParts.of(span.attributes())) {
            long begin = from;
            long bytes = part.end() - from;
            from = part.end();
            String role = switch (part.kind()) {
                case TOOLS -> null;
                case INSTRUCTIONS -> PromptMessage.SYSTEM;
                case EARLIER, MESSAGES -> PromptMessage.USER;
                case ANSWER, MESSAGE -> part.role().isEmpty() ? PromptMessage.USER : PromptMessage.role(part.role());
            };
            if (role != null) {
                boolean bare = part.kind() == PromptPart.PromptPartKind.INSTRUCTIONS;
                messages.add(new Said(role, null, List.of(), bytes, bare, length -> stream.text(begin, length)));
            }
        }
        return messages.isEmpty() ? unparted() : messages;
    }

    /** Nothing is known of the messages but, at most, how long they are together and how many. */
    private List<Said> unparted() {
        RecordedPrompt prompt = call.request().prompt();
        int count = (int) Math.max(1, Math.min(1000, prompt.count()));
        long tokens = span.tokens().input();
        long all = stream != null ? stream.length() : tokens > 0 ? tokens * PromptStream.CHARS_PER_TOKEN : USUAL_CHARS;
        List<Said> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long begin = all * i / count;
            int number = i;
            messages.add(new Said(
                    PromptMessage.USER,
                    null,
                    List.of(),
                    all * (i + 1) / count - begin,
                    true,
                    length -> stream == null ? own(number, length) : stream.text(begin, length)));
        }
        return messages;
    }

    private Map<String, AskedTool> offered() {
        if (span.attributes().get(Attributes.TOOL_DEFINITIONS) instanceof List<?> list) {
            Map<String, AskedTool> known = new LinkedHashMap<>();
            for (Object one : list) {
                if (one instanceof Map<?, ?> tool && tool.get("name") instanceof String name) {
                    String description = tool.get("description") instanceof String words ? words : null;
                    known.put(name, new AskedTool(description, tool.get("parameters")));
                }
            }
            if (known.size() == list.size()) {
                return known;
            }
        }
        int count = (int) Math.max(0, Math.min(1000, call.request().prompt().tools()));
        Set<String> names = new LinkedHashSet<>(tools);
        for (int i = 1; names.size() < count; i++) {
            names.add("tool_" + i);
        }
        long bytes = span.attributes().get("agentprofiler.prompt.blocks") instanceof Map<?, ?> blocks
                        && blocks.get("tools_end") instanceof Long end
                ? end
                : 0;
        Map<String, AskedTool> made = new LinkedHashMap<>();
        for (String name : names.stream().limit(count).toList()) {
            long begin = bytes * made.size() / count;
            long length = bytes * (made.size() + 1) / count - begin;
            made.put(name, new AskedTool(stream == null || length == 0 ? name : stream.text(begin, length), null));
        }
        return made;
    }

    private List<String> inputs() {
        long count = call.ending().answer() == null
                ? 1
                : Math.max(1, Math.min(10_000, call.ending().answer().vectors().count()));
        long tokens = span.tokens().input();
        long chars = tokens > 0 ? Math.max(1, tokens * PromptStream.CHARS_PER_TOKEN / count) : USUAL_CHARS;
        List<String> inputs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            inputs.add(own(i, chars));
        }
        return inputs;
    }

    /**
     * A message that is to be sent.
     *
     * @param role as in {@link PromptMessage}
     * @param text what it says; {@code null} where it is to be made
     * @param calls the tool calls of an answer, as far as they are known
     * @param bytes how long it was, as the trace format counts, or unknown
     * @param bare whether {@code bytes} is of the text alone
     * @param filler makes a text of a number of bytes
     */
    private record Said(
            String role, String text, List<ToolCall> calls, long bytes, boolean bare, LongFunction<String> filler) {
        private static final String INPUT = "{\"input\":\"";
        private static final String INPUT_END = "\"}";

        /**
         * Returns the messages as they are asked. Results of tools follow an answer that asks for them, whose calls get ids where
         * none were recorded: servers refuse anything else.
         *
         * @param tools names for tool calls that are not known, used in turn
         */
        static List<AskedMessage> asked(List<Said> messages, List<String> tools) {
            List<AskedMessage> asked = new ArrayList<>();
            Deque<String> ids = new ArrayDeque<>();
            int made = 0;
            for (int i = 0; i < messages.size(); i++) {
                Said message = messages.get(i);
                if (message.role.equals(PromptMessage.ASSISTANT)) {
                    int results = results(messages, i + 1);
                    List<ToolCall> calls = new ArrayList<>();
                    ids.clear();
                    for (ToolCall call : message.calls) {
                        String id = call.id() == null || call.id().isEmpty() ? "call_" + ++made : call.id();
                        calls.add(new ToolCall(
                                id, call.name(), call.arguments() == null ? "{}" : call.arguments(), Unknown.LONG));
                    }
                    while (calls.size() < results) {
                        String name = tools.isEmpty() ? "tool" : tools.get(made % tools.size());
                        calls.add(new ToolCall("call_" + ++made, name, "{}", Unknown.LONG));
                    }
                    calls.forEach(call -> ids.add(call.id()));
                    asked.add(message.answer(calls));
                } else if (message.role.equals(PromptMessage.TOOL) && !ids.isEmpty()) {
                    String id = ids.size() > 1 ? ids.remove() : ids.peek();
                    asked.add(message(PromptMessage.TOOL, message.content(PromptMessage.TOOL, id), List.of(), id));
                } else {
                    // the result of a tool that nothing before asks for would be refused
                    String role = message.role.equals(PromptMessage.SYSTEM) ? PromptMessage.SYSTEM : PromptMessage.USER;
                    asked.add(message(role, message.content(role, null), List.of(), null));
                }
            }
            return asked;
        }

        private static int results(List<Said> messages, int from) {
            int count = 0;
            while (from + count < messages.size()
                    && messages.get(from + count).role.equals(PromptMessage.TOOL)) {
                count++;
            }
            return count;
        }

        private AskedMessage answer(List<ToolCall> calls) {
            String said = text;
            List<ToolCall> full = calls;
            if (said == null && calls.isEmpty()) {
                said = content(role, null);
            } else if (said == null) {
                // its length goes into the arguments of the first call
                ToolCall first = calls.get(0);
                full = new ArrayList<>(calls);
                full.set(0, new ToolCall(first.id(), first.name(), INPUT + INPUT_END, Unknown.LONG));
                long rest = bytes - new AskedMessage(role, role, "", full, null).bytes(false);
                if (rest > 0) {
                    String arguments = INPUT + filler.apply(rest) + INPUT_END;
                    full.set(0, new ToolCall(first.id(), first.name(), arguments, arguments.length()));
                }
                said = "";
            }
            return message(role, said, full, null);
        }

        private static AskedMessage message(String role, String content, List<ToolCall> calls, String callId) {
            return new AskedMessage(role, role, content, calls, callId);
        }

        private String content(String sentRole, String callId) {
            if (text != null) {
                return text;
            }
            long around = bare ? 0 : new AskedMessage(sentRole, sentRole, "", List.of(), callId).bytes(false);
            return filler.apply(Math.max(1, bytes - around));
        }
    }
}
