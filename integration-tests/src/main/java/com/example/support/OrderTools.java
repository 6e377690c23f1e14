// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.support;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** The agent's tools for the shop's systems; the pauses simulate those systems. */
public class OrderTools {
    /** Looks up an order. */
    @Tool("the state of an order")
    public String orderStatus(@P("the order's number") String order) {
        work(120);
        return "Order " + order + ": one espresso machine, paid by card, sent yesterday with tracking number SE-77-"
                + order;
    }

    /** Asks the carrier. */
    @Tool("when a parcel arrives")
    public String deliveryEstimate(@P("the order's number") String order) {
        work(250);
        return "The parcel of order " + order + " arrives on Thursday between 10 and 12";
    }

    /** Asks the payment system, which is down today. */
    @Tool("pays the money of an order back")
    public String refund(@P("the order's number") String order) {
        work(80);
        throw new IllegalStateException("payment system not available, ticket for order " + order + " opened");
    }

    private static void work(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
