// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.standalone;

import io.agentprofiler.it.openai.OpenAiServer;

/**
 * Runs the server by itself: {@code OpenAiServerMain [port]}. Every request is answered with "OK" and its usual usage
 * until the process is stopped.
 *
 * <p><b>Threading:</b> the main thread waits for ever.
 */
public final class OpenAiServerMain {
    private OpenAiServerMain() {}

    /** Starts the server on the given port, 8080 by default. */
    public static void main(String[] args) throws InterruptedException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 8080;
        try (OpenAiServer server = OpenAiServer.start(port)) {
            System.out.println("OpenAI-compatible server on " + server.baseUrl());
            Thread.currentThread().join();
        }
    }
}
