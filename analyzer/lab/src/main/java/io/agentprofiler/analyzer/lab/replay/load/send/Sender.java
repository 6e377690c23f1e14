// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.send;

import io.agentprofiler.analyzer.lab.replay.load.plan.LoadTarget;
import io.agentprofiler.analyzer.lab.replay.load.send.Received.Outcome;
import io.agentprofiler.analyzer.lab.replay.shape.Api;
import io.agentprofiler.analyzer.lab.replay.shape.ClientShape;
import io.agentprofiler.analyzer.trace.Tokens;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends requests to the one server that the user named: redirects are not followed, proxies not used.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Sender {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int REFUSED_FROM = 400;
    private static final int REDIRECT_FROM = 300;
    private static final int LIMITED = 429;

    static {
        // servers close connections that were idle for a minute or so; a request on such a one would count as lost
        if (System.getProperty("jdk.httpclient.keepalive.timeout") == null) {
            System.setProperty("jdk.httpclient.keepalive.timeout", "20");
        }
    }

    private final LoadTarget target;
    private final String key;
    private final long timeoutNanos;
    private final ScheduledExecutorService timer;
    private final ExecutorService workers;
    private final HttpClient client;
    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * Makes a sender.
     *
     * @param key the API key; {@code null} for none
     * @param timer ends requests that take too long
     * @param workers threads for what comes back
     */
    public Sender(
            LoadTarget target, String key, long timeoutNanos, ScheduledExecutorService timer, ExecutorService workers) {
        this.target = target;
        this.key = key;
        this.timeoutNanos = timeoutNanos;
        this.timer = timer;
        this.workers = workers;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT)
                .executor(workers)
                .build();
    }

    /**
     * Sends a request.
     *
     * @param api what the server speaks
     * @param shape how that has such requests and their answers
     * @param path of the request below the server's address
     * @return completes, never exceptionally, on a worker's thread
     */
    public CompletableFuture<Received> send(Api api, ClientShape shape, String path, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        api.headers(key).forEach(request::header);
        AtomicBoolean late = new AtomicBoolean();
        long sent = System.nanoTime();
        CompletableFuture<HttpResponse<AnswerBody>> answer =
                client.sendAsync(request.build(), info -> body(shape, info));
        ScheduledFuture<?> limit = timer.schedule(
                () -> {
                    late.set(true);
                    answer.cancel(true);
                },
                timeoutNanos,
                TimeUnit.NANOSECONDS);
        open.add(answer);
        if (stopped) {
            answer.cancel(true);
        }
        // the client completes on the common pool, which may have but one thread, for all of this JVM
        return answer.handleAsync(
                (response, problem) -> {
                    open.remove(answer);
                    limit.cancel(false);
                    return response == null ? lost(problem, sent, late.get()) : received(response, sent);
                },
                workers);
    }

    private static AnswerBody body(ClientShape shape, HttpResponse.ResponseInfo info) {
        return new AnswerBody(shape, info.headers().firstValue("Content-Type").orElse(""));
    }

    private static Received received(HttpResponse<AnswerBody> response, long sent) {
        AnswerBody body = response.body();
        int status = response.statusCode();
        Outcome outcome = status == LIMITED
                ? Outcome.LIMITED
                : status >= REDIRECT_FROM || body.isFailed() ? Outcome.FAILED : Outcome.ANSWERED;
        String problem = outcome != Outcome.FAILED
                ? null
                : status >= REFUSED_FROM
                        ? String.valueOf(status)
                        : status >= REDIRECT_FROM ? "redirect_not_followed" : "no_answer";
        return new Received(
                outcome,
                status,
                sent,
                body.first(),
                body.last(),
                body.maxGap(),
                body.chunks(),
                body.end(),
                body.tokens(),
                problem);
    }

    private Received lost(Throwable problem, long sent, boolean late) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        Outcome outcome = late
                ? Outcome.TIMEOUT
                : stopped && cause instanceof CancellationException ? Outcome.STOPPED : Outcome.FAILED;
        return new Received(
                outcome,
                -1,
                sent,
                -1,
                -1,
                -1,
                0,
                System.nanoTime(),
                Tokens.NONE,
                cause.getClass().getName());
    }

    /** Gives up all requests that are on their way, and those to come. */
    public void stop() {
        stopped = true;
        open.forEach(request -> request.cancel(true));
    }
}
