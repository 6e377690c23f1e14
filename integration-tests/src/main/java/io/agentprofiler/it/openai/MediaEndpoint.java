// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.openai.script.Exchange.Outcome;
import io.agentprofiler.it.openai.wire.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1/audio/speech}, {@code /v1/audio/transcriptions} and {@code /v1/images/generations}: always the same sound,
 * text and picture, whatever the request. No usage is reported.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class MediaEndpoint implements HttpHandler {
    private static final String STREAMED = """
            data: {"type":"transcript.text.delta","delta":"Good"}

            data: {"type":"transcript.text.delta","delta":" day."}

            data: {"type":"transcript.text.done","text":"Good day."}

            """;

    private final OpenAiServer server;

    MediaEndpoint(OpenAiServer server) {
        this.server = server;
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        try (http) {
            String path = http.getRequestURI().getPath();
            // a transcription's request is a form with a file in it: read, not kept
            String form = new String(http.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            server.record(new Exchange(path, body, 200, null, null, Outcome.COMPLETE));
            if (path.endsWith("/speech")) {
                Http.send(http, "audio/mpeg", "a sound".getBytes(StandardCharsets.US_ASCII));
                return;
            }
            if (form.contains("name=\"stream\"")) {
                Http.send(http, "text/event-stream", STREAMED.getBytes(StandardCharsets.US_ASCII));
                return;
            }
            if (path.endsWith("/transcriptions")) {
                body.put("text", "Good day.");
            } else {
                body.put("created", 1_700_000_000L);
                body.putArray("data").addObject().put("url", "http://localhost/blank.png");
            }
            Http.sendJson(http, 200, body);
        }
    }
}
