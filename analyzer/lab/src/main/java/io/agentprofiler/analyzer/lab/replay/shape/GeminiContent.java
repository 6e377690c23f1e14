// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.answer.Piece;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.recording.Timing;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Google's {@code POST /v1beta/models/MODEL:generateContent}, and {@code :streamGenerateContent}, whose parts are events: the path
 * says which model is asked and whether the answer is to be streamed. Tokens of reasoning stand beside those of the answer.
 *
 * @param model the model of the path; {@code null} where there is none
 * @param streamed whether the path asks for a stream
 */
record GeminiContent(String model, boolean streamed) implements ClientShape {
    private static final String WHOLE = ":generateContent";
    private static final String STREAM = ":streamGenerateContent";
    private static final Pattern SAYS = Pattern.compile("\"text\"\\s*:\\s*\"[^\"]|\"functionCall\"\\s*:");

    /** Returns the shape of requests to a path; {@code null} where it is none of these. */
    static GeminiContent of(String path) {
        boolean streamed = path.endsWith(STREAM);
        return streamed || path.endsWith(WHOLE) ? new GeminiContent(GeminiRequest.model(path), streamed) : null;
    }

    @Override
    public Asked asked(Map<?, ?> body) {
        return GeminiRequest.asked(model, body, streamed);
    }

    @Override
    public String path(String asked, boolean inParts) {
        return GeminiRequest.path(asked) + (inParts ? STREAM + "?alt=sse" : WHOLE);
    }

    @Override
    public byte[] request(Asked asked) {
        return JsonLine.bytesOf(GeminiRequest.fields(asked));
    }

    @Override
    public boolean says(String part) {
        return SAYS.matcher(part).find();
    }

    @Override
    public boolean counts(String part) {
        return part.contains("\"usageMetadata\"");
    }

    @Override
    public Tokens tokens(Map<?, ?> body) {
        Map<?, ?> usage = Json.map(body, "usageMetadata");
        long answered = Json.count(usage, "candidatesTokenCount");
        long thoughts = Json.count(usage, "thoughtsTokenCount");
        return new Tokens(
                Json.count(usage, "promptTokenCount"),
                answered < 0 ? answered : answered + Math.max(0, thoughts),
                Json.count(usage, "cachedContentTokenCount"),
                Unknown.LONG,
                thoughts);
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        List<Fields> parts = new ArrayList<>();
        if (answer.reasoning() != null) {
            parts.add(thought(answer.reasoning()));
        }
        if (answer.text() != null) {
            parts.add(text(answer.text()));
        }
        answer.calls().forEach(call -> parts.add(call(call)));
        return JsonLine.bytesOf(body(answer, parts, true));
    }

    private static Fields text(String text) {
        return new Fields().put("text", text);
    }

    private static Fields thought(String text) {
        return text(text).put("thought", true);
    }

    /** Calls have no ids: the API gives none, and clients make their own. */
    private static Fields call(ToolCall call) {
        return new Fields()
                .put("functionCall", new Fields().put("name", call.name()).put("args", Json.arguments(call)));
    }

    private static Fields body(ReplayedAnswer answer, List<Fields> parts, boolean last) {
        Fields candidate = new Fields()
                .put("content", new Fields().put("role", GeminiRequest.MODEL).put("parts", parts))
                .put("finishReason", last ? finish(answer) : null)
                .put("index", 0L);
        return new Fields()
                .put("candidates", List.of(candidate))
                .put("usageMetadata", last ? usage(answer.tokens()) : null)
                .put("modelVersion", answer.model())
                .put("responseId", answer.id());
    }

    private static String finish(ReplayedAnswer answer) {
        return switch (answer.finish()) {
            case STOP, TOOLS -> "STOP";
            case LENGTH -> "MAX_TOKENS";
            case FILTER -> "SAFETY";
        };
    }

    private static Fields usage(Tokens tokens) {
        if (!tokens.isKnown()) {
            return null;
        }
        long thoughts = Math.max(0, tokens.reasoning());
        return new Fields()
                .put("promptTokenCount", tokens.input())
                .put(
                        "candidatesTokenCount",
                        tokens.output() < 0 ? Unknown.LONG : Math.max(0, tokens.output() - thoughts))
                .put("thoughtsTokenCount", tokens.reasoning())
                .put("cachedContentTokenCount", tokens.cacheRead())
                .put(
                        "totalTokenCount",
                        tokens.input() < 0 || tokens.output() < 0 ? Unknown.LONG : tokens.input() + tokens.output());
    }

    @Override
    public String streamType() {
        return "text/event-stream";
    }

    /** The last piece says why the answer ended, as the API has it; the stream then stays open as long as it did. */
    @Override
    public List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing) {
        List<Fields> said = new ArrayList<>();
        for (Piece piece : Piece.of(
                answer.withoutCalls(),
                Math.max(0, timing.chunks() - answer.calls().size()))) {
            said.add(piece.kind() == Piece.PieceKind.REASONING ? thought(piece.text()) : text(piece.text()));
        }
        // a tool call comes in one piece here
        answer.calls().forEach(call -> said.add(call(call)));
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            parts.add(event(timing.at(i, said.size()), body(answer, List.of(said.get(i)), i == said.size() - 1), true));
        }
        long end = Math.max(0, timing.nanos());
        parts.add(
                said.isEmpty()
                        ? event(end, body(answer, List.of(text("")), true), false)
                        : new Part(end, new byte[0], false));
        return parts;
    }

    private static Part event(long due, Fields body, boolean counts) {
        return new Part(due, ("data: " + JsonLine.of(body) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8), counts);
    }

    @Override
    public byte[] error(int status, String message) {
        return GeminiRequest.error(status, message);
    }
}
