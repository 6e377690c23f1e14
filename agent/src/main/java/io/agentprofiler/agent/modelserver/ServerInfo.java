// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What SGLang says of its set-up in JSON: releases whose metrics lack the size of the KV cache have it there.
 *
 * <p><b>Threading:</b> stateless.
 */
final class ServerInfo {
    /** Newer releases call it otherwise. */
    private static final List<String> PATHS = List.of("/get_server_info", "/server_info");

    private static final String CAPACITY = "max_total_num_tokens";
    private static final JsonFactory FACTORY = new JsonFactory();

    private ServerInfo() {}

    /** Asks a server how many tokens fit its KV cache; -1 when it does not say. */
    static long capacityTokens(Endpoint endpoint) {
        for (String path : PATHS) {
            try {
                long capacity = read(MetricsClient.fetch(endpoint.at(path)));
                if (capacity >= 0) {
                    return capacity;
                }
            } catch (MetricsClient.PollException e) {
                // it has no such page, or does not show it: then nobody knows
            }
        }
        return -1;
    }

    /** Returns the figure wherever it stands, as a number or a text; of several the highest. */
    static long read(String page) {
        long capacity = -1;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), page)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals(CAPACITY)) {
                    JsonToken value = parser.nextToken();
                    boolean scalar = value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_STRING;
                    String text = scalar ? parser.getString() : "";
                    capacity = text.matches("\\d{1,12}") ? Math.max(capacity, Long.parseLong(text)) : capacity;
                }
            }
        } catch (JacksonException e) {
            return capacity;
        }
        return capacity;
    }
}
