// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.replay.load.send;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.replay.shape.Json;
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
import java.util.regex.Pattern;

/**
 * Takes an answer off the network: when its chunks came, and which tokens the server counted. What it says is not kept.
 *
 * <p><b>Threading:</b> the client's, one after the other.
 */
final class AnswerBody implements HttpResponse.BodySubscriber<AnswerBody> {
    /** An answer that is longer, and not streamed, tells no tokens. */
    private static final int MOST_KEPT = 1 << 20;

    private static final String DATA = "data:";
    /** The first chunk often holds a role and no text. */
    private static final Pattern SAYS = Pattern.compile(
            "\"(?:content|reasoning_content|reasoning|text)\"\\s*:\\s*\"[^\"]" + "|\"tool_calls\"\\s*:\\s*\\[\\s*\\{");

    private final CompletableFuture<AnswerBody> whole = new CompletableFuture<>();
    private final boolean events;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream(512);
    private long bytes;
    private long first = -1;
    private long last = -1;
    private long maxGap = -1;
    private long chunks;
    private boolean failed;
    private Tokens tokens = Tokens.NONE;
    private long end;

    AnswerBody(boolean events) {
        this.events = events;
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
                if (events && next == '\n') {
                    line(kept.toString(StandardCharsets.UTF_8), now);
                    kept.reset();
                } else if (kept.size() < MOST_KEPT) {
                    kept.write(next);
                }
            }
        }
    }

    private void line(String line, long now) {
        if (!line.startsWith(DATA)) {
            return;
        }
        if (SAYS.matcher(line).find()) {
            if (first < 0) {
                first = now;
            } else {
                maxGap = Math.max(maxGap, now - last);
            }
            last = now;
            chunks++;
        }
        if (line.contains("\"usage\"") || line.contains("\"error\"")) {
            object(line.substring(DATA.length()).strip());
        }
    }

    private void object(String text) {
        Map<?, ?> object = Json.object(text.getBytes(StandardCharsets.UTF_8));
        if (object == null) {
            failed |= !events;
            return;
        }
        failed |= object.get("error") instanceof Map;
        if (object.get("usage") instanceof Map<?, ?> usage) {
            Object details = usage.get("prompt_tokens_details");
            tokens = new Tokens(
                    number(usage, "prompt_tokens"),
                    number(usage, "completion_tokens"),
                    details instanceof Map<?, ?> map ? number(map, "cached_tokens") : SpanEvent.ABSENT,
                    SpanEvent.ABSENT,
                    SpanEvent.ABSENT);
        }
    }

    private static long number(Map<?, ?> from, String name) {
        return from.get(name) instanceof Long number && number >= 0 ? number : SpanEvent.ABSENT;
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
            if (events) {
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
