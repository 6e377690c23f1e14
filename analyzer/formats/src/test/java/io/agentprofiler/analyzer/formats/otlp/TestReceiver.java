// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** A receiver that answers as a test says, and keeps what it took. */
public final class TestReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Span> taken = new CopyOnWriteArrayList<>();

    /** A request, decoded. */
    public record Request(String path, Map<String, List<String>> headers, TracesData data, int number) {
        public List<Span> spans() {
            return data.getResourceSpansList().stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .flatMap(scope -> scope.getSpansList().stream())
                    .toList();
        }

        public String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    /** An answer; one of 200 takes the spans. */
    public record Reply(int status, Map<String, String> headers, byte[] body) {
        public static Reply ok() {
            return new Reply(200, Map.of(), new byte[0]);
        }

        public static Reply of(int status, String body) {
            return new Reply(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
        }

        public static Reply later(int status, String after) {
            return new Reply(status, Map.of("Retry-After", after), new byte[0]);
        }

        public static Reply partial(long rejected, String message) {
            return new Reply(
                    200,
                    Map.of(),
                    ExportTraceServiceResponse.newBuilder()
                            .setPartialSuccess(ExportTracePartialSuccess.newBuilder()
                                    .setRejectedSpans(rejected)
                                    .setErrorMessageBytes(ByteString.copyFromUtf8(message)))
                            .build()
                            .toByteArray());
        }
    }

    public TestReceiver(Function<Request, Reply> answers) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, answers));
        server.start();
    }

    private void answer(HttpExchange exchange, Function<Request, Reply> answers) throws IOException {
        try (exchange) {
            byte[] body = new GZIPInputStream(
                            new ByteArrayInputStream(exchange.getRequestBody().readAllBytes()))
                    .readAllBytes();
            boolean json = exchange.getRequestHeaders().getFirst("Content-Type").equals("application/json");
            Request request = new Request(
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    json ? OtlpJson.traces(new String(body, StandardCharsets.UTF_8)) : TracesData.parseFrom(body),
                    requests.size() + 1);
            requests.add(request);
            Reply reply = answers.apply(request);
            if (reply == null) {
                // no answer at all
                return;
            }
            if (reply.status() == 200) {
                taken.addAll(request.spans());
            }
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
            exchange.getResponseBody().write(reply.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort();
    }

    public List<Request> requests() {
        return requests;
    }

    public List<Span> taken() {
        return taken;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
