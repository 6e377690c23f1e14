// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import dev.langchain4j.agent.tool.Tool;

/** What the assistant may look up. */
public class Orders {
    @Tool("State of an order")
    public String orderState(String number) {
        if (number.startsWith("X")) {
            throw new IllegalArgumentException("no such order");
        }
        return "order " + number + " was delivered yesterday";
    }
}
