// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.answer.Piece;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer.Finish;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.AskedMessage;
import io.agentprofiler.analyzer.lab.replay.recording.Timing;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import io.agentprofiler.shared.schema.Attributes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code POST /api/chat}: streamed unless told otherwise, a line of JSON a part; arguments of tools are objects. */
final class OllamaChat implements ClientShape {
    private static final Map<String, String> PARAMETERS = Map.of(
            "temperature", Attributes.REQUEST_TEMPERATURE,
            "top_p", Attributes.REQUEST_TOP_P,
            "top_k", Attributes.REQUEST_TOP_K,
            "num_predict", Attributes.REQUEST_MAX_TOKENS,
            "seed", Attributes.REQUEST_SEED);
    private static final Pattern SAYS =
            Pattern.compile("\"(?:content|thinking)\"\\s*:\\s*\"[^\"]|\"tool_calls\"\\s*:\\s*\\[\\s*\\{");

    @Override
    public Asked asked(Map<?, ?> body) {
        Object format = body.get("format");
        return Asked.chat(
                Json.text(body, "model"),
                OpenAiChat.messages(body.get("messages"), true),
                OpenAiChat.tools(body.get("tools")),
                format instanceof Map ? format : "json".equals(format) ? Map.of("type", "object") : null,
                Json.numbers(Json.map(body, "options"), PARAMETERS),
                !Boolean.FALSE.equals(body.get("stream")));
    }

    @Override
    public String path(String model, boolean streamed) {
        return "/api/chat";
    }

    @Override
    public byte[] request(Asked asked) {
        Map<String, String> names = new HashMap<>();
        List<Fields> messages = new ArrayList<>();
        for (AskedMessage message : asked.messages()) {
            Fields fields = new Fields().put("role", message.role()).put("content", message.content());
            if (!message.calls().isEmpty()) {
                fields.put(
                        "tool_calls",
                        message.calls().stream().map(OllamaChat::call).toList());
            }
            message.calls().forEach(call -> names.put(call.id(), call.name()));
            messages.add(fields.put("tool_name", message.callId() == null ? null : names.get(message.callId())));
        }
        Fields body = new Fields().put("model", asked.model()).put("messages", messages);
        if (!asked.tools().isEmpty()) {
            body.put("tools", OpenAiChat.offered(asked.tools()));
        }
        Fields options = Json.parameters(asked.parameters(), PARAMETERS, new Fields());
        body.put("options", options.values().isEmpty() ? null : options);
        return JsonLine.bytesOf(body.put("stream", asked.streamed()));
    }

    @Override
    public boolean says(String part) {
        return SAYS.matcher(part).find();
    }

    @Override
    public boolean counts(String part) {
        return part.contains("eval_count\"");
    }

    @Override
    public Tokens tokens(Map<?, ?> body) {
        return new Tokens(
                Json.count(body, "prompt_eval_count"),
                Json.count(body, "eval_count"),
                Unknown.LONG,
                Unknown.LONG,
                Unknown.LONG);
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        Fields message = message(answer.text()).put("thinking", answer.reasoning());
        if (!answer.calls().isEmpty()) {
            message.put(
                    "tool_calls", answer.calls().stream().map(OllamaChat::call).toList());
        }
        return JsonLine.bytesOf(last(head(answer).put("message", message), answer));
    }

    private static Fields head(ReplayedAnswer answer) {
        return new Fields()
                .put("model", answer.model())
                .put("created_at", Instant.now().toString());
    }

    private static Fields message(String text) {
        return new Fields().put("role", "assistant").put("content", text == null ? "" : text);
    }

    private static Fields call(ToolCall call) {
        Fields function = new Fields().put("name", call.name()).put("arguments", Json.arguments(call));
        return new Fields().put("function", function);
    }

    private static Fields last(Fields body, ReplayedAnswer answer) {
        return body.put("done", true)
                .put("done_reason", answer.finish() == Finish.LENGTH ? "length" : "stop")
                .put("prompt_eval_count", answer.tokens().input())
                .put("eval_count", answer.tokens().output());
    }

    @Override
    public String streamType() {
        return "application/x-ndjson";
    }

    @Override
    public List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing) {
        // a tool call comes in one piece here
        int calls = answer.calls().size();
        List<Piece> pieces = Piece.of(answer.withoutCalls(), Math.max(0, timing.chunks() - calls));
        List<Part> parts = new ArrayList<>();
        int of = pieces.size() + calls;
        for (Piece piece : pieces) {
            Fields message = piece.kind() == Piece.PieceKind.REASONING
                    ? message("").put("thinking", piece.text())
                    : message(piece.text());
            parts.add(line(
                    timing.at(parts.size(), of),
                    head(answer).put("message", message).put("done", false),
                    true));
        }
        for (ToolCall call : answer.calls()) {
            Fields message = message("").put("tool_calls", List.of(call(call)));
            parts.add(line(
                    timing.at(parts.size(), of),
                    head(answer).put("message", message).put("done", false),
                    true));
        }
        parts.add(line(Math.max(0, timing.nanos()), last(head(answer).put("message", message("")), answer), false));
        return parts;
    }

    private static Part line(long due, Fields body, boolean counts) {
        return new Part(due, (JsonLine.of(body) + "\n").getBytes(StandardCharsets.UTF_8), counts);
    }

    @Override
    public byte[] error(int status, String message) {
        return JsonLine.bytesOf(new Fields().put("error", message));
    }
}
