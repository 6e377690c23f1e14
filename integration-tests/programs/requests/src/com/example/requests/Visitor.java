// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.requests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Sends requests to a service, in sequence or concurrently, and prints the answers. */
public final class Visitor {
    private static final int USERS = 8;

    /** Begins the parent of a request of a crowd; the number of the request, of four digits, completes the trace's id. */
    private static final String CROWD = "00-0af7651916cd43dd8448eb211c80";

    /** Begins the parent of a request that is to be recorded, and of one that is not. */
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0";

    /** Opened when the head of the response being waited for has come. */
    private static volatile CountDownLatch head = new CountDownLatch(1);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    public Visitor(int port) {
        this.base = "http://localhost:" + port;
    }

    /** Sends one request to each endpoint, and those that are not to be recorded. */
    public void visit() throws IOException, InterruptedException {
        String crowd = System.getProperty("crowd");
        if (crowd != null) {
            crowd(crowd.split(","));
            return;
        }
        visitAtOnce("/desk/42/later", "/desk/42/words");
    }

    /** Does the same where the server answers only at once, and asks {@code others} in place of what comes later. */
    public void visitAtOnce(String... others) throws IOException, InterruptedException {
        get("/health");
        get("/missing");
        send(post("/desk/42/ask", "why"));
        for (String other : others) {
            get(other);
        }
        get("/desk/42/busy");
        get("/desk/42/fails");
        get("/health");
        send(post("/desk/43/ask", "who").header("traceparent", PARENT + "1"));
        send(post("/desk/44/ask", "where").header("traceparent", PARENT + "0"));
    }

    /**
     * Comes with many users at a time, several times, so that threads are started for some and used again for others.
     *
     * @param asked what to ask for, one time after the other: {@code ask}, or a path in which the number of the request is missing
     */
    private void crowd(String[] asked) throws InterruptedException {
        int number = 1000;
        for (String what : asked) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int user = 0; user < USERS; user++) {
                number++;
                HttpRequest.Builder request = what.equals("ask")
                        ? post("/desk/" + number + "/ask", String.valueOf(number))
                        : HttpRequest.newBuilder(URI.create(base + what.replace("*", String.valueOf(number))));
                request.header("traceparent", CROWD + number + "-b7ad6b7169203331-01");
                answers.add(client.sendAsync(request.build(), BodyHandlers.ofString())
                        .thenApply(HttpResponse::statusCode));
            }
            for (CompletableFuture<Integer> answer : answers) {
                System.out.println(answer.join());
            }
        }
    }

    /** Sends a request without a body. */
    public void get(String path) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(URI.create(base + path)));
    }

    /** Waits, on a thread of the service, until the visitor has the head of the response. */
    public static void awaitHead() throws InterruptedException {
        head.await();
    }

    private HttpRequest.Builder post(String path, String body) {
        return HttpRequest.newBuilder(URI.create(base + path)).POST(BodyPublishers.ofString(body));
    }

    private void send(HttpRequest.Builder request) throws IOException, InterruptedException {
        CountDownLatch received = new CountDownLatch(1);
        head = received;
        HttpResponse<String> response = client.send(request.build(), info -> {
            received.countDown();
            return BodySubscribers.ofString(StandardCharsets.UTF_8);
        });
        System.out.println(response.statusCode() + " " + response.uri().getPath());
    }
}
