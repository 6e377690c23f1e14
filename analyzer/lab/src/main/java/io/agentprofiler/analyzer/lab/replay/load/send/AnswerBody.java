// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.send;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.shape.ClientShape;
import io.agentprofiler.analyzer.lab.replay.shape.Json;
import io.agentprofiler.analyzer.trace.Tokens;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Takes an answer off the network: when its chunks came, and which tokens the server counted. What it says is not kept.
 *
 * <p><b>Threading:</b> the client's, one after the other.
 */
final class AnswerBody implements HttpResponse.BodySubscriber<AnswerBody> {
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
    private long first = -1;
    private long last = -1;
    private long maxGap = -1;
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
