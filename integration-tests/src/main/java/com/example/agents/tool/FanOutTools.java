// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** A tool that asks two sub-agents at the same time. */
public class FanOutTools {
    private final SimpleAssistant expert;
    private final Executor executor;

    /** Creates the tool; its questions run on {@code executor}. */
    public FanOutTools(SimpleAssistant expert, Executor executor) {
        this.expert = expert;
        this.executor = executor;
    }

    /** Asks the experts. */
    @Tool("asks two experts")
    public String ask(@P("question") String question) {
        List<CompletableFuture<String>> answers = Stream.of("law", "tax")
                .map(topic -> CompletableFuture.supplyAsync(() -> expert.chat(topic + ": " + question), executor))
                .toList();
        return answers.stream().map(CompletableFuture::join).toList().toString();
    }
}
