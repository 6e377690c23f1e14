// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Which of ThunderAgent's answers a JSON object is. */
enum ProfileShape {
    /** {@code /profiles} and {@code /programs}: an object for each program under its id. */
    PROGRAMS,
    /** {@code /profiles/ID}: the averages of one program, which it does not name. */
    ONE,
    /** {@code /metrics}: model servers by their addresses. */
    METRICS,
    /** None of them. */
    NONE;

    private static final List<String> AVERAGES = List.of("step_count", "avg_prefill_s", "avg_decode_s");
    private static final List<String> PROGRAM = List.of("context_len", "total_tokens", "step_count", "status");
    private static final List<String> BACKENDS = List.of("metrics_enabled", "backends");
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Tells by the names of an object's fields, and of those of the first object in it.
     *
     * @param head the first bytes of the object, which may end anywhere
     */
    static ProfileShape of(byte[] head) {
        Set<String> names = new LinkedHashSet<>();
        Set<String> inner = new LinkedHashSet<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), head, 0, head.length)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                names(parser, names, inner);
            }
        } catch (JacksonException e) {
            // the bytes end within a value, or are no JSON from there on: what was there counts
        }
        if (names.containsAll(BACKENDS)) {
            return METRICS;
        }
        if (names.containsAll(AVERAGES)) {
            return ONE;
        }
        return inner.containsAll(AVERAGES) || inner.containsAll(PROGRAM) ? PROGRAMS : NONE;
    }

    private static void names(JsonParser parser, Set<String> names, Set<String> inner) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            names.add(parser.currentName());
            if (parser.nextToken() == JsonToken.START_OBJECT && names.size() == 1) {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    inner.add(parser.currentName());
                    parser.nextToken();
                    parser.skipChildren();
                }
            } else {
                parser.skipChildren();
            }
        }
    }
}
