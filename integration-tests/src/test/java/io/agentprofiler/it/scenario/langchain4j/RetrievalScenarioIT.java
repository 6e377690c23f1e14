// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.model.Guardrails;
import com.example.agents.model.Moderation;
import com.example.agents.retrieval.Rag;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Work around the model call: retrieval, moderation, guardrails. */
class RetrievalScenarioIT {

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.scenario.Environment#every")
    void shouldTraceWorkAroundTheModelCall(Environment environment, @TempDir Path dir) {
        Scenarios.of(ingestAndRetrieval(), guardrails(), moderation()).check(environment, dir);
    }

    private static Scenario ingestAndRetrieval() {
        return Scenario.of(Rag.class).yields("""
                        function ingest
                          function split_documents DocumentByParagraphSplitter
                          embedding embeddings text-embedding-3-small in=12
                            http HTTP POST
                          function addAll InMemoryEmbeddingStore
                        agent invoke_agent SimpleAssistant
                          retrieval augment
                            retrieval retrieve EmbeddingStoreContentRetriever
                              embedding embeddings text-embedding-3-small in=4
                                http HTTP POST
                              retrieval search InMemoryEmbeddingStore
                            function aggregate DefaultContentAggregator
                            prompt inject DefaultContentInjector
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          function parse_output
                        """);
    }

    private static Scenario moderation() {
        return Scenario.of(Moderation.class).yields("""
                        agent invoke_agent ModeratedAssistant
                          | guardrail moderation omni-moderation-latest
                            http HTTP POST
                          | llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          function parse_output
                        agent invoke_agent ModeratedAssistant !error dev.langchain4j.service.ModerationException
                          | guardrail moderation omni-moderation-latest
                            http HTTP POST
                          | llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                        """);
    }

    private static Scenario guardrails() {
        return Scenario.of(Guardrails.class)
                .answering(server -> server.then(Reply.text("It is 5"), Reply.text("It is five")))
                .yields("""
                        agent invoke_agent SimpleAssistant
                          guardrail guardrail PoliteQuestion
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          guardrail guardrail NoNumbers
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          guardrail guardrail NoNumbers
                          function parse_output
                        """)
                .since(Framework.V1_11);
    }
}
