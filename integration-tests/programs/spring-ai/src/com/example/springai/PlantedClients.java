// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import com.example.planted.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.advisor.RetrievalAugmentationAdvisor;
import org.springframework.ai.rag.preretrieval.query.expansion.QueryExpander;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Chat clients with one planted cause each, and their fixed twins; see {@link Workload#run}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class PlantedClients {
    private static final String RULES = Workload.words("rules", 2_000);

    private final ChatModel model;
    private final ChatClient.Builder clients;

    private PlantedClients(ChatModel model, ChatClient.Builder clients) {
        this.model = model;
        this.clients = clients;
    }

    /** Runs {@code CAUSE planted|fixed WORKFLOWS [THREADS]}. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = AiSettings.start(PlantedClients.class);
        PlantedClients planted =
                new PlantedClients(context.getBean(ChatModel.class), context.getBean(ChatClient.Builder.class));
        Workload.run(
                args,
                Map.ofEntries(
                        Map.entry("slow-consumer", planted::slowConsumer),
                        Map.entry("late-first-token", planted::lateFirstToken),
                        Map.entry("time-at-the-top", planted::timeAtTheTop),
                        Map.entry("same-call-in-every-workflow", planted::sameCallInEveryWorkflow),
                        Map.entry("broken-tool", planted::brokenTool),
                        Map.entry("too-much-context", planted::tooMuchContext),
                        Map.entry("slow-generation", planted::slowGeneration),
                        Map.entry("cold-start", planted::coldStart),
                        Map.entry("rejected-answers", planted::rejectedAnswers),
                        Map.entry("judge-who-always-agrees", planted::judgeWhoAlwaysAgrees),
                        Map.entry("one-slow-item", planted::oneSlowItem),
                        Map.entry("agents-in-circles", planted::agentsInCircles),
                        Map.entry("queries-that-find-the-same", planted::queriesThatFindTheSame),
                        Map.entry("slow-client", planted::slowClient),
                        Map.entry("long-reasoning", planted::longReasoning),
                        Map.entry("tools-that-nobody-calls", planted::toolsThatNobodyCalls),
                        Map.entry("sliding-history", planted::slidingHistory),
                        Map.entry("healthy", planted::healthy)));
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

    /** The program rejects every second answer, and sends it back with a complaint. */
    private Workload.Agent rejectedAnswers(boolean planted) {
        ChatClient client = clients.build();
        return n -> {
            String question = "Extract the order as JSON: lamp " + n + " [[say 60]]";
            String answer = client.prompt().user(question).call().content();
            if (planted && n % 2 == 1) {
                client.prompt()
                        .messages(
                                new UserMessage(question),
                                new AssistantMessage(answer),
                                new UserMessage("That is no valid JSON. Give only JSON."))
                        .call()
                        .content();
            }
        };
    }

    /** A judge reads each answer and always agrees; the twin has none. */
    private Workload.Agent judgeWhoAlwaysAgrees(boolean planted) {
        ChatClient client = clients.build();
        return n -> {
            String answer =
                    client.prompt("Answer customer " + n + " [[say 30]]").call().content();
            if (planted) {
                client.prompt()
                        .system("You are a judge. Answer PASS or FAIL.")
                        .user(answer + " [[tell PASS]]")
                        .call()
                        .content();
            }
        };
    }

    /** The search for one material is answered by a slow system. */
    private Workload.Agent oneSlowItem(boolean planted) {
        ChatClient client = clients.build();
        AtomicInteger found = new AtomicInteger();
        ShopTools tools = new ShopTools(
                query -> {
                    Workload.await(planted && query.equals("marble") ? 260 : 25);
                    return query + ": " + found.incrementAndGet();
                },
                false);
        String[] materials = {"oak", "marble", "steel"};
        return n -> ask(client, tools, "Order " + n + " [[search(query=" + materials[n % 3] + "); say 20]]");
    }

    /** Two agents hand a question back to each other twice, until one answers; in the twin the second one answers at once. */
    private Workload.Agent agentsInCircles(boolean planted) {
        ChatClient client = clients.build();
        return n -> {
            String question = "The invoice of lamp " + n + " is wrong.\n";
            String said = "";
            for (int round = planted ? 2 : 0; round >= 0; round--) {
                String billing = "[[queue 80 tell HANDOVER_TO_" + (n % 2 == 0 ? "BILLING" : "ACCOUNTS") + "]]";
                said = ask(client, "You are the front desk.", question + said + "\n" + billing);
                String desk = round > 0 ? "[[queue 80 tell BACK_TO_THE_DESK_" + n % 3 + "]]" : "[[say 60]]";
                said = ask(client, "You know invoices.", question + said + "\n" + desk);
            }
        };
    }

    private static String ask(ChatClient client, String instructions, String question) {
        return client.prompt().system(instructions).user(question).call().content();
    }

    /** A model rewrites each question into two others, which find what the question finds; the twin asks the question only. */
    private Workload.Agent queriesThatFindTheSame(boolean planted) {
        ChatClient writer = clients.build();
        RetrievalAugmentationAdvisor.Builder lookup =
                RetrievalAugmentationAdvisor.builder().documentRetriever(new Catalog());
        if (planted) {
            lookup.queryExpander(new Expander(writer));
        }
        ChatClient client = clients.clone().defaultAdvisors(lookup.build()).build();
        return n -> client.prompt("What of lamp" + n + " [[say 20]]").call().content();
    }

    /** A decorator of the model holds each call back, as a limiter of requests does. */
    private Workload.Agent slowClient(boolean planted) {
        ChatClient client = ChatClient.create(prompt -> {
            Workload.await(planted ? 180 : 0);
            return model.call(new Prompt(prompt.getInstructions()));
        });
        return n -> client.prompt("Question " + n + " [[say 25]]").call().content();
    }

    private Workload.Agent longReasoning(boolean planted) {
        ChatClient client = clients.build();
        return n -> client.prompt("Greet customer " + n + " [[" + (planted ? "think 600 " : "") + "say 25]]")
                .call()
                .content();
    }

    /** The model is offered fourteen tools, and calls none; the twin offers none. */
    private Workload.Agent toolsThatNobodyCalls(boolean planted) {
        ChatClient client = clients.build();
        List<ToolCallback> tools = new ArrayList<>();
        for (int i = 0; planted && i < 14; i++) {
            tools.add(FunctionToolCallback.builder("tool" + i, (Item item) -> "done")
                    .description(Workload.words("tool" + i, 60))
                    .inputType(Item.class)
                    .build());
        }
        return n -> client.prompt("Question " + n + " [[say 25]]")
                .toolCallbacks(tools)
                .call()
                .content();
    }

    /** A history of twelve messages from which each turn drops the two oldest; the twin drops half of it at a time. */
    private Workload.Agent slidingHistory(boolean planted) {
        ChatClient client = clients.build();
        return n -> {
            List<Message> history = new ArrayList<>();
            for (int turn = 0; turn < 20; turn++) {
                if (history.size() >= 12) {
                    history.subList(0, planted ? 2 : 6).clear();
                }
                history.add(new UserMessage(Workload.words("turn" + n + "-" + turn, 300) + " [[say 15]]"));
                history.add(new AssistantMessage(
                        client.prompt().messages(List.copyOf(history)).call().content()));
            }
        };
    }

    /** What a tool is asked about. */
    record Item(String name) {}

    private Workload.Agent healthy(boolean planted) {
        ChatClient client = clients.build();
        ShopTools tools = new ShopTools(ShopTools::found, false);
        return n -> ask(client, tools, "Question " + n + " [[stock(item=s" + n + "); say 20]]");
    }

    private static void ask(ChatClient client, ShopTools tools, String question) {
        client.prompt(question).tools(tools).call().content();
    }

    /** Finds documents about the lamp of a query. */
    static final class Catalog implements DocumentRetriever {
        @Override
        public List<Document> retrieve(Query query) {
            Workload.await(40);
            String topic = topic(query.text());
            return List.of(
                    new Document("first-" + topic, Workload.words("first of " + topic, 100), Map.of()),
                    new Document("second-" + topic, Workload.words("second of " + topic, 100), Map.of()));
        }

        static String topic(String query) {
            return query.replaceFirst(" *\\[\\[.*", "").replaceFirst(".* ", "");
        }
    }

    /** Lets a model write two more queries. */
    static final class Expander implements QueryExpander {
        private final ChatClient writer;

        Expander(ChatClient writer) {
            this.writer = writer;
        }

        @Override
        public List<Query> expand(Query query) {
            writer.prompt("Put this in other words: " + query.text() + " [[say 30]]")
                    .call()
                    .content();
            String topic = Catalog.topic(query.text());
            return List.of(query, new Query("about " + topic), new Query("all on " + topic));
        }
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
