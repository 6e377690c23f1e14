// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A server's metrics address. A user name and password in it are sent as HTTP's basic authorisation; they and the query
 * are never shown.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param uri what is asked for
 * @param label how the server is called in traces and messages
 * @param authorization value of the header, or {@code null}
 */
record Endpoint(URI uri, String label, String authorization) {
    private static final String METRICS = "/metrics";

    /** Reads an address; one without a path means the server's {@code /metrics}. */
    static Endpoint of(String address) {
        URI uri = URI.create(address);
        String path = uri.getRawPath();
        boolean base = path == null || path.isEmpty() || path.equals("/");
        String server = server(uri);
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String user = uri.getUserInfo();
        return new Endpoint(
                URI.create(server + (base ? METRICS : path) + query),
                base ? server : server + path,
                user == null
                        ? null
                        : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns another page of the same server. */
    Endpoint at(String path) {
        return new Endpoint(URI.create(server(uri) + path), label, authorization);
    }

    /** Returns the same endpoint after a redirection, {@code null} when that leads to another server. */
    Endpoint redirectedTo(String location) {
        URI target = uri.resolve(location);
        return target.getHost() != null && server(target).equals(server(uri))
                ? new Endpoint(target, label, authorization)
                : null;
    }

    private static String server(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    /** Without secrets, unlike a record's own. */
    @Override
    public String toString() {
        return label;
    }
}
