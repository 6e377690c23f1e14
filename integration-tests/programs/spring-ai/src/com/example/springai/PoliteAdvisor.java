// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;

/** An advisor of the application's own, outermost. */
final class PoliteAdvisor implements BaseAdvisor {
    @Override
    public ChatClientRequest before(ChatClientRequest request, AdvisorChain chain) {
        return request.mutate()
                .prompt(request.prompt()
                        .augmentUserMessage(text ->
                                text.mutate().text(text.getText() + " Please.").build()))
                .build();
    }

    @Override
    public ChatClientResponse after(ChatClientResponse response, AdvisorChain chain) {
        return response;
    }

    @Override
    public String getName() {
        return "polite";
    }

    @Override
    public int getOrder() {
        return Integer.MIN_VALUE;
    }
}
