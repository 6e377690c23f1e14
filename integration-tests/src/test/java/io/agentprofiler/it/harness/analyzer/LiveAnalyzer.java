// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The shipped analyzer, serving. Closing kills it. */
public final class LiveAnalyzer implements AutoCloseable {
    private static final Pattern ADDRESS =
            Pattern.compile("Open in a browser: (http://127\\.0\\.0\\.1:\\d+)/\\?token=(\\S+)");
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final AnalyzerProcess process;
    private final String base;
    private final String token;

    private LiveAnalyzer(AnalyzerProcess process) {
        this.process = process;
        this.base = process.found(1);
        this.token = process.found(2);
    }

    /**
     * Starts it on a directory.
     *
     * @param log where what it prints goes
     * @param jvm options of its JVM
     */
    public static LiveAnalyzer start(Path directory, Path log, List<String> jvm) throws IOException {
        return new LiveAnalyzer(AnalyzerProcess.start(jvm, List.of("serve", directory.toString()), log, ADDRESS));
    }

    /** Returns the address of the page, the token included. */
    public URI page() {
        return URI.create(base + "/?token=" + token);
    }

    /** Asks for a path with the token. */
    public HttpResponse<String> get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + token)
                .timeout(PATIENCE)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Returns what a path of the API answers. */
    public JsonNode json(String path) {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    /** Returns what it has printed so far. */
    public String printed() {
        return process.printed();
    }

    /** Sends SIGTERM, waits for the end and returns the exit code. */
    public int stop() throws InterruptedException {
        return process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
