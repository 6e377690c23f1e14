// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The tools of a shop; what each does may be replaced, and takes 10 ms otherwise. */
public final class ShopTools {
    private static final int USUAL_MILLIS = 10;

    private final Map<String, UnaryOperator<String>> replaced = new HashMap<>();

    /** Replaces what a tool does. */
    ShopTools with(String tool, UnaryOperator<String> work) {
        replaced.put(tool, work);
        return this;
    }

    /** Makes a tool take so long. */
    ShopTools slow(String tool, int millis) {
        return with(tool, argument -> {
            Workload.await(millis);
            return tool + " of " + argument + ": 7";
        });
    }

    /** Looks up the stock. */
    @Tool("how many of an item are in stock")
    public String stock(@P("item") String item) {
        return run("stock", item);
    }

    /** Looks up the price. */
    @Tool("the price of an item")
    public String price(@P("item") String item) {
        return run("price", item);
    }

    /** Looks up reviews. */
    @Tool("what customers say of an item")
    public String reviews(@P("item") String item) {
        return run("reviews", item);
    }

    /** Searches the catalog. */
    @Tool("searches the catalog")
    public String search(@P("query") String query) {
        return run("search", query);
    }

    /** Pays an order. */
    @Tool("pays an order")
    public String pay(@P("order") String order) {
        return run("pay", order);
    }

    private String run(String tool, String argument) {
        UnaryOperator<String> work = replaced.get(tool);
        if (work != null) {
            return work.apply(argument);
        }
        Workload.await(USUAL_MILLIS);
        return tool + " of " + argument + ": 7";
    }
}
