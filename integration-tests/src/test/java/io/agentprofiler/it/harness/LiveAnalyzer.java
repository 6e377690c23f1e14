// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
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
    private final Process process;
    private final Path log;
    private final String base;
    private final String token;

    private LiveAnalyzer(Process process, Path log, String base, String token) {
        this.process = process;
        this.log = log;
        this.base = base;
        this.token = token;
    }

    /**
     * Starts it on a directory.
     *
     * @param log where what it prints goes
     * @param jvm options of its JVM
     */
    public static LiveAnalyzer start(Path directory, Path log, List<String> jvm) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Jdks.current().java().toString());
        command.addAll(jvm);
        command.addAll(List.of("-jar", Artifacts.analyzerJar().toString(), "serve", directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Matcher address = await("the server's address")
                    .atMost(PATIENCE)
                    .until(() -> ADDRESS.matcher(Files.readString(log)), Matcher::find);
            return new LiveAnalyzer(process, log, address.group(1), address.group(2));
        } catch (RuntimeException e) {
            process.destroyForcibly();
            throw new AssertionError(Files.readString(log), e);
        }
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
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM, waits for the end and returns the exit code. */
    public int stop() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
