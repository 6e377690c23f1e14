// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.util.List;
import java.util.stream.Stream;

/** The cases of the bench. */
public final class PlantedCases {
    private PlantedCases() {}

    /** Returns all of them. */
    public static List<PlantedCase> all() {
        return Stream.of(
                        tools(),
                        repetitions(),
                        models(),
                        answers(),
                        peers(),
                        handovers(),
                        prompts(),
                        jvm(),
                        mocked(),
                        springAi(),
                        semanticKernel(),
                        controls())
                .flatMap(List::stream)
                .toList();
    }

    private static List<PlantedCase> tools() {
        return List.of(
                langChain4j("slow-tool", "search", "slow-tool"),
                langChain4j("travel-slow-tool", "findFlights", "slow-tool").withWorkflows(20),
                langChain4j("travel-sometimes-slow-tool", "listHotels", "slow-tool")
                        .withWorkflows(60),
                langChain4j("flaky-tool", "pay", "failing-calls", "repeated-failures")
                        .alsoTrue("repeated-calls", "loop"),
                langChain4j("travel-flaky-tool", "bookTrip", "failing-calls", "repeated-failures")
                        .withWorkflows(40)
                        .alsoTrue("repeated-calls", "loop"),
                langChain4j("broken-tool", "reviews", "failing-calls", "repeated-failures"),
                langChain4j("tools-in-sequence", "tools", "sequential-tools"),
                langChain4j("travel-tools-in-sequence", "tools", "sequential-tools")
                        .withWorkflows(20),
                langChain4j("pool-of-one", "", "queued-calls").alsoTrue("sequential-tools"));
    }

    private static List<PlantedCase> repetitions() {
        return List.of(
                langChain4j("same-call-in-a-row", "stock", "loop", "repeated-calls"),
                langChain4j("similar-calls-in-a-row", "search", "similar-loop", "loop"),
                langChain4j("similar-calls-in-a-row", "search", "similar-loop", "loop")
                        .withTexts(),
                langChain4j("travel-reworded-search", "listHotels", "similar-loop", "loop"),
                langChain4j("same-call-between-others", "price", "repeated-calls"),
                langChain4j("same-call-in-every-workflow", "search", "repeated-calls"),
                langChain4j("travel-same-call-in-every-workflow", "exchangeRate", "repeated-calls")
                        .withWorkflows(60)
                        .alsoTrue("sequential-tools"),
                langChain4j("travel-lookup-per-item", "", "many-calls", "similar-loop", "loop")
                        .withWorkflows(20),
                langChain4j("call-per-item", "", "many-calls", "sequential-calls")
                        .withTexts(),
                langChain4j("same-question-to-the-model", "", "repeated-calls"),
                langChain4j("embedded-again", "", "repeated-calls"),
                langChain4j("embedding-per-item", "", "many-calls", "sequential-calls"),
                langChain4j("experts-in-sequence", "", "sequential-calls").withTexts());
    }

    private static List<PlantedCase> models() {
        return List.of(
                langChain4j("late-first-token", "gpt-4o-mini", "late-first-token", "slow-model"),
                langChain4j("late-first-token-streamed", "gpt-4o-mini", "late-first-token")
                        .withWorkflows(40),
                langChain4j("slow-generation", "gpt-4o-mini", "slow-generation"),
                langChain4j("slow-consumer", "", "slow-consumer"),
                langChain4j("slow-consumer", "", "slow-consumer").withTexts().withWorkflows(40),
                langChain4j("slow-client", "SimpleAssistant", "untraced-time"),
                langChain4j("client-start-up", "SimpleAssistant", "untraced-time"),
                langChain4j("refused-requests", "gpt-4o-mini", "retries"));
    }

    private static List<PlantedCase> answers() {
        return List.of(
                langChain4j("long-answers", "", "long-answers"),
                langChain4j("rambling-answers", "", "long-answers").withWorkflows(40),
                langChain4j("large-model-small-step", "gpt-4o", "costly-model"),
                langChain4j("cut-and-continued", "gpt-4o-mini", "cut-answers"),
                langChain4j("rejected-answers", "gpt-4o-mini", "rejected-answers"),
                langChain4j("long-reasoning", "SimpleAssistant", "heavy-reasoning"),
                langChain4j("judge-who-always-agrees", "", "constant-answers"));
    }

    private static List<PlantedCase> peers() {
        return List.of(
                langChain4j("one-slow-item", "stock", "unlike-peers"),
                langChain4j("one-slow-item", "item=marble", "unlike-peers").withTexts(),
                langChain4j("one-slow-agent", "agent Writer", "unlike-peers"),
                langChain4j("failing-first-choice", "gpt-4o", "failing-first-choice"),
                langChain4j("dear-agent", "gpt-4o", "dearer-model"),
                langChain4j("full-server", "gpt-4o-mini", "full-server").withPolls());
    }

    private static List<PlantedCase> handovers() {
        return List.of(
                langChain4j("agents-in-circles", "FrontDesk", "circular-handovers"),
                langChain4j("three-drafts", "", "unused-answers"),
                langChain4j("three-drafts", "", "unused-answers").withTexts().alsoTrue("sequential-calls"),
                langChain4j("queries-that-find-the-same", "retriev", "same-results"),
                langChain4j("sliding-history", "", "sliding-window").withWorkflows(20),
                langChain4j("one-connection", "gpt-4o-mini", "connection-waits"),
                langChain4j("client-per-call", "gpt-4o-mini", "new-connections").withTls());
    }

    private static List<PlantedCase> prompts() {
        return List.of(
                langChain4j("time-at-the-top", "", "changing-prefix").withWorkflows(40),
                langChain4j("time-at-the-top", "", "changing-prefix").withTexts(),
                langChain4j("growing-context", "", "growing-context", "large-context"),
                langChain4j("growing-conversation", "", "growing-context", "large-context")
                        .withWorkflows(20),
                langChain4j("too-much-context", "", "prompt-cost", "large-context"),
                langChain4j("too-many-tools", "tool", "unused-tools", "prompt-cost"),
                langChain4j("tools-that-nobody-calls", "tool", "unused-tools"),
                langChain4j("slow-retriever", "retriev", "slow-tool", "slow-retrieval"),
                langChain4j("slow-memory", "", "slow-tool", "slow-memory"));
    }

    private static List<PlantedCase> jvm() {
        return List.of(
                langChain4j("cpu-bound-tool", "search", "cpu-bound"),
                langChain4j("garbage", "", "gc-pauses").withHeap(128),
                langChain4j("garbage", "", "gc-pauses").withHeap(128).withRecording(),
                langChain4j("lock", "", "lock-waits").withThreads(4),
                langChain4j("lock", "", "lock-waits").withThreads(4).withRecording(),
                langChain4j("travel-lock", "", "lock-waits")
                        .withThreads(6)
                        .withWorkflows(60)
                        .withRecording(),
                langChain4j("cold-start", "search", "cold-start"));
    }

    private static List<PlantedCase> mocked() {
        return Stream.of(
                        langChain4j("slow-tool", "search", "slow-tool").withWorkflows(40),
                        langChain4j("tools-in-sequence", "tools", "sequential-tools"),
                        langChain4j("same-call-in-every-workflow", "search", "repeated-calls")
                                .withTexts(),
                        langChain4j("flaky-tool", "pay", "failing-calls", "repeated-failures")
                                .withWorkflows(30)
                                .alsoTrue("repeated-calls", "loop"),
                        langChain4j("late-first-token-streamed", "gpt-4o-mini", "late-first-token"),
                        langChain4j("slow-generation", "gpt-4o-mini", "slow-generation"),
                        langChain4j("slow-consumer", "", "slow-consumer").withWorkflows(20),
                        langChain4j("long-answers", "", "long-answers").withWorkflows(40),
                        langChain4j("large-model-small-step", "gpt-4o", "costly-model")
                                .withWorkflows(40),
                        langChain4j("time-at-the-top", "", "changing-prefix").withWorkflows(40),
                        langChain4j("lock", "", "lock-waits").withThreads(4).withWorkflows(40))
                .map(PlantedCase::withMocks)
                .toList();
    }

    private static List<PlantedCase> springAi() {
        return List.of(
                PlantedCase.of(Program.SPRING_AI, "slow-consumer", "", "slow-consumer"),
                PlantedCase.of(Program.SPRING_AI, "late-first-token", "gpt-4o-mini", "late-first-token"),
                PlantedCase.of(Program.SPRING_AI, "slow-generation", "gpt-4o-mini", "slow-generation")
                        .withWorkflows(20),
                PlantedCase.of(Program.SPRING_AI, "time-at-the-top", "", "changing-prefix"),
                PlantedCase.of(Program.SPRING_AI, "same-call-in-every-workflow", "search", "repeated-calls"),
                PlantedCase.of(Program.SPRING_AI, "broken-tool", "reviews", "failing-calls", "repeated-failures")
                        .withTexts(),
                PlantedCase.of(Program.SPRING_AI, "too-much-context", "", "prompt-cost", "large-context"),
                PlantedCase.of(Program.SPRING_AI, "cold-start", "search", "cold-start")
                        .withWorkflows(40),
                PlantedCase.of(Program.SPRING_AI, "rejected-answers", "", "rejected-answers")
                        .withTexts(),
                PlantedCase.of(Program.SPRING_AI, "one-slow-item", "query=marble", "unlike-peers")
                        .withTexts(),
                PlantedCase.of(Program.SPRING_AI, "judge-who-always-agrees", "", "constant-answers"),
                PlantedCase.of(Program.SPRING_AI, "agents-in-circles", "", "circular-handovers"),
                PlantedCase.of(Program.SPRING_AI, "queries-that-find-the-same", "retriev", "same-results"),
                PlantedCase.of(Program.SPRING_AI, "slow-client", "", "untraced-time"),
                PlantedCase.of(Program.SPRING_AI, "long-reasoning", "", "heavy-reasoning"),
                PlantedCase.of(Program.SPRING_AI, "tools-that-nobody-calls", "tool", "unused-tools"),
                PlantedCase.of(Program.SPRING_AI, "sliding-history", "", "sliding-window")
                        .withWorkflows(10));
    }

    private static List<PlantedCase> semanticKernel() {
        return List.of(
                PlantedCase.of(Program.SEMANTIC_KERNEL, "slow-tool", "stock", "slow-tool"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "same-call-in-a-row", "stock", "loop", "repeated-calls"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "same-call-in-every-workflow", "stock", "repeated-calls")
                        .withWorkflows(40),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "large-model-small-step", "gpt-4o", "costly-model"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "long-answers", "", "long-answers"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "cut-and-continued", "", "cut-answers"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "one-slow-item", "stock", "unlike-peers"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "three-drafts", "", "unused-answers"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "failing-first-choice", "gpt-4o", "failing-first-choice"),
                PlantedCase.of(Program.SEMANTIC_KERNEL, "dear-agent", "gpt-4o", "dearer-model"));
    }

    private static List<PlantedCase> controls() {
        return List.of(
                PlantedCase.control(Program.LANGCHAIN4J, "experts-that-read-each-other"),
                PlantedCase.control(Program.LANGCHAIN4J, "experts-that-read-each-other")
                        .withTexts(),
                PlantedCase.control(Program.LANGCHAIN4J, "router"),
                PlantedCase.control(Program.LANGCHAIN4J, "router").withTexts(),
                PlantedCase.control(Program.LANGCHAIN4J, "draft-and-review").withWorkflows(20),
                PlantedCase.control(Program.LANGCHAIN4J, "draft-and-review").withTexts(),
                PlantedCase.control(Program.LANGCHAIN4J, "cut-on-purpose"),
                PlantedCase.control(Program.LANGCHAIN4J, "two-steps"),
                PlantedCase.control(Program.LANGCHAIN4J, "some-reasoning"),
                PlantedCase.control(Program.LANGCHAIN4J, "judge-who-sometimes-disagrees"),
                PlantedCase.control(Program.LANGCHAIN4J, "one-item-has-more").withTexts(),
                PlantedCase.control(Program.LANGCHAIN4J, "one-agent-writes-more"),
                PlantedCase.control(Program.LANGCHAIN4J, "handed-over-and-back"),
                PlantedCase.control(Program.LANGCHAIN4J, "writer-and-critic"),
                PlantedCase.control(Program.LANGCHAIN4J, "judge-who-reads-drafts"),
                PlantedCase.control(Program.LANGCHAIN4J, "queries-that-find-one-more"),
                PlantedCase.control(Program.LANGCHAIN4J, "history-in-batches").withWorkflows(20),
                PlantedCase.control(Program.LANGCHAIN4J, "many-questions"),
                PlantedCase.control(Program.LANGCHAIN4J, "client-per-customer").withTls(),
                PlantedCase.control(Program.LANGCHAIN4J, "fallback-once"),
                PlantedCase.control(Program.LANGCHAIN4J, "busy-server").withPolls(),
                PlantedCase.control(Program.LANGCHAIN4J, "dear-agent-with-tools"),
                PlantedCase.control(Program.LANGCHAIN4J, "dear-agent-after-rejection"),
                PlantedCase.control(Program.LANGCHAIN4J, "one-unfinished"),
                PlantedCase.control(Program.LANGCHAIN4J, "travel-pages"),
                PlantedCase.control(Program.LANGCHAIN4J, "healthy"),
                PlantedCase.control(Program.LANGCHAIN4J, "travel-healthy").withWorkflows(60),
                PlantedCase.control(Program.LANGCHAIN4J, "healthy-streamed"),
                PlantedCase.control(Program.LANGCHAIN4J, "healthy-parallel").withTexts(),
                PlantedCase.control(Program.LANGCHAIN4J, "healthy").withMocks().withWorkflows(40),
                PlantedCase.control(Program.LANGCHAIN4J, "healthy-streamed").withMocks(),
                PlantedCase.control(Program.LANGCHAIN4J, "experts-that-read-each-other")
                        .withMocks(),
                PlantedCase.control(Program.SPRING_AI, "healthy"),
                PlantedCase.control(Program.SEMANTIC_KERNEL, "healthy"));
    }

    private static PlantedCase langChain4j(String cause, String subject, String... rules) {
        return PlantedCase.of(Program.LANGCHAIN4J, cause, subject, rules);
    }
}
