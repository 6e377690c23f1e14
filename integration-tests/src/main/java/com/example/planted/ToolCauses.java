// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.service.AiServices;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Causes in tools: slow, failing, called too often, or run in sequence. */
final class ToolCauses {
    private ToolCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("slow-tool", ToolCauses::slowTool),
                Map.entry("flaky-tool", ToolCauses::flakyTool),
                Map.entry("broken-tool", ToolCauses::brokenTool),
                Map.entry("same-call-in-a-row", ToolCauses::sameCallInARow),
                Map.entry("similar-calls-in-a-row", ToolCauses::similarCallsInARow),
                Map.entry("same-call-between-others", ToolCauses::sameCallBetweenOthers),
                Map.entry("same-call-in-every-workflow", ToolCauses::sameCallInEveryWorkflow),
                Map.entry("tools-in-sequence", ToolCauses::toolsInSequence),
                Map.entry("pool-of-one", ToolCauses::poolOfOne));
    }

    private static Workload.Agent slowTool(boolean planted) {
        SimpleAssistant assistant = assistant(new ShopTools().slow("search", planted ? 250 : 15));
        return n ->
                assistant.chat("Find lamp " + n + " [[search(query=lamp " + n + "); stock(item=l" + n + "); say 25]]");
    }

    /** Every third payment fails, and the model tries again. */
    private static Workload.Agent flakyTool(boolean planted) {
        AtomicInteger calls = new AtomicInteger();
        SimpleAssistant assistant = assistant(new ShopTools().with("pay", order -> {
            Workload.await(80);
            if (planted && calls.incrementAndGet() % 3 == 0) {
                throw new IllegalStateException("FAILED: the bank did not answer");
            }
            return "paid " + order;
        }));
        return n -> assistant.chat("Pay [[pay(order=" + n + "a); pay(order=" + n + "b); say 15]]");
    }

    /** A tool never works; the model answers without it. */
    private static Workload.Agent brokenTool(boolean planted) {
        SimpleAssistant assistant = assistant(new ShopTools().with("reviews", item -> {
            Workload.await(60);
            if (planted) {
                throw new IllegalStateException("the service of reviews has no such key");
            }
            return "good";
        }));
        return n -> assistant.chat("Is it good? [[reviews(item=lamp " + n + "); price(item=lamp " + n + "); say 25]]");
    }

    private static Workload.Agent sameCallInARow(boolean planted) {
        SimpleAssistant assistant = assistant(new ShopTools().slow("stock", 40));
        return n -> assistant.chat(
                "Is lamp " + n + " there? [[" + ("stock(item=lamp " + n + "); ").repeat(planted ? 6 : 1) + "say 20]]");
    }

    private static Workload.Agent similarCallsInARow(boolean planted) {
        SimpleAssistant assistant = assistant(new ShopTools().slow("search", 30));
        String[] queries = {
            "red lamp for the kitchen",
            "red lamps for the kitchen",
            "red lamp for a kitchen",
            "kitchen lighting in a red colour",
            "red lamp for the kitchen table",
            "red lamps for a kitchen",
            "red lamp kitchen",
            "red lamp for the kitchen wall"
        };
        return n -> {
            StringBuilder plan = new StringBuilder();
            for (int i = 0; i < (planted ? queries.length : 1); i++) {
                plan.append("search(query=")
                        .append(queries[i])
                        .append(" number ")
                        .append(n)
                        .append("); ");
            }
            assistant.chat("Which red lamps are there? [[" + plan + "say 25]]");
        };
    }

    private static Workload.Agent sameCallBetweenOthers(boolean planted) {
        SimpleAssistant assistant = assistant(new ShopTools().slow("price", 60));
        return n -> {
            String price = "price(item=lamp " + n + "); ";
            String again = planted ? price : "";
            assistant.chat("Compare [[" + price + "stock(item=a" + n + "); " + again + "reviews(item=b" + n + "); "
                    + again + "stock(item=c" + n + "); " + again + "say 25]]");
        };
    }

    /** The whole catalog is searched for the same words each time; the twin keeps the answer. */
    private static Workload.Agent sameCallInEveryWorkflow(boolean planted) {
        ConcurrentMap<String, String> kept = new ConcurrentHashMap<>();
        SimpleAssistant assistant = assistant(new ShopTools()
                .with("search", query -> planted ? found(query) : kept.computeIfAbsent(query, ToolCauses::found)));
        String[] topics = {"shipping costs", "opening hours", "returns"};
        return n -> assistant.chat("Question " + n + " [[search(query=" + topics[n % topics.length] + "); stock(item=s"
                + n + "); say 20]]");
    }

    private static String found(String query) {
        Workload.await(200);
        return "found " + query;
    }

    private static Workload.Agent toolsInSequence(boolean planted) {
        ShopTools tools = new ShopTools().slow("stock", 90).slow("price", 90).slow("reviews", 90);
        return threeAtOnce(
                planted ? assistant(tools) : concurrent(tools, Executors.newFixedThreadPool(3, ToolCauses::daemon)));
    }

    /** Tools may run at the same time, but the pool they run on has one thread. */
    private static Workload.Agent poolOfOne(boolean planted) {
        ShopTools tools = new ShopTools().slow("stock", 90).slow("price", 90).slow("reviews", 90);
        return threeAtOnce(concurrent(tools, Executors.newFixedThreadPool(planted ? 1 : 3, ToolCauses::daemon)));
    }

    private static Workload.Agent threeAtOnce(SimpleAssistant assistant) {
        return n -> assistant.chat("All of lamp " + n + " [[stock(item=l" + n + ") price(item=l" + n
                + ") reviews(item=l" + n + "); say 25]]");
    }

    private static SimpleAssistant assistant(ShopTools tools) {
        return AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(tools)
                .build();
    }

    private static SimpleAssistant concurrent(ShopTools tools, ExecutorService pool) {
        return AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(tools)
                .executeToolsConcurrently(pool)
                .build();
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "tools");
        thread.setDaemon(true);
        return thread;
    }
}
