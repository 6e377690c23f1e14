// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Causes in what agents hand to each other and what becomes of their answers, and healthy programs that look like them. */
final class HandoverCauses {
    private static final String STYLE = Workload.words("style", 600);

    /** Decides who has to do with a question. */
    interface FrontDesk {
        /** Returns who goes on, or the answer. */
        @SystemMessage("You are the front desk. Answer, or say who has to.")
        String ask(String question);
    }

    /** Knows invoices. */
    interface Billing {
        /** Returns who goes on, or the answer. */
        @SystemMessage("You know invoices. Answer, or say who has to.")
        String ask(String question);
    }

    private HandoverCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.of(
                "agents-in-circles", HandoverCauses::agentsInCircles,
                "handed-over-and-back", HandoverCauses::handedOverAndBack,
                "writer-and-critic", HandoverCauses::writerAndCritic,
                "three-drafts", HandoverCauses::threeDrafts,
                "judge-who-reads-drafts", HandoverCauses::judgeWhoReadsDrafts);
    }

    /** Each of two agents hands a question back to the other, twice, until one answers; in the twin the second one answers at once. */
    private static Workload.Agent agentsInCircles(boolean planted) {
        FrontDesk desk = AiServices.create(FrontDesk.class, Models.small());
        Billing billing = AiServices.create(Billing.class, Models.small());
        return n -> {
            String said = "";
            for (int round = planted ? 2 : 0; round >= 0; round--) {
                said = desk.ask(question(n) + said + "\n[[queue 80 tell " + handover(n) + "]]");
                said = billing.ask(question(n) + said + "\n"
                        + (round > 0 ? "[[queue 80 tell BACK_TO_THE_DESK_" + n % 3 + "]]" : "[[say 60]]"));
            }
        };
    }

    /** A question is handed to the agent that knows about it, and the first one puts its answer into words: two hand-overs, no circle. */
    private static Workload.Agent handedOverAndBack(boolean planted) {
        FrontDesk desk = AiServices.create(FrontDesk.class, Models.small());
        Billing billing = AiServices.create(Billing.class, Models.small());
        return n -> {
            String said = desk.ask(question(n) + "[[queue 80 tell " + handover(n) + "]]");
            said = billing.ask(question(n) + said + "\n[[say 40]]");
            desk.ask(question(n) + said + "\n[[say 60]]");
        };
    }

    private static String question(int n) {
        return "The invoice of lamp " + n + " is wrong.\n";
    }

    private static String handover(int n) {
        return "HANDOVER_TO_" + (n % 2 == 0 ? "BILLING" : "ACCOUNTS");
    }

    /** A critic rejects two texts, with the same word each time, and the writer writes others. */
    private static Workload.Agent writerAndCritic(boolean planted) {
        FrontDesk writer = AiServices.create(FrontDesk.class, Models.small());
        Billing critic = AiServices.create(Billing.class, Models.small());
        return n -> {
            String verdict = "";
            for (int round = 0; round < 3; round++) {
                String text =
                        writer.ask("Write about lamp " + n + ", text " + round + ".\n" + verdict + "\n[[say 50]]");
                verdict = critic.ask(text + "\n[[tell " + (round < 2 ? "NOT_GOOD_ENOUGH" : "GOOD_ENOUGH") + "]]");
            }
        };
    }

    /** Three drafts, of which the program takes the first on; the twin asks for one. */
    private static Workload.Agent threeDrafts(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            List<AiMessage> drafts = drafts(model, n, planted ? 3 : 1);
            List<ChatMessage> messages = conversation("Write about lamp " + n);
            messages.add(drafts.get(0));
            messages.add(UserMessage.from("Now put it into a letter. [[say 60]]"));
            model.chat(messages);
        };
    }

    /** Three drafts, all of which a judge reads. */
    private static Workload.Agent judgeWhoReadsDrafts(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            StringBuilder all = new StringBuilder("Which is best?\n");
            drafts(model, n, 3).forEach(draft -> all.append(draft.text()).append('\n'));
            model.chat(conversation(all + "[[say 30]]"));
        };
    }

    private static List<AiMessage> drafts(ChatModel model, int n, int count) {
        List<AiMessage> drafts = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            drafts.add(model.chat(conversation("Draft " + i + " about lamp " + n + " [[say 60]]"))
                    .aiMessage());
        }
        return drafts;
    }

    private static List<ChatMessage> conversation(String question) {
        return new ArrayList<>(
                List.of(dev.langchain4j.data.message.SystemMessage.from(STYLE), UserMessage.from(question)));
    }
}
