// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Causes in what models answer and what the program does with it, and healthy programs that look like them. */
final class AnswerCauses {
    private static final String STYLE = Workload.words("style", 600);

    private AnswerCauses() {}

    static Map<String, Workload.Cause> all() {
        return Map.ofEntries(
                Map.entry("cut-and-continued", AnswerCauses::cutAndContinued),
                Map.entry("cut-on-purpose", AnswerCauses::cutOnPurpose),
                Map.entry("rejected-answers", AnswerCauses::rejectedAnswers),
                Map.entry("two-steps", AnswerCauses::twoSteps),
                Map.entry("long-reasoning", AnswerCauses::longReasoning),
                Map.entry("some-reasoning", AnswerCauses::someReasoning),
                Map.entry("judge-who-always-agrees", AnswerCauses::judgeWhoAlwaysAgrees),
                Map.entry("judge-who-sometimes-disagrees", AnswerCauses::judgeWhoSometimesDisagrees),
                Map.entry("tools-that-nobody-calls", AnswerCauses::toolsThatNobodyCalls));
    }

    /** An answer of 120 tokens comes in three parts, as each ends at its limit; the twin's limit is higher. */
    private static Workload.Agent cutAndContinued(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            List<ChatMessage> messages = conversation(
                    "Write about lamp " + n + (planted ? " [[cut 1 say 40; cut 1 say 40; say 40]]" : " [[say 120]]"));
            for (int part = 0; part < (planted ? 3 : 1); part++) {
                if (part > 0) {
                    messages.add(UserMessage.from("Continue."));
                }
                messages.add(answer(model, messages));
            }
        };
    }

    /** A teaser is wanted, so each answer is cut, and that is all of it. */
    private static Workload.Agent cutOnPurpose(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            answer(model, conversation("A teaser for lamp " + n + " [[cut 1 say 20]]"));
            answer(model, conversation("A teaser for chair " + n + " [[cut 1 say 20]]"));
        };
    }

    /** The program rejects two of three answers, and sends them back with a complaint; the twin's first answers are right. */
    private static Workload.Agent rejectedAnswers(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            List<ChatMessage> messages = conversation("Extract the order as JSON: lamp " + n + " [[say 60]]");
            messages.add(answer(model, messages));
            if (planted && n % 3 > 0) {
                messages.add(UserMessage.from("That is no valid JSON, at character " + 17 * n + ". Give only JSON."));
                answer(model, messages);
            }
        };
    }

    /** Each workflow thinks about the question first, and then asks for the answer: what all of them do is no rejection. */
    private static Workload.Agent twoSteps(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            List<ChatMessage> messages = conversation("What do we need to know about lamp " + n + "? [[say 40]]");
            messages.add(answer(model, messages));
            messages.add(UserMessage.from("Now answer the customer."));
            answer(model, messages);
        };
    }

    private static Workload.Agent longReasoning(boolean planted) {
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        return n -> assistant.chat("Greet customer " + n + " [[" + (planted ? "think 600 " : "") + "say 25]]");
    }

    /** Reasons, but not much longer than it answers. */
    private static Workload.Agent someReasoning(boolean planted) {
        SimpleAssistant assistant = AiServices.create(SimpleAssistant.class, Models.small());
        return n -> assistant.chat("Plan the trip of customer " + n + " [[think 320 say 90]]");
    }

    /** A judge reads each answer and always agrees; the twin has none. */
    private static Workload.Agent judgeWhoAlwaysAgrees(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            String text = answer(model, conversation("Answer customer " + n + " [[say 30]]"))
                    .text();
            if (planted) {
                judge(model, text, "PASS");
            }
        };
    }

    /** The judge disagrees with one answer in twelve. */
    private static Workload.Agent judgeWhoSometimesDisagrees(boolean planted) {
        ChatModel model = Models.small();
        return n -> {
            String text = answer(model, conversation("Answer customer " + n + " [[say 30]]"))
                    .text();
            judge(model, text, n % 12 == 11 ? "FAIL" : "PASS");
        };
    }

    private static void judge(ChatModel model, String text, String verdict) {
        answer(
                model,
                List.of(
                        SystemMessage.from("You are a judge. Answer PASS or FAIL."),
                        UserMessage.from(text + " [[tell " + verdict + "]]")));
    }

    /** Fourteen tools are offered with each question and none is ever called; the twin offers none. */
    private static Workload.Agent toolsThatNobodyCalls(boolean planted) {
        AiServices<SimpleAssistant> assistant =
                AiServices.builder(SimpleAssistant.class).chatModel(Models.small());
        if (planted) {
            Map<ToolSpecification, ToolExecutor> tools = new LinkedHashMap<>();
            for (int i = 0; i < 14; i++) {
                tools.put(
                        ToolSpecification.builder()
                                .name("tool" + i)
                                .description(Workload.words("tool" + i, 60))
                                .build(),
                        (request, id) -> "done");
            }
            assistant.tools(tools);
        }
        SimpleAssistant asked = assistant.build();
        return n -> asked.chat("Question " + n + " [[say 25]]");
    }

    private static List<ChatMessage> conversation(String question) {
        return new ArrayList<>(List.of(SystemMessage.from(STYLE), UserMessage.from(question)));
    }

    private static AiMessage answer(ChatModel model, List<ChatMessage> messages) {
        return model.chat(messages).aiMessage();
    }
}
