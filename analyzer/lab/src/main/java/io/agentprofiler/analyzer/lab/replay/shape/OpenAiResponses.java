// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.lab.replay.answer.Piece;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer.Finish;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.match.AskedMessage;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.Timing;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import io.agentprofiler.shared.schema.Attributes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code POST /v1/responses}: answers are lists of items, of which each has events of its own in a stream.
 *
 * <p>Its {@code instructions} are not compared: no recording has them.
 */
final class OpenAiResponses implements Shape {
    private static final Map<String, String> PARAMETERS = Map.of(
            "temperature", Attributes.REQUEST_TEMPERATURE,
            "top_p", Attributes.REQUEST_TOP_P,
            "max_output_tokens", Attributes.REQUEST_MAX_TOKENS);

    @Override
    public Asked asked(Map<?, ?> body) {
        List<AskedMessage> messages = new ArrayList<>();
        if (body.get("input") instanceof String text) {
            messages.add(new AskedMessage(PromptMessage.USER, PromptMessage.USER, text, List.of(), null));
        }
        for (Map<?, ?> item : Json.maps(body.get("input"))) {
            add(item, messages);
        }
        Map<String, AskedTool> tools = new LinkedHashMap<>();
        for (Map<?, ?> tool : Json.maps(body.get("tools"))) {
            tools.put(
                    String.valueOf(tool.get("name")),
                    new AskedTool(Json.text(tool, "description"), tool.get("parameters")));
        }
        Map<?, ?> format = Json.map(Json.map(body, "text"), "format");
        return Asked.chat(
                Json.text(body, "model"),
                messages,
                tools,
                "json_schema".equals(format.get("type")) ? format.get("schema") : null,
                Json.numbers(body, PARAMETERS),
                Boolean.TRUE.equals(body.get("stream")));
    }

    private static void add(Map<?, ?> item, List<AskedMessage> into) {
        switch (String.valueOf(item.get("type"))) {
            case "function_call" -> {
                String arguments = String.valueOf(item.get("arguments"));
                ToolCall call = new ToolCall(
                        Json.text(item, "call_id"), String.valueOf(item.get("name")), arguments, arguments.length());
                into.add(new AskedMessage(PromptMessage.ASSISTANT, PromptMessage.ASSISTANT, "", List.of(call), null));
            }
            case "function_call_output" ->
                into.add(new AskedMessage(
                        PromptMessage.TOOL,
                        PromptMessage.TOOL,
                        Json.content(item.get("output")),
                        List.of(),
                        Json.text(item, "call_id")));
            case "reasoning" -> {}
            default -> {
                String role = PromptMessage.role(String.valueOf(item.get("role")));
                into.add(new AskedMessage(role, role, Json.content(item.get("content")), List.of(), null));
            }
        }
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        return JsonLine.bytesOf(response(answer));
    }

    private static Fields response(ReplayedAnswer answer) {
        boolean whole = answer.finish() == Finish.STOP || answer.finish() == Finish.TOOLS;
        String reason = answer.finish() == Finish.LENGTH ? "max_output_tokens" : "content_filter";
        return head(answer, whole ? "completed" : "incomplete")
                .orNull("incomplete_details", whole ? null : new Fields().put("reason", reason))
                .put("output", items(answer))
                .put("usage", usage(answer.tokens()));
    }

    private static Fields head(ReplayedAnswer answer, String status) {
        return new Fields()
                .put("id", answer.id())
                .put("object", "response")
                .put("created_at", Instant.now().getEpochSecond())
                .put("status", status)
                .orNull("error", null)
                .put("model", answer.model())
                .put("parallel_tool_calls", true)
                .put("tool_choice", "auto")
                .put("tools", List.of());
    }

    private static List<Fields> items(ReplayedAnswer answer) {
        List<Fields> items = new ArrayList<>();
        if (answer.reasoning() != null) {
            items.add(reasoning(answer));
        }
        if (answer.text() != null) {
            items.add(message(answer));
        }
        answer.calls().forEach(call -> items.add(call(call)));
        return items;
    }

    private static Fields reasoning(ReplayedAnswer answer) {
        Fields summary = new Fields().put("type", "summary_text").put("text", answer.reasoning());
        return new Fields()
                .put("type", "reasoning")
                .put("id", "rs_" + answer.id())
                .put("summary", List.of(summary));
    }

    private static Fields message(ReplayedAnswer answer) {
        Fields text = new Fields()
                .put("type", "output_text")
                .put("text", answer.text())
                .put("annotations", List.of());
        return new Fields()
                .put("type", "message")
                .put("id", "msg_" + answer.id())
                .put("status", "completed")
                .put("role", "assistant")
                .put("content", List.of(text));
    }

    private static Fields call(ToolCall call) {
        return new Fields()
                .put("type", "function_call")
                .put("id", "fc_" + call.id())
                .put("status", "completed")
                .put("call_id", call.id())
                .put("name", call.name())
                .put("arguments", call.arguments());
    }

    private static Fields usage(Tokens tokens) {
        if (!tokens.isKnown()) {
            return null;
        }
        Fields usage = new Fields().put("input_tokens", tokens.input());
        if (tokens.cacheRead() >= 0) {
            usage.put("input_tokens_details", new Fields().put("cached_tokens", tokens.cacheRead()));
        }
        usage.put("output_tokens", tokens.output());
        if (tokens.reasoning() >= 0) {
            usage.put("output_tokens_details", new Fields().put("reasoning_tokens", tokens.reasoning()));
        }
        return usage.put("total_tokens", Math.max(0, tokens.input()) + Math.max(0, tokens.output()));
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing) {
        List<Piece> pieces = Piece.of(answer, timing.chunks());
        List<Fields> items = items(answer);
        List<Part> parts = new ArrayList<>();
        long end = Math.max(0, timing.nanos());
        long first = pieces.isEmpty() ? end : timing.at(0, pieces.size());
        Fields created =
                new Fields().put("response", head(answer, "in_progress").put("output", List.of()));
        event(first, "response.created", created, false, parts);
        int index = -1;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            long due = timing.at(i, pieces.size());
            if (piece.first()) {
                index++;
                Fields added = new Fields().put("output_index", index).put("item", opened(items.get(index)));
                event(due, "response.output_item.added", added, false, parts);
            }
            Fields item = items.get(index);
            event(due, deltaType(piece), delta(piece, item, index), true, parts);
            if (piece.last()) {
                Fields done = new Fields().put("output_index", index).put("item", item);
                event(due, "response.output_item.done", done, false, parts);
            }
        }
        String last = answer.finish() == Finish.LENGTH || answer.finish() == Finish.FILTER ? "incomplete" : "completed";
        event(end, "response." + last, new Fields().put("response", response(answer)), false, parts);
        return parts;
    }

    /** An item is opened without what its pieces bring. */
    private static Fields opened(Fields item) {
        Fields opened = new Fields();
        item.values().forEach((name, value) -> {
            switch (name) {
                case "content", "summary" -> opened.put(name, List.of());
                case "arguments" -> opened.put(name, "");
                case "status" -> opened.put(name, "in_progress");
                default -> opened.put(name, value);
            }
        });
        return opened;
    }

    private static String deltaType(Piece piece) {
        return switch (piece.kind()) {
            case REASONING -> "response.reasoning_summary_text.delta";
            case TEXT -> "response.output_text.delta";
            case TOOL_CALL -> "response.function_call_arguments.delta";
        };
    }

    private static Fields delta(Piece piece, Fields item, int index) {
        Fields delta = new Fields().put("item_id", item.values().get("id")).put("output_index", index);
        switch (piece.kind()) {
            case REASONING -> delta.put("summary_index", 0);
            case TEXT -> delta.put("content_index", 0).put("logprobs", List.of());
            case TOOL_CALL -> {}
        }
        return delta.put("delta", piece.text());
    }

    private static void event(long due, String type, Fields data, boolean counts, List<Part> into) {
        Fields typed = new Fields().put("type", type).put("sequence_number", into.size());
        data.values().forEach(typed::put);
        byte[] bytes = ("event: " + type + "\ndata: " + JsonLine.of(typed) + "\n\n").getBytes(StandardCharsets.UTF_8);
        into.add(new Part(due, bytes, counts));
    }

    @Override
    public byte[] error(int status, String message) {
        return Shapes.OPENAI_CHAT.error(status, message);
    }
}
