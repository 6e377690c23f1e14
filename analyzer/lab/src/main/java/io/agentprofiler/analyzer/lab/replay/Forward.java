// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Hands requests on to the server that the user named, with all their headers: keys of the application, too. Redirects are not followed.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Forward {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofMinutes(10);
    private static final String VERSION = "/v1";
    /** What is of one connection only, and what the client here sets itself. */
    private static final Set<String> OWN = caseless(
            "host",
            "connection",
            "content-length",
            "expect",
            "upgrade",
            "http2-settings",
            "transfer-encoding",
            "keep-alive",
            "te",
            "trailer",
            "proxy-connection");

    private final HttpClient client;
    private final String base;

    Forward(URI to) {
        String address = to.toString();
        while (address.endsWith("/")) {
            address = address.substring(0, address.length() - 1);
        }
        this.base = address;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
        if (ProxySelector.getDefault() != null) {
            builder.proxy(ProxySelector.getDefault());
        }
        this.client = builder.build();
    }

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(Set.of(names));
        return set;
    }

    /** Answers whether a header goes on to the other side. */
    static boolean passes(String header) {
        return !OWN.contains(header);
    }

    /** Takes the headers of a request, one after the other. */
    interface Headers {
        void each(BiConsumer<String, String> to);
    }

    /**
     * Sends a request.
     *
     * @param path with its query
     * @return the answer, whose body is to be closed
     */
    HttpResponse<InputStream> send(String path, byte[] body, Headers headers) throws IOException, InterruptedException {
        String rest =
                base.endsWith(VERSION) && path.startsWith(VERSION + "/") ? path.substring(VERSION.length()) : path;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + rest))
                .timeout(ANSWER)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.each((name, value) -> {
            if (passes(name)) {
                request.header(name, value);
            }
        });
        return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }
}
