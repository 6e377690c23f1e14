// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.http;

import com.sun.net.httpserver.HttpServer;
import io.ktor.client.HttpClientKt;
import io.ktor.client.engine.cio.CIO;
import io.ktor.client.engine.java.Java;
import io.ktor.client.request.HttpRequestBuilder;
import io.ktor.client.request.HttpRequestKt;
import io.ktor.client.statement.HttpStatement;
import io.vertx.core.Vertx;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.web.client.WebClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Asks a server of its own with each client: once for an answer, then until a busy one answers, once with a header {@code traceparent}
 * of its own, then one that is not there. Prints the status of each attempt. On the error stream it says which header each request
 * brought.
 */
public final class Requests {
    /** What a request to {@code /own} says for itself. */
    public static final String OWN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static final String HEADER = "traceparent";
    private static final int BUSY = 429;

    private final HttpServer server;
    private final String refusing;
    private final ConcurrentHashMap<String, Boolean> asked = new ConcurrentHashMap<>();

    /** Sends a request and returns the status of the answer. */
    @FunctionalInterface
    interface Sender {
        int send(URI uri) throws Exception;
    }

    private Requests() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            List<String> told = exchange.getRequestHeaders().get(HEADER);
            System.err.println(HEADER + ' ' + path + ' ' + (told == null ? "none" : String.join(",", told)));
            boolean busy = path.startsWith("/busy/") && asked.put(path, true) == null;
            byte[] body = "an answer".getBytes();
            exchange.sendResponseHeaders(busy ? BUSY : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refusing = "http://127.0.0.1:" + gone.getLocalPort();
        }
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Requests requests = new Requests();
        List<AutoCloseable> open = new ArrayList<>();
        try {
            requests.askEach(open);
        } finally {
            for (AutoCloseable each : open) {
                each.close();
            }
            requests.server.stop(0);
            ((ExecutorService) requests.server.getExecutor()).shutdown();
        }
    }

    private void askEach(List<AutoCloseable> open) throws Exception {
        HttpClient java = HttpClient.newHttpClient();
        OkHttpClient ok = new OkHttpClient();
        open.add(() -> ok.dispatcher().executorService().shutdown());
        open.add(ok.connectionPool()::evictAll);
        var apache5 = HttpClients.custom().disableAutomaticRetries().build();
        CloseableHttpAsyncClient apache5Async =
                HttpAsyncClients.custom().disableAutomaticRetries().build();
        apache5Async.start();
        CloseableHttpClient apache4 = org.apache.http.impl.client.HttpClients.custom()
                .disableAutomaticRetries()
                .build();
        ConnectionProvider pool = ConnectionProvider.create("requests");
        LoopResources loops = LoopResources.create("requests");
        var reactorNetty = reactor.netty.http.client.HttpClient.create(pool).runOn(loops);
        open.add(() -> pool.disposeLater().block());
        open.add(() -> loops.disposeLater(Duration.ZERO, Duration.ofSeconds(5)).block());
        io.ktor.client.HttpClient ktor = HttpClientKt.HttpClient(CIO.INSTANCE, settings -> Unit.INSTANCE);
        io.ktor.client.HttpClient ktorJava = HttpClientKt.HttpClient(Java.INSTANCE, settings -> Unit.INSTANCE);
        Vertx vertx = Vertx.vertx();
        open.add(() -> vertx.close().toCompletionStage().toCompletableFuture().get());
        io.vertx.core.http.HttpClient vertxClient = vertx.createHttpClient();
        WebClient webClient = WebClient.create(vertx);
        open.addAll(List.of(apache5, apache5Async, apache4, ktor::close, ktorJava::close));

        java.send(request("/ok"), HttpResponse.BodyHandlers.discarding());
        ask(
                "java",
                uri -> java.send(request(uri), HttpResponse.BodyHandlers.discarding())
                        .statusCode());
        ask(
                "java-async",
                uri -> java.sendAsync(request(uri), HttpResponse.BodyHandlers.discarding())
                        .get()
                        .statusCode());
        ask("okhttp", uri -> okhttp(ok, uri));
        ask("okhttp-async", uri -> okhttpAsync(ok, uri));
        ask("apache-5", uri -> {
            var request = new org.apache.hc.client5.http.classic.methods.HttpGet(uri);
            if (isOwn(uri)) {
                request.setHeader(HEADER, OWN);
            }
            return apache5.execute(request, answer -> answer.getCode());
        });
        ask("apache-5-async", uri -> {
            SimpleRequestBuilder request = SimpleRequestBuilder.get(uri);
            if (isOwn(uri)) {
                request.setHeader(HEADER, OWN);
            }
            return apache5Async.execute(request.build(), null).get().getCode();
        });
        ask("apache-4", uri -> apache4(apache4, uri));
        ask("url-connection", Requests::urlConnection);
        ask(
                "reactor-netty",
                uri -> reactorNetty
                        .headers(headers -> {
                            if (isOwn(uri)) {
                                headers.set(HEADER, OWN);
                            }
                        })
                        .get()
                        .uri(uri)
                        .response()
                        .block()
                        .status()
                        .code());
        ask("ktor", uri -> ktor(ktor, uri));
        ask("ktor-java", uri -> ktor(ktorJava, uri));
        ask("vertx", uri -> vertx(vertxClient, uri));
        ask("vertx-web", uri -> {
            var request = webClient.getAbs(uri.toString());
            if (isOwn(uri)) {
                request.putHeader(HEADER, OWN);
            }
            return request.send()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get()
                    .statusCode();
        });
    }

    private static boolean isOwn(URI uri) {
        return uri.getPath().startsWith("/own");
    }

    private static int apache4(CloseableHttpClient client, URI uri) throws IOException {
        HttpGet request = new HttpGet(uri);
        if (isOwn(uri)) {
            request.setHeader(HEADER, OWN);
        }
        try (CloseableHttpResponse answer = client.execute(request)) {
            return answer.getStatusLine().getStatusCode();
        }
    }

    private static int urlConnection(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        if (isOwn(uri)) {
            connection.setRequestProperty(HEADER, OWN);
        }
        int status = connection.getResponseCode();
        try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            answer.readAllBytes();
        }
        return status;
    }

    private static int ktor(io.ktor.client.HttpClient client, URI uri) throws InterruptedException {
        HttpRequestBuilder request = new HttpRequestBuilder();
        HttpRequestKt.url(request, uri.toString());
        if (isOwn(uri)) {
            request.getHeaders().append(HEADER, OWN);
        }
        HttpStatement statement = new HttpStatement(request, client);
        return BuildersKt.<io.ktor.client.statement.HttpResponse>runBlocking(
                        EmptyCoroutineContext.INSTANCE, (scope, next) -> statement.execute(next))
                .getStatus()
                .getValue();
    }

    private static int vertx(io.vertx.core.http.HttpClient client, URI uri) throws Exception {
        return client.request(new RequestOptions().setAbsoluteURI(uri.toString()))
                .compose(request -> {
                    if (isOwn(uri)) {
                        request.putHeader(HEADER, OWN);
                    }
                    return request.send();
                })
                .toCompletionStage()
                .toCompletableFuture()
                .get()
                .statusCode();
    }

    /** Asks with one client. */
    void ask(String client, Sender sender) throws Exception {
        StringBuilder line = new StringBuilder(client);
        line.append(' ').append(sender.send(server("/ok")));
        int status = BUSY;
        while (status == BUSY) {
            status = sender.send(server("/busy/" + client));
            line.append(' ').append(status);
        }
        line.append(' ').append(sender.send(server("/own")));
        try {
            line.append(' ').append(sender.send(URI.create(refusing + "/ok")));
        } catch (Exception e) {
            line.append(" refused");
        }
        System.out.println(line);
    }

    private URI server(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private HttpRequest request(String path) {
        return request(server(path));
    }

    private static HttpRequest request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return (isOwn(uri) ? request.header(HEADER, OWN) : request).build();
    }

    private static int okhttp(OkHttpClient client, URI uri) throws IOException {
        try (Response answer = client.newCall(okhttp(uri)).execute()) {
            return answer.code();
        }
    }

    private static okhttp3.Request okhttp(URI uri) {
        okhttp3.Request.Builder request = new okhttp3.Request.Builder().url(uri.toString());
        return (isOwn(uri) ? request.header(HEADER, OWN) : request).build();
    }

    /** Asks six times at once: five calls of one host run, the sixth waits for the end of another. */
    private static int okhttpAsync(OkHttpClient client, URI uri) throws Exception {
        int calls = uri.getPath().equals("/ok") ? 6 : 1;
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            CompletableFuture<Integer> status = new CompletableFuture<>();
            all.add(status);
            client.newCall(okhttp(uri)).enqueue(new Callback() {
                @Override
                public void onFailure(Call call, IOException e) {
                    status.completeExceptionally(e);
                }

                @Override
                public void onResponse(Call call, Response response) {
                    response.close();
                    status.complete(response.code());
                }
            });
        }
        int last = 0;
        for (Future<Integer> each : all) {
            last = each.get();
        }
        return last;
    }
}
