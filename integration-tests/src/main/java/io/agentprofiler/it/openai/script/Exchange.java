// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.script;

import tools.jackson.databind.JsonNode;

/**
 * One request and its outcome.
 *
 * <p><b>Threading:</b> immutable as long as nobody changes {@code request}.
 *
 * @param id the id of the answer, or {@code null} if it has none
 * @param path the URL's path, for example {@code /v1/chat/completions}
 * @param request the body
 * @param status the HTTP status sent
 * @param model the model named in the answer, or {@code null}
 * @param usage the usage that reached the client, or {@code null} when none was sent
 * @param outcome how the exchange ended
 */
public record Exchange(
        String id, String path, JsonNode request, int status, String model, Usage usage, Outcome outcome) {
    /** Makes an exchange whose answer has no id. */
    public Exchange(String path, JsonNode request, int status, String model, Usage usage, Outcome outcome) {
        this(null, path, request, status, model, usage, outcome);
    }

    /** How an exchange ended. */
    public enum Outcome {
        /** The whole answer was sent. */
        COMPLETE,
        /** The script cut the connection. */
        CUT,
        /** The client went away first. */
        CLIENT_GONE
    }
}
