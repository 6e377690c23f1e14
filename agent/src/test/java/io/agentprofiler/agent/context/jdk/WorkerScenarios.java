// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Spans;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Pools made by hand, whose workers are started in the first workflow that comes; run by {@link PropagationProgram}. */
final class WorkerScenarios {
    private static final int WORKFLOWS = 600;

    void shouldRunWhatComesOutOfAQueueUnderTheSpanItWasPutInUnder() throws Exception {
        for (Queue<Runnable> queue : queues()) {
            String name = queue.getClass().getSimpleName();
            Pool pool = new Pool(queue, WorkerScenarios::platform);
            Span first = Spans.open();
            Span second = Spans.open();
            assertThat(seen(pool, first)).as(name).isSameAs(first);
            assertThat(seen(pool, second))
                    .as(name + ", while the first goes on")
                    .isSameAs(second);
            assertThat(seen(pool, null)).as(name + ", of no workflow").isNull();
            assertThat(seen(pool, first)).as(name + ", the first again").isSameAs(first);
            first.end();
            assertThat(seen(pool, null)).as(name + ", after the first").isNull();
            assertThat(seen(pool, second)).as(name).isSameAs(second);
            second.end();
        }
    }

    void shouldRunWorkOfAQueueUnderItsSpanOnVirtualThreads() throws Exception {
        ThreadFactory virtual = Virtual.factory();
        Pool pool = new Pool(new LinkedBlockingQueue<>(), virtual::newThread);
        Span first = Spans.open();
        Span second = Spans.open();
        assertThat(seen(pool, first)).isSameAs(first);
        assertThat(seen(pool, second)).isSameAs(second);
        assertThat(seen(pool, null)).isNull();
    }

    void shouldLetGoOfTheWorkflowInWhichAPoolWithoutAQueueOfTheJdkBegan() throws Exception {
        Executor parking = new Parking();
        Executor waiting = new Waiting();
        for (Executor pool : List.of(parking, waiting)) {
            Span first = Spans.open();
            CompletableFuture<Span> ended = new CompletableFuture<>();
            CompletableFuture<Span> after = new CompletableFuture<>();
            Under.span(first, () -> {
                pool.execute(() -> {
                    first.end();
                    ended.complete(Under.current());
                });
                return null;
            });
            Under.get(ended);
            Under.span(Spans.open(), () -> {
                pool.execute(() -> after.complete(Under.current()));
                return null;
            });
            assertThat(Under.get(after)).as(pool.getClass().getSimpleName()).isNull();
        }
    }

    void shouldLeaveAThreadCleanThatCollectsResultsOfWorkflows() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<String> results = new ExecutorCompletionService<>(workers);
        Span span = Spans.open();
        Under.span(span, () -> results.submit(() -> "x"));

        assertThat(Under.get(results.take())).isEqualTo("x");
        assertThat(Under.current()).isNull();
        workers.shutdown();
    }

    void shouldKeepTheSpanOfAThreadThatWorksOffAQueueOfItsOwn() throws Exception {
        Span span = Spans.open();
        FutureTask<List<Span>> task = new FutureTask<>(() -> {
            List<Span> seen = new ArrayList<>();
            LinkedBlockingQueue<Runnable> own = new LinkedBlockingQueue<>();
            own.add(() -> seen.add(Under.current()));
            own.add(() -> seen.add(Under.current()));
            for (Runnable next = own.poll(); next != null; next = own.poll()) {
                next.run();
            }
            seen.add(Under.current());
            return seen;
        });
        Under.span(span, () -> {
            new Thread(task).start();
            return null;
        });
        assertThat(Under.get(task)).containsExactly(span, span, span);
    }

    void shouldLeaveASpanCurrentInWhichAQueueIsAsked() throws Exception {
        Span other = Spans.open();
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        Under.span(other, () -> queue.add(() -> {}));
        Span own = Spans.open();
        Under.span(own, () -> {
            queue.take().run();
            assertThat(Under.current()).isSameAs(own);
            return null;
        });
        assertThat(Under.current()).isNull();
    }

    void shouldNeverGiveWorkToAWorkflowItIsNotOf() throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            new RandomApplication(seed).run();
        }
    }

    /**
     * Workflows that go on at the same time and hand work to all sorts of workers, which are started by whoever comes first and
     * outlive it. Every piece of work knows whose it is, and asks the agent.
     */
    private static final class RandomApplication {
        private final Random random;
        private final long seed;
        private final List<Executor> workers = new ArrayList<>();
        private final AtomicReference<String> wrong = new AtomicReference<>();
        private final ExecutorService fixed = Executors.newFixedThreadPool(2);
        private final ForkJoinPool forkJoin = new ForkJoinPool(2);

        RandomApplication(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            for (Queue<Runnable> queue : queues()) {
                workers.add(new Pool(queue, WorkerScenarios::platform));
            }
            workers.add(fixed);
            workers.add(forkJoin);
            workers.add(task -> CompletableFuture.runAsync(() -> {}, fixed).thenRun(task));
            workers.add(task -> platform(task).start());
            workers.addAll(reactive(fixed));
            try {
                ExecutorService perTask = Virtual.executor();
                ThreadFactory virtual = Virtual.factory();
                workers.add(perTask);
                workers.add(task -> virtual.newThread(task).start());
                workers.add(new Pool(new LinkedTransferQueue<>(), virtual::newThread));
            } catch (Exception e) {
                // a JDK without virtual threads
                assertThat(Runtime.version().feature()).isLessThan(21);
            }
        }

        void run() throws Exception {
            List<CountDownLatch> under = new ArrayList<>();
            for (int i = 0; i < WORKFLOWS; i++) {
                Span span = random.nextInt(8) == 0 ? null : Spans.open();
                Work work = new Work(span, new Random(random.nextLong()), 1 + random.nextInt(3));
                under.add(work.done);
                Under.span(span, () -> {
                    work.go(0);
                    return null;
                });
                if (under.size() > 4) {
                    await(under.remove(random.nextInt(under.size())));
                }
            }
            for (CountDownLatch done : under) {
                await(done);
            }
            fixed.shutdown();
            forkJoin.shutdown();
            assertThat(wrong.get()).as("seed %d", seed).isNull();
        }

        private static void await(CountDownLatch latch) throws InterruptedException {
            assertThat(latch.await(Under.SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        /** A workflow: a tree of tasks, which ends with the last of them. */
        private final class Work {
            private final Span owner;
            private final Random choices;
            private final int width;
            private final AtomicInteger open = new AtomicInteger(1);
            final CountDownLatch done = new CountDownLatch(1);

            Work(Span owner, Random choices, int width) {
                this.owner = owner;
                this.choices = choices;
                this.width = width;
            }

            void go(int depth) {
                for (int i = 0; depth < 3 && i < width; i++) {
                    int worker;
                    synchronized (choices) {
                        worker = choices.nextInt(workers.size());
                    }
                    open.incrementAndGet();
                    workers.get(worker).execute(new Step(() -> {
                        check(worker);
                        go(depth + 1);
                        check(worker);
                        over();
                    }));
                }
                if (depth == 0) {
                    over();
                }
            }

            private void check(int worker) {
                Span current = Under.current();
                if (current != owner) {
                    wrong.compareAndSet(null, "worker " + worker + " of " + owner + " had " + current);
                }
            }

            private void over() {
                if (open.decrementAndGet() == 0) {
                    if (owner != null) {
                        owner.end();
                    }
                    done.countDown();
                }
            }
        }
    }

    /** Ways by which reactive libraries take work to other threads, each with the libraries' own schedulers or with a pool. */
    private static List<Executor> reactive(ExecutorService pool) {
        Scheduler shared = Schedulers.fromExecutorService(pool);
        return List.of(
                Schedulers.boundedElastic()::schedule,
                Schedulers.parallel()::schedule,
                task -> Schedulers.single().schedule(task, 1, TimeUnit.MILLISECONDS),
                task -> Mono.fromRunnable(task)
                        .subscribeOn(Schedulers.boundedElastic())
                        .subscribe(),
                task -> Flux.just(task).publishOn(shared).subscribe(Runnable::run),
                task -> Flux.just(task, () -> {})
                        .flatMap(each -> Mono.fromRunnable(each).subscribeOn(Schedulers.parallel()))
                        .subscribe(),
                task -> Mono.delay(Duration.ofMillis(1)).subscribe(tick -> task.run()),
                task -> Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> task, pool))
                        .publishOn(Schedulers.single())
                        .subscribe(Runnable::run),
                task -> Uni.createFrom().item(task).emitOn(pool).subscribe().with(Runnable::run),
                task -> Uni.createFrom()
                        .item(() -> task)
                        .runSubscriptionOn(Infrastructure.getDefaultExecutor())
                        .subscribe()
                        .with(Runnable::run),
                task -> Uni.createFrom()
                        .item(task)
                        .onItem()
                        .delayIt()
                        .by(Duration.ofMillis(1))
                        .subscribe()
                        .with(Runnable::run),
                task -> Multi.createFrom()
                        .items(task, () -> {})
                        .emitOn(Infrastructure.getDefaultWorkerPool())
                        .subscribe()
                        .with(Runnable::run));
    }

    private static List<Queue<Runnable>> queues() {
        List<Queue<Runnable>> queues = new ArrayList<>(List.of(
                new LinkedBlockingQueue<>(),
                new ArrayBlockingQueue<>(10_000),
                new PriorityBlockingQueue<>(),
                new SynchronousQueue<>(),
                new LinkedTransferQueue<>(),
                new LinkedBlockingDeque<>(),
                new ConcurrentLinkedQueue<>(),
                new ConcurrentLinkedDeque<>()));
        queues.add(delayed());
        return queues;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // each task is a Step, which is Delayed
    private static Queue<Runnable> delayed() {
        return (Queue) new DelayQueue<Step>();
    }

    private static Thread platform(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    private static Span seen(Executor pool, Span under) throws Exception {
        CompletableFuture<Span> seen = new CompletableFuture<>();
        Under.span(under, () -> {
            pool.execute(new Step(() -> seen.complete(Under.current())));
            return null;
        });
        return Under.get(seen);
    }

    /** A task that every queue takes. */
    private static final class Step implements Runnable, Delayed {
        private final Runnable body;

        Step(Runnable body) {
            this.body = body;
        }

        @Override
        public void run() {
            body.run();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    /** One thread, started with the first task, that takes the tasks from a queue. */
    private static final class Pool implements Executor {
        private final Queue<Runnable> tasks;
        private final ThreadFactory threads;
        private boolean started;

        Pool(Queue<Runnable> tasks, ThreadFactory threads) {
            this.tasks = tasks;
            this.threads = threads;
        }

        @Override
        public void execute(Runnable task) {
            synchronized (this) {
                if (!started) {
                    started = true;
                    threads.newThread(this::work).start();
                }
            }
            if (tasks instanceof SynchronousQueue<Runnable> handOver) {
                // the worker may be where it would wait for itself
                platformOrHere(handOver, task);
            } else {
                tasks.add(task);
            }
        }

        private static void platformOrHere(SynchronousQueue<Runnable> handOver, Runnable task) {
            try {
                while (!handOver.offer(task, 1, TimeUnit.MILLISECONDS)) {
                    if (Thread.currentThread().getName().equals("worker of " + System.identityHashCode(handOver))) {
                        task.run();
                        return;
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void work() {
            Thread.currentThread().setName("worker of " + System.identityHashCode(tasks));
            try {
                while (true) {
                    Runnable task = tasks instanceof BlockingQueue<Runnable> blocking ? blocking.take() : tasks.poll();
                    if (task == null) {
                        Thread.sleep(1);
                    } else {
                        task.run();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One thread that parks while a list of its own is empty. */
    private static final class Parking implements Executor {
        private final AtomicReference<Runnable> next = new AtomicReference<>();
        private Thread worker;

        @Override
        public void execute(Runnable task) {
            next.set(task);
            if (worker == null) {
                worker = platform(this::work);
                worker.start();
            }
            LockSupport.unpark(worker);
        }

        private void work() {
            while (!Thread.currentThread().isInterrupted()) {
                Runnable task = next.getAndSet(null);
                if (task == null) {
                    LockSupport.park(this);
                } else {
                    task.run();
                }
            }
        }
    }

    /** One thread that waits for a monitor. */
    private static final class Waiting implements Executor {
        private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
        private Thread worker;

        @Override
        public void execute(Runnable task) {
            synchronized (tasks) {
                tasks.add(task);
                tasks.notifyAll();
                if (worker == null) {
                    worker = platform(this::work);
                    worker.start();
                }
            }
        }

        private void work() {
            try {
                while (true) {
                    Runnable task;
                    synchronized (tasks) {
                        while (tasks.isEmpty()) {
                            tasks.wait();
                        }
                        task = tasks.remove();
                    }
                    task.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
