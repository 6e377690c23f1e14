// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A model server that answers at once: whatever it costs to load it is the load generator's. */
public final class NullServer implements AutoCloseable {
    /** An answer that is not streamed. */
    public static final String ANSWER = answer(
            "application/json",
            "{\"id\":\"n\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                    + "\"content\":\"ok\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":11,"
                    + "\"completion_tokens\":2,\"total_tokens\":13}}");
    /** An answer in two chunks, the first of which says nothing. */
    public static final String STREAM = answer(
            "text/event-stream",
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
                    + "data: {\"choices\":[{\"delta\":{\"content\":\"ok\"}}]}\n\n"
                    + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":2,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":4}}}\n\ndata: [DONE]\n\n");

    /** Answers a request. */
    public interface Answering {
        /** Writes a whole answer to a request's head and body; returns whether the connection stays open. */
        boolean answer(String request, OutputStream to) throws IOException;
    }

    private final ServerSocket listening = new ServerSocket(0, 1000, InetAddress.getByName("127.0.0.1"));
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "null-server");
        thread.setDaemon(true);
        return thread;
    });
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
    private final AtomicLong requests = new AtomicLong();
    private final Answering answers;
    private final boolean keep;

    /**
     * Starts a server.
     *
     * @param answers gives the whole answer to a request's head and body; {@code null} closes the connection
     * @param keep whether requests are kept
     */
    public NullServer(Function<String, String> answers, boolean keep) throws IOException {
        this(
                (request, to) -> {
                    String answer = answers.apply(request);
                    if (answer != null) {
                        to.write(answer.getBytes(StandardCharsets.UTF_8));
                    }
                    return answer != null;
                },
                keep);
    }

    /** Starts a server that answers in its own time. */
    public NullServer(Answering answers, boolean keep) throws IOException {
        this.answers = answers;
        this.keep = keep;
        threads.execute(this::accept);
    }

    /** Returns a whole answer. */
    public static String answer(String type, String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    /** Answers until the process is killed; prints its address. */
    public static void main(String[] args) throws Exception {
        try (NullServer server = new NullServer(NullServer::usual, false)) {
            System.out.println(server.address());
            Thread.currentThread().join();
        }
    }

    /** Answers as asked, streamed or not. */
    public static String usual(String request) {
        return request.contains("\"stream\":true") ? STREAM : ANSWER;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            for (String head = head(in); head != null; head = head(in)) {
                String lower = head.toLowerCase(Locale.ROOT);
                int at = lower.indexOf("content-length:");
                int length = Integer.parseInt(
                        lower.substring(at + 15, lower.indexOf('\r', at)).strip());
                String request = head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
                requests.incrementAndGet();
                if (keep) {
                    bodies.add(request);
                }
                if (!answers.answer(request, socket.getOutputStream())) {
                    return;
                }
            }
        } catch (IOException e) {
            // the client went away
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (next == '\n' && head.length() >= 4 && head.charAt(head.length() - 3) == '\n') {
                return head.toString();
            }
        }
        return null;
    }

    /** Returns the base address of its API. */
    public String address() {
        return "http://127.0.0.1:" + listening.getLocalPort() + "/v1";
    }

    /** Returns how many requests came. */
    public long requests() {
        return requests.get();
    }

    /** Returns the requests, heads and bodies, in the order in which they came. */
    public Queue<String> kept() {
        return bodies;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
