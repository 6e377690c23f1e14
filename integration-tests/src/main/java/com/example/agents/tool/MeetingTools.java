// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Two tools that only return once both run: proof that they ran at the same time. */
public class MeetingTools {
    private final CountDownLatch both = new CountDownLatch(2);

    /** Looks for flights. */
    @Tool("flights to a city")
    public String flights(@P("city") String city) throws InterruptedException {
        return meet() + " flights to " + city;
    }

    /** Looks for hotels. */
    @Tool("hotels in a city")
    public String hotels(@P("city") String city) throws InterruptedException {
        return meet() + " hotels in " + city;
    }

    private String meet() throws InterruptedException {
        both.countDown();
        return both.await(60, TimeUnit.SECONDS) ? "3" : "no";
    }
}
