// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import com.example.planted.Workload;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Chat clients with one planted cause each, and their fixed twins; see {@link Workload#run}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class PlantedClients {
    private static final String RULES = Workload.words("rules", 2_000);

    private final ChatClient.Builder clients;

    private PlantedClients(ChatClient.Builder clients) {
        this.clients = clients;
    }

    /** Runs {@code CAUSE planted|fixed WORKFLOWS [THREADS]}. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = AiSettings.start(PlantedClients.class);
        PlantedClients planted = new PlantedClients(context.getBean(ChatClient.Builder.class));
        Workload.run(
                args,
                Map.of(
                        "slow-consumer", planted::slowConsumer,
                        "late-first-token", planted::lateFirstToken,
                        "time-at-the-top", planted::timeAtTheTop,
                        "same-call-in-every-workflow", planted::sameCallInEveryWorkflow,
                        "broken-tool", planted::brokenTool,
                        "too-much-context", planted::tooMuchContext,
                        "slow-generation", planted::slowGeneration,
                        "cold-start", planted::coldStart,
                        "healthy", planted::healthy));
        AiSettings.exit(context);
    }

    private Workload.Agent slowConsumer(boolean planted) {
        ChatClient client = clients.build();
        return n -> client.prompt("Question " + n + " [[say 30]]").stream()
                .content()
                .doOnNext(part -> Workload.await(planted ? 10 : 0))
                .blockLast();
    }

    private Workload.Agent lateFirstToken(boolean planted) {
        ChatClient client = clients.build();
        return n -> client.prompt("Question " + n + " [[" + (planted ? "queue 300 " : "") + "say 30]]").stream()
                .content()
                .blockLast();
    }

    private Workload.Agent slowGeneration(boolean planted) {
        ChatClient client = clients.build();
        return n -> client.prompt("Question " + n + " [[" + (planted ? "slow 10 " : "") + "say 40]]").stream()
                .content()
                .blockLast();
    }

    private Workload.Agent coldStart(boolean planted) {
        ChatClient client = clients.build();
        AtomicBoolean loaded = new AtomicBoolean(!planted);
        ShopTools tools = new ShopTools(
                query -> {
                    Workload.await(loaded.compareAndSet(false, true) ? 4_000 : 60);
                    return "found " + query;
                },
                false);
        return n -> ask(client, tools, "Question " + n + " [[search(query=lamp " + n + "); say 20]]");
    }

    private Workload.Agent timeAtTheTop(boolean planted) {
        ChatClient client = clients.build();
        return n -> client.prompt()
                .system(planted ? "It is " + Instant.now() + "\n" + RULES : RULES + "\nIt is " + Instant.now())
                .user("Question " + n + " [[say 15]]")
                .call()
                .content();
    }

    private Workload.Agent sameCallInEveryWorkflow(boolean planted) {
        ChatClient client = clients.build();
        ConcurrentMap<String, String> kept = new ConcurrentHashMap<>();
        ShopTools tools = new ShopTools(
                planted ? ShopTools::found : query -> kept.computeIfAbsent(query, ShopTools::found), false);
        return n -> ask(
                client, tools, "Question " + n + " [[search(query=shipping costs); stock(item=s" + n + "); say 20]]");
    }

    private Workload.Agent brokenTool(boolean planted) {
        ChatClient client = clients.build();
        ShopTools tools = new ShopTools(ShopTools::found, planted);
        return n -> ask(client, tools, "Question " + n + " [[reviews(item=lamp " + n + "); say 20]]");
    }

    private Workload.Agent tooMuchContext(boolean planted) {
        ChatClient client = clients.build();
        return n -> client.prompt("Documents: " + Workload.words("document" + n, planted ? 9_000 : 600) + "\nQuestion "
                        + n + " [[say 15]]")
                .call()
                .content();
    }

    private Workload.Agent healthy(boolean planted) {
        ChatClient client = clients.build();
        ShopTools tools = new ShopTools(ShopTools::found, false);
        return n -> ask(client, tools, "Question " + n + " [[stock(item=s" + n + "); say 20]]");
    }

    private static void ask(ChatClient client, ShopTools tools, String question) {
        client.prompt(question).tools(tools).call().content();
    }

    /** The tools of a shop. */
    static final class ShopTools {
        private final UnaryOperator<String> searching;
        private final boolean broken;

        ShopTools(UnaryOperator<String> searching, boolean broken) {
            this.searching = searching;
            this.broken = broken;
        }

        @Tool(description = "searches the catalog")
        String search(@ToolParam(description = "words") String query) {
            return searching.apply(query);
        }

        @Tool(description = "how many of an item are in stock")
        String stock(@ToolParam(description = "item") String item) {
            Workload.await(10);
            return "7 of " + item;
        }

        @Tool(description = "what customers say of an item")
        String reviews(@ToolParam(description = "item") String item) {
            Workload.await(60);
            if (broken) {
                throw new IllegalStateException("no such key");
            }
            return "good: " + item;
        }

        private static String found(String query) {
            Workload.await(200);
            return "found " + query;
        }
    }
}
