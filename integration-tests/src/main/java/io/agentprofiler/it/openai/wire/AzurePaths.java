// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Map;

/**
 * The same endpoints under the paths of Azure OpenAI, {@code /openai/deployments/<deployment>/<endpoint>}.
 *
 * <p><b>Threading:</b> immutable; called on the server's threads.
 */
public final class AzurePaths implements HttpHandler {
    private static final String PREFIX = "/openai/deployments/";

    private final Map<String, HttpHandler> endpoints;

    /** Serves endpoints, each by its path below a deployment. */
    public AzurePaths(Map<String, HttpHandler> endpoints) {
        this.endpoints = Map.copyOf(endpoints);
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        String path = http.getRequestURI().getPath();
        int slash = path.indexOf('/', PREFIX.length());
        HttpHandler endpoint = slash < 0 ? null : endpoints.get(path.substring(slash));
        if (endpoint == null) {
            try (http) {
                Http.sendJson(http, 404, ChatBodies.error(404, "nothing is served under " + path));
            }
            return;
        }
        endpoint.handle(http);
    }

    /** Returns the deployment a path names, or {@code ""}: it replaces the model, which the body leaves out. */
    public static String deployment(HttpExchange http) {
        String path = http.getRequestURI().getPath();
        return path.startsWith(PREFIX) ? path.substring(PREFIX.length(), path.indexOf('/', PREFIX.length())) : "";
    }
}
