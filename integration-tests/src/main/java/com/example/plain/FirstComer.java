// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedTransferQueue;

/** A pool made by hand, whose worker is started in the first request, which ends while the worker still runs for it. */
public final class FirstComer {
    private static final LinkedTransferQueue<Runnable> TASKS = new LinkedTransferQueue<>();
    private static Thread worker;

    private FirstComer() {}

    /** Runs three requests in sequence. */
    public static void main(String[] args) {
        Request first = new Request("1001");
        begin(first);
        first.over.join();
        for (String user : new String[] {"1002", "1003"}) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            execute(() -> {
                answer(user);
                over.complete(null);
            });
            over.join();
        }
        System.out.println("answered");
    }

    /** Opens a request. */
    public static void begin(Request request) {
        execute(request);
    }

    /** Closes a request. */
    public static void end(Request request) {}

    /** The work of a request. */
    public static String answer(String user) {
        return "re: " + user;
    }

    private static void execute(Runnable task) {
        if (worker == null) {
            worker = new Thread(FirstComer::work);
            worker.setDaemon(true);
            worker.start();
        }
        TASKS.add(task);
    }

    private static void work() {
        try {
            while (true) {
                TASKS.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A request that runs on the worker, and ends there. */
    public static final class Request implements Runnable {
        final CompletableFuture<Void> over = new CompletableFuture<>();
        private final String user;

        Request(String user) {
            this.user = user;
        }

        @Override
        public void run() {
            answer(user);
            end(this);
            over.complete(null);
        }
    }
}
