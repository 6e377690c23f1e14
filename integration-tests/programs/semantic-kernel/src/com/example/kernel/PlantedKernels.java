// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.azure.core.exception.HttpResponseException;
import com.example.planted.Workload;
import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.chatcompletion.OpenAIChatCompletion;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import com.microsoft.semantickernel.services.ServiceNotFoundException;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import com.microsoft.semantickernel.services.chatcompletion.ChatMessageContent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Kernels with one planted cause each, and their fixed twins; see {@link Workload#run}. */
public final class PlantedKernels {
    private PlantedKernels() {}

    /** Runs {@code CAUSE planted|fixed WORKFLOWS [THREADS]}. */
    public static void main(String[] args) {
        Workload.run(
                args,
                Map.ofEntries(
                        Map.entry("slow-tool", PlantedKernels::slowTool),
                        Map.entry("same-call-in-a-row", PlantedKernels::sameCallInARow),
                        Map.entry("same-call-in-every-workflow", PlantedKernels::sameCallInEveryWorkflow),
                        Map.entry("large-model-small-step", PlantedKernels::largeModelSmallStep),
                        Map.entry("long-answers", PlantedKernels::longAnswers),
                        Map.entry("cut-and-continued", PlantedKernels::cutAndContinued),
                        Map.entry("one-slow-item", PlantedKernels::oneSlowItem),
                        Map.entry("failing-first-choice", PlantedKernels::failingFirstChoice),
                        Map.entry("dear-agent", PlantedKernels::dearAgent),
                        Map.entry("three-drafts", PlantedKernels::threeDrafts),
                        Map.entry("healthy", PlantedKernels::healthy)));
    }

    private static Workload.Agent slowTool(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(planted ? 250 : 15));
        return n -> ask(kernel, "Lamp " + n + " [[city-stock(item=lamp " + n + "); say 20]]");
    }

    private static Workload.Agent sameCallInARow(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(40));
        return n -> ask(
                kernel,
                "Lamp " + n + " [[" + ("city-stock(item=lamp " + n + "); ").repeat(planted ? 6 : 1) + "say 20]]");
    }

    /** Each workflow requests one of four items; the twin keeps the answers. */
    private static Workload.Agent sameCallInEveryWorkflow(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(180, !planted));
        return n -> ask(kernel, "Order " + n + " [[city-stock(item=lamp " + n % 4 + "); say 20]]");
    }

    private static Workload.Agent largeModelSmallStep(boolean planted) {
        Kernel sorter = Models.kernel(planted ? chat("gpt-4o") : Models.chat(), new Shop(10));
        Kernel writer = Models.kernel(Models.chat(), new Shop(10));
        String question = Workload.words("question", 900);
        return n -> {
            ask(sorter, n + " " + question + " [[say 2]]");
            ask(writer, "Answer " + n + " [[say 30]]");
        };
    }

    private static Workload.Agent longAnswers(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(10));
        return n -> {
            ask(kernel, "Sort " + n + " [[say 20]]");
            ask(kernel, "Summary " + n + " [[say " + (planted ? 400 : 20) + "]]");
        };
    }

    /** An answer of 80 tokens comes in two parts, as the first ends at its limit; the twin's limit is higher. */
    private static Workload.Agent cutAndContinued(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(10));
        return n -> {
            ChatHistory history = new ChatHistory(Workload.words("style", 600));
            history.addUserMessage("Write about lamp " + n + (planted ? " [[cut 1 say 40; say 40]]" : " [[say 80]]"));
            String part = ask(kernel, history);
            if (planted) {
                history.addAssistantMessage(part);
                history.addUserMessage("Continue.");
                ask(kernel, history);
            }
        };
    }

    /** The stock of one material is kept by a slow system. */
    private static Workload.Agent oneSlowItem(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(25, planted ? "marble" : ""));
        String[] materials = {"oak", "marble", "steel"};
        return n -> ask(kernel, "Order " + n + " [[city-stock(item=" + materials[n % 3] + "); say 20]]");
    }

    /** Three drafts, of which the program takes the first on; the twin asks for one. */
    private static Workload.Agent threeDrafts(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(10));
        return n -> {
            String first = null;
            for (int i = 1; i <= (planted ? 3 : 1); i++) {
                ChatHistory draft = new ChatHistory(Workload.words("style", 600));
                draft.addUserMessage("Draft " + i + " about lamp " + n + " [[say 60]]");
                String text = ask(kernel, draft);
                first = first == null ? text : first;
            }
            ChatHistory history = new ChatHistory(Workload.words("style", 600));
            history.addUserMessage("Write about lamp " + n);
            history.addAssistantMessage(first);
            history.addUserMessage("Now put it into a letter. [[say 60]]");
            ask(kernel, history);
        };
    }

    /** The model asked first no longer exists, so another one always answers; the twin asks that one at once. */
    private static Workload.Agent failingFirstChoice(boolean planted) {
        Kernel first = Models.kernel(chat("gpt-4o"), new Shop(10));
        Kernel second = Models.kernel(Models.chat(), new Shop(10));
        return n -> {
            String question = "Question " + n + " [[" + (planted ? "refuse 404 queue 200 " : "") + "say 25]]";
            if (planted) {
                try {
                    ask(first, question);
                    return;
                } catch (HttpResponseException refused) {
                    // that is what the other one is for
                    ask(second, question);
                    return;
                }
            }
            ask(second, question);
        };
    }

    /** One of three questions is put to a large model, for an answer as long as the others get from a small one. */
    private static Workload.Agent dearAgent(boolean planted) {
        Kernel small = Models.kernel(Models.chat(), new Shop(10));
        Kernel writer = Models.kernel(planted ? chat("gpt-4o") : Models.chat(), new Shop(10));
        return n -> {
            ask(small, "Plan " + n + " [[say 40]]");
            ask(writer, "Write " + n + " [[say 40]]");
            ask(small, "Translate " + n + " [[say 40]]");
        };
    }

    private static Workload.Agent healthy(boolean planted) {
        Kernel kernel = Models.kernel(Models.chat(), new Shop(10));
        return n -> ask(kernel, "Lamp " + n + " [[city-stock(item=lamp " + n + "); say 20]]");
    }

    private static ChatCompletionService chat(String model) {
        return OpenAIChatCompletion.builder()
                .withModelId(model)
                .withOpenAIAsyncClient(Models.client())
                .build();
    }

    private static void ask(Kernel kernel, String question) {
        ChatHistory history = new ChatHistory("You run a shop.");
        history.addUserMessage(question);
        ask(kernel, history);
    }

    /** Returns the text of the last message of the answer. */
    private static String ask(Kernel kernel, ChatHistory history) {
        try {
            List<ChatMessageContent<?>> answer = kernel.getService(ChatCompletionService.class)
                    .getChatMessageContentsAsync(history, kernel, Models.autoTools())
                    .block();
            return answer.get(answer.size() - 1).getContent();
        } catch (ServiceNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The functions of a shop. */
    public static final class Shop {
        private static final int SLOW_MILLIS = 260;

        private final ConcurrentMap<String, String> kept = new ConcurrentHashMap<>();
        private final int millis;
        private final boolean keeps;
        private final String slow;
        private final AtomicInteger counted = new AtomicInteger();

        Shop(int millis) {
            this(millis, false, null);
        }

        Shop(int millis, boolean keeps) {
            this(millis, keeps, null);
        }

        Shop(int millis, String slow) {
            this(millis, false, slow);
        }

        private Shop(int millis, boolean keeps, String slow) {
            this.millis = millis;
            this.keeps = keeps;
            this.slow = slow;
        }

        /** Looks up the stock. */
        @DefineKernelFunction(name = "stock", description = "how many of an item are in stock")
        public String stock(@KernelFunctionParameter(name = "item", description = "the item") String item) {
            return keeps ? kept.computeIfAbsent(item, this::counted) : counted(item);
        }

        private String counted(String item) {
            Workload.await(item.equals(slow) ? SLOW_MILLIS : millis);
            return (slow == null ? 7 : counted.incrementAndGet()) + " of " + item;
        }
    }
}
