// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The agent's data and behaviour in every framework. */
public final class Trip {
    /** Address of the model server, including {@code /v1}. */
    public static final String BASE_URL = System.getProperty("openai.baseUrl", "http://localhost:8080/v1");
    /** The chat model. */
    public static final String MODEL = "gpt-4o-mini";
    /** The embedding model. */
    public static final String EMBEDDING_MODEL = "text-embedding-3-small";
    /** Whether the framework runs the tools of one round concurrently. */
    public static final boolean CONCURRENT_TOOLS = Boolean.getBoolean("trip.concurrentTools");
    /** The agent's instructions. */
    public static final String SYSTEM = "You plan trips.";
    /** The question, both times. */
    public static final String QUESTION = "Plan a trip to Paris. Which museum is open?";
    /** The documents to search; embedded in one request before the first question. */
    public static final List<String> DOCUMENTS =
            List.of("The museum in Paris is open on Monday.", "Boats leave Oslo at noon.");
    /** The conversation of the whole answer. */
    public static final String FIRST_CONVERSATION = "ada";
    /** The conversation of the streamed answer. */
    public static final String SECOND_CONVERSATION = "grace";

    private final CountDownLatch both = new CountDownLatch(CONCURRENT_TOOLS ? 2 : 0);

    /** The tool {@code flights}; waits for {@link #hotels} where tools run at the same time. Use one object a question. */
    public String flights(String city) {
        return meet() + " flights to " + city;
    }

    /** The tool {@code hotels}; waits for {@link #flights} where tools run at the same time. */
    public String hotels(String city) {
        return meet() + " hotels in " + city;
    }

    /** The tool {@code weather}, which always fails. */
    public String weather(String city) {
        throw new IllegalStateException("no weather for " + city);
    }

    private String meet() {
        both.countDown();
        try {
            return both.await(20, TimeUnit.SECONDS) ? "3" : "no";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "no";
        }
    }
}
