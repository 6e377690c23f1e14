// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Runs an agent some twenty times, either with a fault that was planted in it or as its fixed twin, which does the same work
 * without the fault. The agents of every framework are run this way.
 *
 * <p><b>Threading:</b> one agent may be asked by several threads at a time, if its cause says so.
 */
public final class Workload {
    /** The property that holds where the model server listens, {@code /v1} included. */
    public static final String BASE_URL = System.getProperty("openai.baseUrl", "http://localhost:8080/v1");

    /** The property that is {@code true} if models are mocks in the program instead of a server, where the program has them. */
    public static final String MOCKED = "planted.mocked";

    /** The word on the command line that asks for the fault. */
    public static final String PLANTED = "planted";

    /** The word on the command line that asks for the twin without it. */
    public static final String FIXED = "fixed";

    private Workload() {}

    /** An agent: does one workflow. */
    @FunctionalInterface
    public interface Agent {
        /**
         * Does one workflow.
         *
         * @param workflow which one, from 0
         */
        void run(int workflow);
    }

    /** Makes an agent: the planted one or its fixed twin. */
    @FunctionalInterface
    public interface Cause extends Function<Boolean, Agent> {}

    /**
     * Runs what the command line asks for: {@code CAUSE planted|fixed WORKFLOWS [THREADS]}.
     *
     * @param causes the agents, by the name of the cause
     */
    public static void run(String[] args, Map<String, Cause> causes) {
        Cause cause = causes.get(args[0]);
        if (cause == null) {
            throw new IllegalArgumentException("no agent " + args[0] + "; there are " + causes.keySet());
        }
        Agent agent = cause.apply(args[1].equals(PLANTED));
        int workflows = Integer.parseInt(args[2]);
        int threads = args.length > 3 ? Integer.parseInt(args[3]) : 1;
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < workflows; i++) {
                int workflow = i;
                running.add(callers.submit(() -> ask(agent, workflow)));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            callers.shutdown();
        }
    }

    /** Does one workflow; traced by name, so that everything an agent does belongs to one workflow. */
    static void ask(Agent agent, int workflow) {
        agent.run(workflow);
    }

    /** Waits as something does that is not the CPU: a database, a slow disk, another service. */
    public static void await(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for {@code millis}. */
    public static void await(int millis) {
        await(Duration.ofMillis(millis));
    }

    /** Returns text with about this number of tokens, different for each {@code seed}. */
    public static String words(String seed, int tokens) {
        StringBuilder text = new StringBuilder(tokens * 4);
        for (int i = 0; text.length() < tokens * 4; i++) {
            text.append(seed, 0, Math.min(3, seed.length()))
                    .append(Integer.toString(Math.abs((seed + i).hashCode()), 36))
                    .append(' ');
        }
        return text.toString().strip();
    }
}
