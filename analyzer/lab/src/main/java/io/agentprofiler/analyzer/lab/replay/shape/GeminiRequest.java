// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.match.AskedMessage;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import io.agentprofiler.shared.schema.Attributes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Requests as Google's Gemini has them, read and written. Its JSON knows each field under two names: {@code camelCase}, {@code snake_case}. */
final class GeminiRequest {
    /** The role of answers. */
    static final String MODEL = "model";

    private static final String MODELS = "/v1beta/models/";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final Map<String, String> PARAMETERS = Map.of(
            "temperature", Attributes.REQUEST_TEMPERATURE,
            "topP", Attributes.REQUEST_TOP_P,
            "topK", Attributes.REQUEST_TOP_K,
            "maxOutputTokens", Attributes.REQUEST_MAX_TOKENS,
            "frequencyPenalty", Attributes.REQUEST_FREQUENCY_PENALTY,
            "presencePenalty", Attributes.REQUEST_PRESENCE_PENALTY,
            "seed", Attributes.REQUEST_SEED);
    /** Under which name clients put the text of a tool's result: it has to be an object. */
    private static final List<String> RESULTS = List.of("result", "response", "output", "content");

    private GeminiRequest() {}

    /** Returns the model of a path, {@code gemini-2.5-flash} of {@code /v1beta/models/gemini-2.5-flash:generateContent}. */
    static String model(String path) {
        return path.substring(path.lastIndexOf('/') + 1, path.lastIndexOf(':'));
    }

    /** Returns the path of a model. */
    static String path(String model) {
        StringBuilder path = new StringBuilder(MODELS);
        for (byte one : model.getBytes(StandardCharsets.UTF_8)) {
            if (one > 0 && (Character.isLetterOrDigit(one) || "-._~".indexOf(one) >= 0)) {
                path.append((char) one);
            } else {
                path.append('%').append(HEX.toHexDigits(one));
            }
        }
        return path.toString();
    }

    static Asked asked(String model, Map<?, ?> body, boolean streamed) {
        List<AskedMessage> messages = new ArrayList<>();
        Map<?, ?> instruction = either(body, "systemInstruction", "system_instruction");
        if (!instruction.isEmpty()) {
            messages.add(message(PromptMessage.SYSTEM, text(instruction.get("parts")), List.of(), null));
        }
        Json.maps(body.get("contents")).forEach(content -> add(content, messages));
        Map<?, ?> configuration = either(body, "generationConfig", "generation_config");
        return Asked.chat(
                model, messages, tools(body), schema(configuration), Json.numbers(configuration, PARAMETERS), streamed);
    }

    private static Map<?, ?> either(Map<?, ?> from, String name, String otherName) {
        return Json.map(from, from.get(name) == null ? otherName : name);
    }

    private static AskedMessage message(String role, String text, List<ToolCall> calls, String callId) {
        return new AskedMessage(role, role, text, calls, callId);
    }

    private static void add(Map<?, ?> content, List<AskedMessage> into) {
        String role = MODEL.equals(content.get("role")) ? PromptMessage.ASSISTANT : PromptMessage.USER;
        List<ToolCall> calls = new ArrayList<>();
        boolean results = false;
        for (Map<?, ?> part : Json.maps(content.get("parts"))) {
            Map<?, ?> call = either(part, "functionCall", "function_call");
            Map<?, ?> result = either(part, "functionResponse", "function_response");
            if (!call.isEmpty()) {
                String arguments = JsonLine.of(Json.map(call, "args"));
                calls.add(new ToolCall(id(call), String.valueOf(call.get("name")), arguments, arguments.length()));
            } else if (!result.isEmpty()) {
                results = true;
                into.add(new AskedMessage(
                        PromptMessage.TOOL, role, result(Json.map(result, "response")), List.of(), id(result)));
            }
        }
        String text = text(content.get("parts"));
        if (!results || !text.isEmpty()) {
            into.add(message(role, text, calls, null));
        }
    }

    private static String id(Map<?, ?> call) {
        String id = Json.text(call, "id");
        return id == null ? "" : id;
    }

    private static String result(Map<?, ?> response) {
        for (String name : RESULTS) {
            if (response.size() == 1 && response.get(name) instanceof String text) {
                return text;
            }
        }
        return JsonLine.of(response);
    }

    /** Returns what parts say, without thoughts, which are not asked but sent back. */
    private static String text(Object parts) {
        StringBuilder all = new StringBuilder();
        for (Map<?, ?> part : Json.maps(parts)) {
            String text = Json.text(part, "text");
            boolean media = part.containsKey("inlineData")
                    || part.containsKey("inline_data")
                    || part.containsKey("fileData")
                    || part.containsKey("file_data");
            if (media || text != null && !Boolean.TRUE.equals(part.get("thought"))) {
                all.append(all.isEmpty() ? "" : "\n").append(media ? "[media]" : text);
            }
        }
        return all.toString();
    }

    private static Map<String, AskedTool> tools(Map<?, ?> body) {
        Map<String, AskedTool> tools = new LinkedHashMap<>();
        for (Map<?, ?> tool : Json.maps(body.get("tools"))) {
            Object declarations = tool.get("functionDeclarations");
            for (Map<?, ?> one : Json.maps(declarations == null ? tool.get("function_declarations") : declarations)) {
                Object schema = one.get("parametersJsonSchema");
                tools.put(
                        String.valueOf(one.get("name")),
                        new AskedTool(
                                Json.text(one, "description"),
                                schema == null ? lowerCase(one.get("parameters")) : schema));
            }
        }
        return tools;
    }

    private static Object schema(Map<?, ?> configuration) {
        Object schema = configuration.get("responseJsonSchema");
        Object own = schema == null ? lowerCase(configuration.get("responseSchema")) : schema;
        boolean json = "application/json".equals(configuration.get("responseMimeType"));
        return own == null && json ? Map.of("type", "object") : own;
    }

    /** Returns a schema with the names of types as JSON schemas have them: the API's own are in upper case. */
    private static Object lowerCase(Object schema) {
        if (schema instanceof Map<?, ?> map) {
            Map<String, Object> lower = new LinkedHashMap<>();
            map.forEach((name, value) -> lower.put(
                    String.valueOf(name),
                    "type".equals(name) && value instanceof String type
                            ? type.toLowerCase(Locale.ROOT)
                            : lowerCase(value)));
            return lower;
        }
        return schema instanceof List<?> list
                ? list.stream().map(GeminiRequest::lowerCase).toList()
                : schema;
    }

    /** Returns the request; the model stands in its path. */
    static Fields fields(Asked asked) {
        List<Fields> system = new ArrayList<>();
        List<Fields> contents = new ArrayList<>();
        List<Fields> results = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        for (AskedMessage message : asked.messages()) {
            if (message.role().equals(PromptMessage.TOOL)) {
                // results of tools that ran at once stand in one message
                results.add(new Fields()
                        .put(
                                "functionResponse",
                                new Fields()
                                        .put("name", names.getOrDefault(message.callId(), "tool"))
                                        .put("response", new Fields().put(RESULTS.get(0), message.content()))));
                continue;
            }
            add(PromptMessage.USER, results, contents);
            results = new ArrayList<>();
            List<Fields> parts = parts(message);
            message.calls().forEach(call -> names.put(call.id(), call.name()));
            if (message.role().equals(PromptMessage.SYSTEM)) {
                system.addAll(parts);
            } else {
                add(message.role().equals(PromptMessage.ASSISTANT) ? MODEL : message.role(), parts, contents);
            }
        }
        add(PromptMessage.USER, results, contents);
        Fields body = new Fields().put("contents", contents);
        if (!system.isEmpty()) {
            body.put("systemInstruction", new Fields().put("parts", system));
        }
        if (!asked.tools().isEmpty()) {
            body.put("tools", List.of(new Fields().put("functionDeclarations", offered(asked.tools()))));
        }
        Fields configuration = Json.parameters(asked.parameters(), PARAMETERS, new Fields());
        return body.put("generationConfig", configuration.values().isEmpty() ? null : configuration);
    }

    private static void add(String role, List<Fields> parts, List<Fields> to) {
        if (!parts.isEmpty()) {
            to.add(new Fields().put("role", role).put("parts", parts));
        }
    }

    private static List<Fields> parts(AskedMessage message) {
        List<Fields> parts = new ArrayList<>();
        if (!message.content().isEmpty()) {
            parts.add(new Fields().put("text", message.content()));
        }
        for (ToolCall call : message.calls()) {
            parts.add(new Fields()
                    .put("functionCall", new Fields().put("name", call.name()).put("args", Json.arguments(call))));
        }
        return parts;
    }

    private static List<Fields> offered(Map<String, AskedTool> tools) {
        List<Fields> offered = new ArrayList<>();
        tools.forEach((name, tool) -> offered.add(new Fields()
                .put("name", name)
                .put("description", tool.description())
                .put("parametersJsonSchema", Json.schema(tool))));
        return offered;
    }

    static byte[] error(int status, String message) {
        String word = switch (status) {
            case 400 -> "INVALID_ARGUMENT";
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            case 429 -> "RESOURCE_EXHAUSTED";
            case 503 -> "UNAVAILABLE";
            case 504 -> "DEADLINE_EXCEEDED";
            default -> status < 500 ? "FAILED_PRECONDITION" : "INTERNAL";
        };
        return JsonLine.bytesOf(new Fields()
                .put(
                        "error",
                        new Fields()
                                .put("code", (long) status)
                                .put("message", message)
                                .put("status", word)));
    }
}
