// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.lab.replay.answer.Answers;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer;
import io.agentprofiler.analyzer.lab.replay.answer.Served;
import io.agentprofiler.analyzer.lab.replay.answer.Vectors;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Match;
import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.analyzer.lab.replay.recording.Failure;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.shape.Json;
import io.agentprofiler.analyzer.lab.replay.shape.Shape;
import io.agentprofiler.analyzer.lab.replay.shape.Shapes;
import io.agentprofiler.analyzer.live.listen.LoopbackServer;
import io.agentprofiler.analyzer.live.listen.SameMachine;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers as the recorded model servers did, on the loopback address only.
 *
 * <p><b>Threading:</b> opened and closed by one thread; each request is answered on a thread of its own, which waits as long as the
 * recorded server took.
 */
public final class ReplayServer implements AutoCloseable {
    private static final int THREADS = 512;
    private static final int MOST_BYTES = 64 << 20;
    private static final int BUFFER = 8192;
    private static final int MISS = 400;
    private static final String BUSY =
            "the bodies of requests that are answered now take all memory there is for them; send it"
                    + " again, fewer at once, or start analyzer.jar with more than -Xmx"
                    + (Runtime.getRuntime().maxMemory() >> 20) + "m";
    private static final String JSON = "application/json";

    private final Replay replay;
    private final Answers answers;
    private final Served served = new Served();
    private final BodyMemory bodies = BodyMemory.ofThisJvm();
    private final OnMiss onMiss;
    private final Forward forward;
    private final Pace pace;
    private final byte[] token;
    private final List<String> models;
    private final PrintStream complaints;
    private final LoopbackServer server;
    private Supplier<byte[]> report;
    private SameMachine machine;

    /**
     * Makes a server that does not listen yet.
     *
     * @param onMiss what becomes of requests that fit nothing
     * @param token what requests must bring as their API key; {@code null} for nothing
     * @param models names of the recorded models, for clients that ask for them
     * @param complaints takes a line for each request that fails for a reason that is not the asker's
     */
    public ReplayServer(
            Replay replay,
            OnMiss onMiss,
            Pace pace,
            String token,
            List<String> models,
            int port,
            PrintStream complaints) {
        this.replay = replay;
        this.answers = new Answers(new Vectors(replay.workflows()));
        this.onMiss = onMiss;
        this.forward = onMiss.forwardTo() == null ? null : new Forward(onMiss.forwardTo());
        this.pace = pace;
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
        this.models = List.copyOf(models);
        this.complaints = complaints;
        this.server = new LoopbackServer("replay", THREADS, port, new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                ReplayServer.this.handle(request, response, callback);
                return true;
            }
        });
    }

    /**
     * Starts to listen.
     *
     * @param document makes the report that {@code GET /replay} answers, as JSON
     * @throws IOException when the port is taken
     */
    public void start(Supplier<byte[]> document) throws IOException {
        report = document;
        machine = new SameMachine(server.open());
        server.start();
    }

    /** Returns the address without a path. */
    public String address() {
        return "http://" + LoopbackServer.LOOPBACK + ":" + server.port();
    }

    /** Returns what was answered so far. */
    public Served served() {
        return served;
    }

    private void handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        try {
            HttpFields headers = request.getHeaders();
            String stranger = machine.refusal(
                    headers.get(HttpHeader.HOST), headers.get(HttpHeader.ORIGIN), headers.get("Sec-Fetch-Site"));
            Shape shape = request.getMethod().equals("POST") ? Shapes.of(path) : null;
            if (!isAsked(request, shape) || stranger != null || !bringsToken(request)) {
                // its body is not read, so no other request can follow on the connection
                response.getHeaders().put(HttpHeader.CONNECTION, "close");
            }
            if (stranger != null) {
                send(response, callback, 403, problem(stranger));
            } else if (!bringsToken(request)) {
                send(response, callback, 401, error(shape, 401, "the API key is not that of --key-file"));
            } else if (shape != null) {
                answer(shape, path, request, response, callback);
            } else {
                look(path, request.getMethod(), response, callback);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (IOException e) {
            // the client has gone
            callback.failed(e);
        } catch (OutOfMemoryError e) {
            // what was made for the request is garbage by now
            Shape shape = Shapes.of(path);
            if (response.isCommitted() || shape == null) {
                callback.failed(e);
            } else {
                refuse(503, BUSY, shape, response, callback);
            }
        } catch (RuntimeException e) {
            complaints.println("analyzer: no answer to " + path + ": " + e);
            if (response.isCommitted()) {
                callback.failed(e);
            } else {
                send(
                        response,
                        callback,
                        500,
                        problem("an error that should not happen; analyzer replay has printed it"));
            }
        }
    }

    /** Answers whether a request is one whose body, if it has any, is read. */
    private static boolean isAsked(Request request, Shape shape) {
        return shape != null
                || request.getMethod().equals("GET")
                || request.getMethod().equals("HEAD");
    }

    /** Clients bring their keys where their provider wants them. */
    private boolean bringsToken(Request request) {
        if (token == null) {
            return true;
        }
        HttpFields headers = request.getHeaders();
        String authorization = headers.get(HttpHeader.AUTHORIZATION);
        String brought = authorization != null && authorization.startsWith("Bearer ")
                ? authorization.substring("Bearer ".length()).strip()
                : Stream.of("x-api-key", "api-key", "x-goog-api-key")
                        .map(headers::get)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseGet(() -> Request.extractQueryParameters(request).getValue("key"));
        // takes as long whatever is wrong with it
        return brought != null && MessageDigest.isEqual(brought.getBytes(StandardCharsets.UTF_8), token);
    }

    /** Answers what clients ask beside calls. */
    private void look(String path, String method, Response response, Callback callback) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            send(
                    response,
                    callback,
                    404,
                    problem(
                            "a replay answers /chat/completions, /responses, /embeddings, /messages, /api/chat, /api/embed and"
                                    + " /models/MODEL:generateContent, not "
                                    + path));
        } else if (path.equals("/replay")) {
            send(response, callback, 200, report.get());
        } else if (path.endsWith("/models")) {
            send(
                    response,
                    callback,
                    200,
                    JsonLine.bytesOf(new Fields()
                            .put("object", "list")
                            .put(
                                    "data",
                                    models.stream()
                                            .map(model -> new Fields()
                                                    .put("id", model)
                                                    .put("object", "model")
                                                    .put("owned_by", "replay"))
                                            .toList())));
        } else if (path.endsWith("/api/tags")) {
            send(
                    response,
                    callback,
                    200,
                    JsonLine.bytesOf(new Fields()
                            .put(
                                    "models",
                                    models.stream()
                                            .map(model -> new Fields()
                                                    .put("name", model)
                                                    .put("model", model))
                                            .toList())));
        } else if (path.equals("/")) {
            send(response, callback, 200, JsonLine.bytesOf(new Fields().put("replay", "GET /replay says how it goes")));
        } else {
            send(response, callback, 404, problem("there is no " + path + "; GET /replay says how the replay goes"));
        }
    }

    private void answer(Shape shape, String path, Request request, Response response, Callback callback)
            throws IOException, InterruptedException {
        long from = System.nanoTime();
        long length = request.getLength();
        if (length > MOST_BYTES) {
            refuse(413, tooLarge(), shape, response, callback);
            return;
        }
        try (BodyMemory.Share memory = bodies.share()) {
            byte[] bytes;
            try (InputStream in = Content.Source.asInputStream(request)) {
                bytes = memory.read(in, length, MOST_BYTES);
            }
            if (bytes == null) {
                refuse(
                        memory.isTooLarge() ? 413 : 503,
                        memory.isTooLarge() ? tooLarge() : BUSY,
                        shape,
                        response,
                        callback);
                return;
            }
            answer(shape, path, request, bytes, from, response, callback);
        }
    }

    /** What is left of the body is not read, so no other request can follow on the connection. */
    private static void refuse(int status, String why, Shape shape, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        if (status == 503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, 1);
        }
        send(response, callback, status, shape.error(status, why));
    }

    private static String tooLarge() {
        return "the body is larger than " + (MOST_BYTES >> 20) + " MiB";
    }

    private void answer(
            Shape shape, String path, Request request, byte[] bytes, long from, Response response, Callback callback)
            throws IOException, InterruptedException {
        Map<?, ?> body = Json.object(bytes);
        if (body == null) {
            send(response, callback, 400, shape.error(400, "the body is no JSON object"));
            return;
        }
        Asked asked = shape.asked(body);
        Match match = replay.match(asked, onMiss.isNearest());
        if (!match.fits() && forward != null) {
            forward(request, path, bytes, response, callback);
        } else if (match.call() == null || !match.fits() && !onMiss.isNearest()) {
            send(response, callback, MISS, shape.error(MISS, "replay: " + match.words()));
        } else {
            replayed(shape, asked, match, from, new Exchange(request, response, callback));
        }
    }

    private record Exchange(Request request, Response response, Callback callback) {
        /** Ends the connection without an answer, or in the middle of it. */
        void cut() {
            request.getConnectionMetaData().getConnection().getEndPoint().close();
            callback.failed(new IOException("cut as recorded"));
        }
    }

    private void replayed(Shape shape, Asked asked, Match match, long from, Exchange exchange)
            throws IOException, InterruptedException {
        Attempt attempt = match.due();
        boolean last = match.attempt() == match.call().ending().attempts().size() - 1;
        long nanos = last && attempt.outcome() == Attempt.AttemptOutcome.ANSWERED
                ? match.call().ending().timing().nanos()
                : attempt.nanos();
        switch (attempt.outcome()) {
            case REFUSED -> {
                pace.await(from, nanos);
                served.refusal();
                send(exchange.response(), exchange.callback(), attempt.status(), refusal(shape, match, attempt));
            }
            case CUT -> cut(shape, asked, match, last, from, exchange);
            case ANSWERED -> {
                ReplayedAnswer answer = answers.of(match, asked);
                replay.answered(match, answer.text(), answer.calls());
                served.answer(answer.tokens());
                if (asked.streamed() && asked.operation() == Operation.CHAT) {
                    stream(
                            shape,
                            shape.stream(answer, asked, match.call().ending().timing()),
                            from,
                            exchange);
                    exchange.callback().succeeded();
                } else {
                    pace.await(from, nanos);
                    send(exchange.response(), exchange.callback(), 200, shape.whole(answer, asked));
                }
            }
        }
    }

    /** A call that failed in the middle of a stream first gets as many chunks as came. */
    private void cut(Shape shape, Asked asked, Match match, boolean last, long from, Exchange exchange)
            throws IOException, InterruptedException {
        served.cut();
        long chunks = last ? match.call().ending().timing().chunks() : 0;
        if (asked.streamed() && chunks > 0) {
            List<Shape.Part> parts = shape.stream(
                    answers.of(match, asked), asked, match.call().ending().timing());
            int end = 0;
            for (int i = 0; i < parts.size(); i++) {
                end = parts.get(i).counts() ? i + 1 : end;
            }
            stream(shape, parts.subList(0, end), from, exchange);
        }
        pace.await(from, match.due().nanos());
        exchange.cut();
    }

    private void stream(Shape shape, List<Shape.Part> parts, long from, Exchange exchange)
            throws IOException, InterruptedException {
        exchange.response().setStatus(200);
        exchange.response().getHeaders().put(HttpHeader.CONTENT_TYPE, shape.streamType());
        OutputStream out = Content.Sink.asOutputStream(exchange.response());
        for (Shape.Part part : parts) {
            pace.await(from, part.nanos());
            out.write(part.bytes());
            out.flush();
        }
    }

    /** The message of a failed request is often the body that it was refused with. */
    private static byte[] refusal(Shape shape, Match match, Attempt attempt) {
        Failure failure = match.call().ending().failure();
        String message = failure == null ? null : failure.message();
        if (message != null && Json.object(message.getBytes(StandardCharsets.UTF_8)) != null) {
            return message.getBytes(StandardCharsets.UTF_8);
        }
        return shape.error(
                attempt.status(), message == null ? "replay: it was refused so when it was recorded" : message);
    }

    private void forward(Request request, String path, byte[] body, Response response, Callback callback)
            throws IOException, InterruptedException {
        String query = request.getHttpURI().getQuery();
        HttpResponse<InputStream> answer;
        try {
            answer = forward.send(query == null ? path : path + "?" + query, body, to -> {
                for (HttpField field : request.getHeaders()) {
                    to.accept(field.getName(), field.getValue());
                }
            });
        } catch (IOException e) {
            send(response, callback, 502, problem("replay: the server of --on-miss forward does not answer"));
            return;
        }
        served.forward();
        try (InputStream in = answer.body()) {
            response.setStatus(answer.statusCode());
            answer.headers().map().forEach((name, values) -> {
                if (Forward.passes(name) && !name.startsWith(":")) {
                    response.getHeaders().put(name, values);
                }
            });
            OutputStream out = Content.Sink.asOutputStream(response);
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        }
        callback.succeeded();
    }

    private static byte[] error(Shape shape, int status, String message) {
        return shape == null ? problem(message) : shape.error(status, message);
    }

    private static byte[] problem(String message) {
        return JsonLine.bytesOf(new Fields().put("error", message));
    }

    private static void send(Response response, Callback callback, int status, byte[] body) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, JSON);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** Ends all waiting, and stops listening. */
    @Override
    public void close() throws IOException {
        pace.end();
        server.close();
    }
}
