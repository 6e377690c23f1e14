// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Threads of servers: they end with the program. */
final class Daemon {
    private Daemon() {}

    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
