// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.lab.replay.load.NullServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A model server with rules that are known: so many slots, first come first served, and a fixed time for each token. No cache. */
public final class KnownServer implements NullServer.Answering {
    private static final Pattern MOST = Pattern.compile("\"max_tokens\":(\\d+)");
    private static final int CHARS_PER_TOKEN = 4;

    private final Semaphore slots;
    private final long prefillNanos;
    private final long decodeNanos;

    /**
     * Makes the rules.
     *
     * @param prefillNanos for each four characters of a request
     * @param decodeNanos for each token of an answer
     */
    public KnownServer(int slots, long prefillNanos, long decodeNanos) {
        this.slots = new Semaphore(slots, true);
        this.prefillNanos = prefillNanos;
        this.decodeNanos = decodeNanos;
    }

    /** Serves until the process is killed, with the given slots, prefill and decode times in microseconds; prints its address. */
    public static void main(String[] args) throws Exception {
        KnownServer rules = new KnownServer(
                Integer.parseInt(args[0]), Long.parseLong(args[1]) * 1_000, Long.parseLong(args[2]) * 1_000);
        try (NullServer server = new NullServer(rules, false)) {
            System.out.println(server.address());
            Thread.currentThread().join();
        }
    }

    @Override
    public boolean answer(String request, OutputStream to) throws IOException {
        Matcher most = MOST.matcher(request);
        long output = most.find() ? Long.parseLong(most.group(1)) : 1;
        long input = request.length() / CHARS_PER_TOKEN;
        String first = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
        String last =
                "data: {\"choices\":[{\"delta\":{\"content\":\"z\"}}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":"
                        + input + ",\"completion_tokens\":" + output
                        + ",\"prompt_tokens_details\":{\"cached_tokens\":0}}}\n\ndata: [DONE]\n\n";
        slots.acquireUninterruptibly();
        try {
            long begin = System.nanoTime();
            until(begin + input * prefillNanos);
            String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
                    + (first.length() + last.length()) + "\r\n\r\n";
            to.write((head + first).getBytes(StandardCharsets.UTF_8));
            to.flush();
            until(begin + input * prefillNanos + output * decodeNanos);
            to.write(last.getBytes(StandardCharsets.UTF_8));
            to.flush();
        } finally {
            slots.release();
        }
        return true;
    }

    private static void until(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
