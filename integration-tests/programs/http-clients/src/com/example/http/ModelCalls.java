// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.http;

import com.sun.net.httpserver.HttpServer;
import io.ktor.client.HttpClientKt;
import io.ktor.client.engine.cio.CIO;
import io.ktor.client.request.HttpRequestBuilder;
import io.ktor.client.request.HttpRequestKt;
import io.ktor.client.statement.HttpStatement;
import io.ktor.http.ContentType;
import io.ktor.http.HttpMethod;
import io.ktor.http.content.TextContent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * Asks models as a library does that nobody knows: with an HTTP client, in the formats of several services, of which its own server
 * answers as they do. Some requests only look like that. Prints the answers, or what they begin with.
 */
public final class ModelCalls {
    private static final String QUESTION =
            "{\"model\":\"acme-1\",\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]}";
    /** What says the model in its path. */
    private static final String WITHOUT_MODEL = "{\"contents\":[{\"parts\":[{\"text\":\"What is it?\"}]}]}";

    private static final String NOTE = "{\"messages\":[\"Call me back.\"]}";
    private static final int BUSY = 429;

    private static final Map<String, String> ANSWERS = Map.of(
            "/v1/chat/completions",
            "{\"id\":\"c1\",\"model\":\"acme-1-0\",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":4}}}",
            "/v1/responses",
            "{\"id\":\"r1\",\"model\":\"acme-1-0\",\"usage\":{\"input_tokens\":11,\"output_tokens\":6,"
                    + "\"input_tokens_details\":{\"cached_tokens\":5}}}",
            "/v1/messages",
            "{\"id\":\"m1\",\"model\":\"acme-1-0\",\"usage\":{\"input_tokens\":3,\"output_tokens\":7,\"cache_read_input_tokens\":2}}",
            "/v1beta/models/acme-1:generateContent",
            "{\"responseId\":\"g1\",\"modelVersion\":\"acme-1-0\",\"usageMetadata\":{\"promptTokenCount\":8,"
                    + "\"candidatesTokenCount\":9,\"thoughtsTokenCount\":1}}",
            "/model/acme-1/converse",
            "{\"usage\":{\"inputTokens\":12,\"outputTokens\":13,\"totalTokens\":25}}",
            "/api/chat",
            "{\"model\":\"acme-1-0\",\"prompt_eval_count\":14,\"eval_count\":15}");

    private final HttpServer server;
    private int busy = 1;

    private ModelCalls() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            boolean refuses = path.startsWith("/busy") && busy-- > 0;
            byte[] body = (refuses ? "{}" : ANSWERS.getOrDefault(path.replace("/busy", ""), "{}")).getBytes();
            exchange.sendResponseHeaders(refuses ? BUSY : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        ModelCalls calls = new ModelCalls();
        try {
            calls.askWithTheJdk();
            calls.askWithOthers();
            calls.askKnown();
        } finally {
            calls.server.stop(0);
            ((ExecutorService) calls.server.getExecutor()).shutdown();
        }
    }

    private void askWithTheJdk() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        for (String path : new String[] {
            "/v1/chat/completions",
            "/v1/responses",
            "/v1/messages",
            "/v1beta/models/acme-1:generateContent",
            "/model/acme-1/converse",
            "/api/chat"
        }) {
            String question = path.contains("acme-1") ? WITHOUT_MODEL : QUESTION;
            System.out.println(client.send(question(path, question), BodyHandlers.ofString())
                    .body());
        }
        System.out.println(client.sendAsync(question("/v1/chat/completions?a=b", QUESTION), BodyHandlers.ofByteArray())
                .get()
                .body()
                .length);
        // the answer is a stream: what it says is the application's to read
        System.out.println(client.send(question("/v1/chat/completions", QUESTION), BodyHandlers.ofInputStream())
                .body()
                .read());
        System.out.println(client.send(question("/busy/v1/chat/completions", QUESTION), BodyHandlers.ofString())
                .statusCode());
        // these only look like it
        for (String path : new String[] {"/v1/messages", "/api/chat", "/v1/notes"}) {
            System.out.println(
                    client.send(question(path, NOTE), BodyHandlers.ofString()).statusCode());
        }
        System.out.println(client.send(question("/v1/notes", QUESTION), BodyHandlers.ofString())
                .statusCode());
    }

    private HttpRequest question(String path, String body) {
        return HttpRequest.newBuilder(uri(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void askWithOthers() throws Exception {
        URI uri = uri("/v1/messages");
        OkHttpClient ok = new OkHttpClient();
        okhttp3.Request request = new okhttp3.Request.Builder()
                .url(uri.toString())
                .post(RequestBody.create(MediaType.parse("application/json"), QUESTION))
                .build();
        try (Response answer = ok.newCall(request).execute()) {
            System.out.println("okhttp " + answer.code());
        }
        ok.connectionPool().evictAll();
        try (CloseableHttpClient apache4 = org.apache.http.impl.client.HttpClients.createDefault()) {
            HttpPost post = new HttpPost(uri);
            post.setEntity(new org.apache.http.entity.StringEntity(QUESTION));
            try (CloseableHttpResponse answer = apache4.execute(post)) {
                System.out.println("apache-4 " + answer.getStatusLine().getStatusCode());
            }
        }
        try (var apache5 = org.apache.hc.client5.http.impl.classic.HttpClients.createDefault()) {
            var post = new org.apache.hc.client5.http.classic.methods.HttpPost(uri);
            post.setEntity(new StringEntity(QUESTION));
            System.out.println("apache-5 " + apache5.<Integer>execute(post, answer -> answer.getCode()));
        }
        io.ktor.client.HttpClient ktor = HttpClientKt.HttpClient(CIO.INSTANCE, settings -> Unit.INSTANCE);
        HttpRequestBuilder post = new HttpRequestBuilder();
        HttpRequestKt.url(post, uri.toString());
        post.setMethod(HttpMethod.Companion.getPost());
        post.setBody(new TextContent(QUESTION, ContentType.Application.INSTANCE.getJson(), null));
        HttpStatement statement = new HttpStatement(post, ktor);
        System.out.println("ktor "
                + BuildersKt.<io.ktor.client.statement.HttpResponse>runBlocking(
                                EmptyCoroutineContext.INSTANCE, (scope, next) -> statement.execute(next))
                        .getStatus()
                        .getValue());
        ktor.close();
    }

    /** What a library does whose calls are traced. */
    void askKnown() throws Exception {
        System.out.println(HttpClient.newHttpClient()
                .send(question("/v1/chat/completions", QUESTION), BodyHandlers.ofString())
                .body());
    }
}
