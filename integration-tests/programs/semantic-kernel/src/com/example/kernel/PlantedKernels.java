// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.example.planted.Workload;
import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.chatcompletion.OpenAIChatCompletion;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import com.microsoft.semantickernel.services.ServiceNotFoundException;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Kernels with one planted cause each, and their fixed twins; see {@link Workload#run}. */
public final class PlantedKernels {
    private PlantedKernels() {}

    /** Runs {@code CAUSE planted|fixed WORKFLOWS [THREADS]}. */
    public static void main(String[] args) {
        Workload.run(
                args,
                Map.of(
                        "slow-tool", PlantedKernels::slowTool,
                        "same-call-in-a-row", PlantedKernels::sameCallInARow,
                        "same-call-in-every-workflow", PlantedKernels::sameCallInEveryWorkflow,
                        "large-model-small-step", PlantedKernels::largeModelSmallStep,
                        "long-answers", PlantedKernels::longAnswers,
                        "healthy", PlantedKernels::healthy));
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
        try {
            kernel.getService(ChatCompletionService.class)
                    .getChatMessageContentsAsync(history, kernel, Models.autoTools())
                    .block();
        } catch (ServiceNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The functions of a shop. */
    public static final class Shop {
        private final ConcurrentMap<String, String> kept = new ConcurrentHashMap<>();
        private final int millis;
        private final boolean keeps;

        Shop(int millis) {
            this(millis, false);
        }

        Shop(int millis, boolean keeps) {
            this.millis = millis;
            this.keeps = keeps;
        }

        /** Looks up the stock. */
        @DefineKernelFunction(name = "stock", description = "how many of an item are in stock")
        public String stock(@KernelFunctionParameter(name = "item", description = "the item") String item) {
            return keeps ? kept.computeIfAbsent(item, this::counted) : counted(item);
        }

        private String counted(String item) {
            Workload.await(millis);
            return "7 of " + item;
        }
    }
}
