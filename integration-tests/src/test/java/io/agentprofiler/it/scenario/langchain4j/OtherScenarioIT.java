// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.agentic.Nested;
import com.example.agents.model.OtherModels;
import com.example.agents.retrieval.RagStages;
import com.example.agents.stream.ThinkingStream;
import com.example.agents.tool.McpTools;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rarer parts of the framework: other kinds of models, every retrieval stage, tools in another process, nesting. */
class OtherScenarioIT {

    private static final String LLM = """
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            """;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.scenario.Environment#every")
    void shouldTraceTheRarerParts(Environment environment, @TempDir Path dir) {
        Scenarios.of(
                        modelsOfEverySort(),
                        everyStageOfRetrieval(),
                        toolOfAnotherProcess(),
                        reasoning(),
                        workflowInAWorkflow())
                .check(environment, dir);
    }

    private static Scenario modelsOfEverySort() {
        return Scenario.of(OtherModels.class).yields("""
                        embedding embeddings in=2
                        embedding embeddings in=2
                        embedding embeddings in=4
                        rerank rerank in=7
                        rerank rerank in=7
                        guardrail moderation
                        guardrail moderation
                        function image generate
                        llm text_completion in=4 out=3
                        llm text_completion in=4 out=3 chunks=3
                        llm text_completion chunks=1 !error java.lang.IllegalArgumentException
                        """).tokensNotCompared();
    }

    private static Scenario everyStageOfRetrieval() {
        return Scenario.of(RagStages.class)
                .answering(server -> server.then(Reply.text("delivery\nduration"), Reply.text("three days")))
                .yields("""
                        function ingest
                          function transform_documents SameDocument
                          function transform_segments SameSegment
                          embedding embeddings in=2
                          function addAll InMemoryEmbeddingStore
                        agent invoke_agent SimpleAssistant
                          retrieval augment
                            function transform_query ExpandingQueryTransformer
                        %s
                            | retrieval retrieve EmbeddingStoreContentRetriever
                              embedding embeddings in=2
                              retrieval search InMemoryEmbeddingStore
                            | retrieval retrieve EmbeddingStoreContentRetriever
                              embedding embeddings in=2
                              retrieval search InMemoryEmbeddingStore
                            | retrieval retrieve WebSearchContentRetriever
                              retrieval search OnePage
                            | retrieval retrieve WebSearchContentRetriever
                              retrieval search OnePage
                            function aggregate ReRankingContentAggregator
                              rerank rerank in=7
                            prompt inject DefaultContentInjector
                        %s
                          function parse_output
                        """.formatted(
                                LLM.indent(6).stripTrailing(), LLM.indent(2).stripTrailing()));
    }

    private static Scenario toolOfAnotherProcess() {
        return Scenario.of(McpTools.class)
                .answering(server -> server.then(Reply.tool("depth", "{}"), Reply.text("94 m")))
                .yields("agent invoke_agent SimpleAssistant\n"
                        + "  function tools/list\n"
                        + LLM.indent(2)
                        + "  tool execute_tool depth\n"
                        + LLM.indent(2)
                        + "  function parse_output\n");
    }

    private static Scenario reasoning() {
        return Scenario.of(ThinkingStream.class)
                .answering(server -> server.then(Reply.text("yes it is").withThinking("let me see")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=6
                          http HTTP POST
                        """)
                .since(Framework.V1_5);
    }

    private static Scenario workflowInAWorkflow() {
        String rounds = agent("score") + agent("edit");
        return Scenario.of(Nested.class)
                .answering(OtherScenarioIT::authors)
                .yields("workflow invoke_workflow Sequential\n"
                        + agent("write").indent(2)
                        + "  workflow invoke_workflow Loop\n"
                        + (rounds + rounds).indent(4))
                .yieldsOn(
                        Framework.V1_5,
                        "workflow invoke_workflow Sequential\n"
                                + agent("write").indent(2)
                                + "  agent invoke_agent UntypedAgent\n"
                                + "    workflow invoke_workflow Loop\n"
                                + (rounds + rounds).indent(6))
                .yieldsOn(
                        Framework.V1_11,
                        "workflow invoke_workflow Sequential\n"
                                + agent("write").indent(2)
                                + "  workflow invoke_workflow Loop\n"
                                + (rounds + rounds + rounds).indent(4))
                .since(Framework.V1_5);
    }

    private static String agent(String name) {
        return "agent invoke_agent " + name + "\n" + LLM.indent(2) + "  function parse_output\n";
    }

    private static void authors(Script server) {
        server.whenLastContains("WRITE", Reply.text("a story"))
                .whenLastContains("EDIT", Reply.text("a better story"))
                .whenLastContains("SCORE", Reply.text("0.5"));
    }
}
