// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.orchestration.InvocationContext;
import com.microsoft.semantickernel.services.chatcompletion.ChatCompletionService;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;

/** Lets the model call functions: one of them twice, one that fails, ones that use the kernel themselves. */
public final class Tools {
    private Tools() {}

    /** Asks the questions given as arguments, in sequence, in one conversation each. */
    public static void main(String[] args) {
        ChatCompletionService chat = Models.chat();
        Kernel kernel = Models.kernel(chat, new CityPlugin());
        InvocationContext context = Models.autoTools();
        for (String question : args) {
            ChatHistory history = new ChatHistory("You know cities.");
            history.addUserMessage(question);
            System.out.println(Programs.last(
                    chat.getChatMessageContentsAsync(history, kernel, context).block()));
        }
    }
}
