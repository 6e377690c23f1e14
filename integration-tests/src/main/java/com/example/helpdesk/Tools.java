// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.helpdesk;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.concurrent.atomic.AtomicBoolean;

/** The tools of both releases of the agent; the pauses simulate other systems. */
public final class Tools {
    private static final int LOAD_INDEX_MILLIS = 2_500;

    private final boolean paymentsWork;
    private final boolean ordersAreFinal;
    private final AtomicBoolean indexLoaded;

    /**
     * Makes the tools.
     *
     * @param paymentsWork whether the key of the payment service is valid
     * @param ordersAreFinal whether an order's state says that it is final
     * @param indexLoaded whether the index of the knowledge base is in memory; otherwise the first search reads it
     */
    Tools(boolean paymentsWork, boolean ordersAreFinal, boolean indexLoaded) {
        this.paymentsWork = paymentsWork;
        this.ordersAreFinal = ordersAreFinal;
        this.indexLoaded = new AtomicBoolean(indexLoaded);
    }

    /** Searches the knowledge base. */
    @Tool(name = "search_kb", value = "searches the knowledge base")
    public String searchKb(@P("what to look for") String query) {
        if (indexLoaded.compareAndSet(false, true)) {
            pause(LOAD_INDEX_MILLIS);
        }
        pause(90);
        return "Three articles about: " + query;
    }

    /** Writes a summary. */
    @Tool(name = "synthesize", value = "summarizes what the shop knows about a topic")
    public String synthesize(@P("what about") String topic) {
        pause(130);
        return "In short, about " + topic + ": clean it once a month, and use soft water.";
    }

    /** Looks up an order. */
    @Tool(name = "order_status", value = "the state of an order")
    public String orderStatus(@P("the order's number") String order) {
        pause(40);
        return "Order " + order
                + (ordersAreFinal ? " was sent yesterday. State: final" : " was sent yesterday. State: open");
    }

    /** Asks the payment service. */
    @Tool(name = "refund", value = "pays the money of an order back")
    public String refund(@P("the order's number") String order) {
        pause(60);
        if (!paymentsWork) {
            throw new IllegalStateException("the payment service does not know the key of release 2.1");
        }
        return "The money of order " + order + " was paid back";
    }

    static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
