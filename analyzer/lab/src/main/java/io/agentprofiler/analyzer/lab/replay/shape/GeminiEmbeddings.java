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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Google's {@code POST /v1beta/models/MODEL:batchEmbedContents}, and {@code :embedContent} for one text. Answers count no tokens.
 *
 * @param model the model of the path; {@code null} where there is none
 * @param isOne whether the path is of one text
 */
record GeminiEmbeddings(String model, boolean isOne) implements ClientShape {
    private static final String ONE = ":embedContent";
    private static final String SEVERAL = ":batchEmbedContents";

    /** Returns the shape of requests to a path; {@code null} where it is none of these. */
    static GeminiEmbeddings of(String path) {
        boolean isOne = path.endsWith(ONE);
        return isOne || path.endsWith(SEVERAL) ? new GeminiEmbeddings(GeminiRequest.model(path), isOne) : null;
    }

    @Override
    public Asked asked(Map<?, ?> body) {
        List<Map<?, ?>> requests = isOne ? List.of(body) : Json.maps(body.get("requests"));
        List<String> inputs = new ArrayList<>();
        long dimensions = Unknown.LONG;
        for (Map<?, ?> request : requests) {
            StringBuilder text = new StringBuilder();
            for (Map<?, ?> part : Json.maps(Json.map(request, "content").get("parts"))) {
                String said = Json.text(part, "text");
                text.append(text.isEmpty() || said == null ? "" : "\n").append(said == null ? "" : said);
            }
            inputs.add(text.toString());
            dimensions = request.get("outputDimensionality") instanceof Long wanted ? wanted : dimensions;
        }
        return Asked.embedding(model, inputs, dimensions, false);
    }

    @Override
    public String path(String asked, boolean inParts) {
        return GeminiRequest.path(asked) + SEVERAL;
    }

    @Override
    public byte[] request(Asked asked) {
        List<Fields> requests = new ArrayList<>();
        for (String input : asked.embedding().inputs()) {
            requests.add(new Fields()
                    .put("model", "models/" + asked.model())
                    .put("content", new Fields().put("parts", List.of(new Fields().put("text", input))))
                    .put(
                            "outputDimensionality",
                            asked.embedding().dimensions() > 0
                                    ? asked.embedding().dimensions()
                                    : null));
        }
        return JsonLine.bytesOf(new Fields().put("requests", requests));
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
        return Tokens.NONE;
    }

    @Override
    public byte[] whole(ReplayedAnswer answer, Asked asked) {
        List<Fields> vectors = answer.vectors().stream()
                .map(vector -> new Fields().put("values", Embeddings.list(vector)))
                .toList();
        return JsonLine.bytesOf(
                isOne
                        ? new Fields().put("embedding", vectors.isEmpty() ? null : vectors.get(0))
                        : new Fields().put("embeddings", vectors));
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
        return GeminiRequest.error(status, message);
    }
}
