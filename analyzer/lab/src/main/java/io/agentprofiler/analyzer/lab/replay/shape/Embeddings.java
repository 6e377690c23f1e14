// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.recording.Timing;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Requests for vectors: OpenAI's {@code POST /v1/embeddings}, Ollama's {@code /api/embed} and its older {@code /api/embeddings}. */
enum Embeddings implements ClientShape {
    OPENAI,
    OLLAMA,
    OLLAMA_ONE;

    @Override
    public Asked asked(Map<?, ?> body) {
        return Asked.embedding(
                Json.text(body, "model"),
                Json.texts(body.get(this == OLLAMA_ONE ? "prompt" : "input")),
                body.get("dimensions") instanceof Long dimensions ? dimensions : Unknown.LONG,
                "base64".equals(body.get("encoding_format")));
    }

    @Override
    public String path(String model, boolean streamed) {
        return switch (this) {
            case OPENAI -> "/embeddings";
            case OLLAMA -> "/api/embed";
            case OLLAMA_ONE -> "/api/embeddings";
        };
    }

    @Override
    public byte[] request(Asked asked) {
        Fields body = new Fields().put("model", asked.model());
        if (this == OLLAMA_ONE) {
            body.put("prompt", String.join("\n", asked.embedding().inputs()));
        } else {
            body.put("input", asked.embedding().inputs());
        }
        return JsonLine.bytesOf(body.put(
                "dimensions",
                asked.embedding().dimensions() > 0 ? asked.embedding().dimensions() : null));
    }

    @Override
    public boolean says(String part) {
        return false;
    }

    @Override
    public boolean counts(String part) {
        return false;
    }

    @Override
    public Tokens tokens(Map<?, ?> body) {
        long input = this == OPENAI
                ? Json.count(Json.map(body, "usage"), "prompt_tokens")
                : Json.count(body, "prompt_eval_count");
        return new Tokens(input, Unknown.LONG, Unknown.LONG, Unknown.LONG, Unknown.LONG);
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        List<float[]> vectors = answer.vectors();
        long input = answer.tokens().input();
        return JsonLine.bytesOf(
                switch (this) {
                    case OPENAI ->
                        new Fields()
                                .put("object", "list")
                                .put("model", answer.model())
                                .put("data", data(vectors, asked.embedding().base64()))
                                .put(
                                        "usage",
                                        input < 0
                                                ? null
                                                : new Fields()
                                                        .put("prompt_tokens", input)
                                                        .put("total_tokens", input));
                    case OLLAMA ->
                        new Fields()
                                .put("model", answer.model())
                                .put(
                                        "embeddings",
                                        vectors.stream().map(Embeddings::list).toList())
                                .put("prompt_eval_count", input);
                    case OLLAMA_ONE ->
                        new Fields().put("embedding", vectors.isEmpty() ? List.of() : list(vectors.get(0)));
                });
    }

    private static List<Fields> data(List<float[]> vectors, boolean base64) {
        List<Fields> data = new ArrayList<>();
        for (float[] vector : vectors) {
            data.add(new Fields()
                    .put("object", "embedding")
                    .put("index", data.size())
                    .put("embedding", base64 ? base64(vector) : list(vector)));
        }
        return data;
    }

    static List<Double> list(float[] vector) {
        List<Double> list = new ArrayList<>(vector.length);
        for (float value : vector) {
            list.add((double) value);
        }
        return list;
    }

    private static String base64(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    @Override
    public String streamType() {
        throw new IllegalStateException("vectors are not streamed");
    }

    @Override
    public List<Part> stream(ReplayedAnswer answer, Asked asked, Timing timing) {
        throw new IllegalStateException("vectors are not streamed");
    }

    @Override
    public byte[] error(int status, String message) {
        return this == OPENAI
                ? Shapes.OPENAI_CHAT.error(status, message)
                : JsonLine.bytesOf(new Fields().put("error", message));
    }
}
