// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.answer.report.page.Rows;
import io.agentprofiler.analyzer.live.listen.LoopbackServer;
import io.agentprofiler.analyzer.live.state.LiveState;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * The server: on the loopback address only, for reading only.
 *
 * <p><b>Threading:</b> started and stopped by one thread; requests are answered on threads of its own.
 */
public final class LiveServer implements AutoCloseable {
    private static final int THREADS = 16;
    private static final EnumSet<HttpHeader> BODY = EnumSet.of(HttpHeader.CONTENT_LENGTH, HttpHeader.TRANSFER_ENCODING);
    private static final String POLICY = "default-src 'none'; frame-ancestors 'none'";

    private final LiveState state;
    private final LiveMetrics metrics;
    private final Subscriptions pages;
    private final Api api;
    private final PrintStream complaints;
    private final String token;
    private final LoopbackServer server;
    private Access access;

    /**
     * Makes a server that is not started.
     *
     * @param token what requests must bring, {@code null} for a new one
     * @param port where to listen, 0 for any free port
     * @param complaints takes a line for each request that fails for a reason that is not the asker's
     */
    public LiveServer(
            LiveState state,
            LiveMetrics metrics,
            Subscriptions pages,
            Rows rows,
            String token,
            int port,
            PrintStream complaints)
            throws IOException {
        this.state = state;
        this.metrics = metrics;
        this.pages = pages;
        this.complaints = complaints;
        this.token = token == null ? Access.newToken() : token;
        try (InputStream description = LiveServer.class.getResourceAsStream("openapi.json")) {
            this.api = new Api(state, rows, description.readAllBytes());
        }
        this.server = new LoopbackServer("serve", THREADS, port, new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                LiveServer.this.handle(request, response, callback);
                return true;
            }
        });
    }

    /**
     * Starts to listen.
     *
     * @throws IOException when the port is taken
     */
    public void start() throws IOException {
        access = new Access(token, server.open());
        server.start();
    }

    /** Returns the address to open, the token included. */
    public String address() {
        return "http://" + LoopbackServer.LOOPBACK + ":" + server.port() + "/?" + Access.TOKEN + "=" + token;
    }

    private void handle(Request request, Response response, Callback callback) {
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        if (request.getHeaders().contains(BODY)) {
            // nothing here reads a body, so no other request can follow on the connection
            headers.put(HttpHeader.CONNECTION, "close");
        }
        String path = Request.getPathInContext(request);
        HttpAnswer answer;
        try {
            Map<String, String> query = query(request);
            answer = refusal(request, query);
            if (answer == null && path.equals("/events") && request.getMethod().equals("GET")) {
                if (pages.add(response, callback)) {
                    return;
                }
                answer = HttpAnswer.problem(503, "as many pages are open as there can be: " + Subscriptions.MOST);
            }
            answer = answer == null ? answer(path, query, request) : answer;
        } catch (IllegalArgumentException e) {
            answer = HttpAnswer.problem(400, "the address cannot be read");
        } catch (IOException | RuntimeException e) {
            complaints.println("analyzer: no answer to " + path + ": " + e);
            answer = HttpAnswer.problem(500, "an error that should not happen; analyzer serve has printed it");
        }
        // the page has a policy of its own that allows its script; what frames may hold it only a header can say
        headers.put(
                "Content-Security-Policy", answer.type().startsWith("text/html") ? "frame-ancestors 'none'" : POLICY);
        headers.put(HttpHeader.CONTENT_TYPE, answer.type());
        headers.put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        if (answer.at() != null) {
            headers.put("Last-Modified", DateGenerator.formatDate(answer.at().toEpochMilli()));
        }
        if (answer.status() == 401) {
            headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        }
        if (answer.status() == 405) {
            headers.put(HttpHeader.ALLOW, "GET, HEAD");
        }
        response.setStatus(answer.status());
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }

    private HttpAnswer refusal(Request request, Map<String, String> query) {
        HttpFields headers = request.getHeaders();
        return access.refusal(
                request.getMethod(),
                headers.get(HttpHeader.HOST),
                headers.get(HttpHeader.ORIGIN),
                headers.get("Sec-Fetch-Site"),
                headers.get(HttpHeader.AUTHORIZATION),
                query.get(Access.TOKEN));
    }

    private HttpAnswer answer(String path, Map<String, String> query, Request request) throws IOException {
        if (path.startsWith(Api.PREFIX)) {
            return api.answer(path.substring(Api.PREFIX.length()), query);
        }
        if (path.startsWith(Profiles.ONE)) {
            return Profiles.one(state.figures(), path.substring(Profiles.ONE.length()));
        }
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        return switch (path) {
            case "/profiles" -> Profiles.all(state.figures());
            case "/programs" -> Profiles.programs(state.figures());
            case "/" -> new HttpAnswer(200, "text/html; charset=utf-8", state.page(), null);
            case "/metrics" -> Profiles.isAskedBy(accept) ? Profiles.metrics(state.figures()) : metrics(accept);
            default ->
                HttpAnswer.problem(
                        404,
                        "there is no " + path
                                + ": / is the page, /api/openapi.json the API, /metrics, /profiles and /programs");
        };
    }

    /** Exemplars, which lead from a figure to a trace, are only in the newer of the two formats. */
    private HttpAnswer metrics(String accept) throws IOException {
        ExpositionFormatWriter newer = OpenMetricsTextFormatWriter.create();
        ExpositionFormatWriter writer = newer.accepts(accept) ? newer : PrometheusTextFormatWriter.create();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, metrics.snapshot(state.kept().newestFirst(), state.runs()));
        return new HttpAnswer(200, writer.getContentType(), text.toByteArray(), null);
    }

    private static Map<String, String> query(Request request) {
        Map<String, String> parameters = new HashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            parameters.put(field.getName(), field.getValue());
        }
        return parameters;
    }

    /** Ends open pages with a farewell, lets requests be answered, and stops listening. */
    @Override
    public void close() throws IOException {
        pages.stop();
        server.close();
    }
}
