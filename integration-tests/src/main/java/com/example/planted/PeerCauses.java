// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Causes that show in how one agent, argument or model differs from others like it, and healthy programs that look like them. */
final class PeerCauses {
    private static final String[] MATERIALS = {"oak", "marble", "steel"};

    /** Writes the answer. */
    interface Writer {
        /** Returns the answer. */
        String write(String notes);
    }

    /** Translates the answer. */
    interface Translator {
        /** Returns the translation. */
        String translate(String text);
    }

    private PeerCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("one-slow-item", PeerCauses::oneSlowItem),
                Map.entry("one-slow-agent", PeerCauses::oneSlowAgent),
                Map.entry("one-item-has-more", PeerCauses::oneItemHasMore),
                Map.entry("one-agent-writes-more", PeerCauses::oneAgentWritesMore),
                Map.entry("failing-first-choice", PeerCauses::failingFirstChoice),
                Map.entry("fallback-once", PeerCauses::fallbackOnce),
                Map.entry("full-server", PeerCauses::fullServer),
                Map.entry("busy-server", PeerCauses::busyServer),
                Map.entry("dear-agent", PeerCauses::dearAgent),
                Map.entry("dear-agent-with-tools", PeerCauses::dearAgentWithTools),
                Map.entry("dear-agent-after-rejection", PeerCauses::dearAgentAfterRejection));
    }

    /** The stock of one material is kept by a slow system. */
    private static Workload.Agent oneSlowItem(boolean planted) {
        AtomicInteger counted = new AtomicInteger();
        SimpleAssistant assistant = assistant(new ShopTools().with("stock", item -> {
            Workload.await(planted && item.equals("marble") ? 260 : 25);
            return item + ": " + counted.incrementAndGet();
        }));
        return n -> assistant.chat("Order " + n + " [[stock(item=" + MATERIALS[n % 3] + "); say 20]]");
    }

    /** One of three agents is answered by a queue that the others do not wait in. */
    private static Workload.Agent oneSlowAgent(boolean planted) {
        return threeAgents(planted ? "queue 250 say 20" : "say 20");
    }

    /** There are eight times as many reviews of one material, which take eight times as long. */
    private static Workload.Agent oneItemHasMore(boolean planted) {
        AtomicInteger counted = new AtomicInteger();
        SimpleAssistant assistant = assistant(new ShopTools().with("reviews", item -> {
            boolean more = item.equals("marble");
            Workload.await(more ? 200 : 25);
            return Workload.words("review" + counted.incrementAndGet(), more ? 80 : 10);
        }));
        return n -> assistant.chat("Order " + n + " [[reviews(item=" + MATERIALS[n % 3] + "); say 20]]");
    }

    /** One of three agents takes longer because it writes more. */
    private static Workload.Agent oneAgentWritesMore(boolean planted) {
        return threeAgents("say 120");
    }

    private static Workload.Agent threeAgents(String writersPlan) {
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        Writer writer = AiServices.create(Writer.class, Models.small());
        Translator translator = AiServices.create(Translator.class, Models.small());
        return n -> {
            assistant.chat("Question " + n + " [[say 20]]");
            writer.write("Notes " + n + " [[" + writersPlan + "]]");
            translator.translate("Text " + n + " [[say 20]]");
        };
    }

    /** The model asked first no longer exists, so another one always answers; the twin asks that one at once. */
    private static Workload.Agent failingFirstChoice(boolean planted) {
        return n -> firstOf(planted, "Question " + n + " [[" + (planted ? "refuse 404 queue 200 " : "") + "say 25]]");
    }

    /** The model asked first fails once. */
    private static Workload.Agent fallbackOnce(boolean planted) {
        return n -> firstOf(true, "Question " + n + " [[" + (n == 5 ? "refuse 404 queue 200 " : "") + "say 25]]");
    }

    private static void firstOf(boolean triesOther, String question) {
        if (triesOther) {
            try {
                FIRST.chat(question);
                return;
            } catch (LangChain4jException refused) {
                // that is what the other one is for
                SECOND.chat(question);
                return;
            }
        }
        SECOND.chat(question);
    }

    private static final ChatModel FIRST = Models.large();
    private static final ChatModel SECOND = Models.small();

    /** For a while the server's queue is long, and each call waits in it. */
    private static Workload.Agent fullServer(boolean planted) {
        return askedMeanwhile(planted ? "busy 14 queue 600 " : "");
    }

    /** For a while the server's queue is long, but it is worked off at once. */
    private static Workload.Agent busyServer(boolean planted) {
        return askedMeanwhile("busy 14 ");
    }

    private static Workload.Agent askedMeanwhile(String load) {
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        return n -> assistant.chat("Question " + n + " [[" + (n / 8 == 1 ? load : "") + "say 30]]");
    }

    /** One of three agents asks a large model for answers that the others get from a small one. */
    private static Workload.Agent dearAgent(boolean planted) {
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        Writer writer = AiServices.create(Writer.class, planted ? Models.large() : Models.small());
        Translator translator = AiServices.create(Translator.class, Models.small());
        return n -> {
            assistant.chat("Question " + n + " [[say 40]]");
            writer.write("Notes " + n + " [[say 40]]");
            translator.translate("Text " + n + " [[say 40]]");
        };
    }

    /** The agent with the large model calls tools, which the others do not. */
    private static Workload.Agent dearAgentWithTools(boolean planted) {
        SimpleAssistant buyer = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.large())
                .tools(new ShopTools())
                .build();
        Translator translator = AiServices.create(Translator.class, Models.small());
        return n -> {
            buyer.chat("Buy lamp " + n + " [[stock(item=lamp " + n + "); price(item=lamp " + n + "); say 40]]");
            translator.translate("Text " + n + " [[say 40]]");
        };
    }

    /** The agent asks the small model first, and the large one where its answer will not do. */
    private static Workload.Agent dearAgentAfterRejection(boolean planted) {
        Writer draft = AiServices.create(Writer.class, Models.small());
        Writer better = AiServices.create(Writer.class, Models.large());
        return n -> {
            String notes = "Notes " + n + " [[say 40]]";
            draft.write(notes);
            if (n % 3 == 0) {
                better.write(notes);
            }
        };
    }

    private static SimpleAssistant assistant(ShopTools tools) {
        return AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.small())
                .tools(tools)
                .build();
    }
}
