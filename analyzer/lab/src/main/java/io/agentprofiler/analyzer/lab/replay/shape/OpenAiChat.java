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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code POST /v1/chat/completions}. */
final class OpenAiChat implements ClientShape {
    private static final Map<String, String> PARAMETERS = Map.of(
            "temperature", Attributes.REQUEST_TEMPERATURE,
            "top_p", Attributes.REQUEST_TOP_P,
            "max_tokens", Attributes.REQUEST_MAX_TOKENS,
            "max_completion_tokens", Attributes.REQUEST_MAX_TOKENS,
            "frequency_penalty", Attributes.REQUEST_FREQUENCY_PENALTY,
            "presence_penalty", Attributes.REQUEST_PRESENCE_PENALTY,
            "seed", Attributes.REQUEST_SEED);
    /** The older of two names, which all servers with this API know. */
    private static final Map<String, String> SENT_PARAMETERS = PARAMETERS.entrySet().stream()
            .filter(entry -> !entry.getKey().equals("max_completion_tokens"))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    /** The first chunk often holds a role and no text. */
    private static final Pattern SAYS = Pattern.compile(
            "\"(?:content|reasoning_content|reasoning|text)\"\\s*:\\s*\"[^\"]" + "|\"tool_calls\"\\s*:\\s*\\[\\s*\\{");

    @Override
    public Asked asked(Map<?, ?> body) {
        return Asked.chat(
                Json.text(body, "model"),
                messages(body.get("messages"), false),
                tools(body.get("tools")),
                schema(Json.map(body, "response_format")),
                Json.numbers(body, PARAMETERS),
                Boolean.TRUE.equals(body.get("stream")));
    }

    /**
     * Returns messages as OpenAI, and nearly so Ollama, has them.
     *
     * @param objects whether arguments of tool calls are objects, not texts
     */
    static List<AskedMessage> messages(Object list, boolean objects) {
        List<AskedMessage> messages = new ArrayList<>();
        for (Map<?, ?> message : Json.maps(list)) {
            String sent = String.valueOf(message.get("role"));
            List<ToolCall> calls = new ArrayList<>();
            for (Map<?, ?> call : Json.maps(message.get("tool_calls"))) {
                Map<?, ?> function = Json.map(call, "function");
                String arguments =
                        objects ? JsonLine.of(function.get("arguments")) : String.valueOf(function.get("arguments"));
                String id = Json.text(call, "id");
                calls.add(new ToolCall(
                        id == null ? "" : id, String.valueOf(function.get("name")), arguments, arguments.length()));
            }
            String role = PromptMessage.role(sent);
            messages.add(new AskedMessage(
                    role, role, Json.content(message.get("content")), calls, Json.text(message, "tool_call_id")));
        }
        return messages;
    }

    static Map<String, AskedTool> tools(Object list) {
        Map<String, AskedTool> tools = new LinkedHashMap<>();
        for (Map<?, ?> tool : Json.maps(list)) {
            Map<?, ?> function = Json.map(tool, "function");
            tools.put(
                    String.valueOf(function.get("name")),
                    new AskedTool(Json.text(function, "description"), function.get("parameters")));
        }
        return tools;
    }

    private static Object schema(Map<?, ?> format) {
        return switch (String.valueOf(format.get("type"))) {
            case "json_schema" -> Json.map(format, "json_schema").get("schema");
            case "json_object" -> Map.of("type", "object");
            default -> null;
        };
    }

    @Override
    public String path(String model, boolean streamed) {
        return "/chat/completions";
    }

    @Override
    public byte[] request(Asked asked) {
        Fields body = new Fields().put("model", asked.model());
        body.put("messages", asked.messages().stream().map(OpenAiChat::message).toList());
        if (!asked.tools().isEmpty()) {
            body.put("tools", offered(asked.tools()));
        }
        Json.parameters(asked.parameters(), SENT_PARAMETERS, body);
        if (asked.streamed()) {
            body.put("stream", true).put("stream_options", new Fields().put("include_usage", true));
        }
        return JsonLine.bytesOf(body);
    }

    private static Fields message(AskedMessage message) {
        Fields fields = new Fields().put("role", message.role()).put("tool_call_id", message.callId());
        boolean isBare = message.content().isEmpty() && !message.calls().isEmpty();
        fields.orNull("content", isBare ? null : message.content());
        if (!message.calls().isEmpty()) {
            fields.put(
                    "tool_calls", message.calls().stream().map(OpenAiChat::call).toList());
        }
        return fields;
    }

    /** Returns tools as OpenAI and Ollama have them. */
    static List<Fields> offered(Map<String, AskedTool> tools) {
        List<Fields> offered = new ArrayList<>();
        tools.forEach((name, tool) -> offered.add(new Fields()
                .put("type", "function")
                .put(
                        "function",
                        new Fields()
                                .put("name", name)
                                .put("description", tool.description())
                                .put("parameters", Json.schema(tool)))));
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
        Map<?, ?> usage = Json.map(body, "usage");
        return new Tokens(
                Json.count(usage, "prompt_tokens"),
                Json.count(usage, "completion_tokens"),
                Json.count(Json.map(usage, "prompt_tokens_details"), "cached_tokens"),
                Unknown.LONG,
                Json.count(Json.map(usage, "completion_tokens_details"), "reasoning_tokens"));
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        Fields message = new Fields().put("role", "assistant").orNull("content", answer.text());
        message.put("reasoning_content", answer.reasoning());
        if (!answer.calls().isEmpty()) {
            message.put(
                    "tool_calls", answer.calls().stream().map(OpenAiChat::call).toList());
        }
        Fields choice = new Fields().put("index", 0).put("message", message).put("finish_reason", finish(answer));
        return JsonLine.bytesOf(
                head(answer, "chat.completion").put("choices", List.of(choice)).put("usage", usage(answer.tokens())));
    }

    private static Fields call(ToolCall call) {
        return new Fields()
                .put("id", call.id())
                .put("type", "function")
                .put("function", new Fields().put("name", call.name()).put("arguments", call.arguments()));
    }

    private static Fields head(ReplayedAnswer answer, String object) {
        return new Fields()
                .put("id", answer.id())
                .put("object", object)
                .put("created", Instant.now().getEpochSecond())
                .put("model", answer.model());
    }

    private static String finish(ReplayedAnswer answer) {
        return switch (answer.finish()) {
            case STOP -> "stop";
            case LENGTH -> "length";
            case TOOLS -> "tool_calls";
            case FILTER -> "content_filter";
        };
    }

    /** Returns the usage; {@code null} where none was recorded. */
    private static Fields usage(Tokens tokens) {
        if (!tokens.isKnown()) {
            return null;
        }
        Fields usage = new Fields().put("prompt_tokens", tokens.input()).put("completion_tokens", tokens.output());
        usage.put("total_tokens", Math.max(0, tokens.input()) + Math.max(0, tokens.output()));
        if (tokens.cacheRead() >= 0) {
            usage.put("prompt_tokens_details", new Fields().put("cached_tokens", tokens.cacheRead()));
        }
        if (tokens.reasoning() >= 0) {
            usage.put("completion_tokens_details", new Fields().put("reasoning_tokens", tokens.reasoning()));
        }
        return usage;
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    @Override
    public List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing) {
        List<Part> parts = new ArrayList<>();
        List<Piece> pieces = Piece.of(answer, timing.chunks());
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            long due = timing.at(i, pieces.size());
            if (i == 0) {
                parts.add(
                        chunk(due, answer, new Fields().put("role", "assistant").put("content", ""), null, false));
            }
            switch (piece.kind()) {
                case REASONING ->
                    parts.add(chunk(due, answer, new Fields().put("reasoning_content", piece.text()), null, true));
                case TEXT -> parts.add(chunk(due, answer, new Fields().put("content", piece.text()), null, true));
                case TOOL_CALL -> {
                    if (piece.first()) {
                        ToolCall call = answer.calls().get(piece.call());
                        Fields opened = call(new ToolCall(call.id(), call.name(), "", 0));
                        parts.add(chunk(due, answer, calls(piece, opened), null, false));
                    }
                    Fields more = new Fields().put("function", new Fields().put("arguments", piece.text()));
                    parts.add(chunk(due, answer, calls(piece, more), null, true));
                }
            }
        }
        long end = Math.max(0, timing.nanos());
        parts.add(chunk(end, answer, new Fields(), finish(answer), false));
        if (answer.tokens().isKnown()) {
            Fields last = head(answer, "chat.completion.chunk").put("choices", List.of());
            parts.add(event(end, JsonLine.of(last.put("usage", usage(answer.tokens()))), false));
        }
        parts.add(event(end, "[DONE]", false));
        return parts;
    }

    private static Fields calls(Piece piece, Fields call) {
        Fields indexed = new Fields().put("index", piece.call());
        call.values().forEach(indexed::put);
        return new Fields().put("tool_calls", List.of(indexed));
    }

    private static Part chunk(long due, ReplayedAnswer answer, Fields delta, String finish, boolean counts) {
        Fields choice = new Fields().put("index", 0).put("delta", delta).orNull("finish_reason", finish);
        Fields chunk = head(answer, "chat.completion.chunk").put("choices", List.of(choice));
        return event(due, JsonLine.of(chunk), counts);
    }

    private static Part event(long due, String data, boolean counts) {
        return new Part(due, ("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8), counts);
    }

    @Override
    public byte[] error(int status, String message) {
        String type = status == 429 ? "rate_limit_error" : status < 500 ? "invalid_request_error" : "server_error";
        return JsonLine.bytesOf(new Fields()
                .put(
                        "error",
                        new Fields().put("message", message).put("type", type).put("code", String.valueOf(status))));
    }
}
