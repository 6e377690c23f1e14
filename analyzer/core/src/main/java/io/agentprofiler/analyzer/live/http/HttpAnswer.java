// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.answer.report.page.LivePage;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * What a request is answered with.
 *
 * @param status the status of HTTP
 * @param type what the body is
 * @param body the body
 * @param at of when its figures are, {@code null} for now
 */
record HttpAnswer(int status, String type, byte[] body, Instant at) {
    private static final String JSON = "application/json";

    static HttpAnswer json(byte[] body, Instant at) {
        return new HttpAnswer(200, JSON, body, at);
    }

    static HttpAnswer json(Fields fields) {
        return json(200, fields, null);
    }

    static HttpAnswer json(Fields fields, Instant at) {
        return json(200, fields, at);
    }

    /** Returns what says in one sentence why there is no other answer. */
    static HttpAnswer problem(int status, String why) {
        return json(status, new Fields().put("error", why), null);
    }

    private static HttpAnswer json(int status, Fields fields, Instant at) {
        Map<String, Consumer<JsonGenerator>> properties = new LinkedHashMap<>();
        fields.values().forEach((name, value) -> properties.put(name, json -> JsonView.value(value, json)));
        return new HttpAnswer(status, JSON, LivePage.object(properties), at);
    }
}
