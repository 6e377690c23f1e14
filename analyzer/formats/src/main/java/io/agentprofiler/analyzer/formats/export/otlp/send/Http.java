// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.send;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;

/** One attempt to send a request. Redirects are not followed: headers with keys are for the one who was named. */
final class Http {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int MOST_READ = 64 * 1024;

    private final HttpClient client;
    private final Endpoint endpoint;
    private final Headers headers;
    private final String userAgent;

    Http(Endpoint endpoint, Headers headers, String version) {
        this.endpoint = endpoint;
        this.headers = headers;
        this.userAgent = "agent-profiler" + (version == null ? "" : "/" + version);
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
        if (ProxySelector.getDefault() != null) {
            builder.proxy(ProxySelector.getDefault());
        }
        this.client = builder.build();
    }

    /**
     * Sends a request.
     *
     * @throws IOException when there is no answer
     */
    Answer post(String mediaType, byte[] zipped) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.uri())
                .timeout(ANSWER)
                .header("Content-Type", mediaType)
                .header("Content-Encoding", "gzip")
                .setHeader("User-Agent", userAgent)
                .POST(HttpRequest.BodyPublishers.ofByteArray(zipped));
        headers.values().forEach(request::setHeader);
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Retry-After").orElse(null),
                    response.headers().firstValue("Location").orElse(null),
                    body.readNBytes(MOST_READ));
        }
    }

    /** Returns bytes compressed. */
    static byte[] zip(byte[] bytes) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream(bytes.length / 4);
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes);
        }
        return zipped.toByteArray();
    }
}
