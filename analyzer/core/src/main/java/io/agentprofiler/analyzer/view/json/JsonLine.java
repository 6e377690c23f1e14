// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON on one line, for answers of servers.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class JsonLine {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonLine() {}

    /** Returns a value of any kind that {@link JsonView#value} takes. */
    public static String of(Object value) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
            JsonView.value(value, json);
        }
        return line.toString();
    }

    /** Returns the same in UTF-8; half of a character, which has none, becomes a question mark. */
    public static byte[] bytesOf(Object value) {
        return of(value).getBytes(StandardCharsets.UTF_8);
    }
}
