// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.answer.Piece;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code POST /v1/messages}: tokens of the cache stand beside the input tokens, not among them. */
final class AnthropicMessages implements ClientShape {
    private static final Map<String, String> PARAMETERS = Map.of(
            "temperature", Attributes.REQUEST_TEMPERATURE,
            "top_p", Attributes.REQUEST_TOP_P,
            "top_k", Attributes.REQUEST_TOP_K,
            "max_tokens", Attributes.REQUEST_MAX_TOKENS);
    /** Stands for the provider's signature of a thought, which is not recorded. */
    private static final String SIGNATURE = "cmVwbGF5";
    /** A request must name a limit. */
    private static final long USUAL_MAX_TOKENS = 4096;

    private static final Pattern SAYS =
            Pattern.compile("\"(?:text|thinking|partial_json)\"\\s*:\\s*\"[^\"]|\"type\"\\s*:\\s*\"tool_use\"");

    @Override
    public Asked asked(Map<?, ?> body) {
        List<AskedMessage> messages = new ArrayList<>();
        String system = Json.content(body.get("system"));
        if (!system.isEmpty()) {
            messages.add(new AskedMessage(PromptMessage.SYSTEM, PromptMessage.SYSTEM, system, List.of(), null));
        }
        for (Map<?, ?> message : Json.maps(body.get("messages"))) {
            add(String.valueOf(message.get("role")), message.get("content"), messages);
        }
        Map<String, AskedTool> tools = new LinkedHashMap<>();
        for (Map<?, ?> tool : Json.maps(body.get("tools"))) {
            tools.put(
                    String.valueOf(tool.get("name")),
                    new AskedTool(Json.text(tool, "description"), tool.get("input_schema")));
        }
        return Asked.chat(
                Json.text(body, "model"),
                messages,
                tools,
                null,
                Json.numbers(body, PARAMETERS),
                Boolean.TRUE.equals(body.get("stream")));
    }

    private static void add(String role, Object content, List<AskedMessage> into) {
        List<ToolCall> calls = new ArrayList<>();
        boolean results = false;
        for (Map<?, ?> block : Json.maps(content)) {
            switch (String.valueOf(block.get("type"))) {
                case "tool_use" -> {
                    String input = JsonLine.of(block.get("input"));
                    calls.add(new ToolCall(
                            Json.text(block, "id"), String.valueOf(block.get("name")), input, input.length()));
                }
                case "tool_result" -> {
                    results = true;
                    into.add(new AskedMessage(
                            PromptMessage.TOOL,
                            role,
                            Json.content(block.get("content")),
                            List.of(),
                            Json.text(block, "tool_use_id")));
                }
                default -> {}
            }
        }
        String text = Json.content(content);
        if (!results || !text.isEmpty()) {
            into.add(new AskedMessage(role, role, text, calls, null));
        }
    }

    @Override
    public String path(String model, boolean streamed) {
        return "/v1/messages";
    }

    @Override
    public byte[] request(Asked asked) {
        Fields body = new Fields().put("model", asked.model()).put("max_tokens", USUAL_MAX_TOKENS);
        Json.parameters(asked.parameters(), PARAMETERS, body);
        List<Fields> system = new ArrayList<>();
        List<Fields> messages = new ArrayList<>();
        List<Fields> results = new ArrayList<>();
        for (AskedMessage message : asked.messages()) {
            if (message.role().equals(PromptMessage.TOOL)) {
                // results of tools that ran at once stand in one message
                results.add(new Fields()
                        .put("type", "tool_result")
                        .put("tool_use_id", message.callId())
                        .put("content", message.content()));
                continue;
            }
            add(PromptMessage.USER, results, messages);
            results = new ArrayList<>();
            List<Fields> content = content(message);
            if (message.role().equals(PromptMessage.SYSTEM)) {
                system.addAll(content);
            } else {
                add(message.role(), content, messages);
            }
        }
        add(PromptMessage.USER, results, messages);
        if (!system.isEmpty()) {
            body.put("system", system);
        }
        body.put("messages", messages);
        if (!asked.tools().isEmpty()) {
            body.put("tools", offered(asked.tools()));
        }
        return JsonLine.bytesOf(body.put("stream", asked.streamed() ? true : null));
    }

    private static void add(String role, List<Fields> content, List<Fields> to) {
        if (!content.isEmpty()) {
            to.add(new Fields().put("role", role).put("content", content));
        }
    }

    /** Returns the blocks of a message; the API refuses texts that are empty. */
    private static List<Fields> content(AskedMessage message) {
        List<Fields> content = new ArrayList<>();
        if (!message.content().isEmpty()) {
            content.add(new Fields().put("type", "text").put("text", message.content()));
        }
        message.calls().forEach(call -> content.add(toolUse(call).put("input", Json.arguments(call))));
        return content;
    }

    private static List<Fields> offered(Map<String, AskedTool> tools) {
        List<Fields> offered = new ArrayList<>();
        tools.forEach((name, tool) -> offered.add(new Fields()
                .put("name", name)
                .put("description", tool.description())
                .put("input_schema", Json.schema(tool))));
        return offered;
    }

    @Override
    public boolean says(String part) {
        return SAYS.matcher(part).find();
    }

    @Override
    public boolean counts(String part) {
        return part.contains("\"usage\"");
    }

    @Override
    public Tokens tokens(Map<?, ?> body) {
        Map<?, ?> usage = Json.map(body.get("message") instanceof Map<?, ?> message ? message : body, "usage");
        long read = Json.count(usage, "cache_read_input_tokens");
        long written = Json.count(usage, "cache_creation_input_tokens");
        long uncached = Json.count(usage, "input_tokens");
        return new Tokens(
                uncached < 0 ? uncached : uncached + Math.max(0, read) + Math.max(0, written),
                Json.count(usage, "output_tokens"),
                read,
                written,
                Unknown.LONG);
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        List<Fields> content = new ArrayList<>();
        if (answer.reasoning() != null) {
            content.add(new Fields()
                    .put("type", "thinking")
                    .put("thinking", answer.reasoning())
                    .put("signature", SIGNATURE));
        }
        if (answer.text() != null) {
            content.add(new Fields().put("type", "text").put("text", answer.text()));
        }
        for (ToolCall call : answer.calls()) {
            content.add(toolUse(call).put("input", Json.arguments(call)));
        }
        return JsonLine.bytesOf(message(answer, content)
                .put("stop_reason", stop(answer))
                .orNull("stop_sequence", null)
                .put("usage", usage(answer.tokens(), answer.tokens().output())));
    }

    private static Fields toolUse(ToolCall call) {
        return new Fields().put("type", "tool_use").put("id", call.id()).put("name", call.name());
    }

    private static Fields message(ReplayedAnswer answer, List<Fields> content) {
        return new Fields()
                .put("id", answer.id())
                .put("type", "message")
                .put("role", "assistant")
                .put("model", answer.model())
                .put("content", content);
    }

    private static String stop(ReplayedAnswer answer) {
        return switch (answer.finish()) {
            case STOP -> "end_turn";
            case LENGTH -> "max_tokens";
            case TOOLS -> "tool_use";
            case FILTER -> "refusal";
        };
    }

    private static Fields usage(Tokens tokens, long output) {
        if (!tokens.isKnown()) {
            return null;
        }
        Fields usage = new Fields();
        if (tokens.input() >= 0) {
            long cached = Math.max(0, tokens.cacheRead()) + Math.max(0, tokens.cacheWrite());
            usage.put("input_tokens", Math.max(0, tokens.input() - cached));
        }
        return usage.put("output_tokens", output)
                .put("cache_read_input_tokens", tokens.cacheRead())
                .put("cache_creation_input_tokens", tokens.cacheWrite());
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing) {
        List<Part> parts = new ArrayList<>();
        List<Piece> pieces = Piece.of(answer, timing.chunks());
        long first = pieces.isEmpty() ? Math.max(0, timing.nanos()) : timing.at(0, pieces.size());
        // so far nothing is put out: a provider says 1 here
        Fields start = message(answer, List.of())
                .orNull("stop_reason", null)
                .orNull("stop_sequence", null)
                .put("usage", usage(answer.tokens(), 1));
        parts.add(event(first, "message_start", new Fields().put("message", start)));
        int index = -1;
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            long due = timing.at(i, pieces.size());
            if (piece.first()) {
                index++;
                parts.add(event(due, "content_block_start", block(index).put("content_block", opened(piece, answer))));
            }
            parts.add(counted(event(due, "content_block_delta", block(index).put("delta", delta(piece)))));
            if (piece.last()) {
                if (piece.kind() == Piece.PieceKind.REASONING) {
                    Fields signature =
                            new Fields().put("type", "signature_delta").put("signature", SIGNATURE);
                    parts.add(event(due, "content_block_delta", block(index).put("delta", signature)));
                }
                parts.add(event(due, "content_block_stop", block(index)));
            }
        }
        long end = Math.max(0, timing.nanos());
        Fields reason = new Fields().put("stop_reason", stop(answer)).orNull("stop_sequence", null);
        parts.add(event(
                end,
                "message_delta",
                new Fields()
                        .put("delta", reason)
                        .put("usage", usage(answer.tokens(), answer.tokens().output()))));
        parts.add(event(end, "message_stop", new Fields()));
        return parts;
    }

    private static Fields block(int index) {
        return new Fields().put("index", index);
    }

    private static Fields opened(Piece piece, ReplayedAnswer answer) {
        return switch (piece.kind()) {
            case REASONING ->
                new Fields().put("type", "thinking").put("thinking", "").put("signature", "");
            case TEXT -> new Fields().put("type", "text").put("text", "");
            case TOOL_CALL -> toolUse(answer.calls().get(piece.call())).put("input", new Fields());
        };
    }

    private static Fields delta(Piece piece) {
        return switch (piece.kind()) {
            case REASONING -> new Fields().put("type", "thinking_delta").put("thinking", piece.text());
            case TEXT -> new Fields().put("type", "text_delta").put("text", piece.text());
            case TOOL_CALL -> new Fields().put("type", "input_json_delta").put("partial_json", piece.text());
        };
    }

    private static Part event(long due, String type, Fields data) {
        Fields typed = new Fields().put("type", type);
        data.values().forEach(typed::orNull);
        byte[] bytes = ("event: " + type + "\ndata: " + JsonLine.of(typed) + "\n\n").getBytes(StandardCharsets.UTF_8);
        return new Part(due, bytes, false);
    }

    private static Part counted(Part part) {
        return new Part(part.nanos(), part.bytes(), true);
    }

    @Override
    public byte[] error(int status, String message) {
        String type = switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 429 -> "rate_limit_error";
            case 529 -> "overloaded_error";
            default -> status < 500 ? "invalid_request_error" : "api_error";
        };
        return JsonLine.bytesOf(new Fields()
                .put("type", "error")
                .put("error", new Fields().put("type", type).put("message", message)));
    }
}
