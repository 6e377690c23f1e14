// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.acme.chat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Asks a chat model, in each of the four ways an SDK offers. */
public final class ChatClient {
    private static final int TRIES = 2;

    private final ChatTransport transport;

    /** Makes a client of a service. */
    public ChatClient(URI service) {
        this.transport = new ChatTransport(service);
    }

    /** Asks and waits. */
    public ChatResponse ask(ChatRequest request) {
        return answer(send(request));
    }

    /** Asks and does not wait. */
    public CompletableFuture<ChatResponse> askLater(ChatRequest request) {
        return CompletableFuture.supplyAsync(() -> answer(send(request)));
    }

    /** Asks and returns the answer piece by piece. */
    public Stream<ChatDelta> stream(ChatRequest request) {
        return pieces(send(request)).stream();
    }

    /** Asks, and passes the answer to a listener piece by piece, on another thread. */
    public void stream(ChatRequest request, ChatListener listener) {
        CompletableFuture.runAsync(() -> {
            try {
                List<String> lines = send(request);
                pieces(lines).forEach(listener::onDelta);
                listener.onDone(answer(lines));
            } catch (ChatException e) {
                listener.onFailure(e);
            }
        });
    }

    private List<String> send(ChatRequest request) {
        for (int left = TRIES; ; left--) {
            try {
                return transport.post("/chat", request.model() + "\n" + request.text());
            } catch (ChatException e) {
                if (e.status() != 503 || left == 1) {
                    throw e;
                }
            }
        }
    }

    /** The first line of a reply has the tokens, each further one a piece of the text. */
    private static ChatResponse answer(List<String> lines) {
        return new ChatResponse(String.join("", lines.subList(1, lines.size())), usage(lines));
    }

    private static List<ChatDelta> pieces(List<String> lines) {
        List<ChatDelta> pieces = new ArrayList<>();
        lines.subList(1, lines.size()).forEach(text -> pieces.add(new ChatDelta(text, null)));
        pieces.add(new ChatDelta(null, usage(lines)));
        return pieces;
    }

    private static ChatUsage usage(List<String> lines) {
        String[] tokens = lines.get(0).split(" ");
        return new ChatUsage(Long.parseLong(tokens[0]), Long.parseLong(tokens[1]));
    }
}
