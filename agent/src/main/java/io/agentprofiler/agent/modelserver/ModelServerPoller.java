// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.ModelServerSample.Figures;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.stats.TraceClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Asks each server for its metrics at a fixed interval, on one daemon thread. A server that does not answer is named once
 * on stderr and asked less and less often, at least once a minute; each failed poll is a sample, too.
 *
 * <p><b>Threading:</b> {@link #start} and {@link #stop} are for any thread. Samples are handed over on the poller's own.
 */
public final class ModelServerPoller implements Runnable {
    /** Name of the poller's thread. */
    public static final String THREAD_NAME = "agent-profiler-backends";

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(60);
    private static final int MOST_DOUBLINGS = 10;

    private final List<PolledServer> targets = new ArrayList<>();
    private final long interval;
    private final TraceClock clock;
    private final Consumer<ModelServerSample> into;
    private final Thread thread;
    private volatile boolean stopped;

    private ModelServerPoller(
            List<String> addresses, long intervalMillis, TraceClock clock, Consumer<ModelServerSample> into) {
        long now = System.nanoTime();
        addresses.forEach(address -> targets.add(new PolledServer(Endpoint.of(address), now)));
        this.interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
        this.clock = clock;
        this.into = into;
        this.thread = new Thread(rootGroup(), this, THREAD_NAME, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
    }

    /**
     * Begins to poll.
     *
     * @param addresses of the servers, {@code http} or {@code https}; without a path their {@code /metrics} is meant
     * @param intervalMillis between two polls of a server
     * @param clock the clock of the run's times
     * @param into takes the samples; must not block
     */
    public static ModelServerPoller start(
            List<String> addresses, long intervalMillis, TraceClock clock, Consumer<ModelServerSample> into) {
        ModelServerPoller poller = new ModelServerPoller(addresses, intervalMillis, clock, into);
        poller.thread.start();
        return poller;
    }

    /** Stops at once, but for a poll that is under way: what that finds is thrown away. Does not wait. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        while (!stopped) {
            long now = System.nanoTime();
            PolledServer next = targets.stream()
                    .min(Comparator.comparingLong(target -> target.dueAt - now))
                    .orElseThrow();
            long left = next.dueAt - now;
            if (left > 0) {
                LockSupport.parkNanos(left);
            } else {
                poll(next);
            }
        }
    }

    private void poll(PolledServer target) {
        long begun = System.nanoTime();
        String failure = null;
        List<Figures> found = List.of();
        try {
            found = MetricsPage.read(MetricsClient.fetch(target.endpoint));
            if (found.isEmpty()) {
                failure = "the answer has no metrics of vLLM, SGLang or SkyRL";
            }
        } catch (MetricsClient.PollException e) {
            failure = e.getMessage();
        } catch (RuntimeException | LinkageError e) {
            failure = "cannot be read: " + e.getClass().getSimpleName();
        }
        if (stopped) {
            return;
        }
        long time = clock.epochNanos(System.nanoTime());
        for (Figures figures : found) {
            into.accept(ModelServerSample.of(time, target.endpoint.label(), target.complete(figures)));
        }
        if (failure == null) {
            target.succeeded(begun);
        } else {
            into.accept(ModelServerSample.failed(time, target.endpoint.label(), failure));
            target.failed(failure);
        }
    }

    /** The application cannot enumerate or interrupt a thread of the root group by accident. */
    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** A server and when it is asked next. */
    private final class PolledServer {
        final Endpoint endpoint;
        long dueAt;
        private int failures;
        private boolean failureSaid;
        private boolean infoAsked;
        private long capacityTokens = -1;

        PolledServer(Endpoint endpoint, long dueAt) {
            this.endpoint = endpoint;
            this.dueAt = dueAt;
        }

        /**
         * Returns figures with the size of the cache, for which SGLang is asked once where its metrics lack it. What it says is of
         * one replica.
         */
        Figures complete(Figures figures) {
            if (!figures.server().equals("sglang")
                    || figures.engines() != 1
                    || figures.cache().capacityTokens() >= 0) {
                return figures;
            }
            if (!infoAsked) {
                infoAsked = true;
                capacityTokens = ServerInfo.capacityTokens(endpoint);
            }
            return capacityTokens < 0 ? figures : figures.withCapacity(capacityTokens);
        }

        /** Keeps to the beat; beats that were missed are left out. */
        void succeeded(long begun) {
            failures = 0;
            long late = Math.max(0, begun - dueAt);
            dueAt += interval * (1 + late / interval);
        }

        void failed(String why) {
            long pause = Math.min(interval << Math.min(failures, MOST_DOUBLINGS), Math.max(interval, LONGEST_PAUSE));
            failures++;
            // it may be started anew with another cache
            infoAsked = false;
            dueAt = System.nanoTime() + pause;
            String line = "agentprofiler.backends: " + endpoint.label() + " cannot be polled: " + why
                    + "; the agent tries again";
            if (failureSaid) {
                AgentLog.debug(line);
            } else {
                failureSaid = true;
                AgentLog.info(line);
            }
        }
    }

    /**
     * What SGLang says of its set-up in JSON: releases whose metrics lack the size of the KV cache have it there.
     *
     * <p><b>Threading:</b> stateless.
     */
    private static final class ServerInfo {
        /** Newer releases call it otherwise. */
        private static final List<String> PATHS = List.of("/get_server_info", "/server_info");

        private static final String CAPACITY = "max_total_num_tokens";
        private static final JsonFactory FACTORY = new JsonFactory();

        private ServerInfo() {}

        /** Asks a server how many tokens fit its KV cache; -1 when it does not say. */
        static long capacityTokens(Endpoint endpoint) {
            for (String path : PATHS) {
                try {
                    long capacity = read(MetricsClient.fetch(endpoint.at(path)));
                    if (capacity >= 0) {
                        return capacity;
                    }
                } catch (MetricsClient.PollException e) {
                    // it has no such page, or does not show it: then nobody knows
                }
            }
            return -1;
        }

        /** Returns the figure wherever it stands, as a number or a text; of several the highest. */
        static long read(String page) {
            long capacity = -1;
            try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), page)) {
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals(CAPACITY)) {
                        JsonToken value = parser.nextToken();
                        boolean scalar = value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_STRING;
                        String text = scalar ? parser.getString() : "";
                        capacity = text.matches("\\d{1,12}") ? Math.max(capacity, Long.parseLong(text)) : capacity;
                    }
                }
            } catch (JacksonException e) {
                return capacity;
            }
            return capacity;
        }
    }
}
