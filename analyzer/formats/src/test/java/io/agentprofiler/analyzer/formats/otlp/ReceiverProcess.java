// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.analyzer.testing.Interop;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** A receiver from PyPI, in a process of its own on a free port of this machine. */
final class ReceiverProcess implements AutoCloseable {
    private static final Path INTEROP = Path.of("target/interop");
    private static final Duration START = Duration.ofMinutes(5);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final int port;
    private final Path log;

    /**
     * Fetches and starts a receiver.
     *
     * @param name what it is called, and the file in {@code src/test/resources/otlp} that lists its packages
     * @param command what starts it on a port
     * @param environment what it is told besides
     * @param health where it says that it is ready
     */
    ReceiverProcess(
            String name,
            Path directory,
            IntFunction<List<String>> command,
            IntFunction<Map<String, String>> environment,
            String health)
            throws IOException, InterruptedException {
        Path venv = venv(name);
        port = freePort();
        log = directory.resolve(name + ".log");
        List<String> words = new ArrayList<>(command.apply(port));
        words.set(0, venv.resolve("bin").resolve(words.get(0)).toAbsolutePath().toString());
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .directory(directory.toFile());
        builder.environment().putAll(environment.apply(port));
        process = builder.start();
        try {
            await(name).atMost(START).pollInterval(Duration.ofMillis(200)).until(() -> {
                assertThat(process.isAlive()).as(name + ": " + said()).isTrue();
                return isReady(health);
            });
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** All packages with their versions, so that nothing has to be resolved and nothing changes. */
    private static Path venv(String name) throws IOException, InterruptedException {
        Path packages = Path.of("src/test/resources/otlp", name + ".txt");
        Path venv = INTEROP.resolve(name);
        Path done = venv.resolve("complete.txt");
        if (!Files.exists(done) || Files.mismatch(packages, done) >= 0) {
            Interop.run(List.of("python3", "-m", "venv", "--clear", venv.toString()));
            Interop.run(List.of(
                    venv.resolve("bin/python").toString(),
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--no-deps",
                    "--no-compile",
                    "-r",
                    packages.toString()));
            Files.copy(packages, done);
        }
        return venv;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean isReady(String health) throws IOException, InterruptedException {
        try {
            return send(HttpRequest.newBuilder(URI.create(url() + health)).build())
                            .statusCode()
                    == 200;
        } catch (ConnectException e) {
            return false;
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    String said() throws IOException {
        return Files.readString(log);
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Asks the receiver's API. */
    Json get(String path) throws IOException, InterruptedException {
        return json(HttpRequest.newBuilder(URI.create(url() + path)).build());
    }

    /** Asks the receiver's API. */
    Json post(String path, String json) throws IOException, InterruptedException {
        return json(HttpRequest.newBuilder(URI.create(url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private Json json(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.of(response.body());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
