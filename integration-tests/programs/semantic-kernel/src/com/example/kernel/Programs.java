// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.semanticfunctions.KernelFunctionArguments;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import com.microsoft.semantickernel.services.chatcompletion.ChatMessageContent;
import java.util.List;

/** Shared helpers of the programs. */
final class Programs {
    private Programs() {}

    /** Returns the arguments of the functions of {@link CityPlugin}. */
    static KernelFunctionArguments city(String city) {
        return KernelFunctionArguments.builder().withVariable("city", city).build();
    }

    /** Returns a conversation that begins with a question. */
    static ChatHistory question(String text) {
        ChatHistory history = new ChatHistory();
        history.addUserMessage(text);
        return history;
    }

    /** Returns the text of the last message. */
    static String last(List<ChatMessageContent<?>> messages) {
        return messages.get(messages.size() - 1).getContent();
    }
}
