// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.http;

import io.ktor.client.HttpClientKt;
import io.ktor.client.engine.cio.CIO;
import io.ktor.client.request.HttpRequestBuilder;
import io.ktor.client.request.HttpRequestKt;
import io.ktor.client.statement.HttpStatement;
import io.ktor.http.ContentType;
import io.ktor.http.HttpMethod;
import io.ktor.http.content.TextContent;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Flow;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.impl.client.CloseableHttpClient;

/**
 * Asks models as a library does that nobody knows: with an HTTP client, in the formats of several services. Some requests only look
 * like that. Prints the answers, what they begin with, or how long they are.
 */
public final class ModelCalls {
    private static final String QUESTION =
            "{\"model\":\"acme-1\",\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]}";
    /** What says the model in its path. */
    private static final String WITHOUT_MODEL = "{\"contents\":[{\"parts\":[{\"text\":\"What is it?\"}]}]}";

    private static final String NOTE = "{\"messages\":[\"Call me back.\"]}";

    private final ModelAnswers server = new ModelAnswers();

    private ModelCalls() throws IOException {}

    /** Runs the program; with an argument also over HTTP/2, which the server of Vert.x 4.5 does not answer the JDK's client. */
    public static void main(String[] args) throws Exception {
        ModelCalls calls = new ModelCalls();
        try {
            calls.askWithTheJdk();
            calls.listenWithTheJdk();
            calls.askWithOthers();
            if (args.length > 0) {
                Http2Calls.ask(QUESTION);
            }
            calls.askKnown();
        } finally {
            calls.server.close();
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
        // the rest of the answer is left unread
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

    /** Asks for answers in events, and reads them in all ways. */
    private void listenWithTheJdk() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        System.out.println(client.send(
                        question("/openai/deployments/acme-1/chat/completions?api-version=1", WITHOUT_MODEL),
                        BodyHandlers.ofString())
                .body());
        System.out.println(client.send(question("/stream/v1/chat/completions", QUESTION), BodyHandlers.ofLines())
                .body()
                .count());
        try (InputStream body = client.send(question("/stream/v1/messages", QUESTION), BodyHandlers.ofInputStream())
                .body()) {
            System.out.println(body.readAllBytes().length);
        }
        System.out.println(client.send(
                        question("/v1beta/models/acme-1:streamGenerateContent?alt=sse", WITHOUT_MODEL),
                        BodyHandlers.ofString())
                .body());
        System.out.println(client.sendAsync(question("/stream/api/chat", QUESTION), BodyHandlers.ofLines())
                .get()
                .body()
                .count());
        Lines lines = new Lines();
        client.send(question("/stream/v1/responses", QUESTION), BodyHandlers.fromLineSubscriber(lines));
        System.out.println(lines.count);
        System.out.println(
                client.send(question("/model/acme-1/converse-stream", WITHOUT_MODEL), BodyHandlers.ofByteArray())
                        .body()
                        .length);
        try (InputStream body = client.sendAsync(
                        question("/model/acme-1/invoke-with-response-stream", WITHOUT_MODEL),
                        BodyHandlers.ofInputStream())
                .get()
                .body()) {
            System.out.println(body.readAllBytes().length);
        }
        try (InputStream body = client.send(
                        question("/long/v1/chat/completions", QUESTION), BodyHandlers.ofInputStream())
                .body()) {
            System.out.println(body.readAllBytes().length);
        }
    }

    /** Counts what it is told. */
    private static final class Lines implements Flow.Subscriber<String> {
        private int count;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            count++;
        }

        @Override
        public void onError(Throwable thrown) {
            count = -1;
        }

        @Override
        public void onComplete() {
            // the count is complete
        }
    }

    private HttpRequest question(String path, String body) {
        return HttpRequest.newBuilder(server.uri(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private void askWithOthers() throws Exception {
        OkHttpClient ok = new OkHttpClient();
        okhttp3.Request request = new okhttp3.Request.Builder()
                .url(server.uri("/stream/v1/messages").toString())
                .post(RequestBody.create(MediaType.parse("application/json"), QUESTION))
                .build();
        try (Response answer = ok.newCall(request).execute()) {
            System.out.println("okhttp " + answer.code() + " " + answer.body().string());
        }
        ok.connectionPool().evictAll();
        try (CloseableHttpClient apache4 = org.apache.http.impl.client.HttpClients.createDefault()) {
            HttpPost post = new HttpPost(server.uri("/stream/v1/chat/completions"));
            post.setEntity(new org.apache.http.entity.StringEntity(QUESTION));
            try (CloseableHttpResponse answer = apache4.execute(post)) {
                System.out.println("apache-4 " + org.apache.http.util.EntityUtils.toString(answer.getEntity()));
            }
        }
        try (var apache5 = org.apache.hc.client5.http.impl.classic.HttpClients.createDefault()) {
            var post = new org.apache.hc.client5.http.classic.methods.HttpPost(
                    server.uri("/v1beta/models/acme-1:streamGenerateContent?alt=sse"));
            post.setEntity(new StringEntity(WITHOUT_MODEL));
            System.out.println(
                    "apache-5 " + apache5.<String>execute(post, answer -> EntityUtils.toString(answer.getEntity())));
        }
        io.ktor.client.HttpClient ktor = HttpClientKt.HttpClient(CIO.INSTANCE, settings -> Unit.INSTANCE);
        HttpRequestBuilder post = new HttpRequestBuilder();
        HttpRequestKt.url(post, server.uri("/model/acme-1/converse").toString());
        post.setMethod(HttpMethod.Companion.getPost());
        post.setBody(new TextContent(WITHOUT_MODEL, ContentType.Application.INSTANCE.getJson(), null));
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
