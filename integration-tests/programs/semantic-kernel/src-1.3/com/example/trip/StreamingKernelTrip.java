// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import com.microsoft.semantickernel.services.chatcompletion.StreamingChatContent;
import java.util.stream.Collectors;

/** The agent on Semantic Kernel 1.3: a streamed answer as well, which cannot use tools. */
public class StreamingKernelTrip extends KernelTrip {
    /** Runs the program. */
    public static void main(String[] args) {
        run(new StreamingKernelTrip());
    }

    static void run(StreamingKernelTrip trip) {
        trip.prepare();
        trip.store();
        System.out.println(trip.ask());
        System.out.println(trip.stream());
    }

    /** Puts the documents where they are searched. */
    void store() {}

    String stream() {
        ChatHistory history = question(Trip.SECOND_CONVERSATION);
        String answer = chat.getStreamingChatMessageContentsAsync(history, null, null)
                .filter(content -> content.getContent() != null)
                .map(StreamingChatContent::getContent)
                .collect(Collectors.joining())
                .block();
        remember(Trip.SECOND_CONVERSATION, answer);
        return answer;
    }
}
