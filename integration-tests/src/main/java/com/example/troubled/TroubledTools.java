// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.troubled;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.concurrent.CountDownLatch;

/** The agent's tools in a shop; the pauses simulate other systems. */
public final class TroubledTools {
    private static final long LOCKED_MILLIS = 400;

    private final Till till = new Till();

    /** The lock; a separate class, so that it cannot be confused with other locks of the JVM. */
    private static final class Till {}

    /** Always gives the same answer. */
    @Tool("how many of an article there are")
    public String stock(@P("the article") String article) {
        pause(30);
        return "3 of " + article;
    }

    /** Finds something else on every page. */
    @Tool("searches the catalogue")
    public String search(@P("what to look for") String query, @P("page of the results") int page) {
        pause(30);
        return "page " + page + ": article " + 100 * page;
    }

    /** Fails, whatever the order. */
    @Tool("pays an order")
    public String pay(@P("the order") String order) {
        pause(20);
        throw new IllegalStateException("the bank refuses order " + order);
    }

    /** Needs the till, which another thread has for a while. */
    @Tool("opens the till")
    public String openTill(@P("the till") String name) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        Thread other = new Thread(() -> hold(taken), "cashier");
        other.start();
        taken.await();
        synchronized (till) {
            return "opened " + name;
        }
    }

    private void hold(CountDownLatch taken) {
        synchronized (till) {
            taken.countDown();
            pause(LOCKED_MILLIS);
        }
    }

    /** Counts with a lot of garbage. */
    @Tool("the year's sales")
    public String sales(@P("the year") int year) {
        return Garbage.collectFor(year);
    }

    /** Tells the weather. */
    @Tool("the weather in a city")
    public String weather(@P("city") String city) {
        pause(150);
        return "sunny";
    }

    /** Tells the time. */
    @Tool("the local time in a city")
    public String time(@P("city") String city) {
        pause(100);
        return "12:00";
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
