// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.shape.Api;
import io.agentprofiler.analyzer.lab.replay.shape.ClientShape;
import io.agentprofiler.analyzer.lab.replay.shape.Json;
import io.agentprofiler.analyzer.trace.Tokens;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow;
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
        RequestOutcome outcome = status == LIMITED
                ? RequestOutcome.LIMITED
                : status >= REDIRECT_FROM || body.isFailed() ? RequestOutcome.FAILED : RequestOutcome.ANSWERED;
        String problem = outcome != RequestOutcome.FAILED
                ? null
                : status >= REFUSED_FROM
                        ? String.valueOf(status)
                        : status >= REDIRECT_FROM ? "redirect_not_followed" : "no_answer";
        return new Received(
                outcome,
                status,
                sent,
                new Received.ChunkArrival(body.first(), body.last(), body.maxGap(), body.chunks()),
                body.end(),
                body.tokens(),
                problem);
    }

    private Received lost(Throwable problem, long sent, boolean late) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        RequestOutcome outcome = late
                ? RequestOutcome.TIMEOUT
                : stopped && cause instanceof CancellationException ? RequestOutcome.STOPPED : RequestOutcome.FAILED;
        return new Received(
                outcome,
                -1,
                sent,
                new Received.ChunkArrival(Unknown.LONG, Unknown.LONG, Unknown.LONG, 0),
                System.nanoTime(),
                Tokens.NONE,
                cause.getClass().getName());
    }

    /** Gives up all requests that are on their way, and those to come. */
    public void stop() {
        stopped = true;
        open.forEach(request -> request.cancel(true));
    }

    /**
     * Takes an answer off the network: when its chunks came, and which tokens the server counted. What it says is not kept.
     *
     * <p><b>Threading:</b> the client's, one after the other.
     */
    private static final class AnswerBody implements HttpResponse.BodySubscriber<AnswerBody> {
        /** An answer that is longer, and not streamed, tells no tokens. */
        private static final int MOST_KEPT = 1 << 20;

        private static final String EVENTS = "text/event-stream";
        private static final String LINES = "application/x-ndjson";
        private static final String DATA = "data:";

        private final CompletableFuture<AnswerBody> whole = new CompletableFuture<>();
        private final ClientShape shape;
        private final boolean events;
        private final boolean parted;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream(512);
        private long bytes;
        private long first = Unknown.LONG;
        private long last = Unknown.LONG;
        private long maxGap = Unknown.LONG;
        private long chunks;
        private boolean failed;
        private Tokens tokens = Tokens.NONE;
        private long end;

        /**
         * Begins an answer.
         *
         * @param type its media type: whether it comes as events, as lines, or as a whole
         */
        AnswerBody(ClientShape shape, String type) {
            this.shape = shape;
            this.events = type.startsWith(EVENTS);
            this.parted = events || type.startsWith(LINES);
        }

        @Override
        public CompletionStage<AnswerBody> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            long now = System.nanoTime();
            for (ByteBuffer buffer : buffers) {
                bytes += buffer.remaining();
                while (buffer.hasRemaining()) {
                    byte next = buffer.get();
                    if (parted && next == '\n') {
                        line(kept.toString(StandardCharsets.UTF_8), now);
                        kept.reset();
                    } else if (kept.size() < MOST_KEPT) {
                        kept.write(next);
                    }
                }
            }
        }

        private void line(String line, long now) {
            if (events && !line.startsWith(DATA)) {
                return;
            }
            String part = events ? line.substring(DATA.length()).strip() : line;
            if (shape.says(part)) {
                if (first < 0) {
                    first = now;
                } else {
                    maxGap = Math.max(maxGap, now - last);
                }
                last = now;
                chunks++;
            }
            if (shape.counts(part) || part.contains("\"error\"")) {
                object(part);
            }
        }

        private void object(String text) {
            Map<?, ?> object = Json.object(text.getBytes(StandardCharsets.UTF_8));
            if (object == null) {
                failed |= !parted;
                return;
            }
            failed |= object.get("error") instanceof Map || object.get("error") instanceof String;
            Tokens named = shape.tokens(object);
            tokens = new Tokens(
                    later(tokens.input(), named.input()),
                    later(tokens.output(), named.output()),
                    later(tokens.cacheRead(), named.cacheRead()),
                    later(tokens.cacheWrite(), named.cacheWrite()),
                    later(tokens.reasoning(), named.reasoning()));
        }

        /** Of what a stream counts more than once, the last holds. */
        private static long later(long before, long now) {
            return now == Unknown.LONG ? before : now;
        }

        @Override
        public void onError(Throwable problem) {
            whole.completeExceptionally(problem);
        }

        @Override
        public void onComplete() {
            end = System.nanoTime();
            if (kept.size() > 0 && bytes <= MOST_KEPT) {
                String rest = kept.toString(StandardCharsets.UTF_8);
                if (parted) {
                    line(rest, end);
                } else {
                    object(rest);
                }
            }
            failed |= bytes == 0;
            whole.complete(this);
        }

        /** Answers whether it is no answer, or one that says that something failed. */
        boolean isFailed() {
            return failed;
        }

        long first() {
            return first;
        }

        long last() {
            return last;
        }

        long maxGap() {
            return maxGap;
        }

        long chunks() {
            return chunks;
        }

        long end() {
            return end;
        }

        Tokens tokens() {
            return tokens;
        }
    }
}
