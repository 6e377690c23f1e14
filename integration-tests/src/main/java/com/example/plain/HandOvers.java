// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Pools made by hand, one for each way to hand work over: a list with park and unpark, one with wait and notify, a queue that holds
 * nothing, an exchange. Their workers are started in the first requests, and serve all of eight users at a time. The first two are
 * given requests, the others any task.
 */
public final class HandOvers {
    private static final int USERS = 8;
    private static final int WORKERS = 2;

    private HandOvers() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        int user = 2000;
        for (Pool pool : List.of(new Parking(), new Waiting(), new Handing(), new Exchanging())) {
            List<Request> requests = new ArrayList<>();
            List<Thread> users = new ArrayList<>();
            for (int i = 0; i < USERS; i++) {
                user++;
                Request request = new Request(String.valueOf(user), pool);
                requests.add(request);
                users.add(new Thread(() -> begin(request)));
            }
            users.forEach(Thread::start);
            for (Thread each : users) {
                each.join();
            }
            requests.forEach(request -> request.over.join());
        }
        System.out.println("answered");
    }

    /** Opens a request. */
    public static void begin(Request request) {
        request.pool.execute(request);
    }

    /** Closes a request. */
    public static void end(Request request) {}

    /** The work of a request. */
    public static String answer(String user) {
        return "re: " + user;
    }

    /** A request that runs on a worker, and ends there. */
    public static final class Request implements Runnable {
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final String user;
        private final Pool pool;

        Request(String user, Pool pool) {
            this.user = user;
            this.pool = pool;
        }

        @Override
        public void run() {
            work();
        }

        private void work() {
            answer(user);
            answer(user);
            end(this);
            over.complete(null);
        }
    }

    private abstract static class Pool {
        private final List<Thread> workers = new ArrayList<>();

        final void execute(Request request) {
            synchronized (workers) {
                if (workers.size() < WORKERS) {
                    Thread worker = new Thread(this::work);
                    worker.setDaemon(true);
                    workers.add(worker);
                    worker.start();
                }
            }
            try {
                handOver(request, workers);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void work() {
            try {
                while (true) {
                    next().run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        abstract void handOver(Request request, List<Thread> to) throws InterruptedException;

        abstract Runnable next() throws InterruptedException;
    }

    private static final class Parking extends Pool {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        void handOver(Request request, List<Thread> to) {
            synchronized (tasks) {
                tasks.add(request);
            }
            synchronized (to) {
                to.forEach(LockSupport::unpark);
            }
        }

        @Override
        Runnable next() {
            while (true) {
                synchronized (tasks) {
                    if (!tasks.isEmpty()) {
                        return tasks.remove();
                    }
                }
                LockSupport.park(this);
            }
        }
    }

    private static final class Waiting extends Pool {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        void handOver(Request request, List<Thread> to) {
            synchronized (tasks) {
                tasks.add(request);
                tasks.notifyAll();
            }
        }

        @Override
        Runnable next() throws InterruptedException {
            synchronized (tasks) {
                while (tasks.isEmpty()) {
                    tasks.wait();
                }
                return tasks.remove();
            }
        }
    }

    private static final class Handing extends Pool {
        private final SynchronousQueue<Runnable> tasks = new SynchronousQueue<>();

        @Override
        void handOver(Request request, List<Thread> to) throws InterruptedException {
            tasks.put(request::work);
        }

        @Override
        Runnable next() throws InterruptedException {
            return tasks.take();
        }
    }

    private static final class Exchanging extends Pool {
        private final Object turn = new Object();
        private final Object workersTurn = new Object();
        private final Exchanger<Runnable> exchanger = new Exchanger<>();

        @Override
        void handOver(Request request, List<Thread> to) throws InterruptedException {
            synchronized (turn) {
                exchanger.exchange(request::work);
            }
        }

        @Override
        Runnable next() throws InterruptedException {
            synchronized (workersTurn) {
                return exchanger.exchange(null);
            }
        }
    }
}
