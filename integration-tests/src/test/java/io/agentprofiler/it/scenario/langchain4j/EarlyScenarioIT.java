// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LangChain4j 0.35 and 0.36, whose chat models generate. */
class EarlyScenarioIT {
    private static final String CITY = "{\"city\":\"Oslo\"}";
    private static final String PERSON = "{\"name\":\"Ada\",\"age\":36}";

    private static final String STORED = """
              memory memory add
                memory store read Drawer
                memory store update Drawer
            """;
    private static final String READ = """
              memory memory read
                memory store read Drawer
            """;
    private static final String RETRIEVED = """
              retrieval augment
                retrieval retrieve EmbeddingStoreContentRetriever
                  embedding embeddings early-embedding in=4
                  retrieval search InMemoryEmbeddingStore
                function aggregate DefaultContentAggregator
                prompt inject DefaultContentInjector
            """;
    private static final String PREPARED = READ + RETRIEVED + STORED + STORED + READ;

    static Stream<Arguments> versions() {
        return Stream.concat(
                Breadth.onlyInFull(
                        Arguments.of("langchain4j-0.36.2", Jdks.current()),
                        Arguments.of("langchain4j-0.35.0", Jdks.newest())),
                Breadth.unlessVerified(
                        Arguments.of("langchain4j-0.36.2", Jdks.newest()),
                        Arguments.of("langchain4j-0.35.0", Jdks.current())));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldTraceCallsAndServices(String framework, Jdk jdk, @TempDir Path dir) {
        ProcessResult traced =
                Scenarios.of(everyWayOfCallingAModelOrAStore(), services()).check(framework, jdk, dir);

        assertThat(traced.segments().tree().spans("llm").stream()
                        .filter(span -> span.name().equals("chat early-whole"))
                        .map(SpanNode::responseId))
                .as("ids that the model told its listeners")
                .containsExactly("chatcmpl-1", "chatcmpl-2");
    }

    private static Scenario everyWayOfCallingAModelOrAStore() {
        return Scenario.of("com.example.early.EarlyCalls")
                .answering(EarlyScenarioIT::calls)
                .yields("""
                        llm chat early-whole in=100 out=9
                        llm chat early-whole in=10 out=5
                        llm chat early-tools in=10 out=5
                        llm chat early-forced in=10 out=5
                        llm chat early-retried in=10 out=5
                          function retry back-off
                        llm chat early-refused !error java.lang.RuntimeException
                        llm chat early-streamed in=100 out=9 chunks=4
                        llm chat early-streamed-tools in=10 out=5
                        llm chat early-streamed-forced in=10 out=5
                        llm chat early-streamed-refused !error dev.ai4j.openai4j.OpenAiHttpException
                        llm text_completion early-text in=10 out=5
                        llm text_completion early-text-streamed chunks=3
                        guardrail moderation early-moderation
                        function image generate early-image
                        rerank rerank
                        embedding embeddings early-embedding in=7
                        function addAll InMemoryEmbeddingStore
                        embedding embeddings early-embedding in=4
                        retrieval search InMemoryEmbeddingStore
                        """);
    }

    private static Scenario services() {
        return Scenario.of("com.example.early.EarlyServices")
                .answering(EarlyScenarioIT::services)
                .setting("trace", "com.example.early.EarlyServices#both")
                .yields("""
                        function ingest
                          embedding embeddings early-embedding in=8
                          function addAll InMemoryEmbeddingStore
                        """
                        + "agent invoke_agent Clerk\n"
                        + PREPARED
                        + "  llm chat early-clerk in=100 out=9\n"
                        + STORED
                        + "  tool execute_tool weather\n"
                        + STORED
                        + "  tool execute_tool traffic !error java.lang.IllegalStateException\n"
                        + STORED
                        + READ
                        + "  llm chat early-clerk in=10 out=5\n"
                        + STORED
                        + "  function parse_output\n"
                        + "agent invoke_agent Clerk\n"
                        + PREPARED
                        + "  llm chat early-streaming-clerk in=10 out=5\n"
                        + STORED
                        + "  tool execute_tool weather\n"
                        + STORED
                        + READ
                        + "  llm chat early-streaming-clerk in=120 out=8 chunks=4\n"
                        + STORED
                        + """
                        agent invoke_agent Reader
                          llm chat early-reader in=10 out=5
                          function parse_output
                        agent invoke_agent Reader
                          llm chat early-strict-reader in=10 out=5
                          function parse_output
                        agent invoke_agent Doorman
                          | llm chat early-doorman in=10 out=5
                          | guardrail moderation early-moderation
                          function parse_output
                        agent invoke_agent Doorman !error java.lang.RuntimeException
                          | llm chat early-failing !error java.lang.RuntimeException
                          | guardrail moderation early-moderation
                        function EarlyServices.both
                          | agent invoke_agent Clerk
                        """
                        + (PREPARED + "  llm chat early-first in=10 out=5\n" + STORED + "  function parse_output\n")
                                .replace("in=4", "in=1")
                                .indent(2)
                        + """
                          | agent invoke_agent Clerk
                            memory memory read
                            retrieval augment
                              retrieval retrieve EmbeddingStoreRetriever
                                embedding embeddings early-embedding in=1
                                retrieval search InMemoryEmbeddingStore
                              function aggregate DefaultContentAggregator
                              prompt inject DefaultContentInjector
                            memory memory add
                            memory memory add
                            memory memory read
                            llm chat early-second in=10 out=5
                            memory memory add
                            function parse_output
                        """);
    }

    private static void calls(Script server) {
        Usage usage = Usage.of(100, 9);
        server.then(
                Reply.text("42 km").withUsage(usage),
                Reply.text("42 km, too"),
                Reply.tool("weather", CITY),
                Reply.tool("weather", CITY),
                Reply.error(429, "slow down"),
                Reply.text("Now."),
                Reply.error(500, "no"),
                Reply.text("once upon a time").withUsage(usage),
                Reply.tool("weather", CITY),
                Reply.tool("weather", CITY),
                Reply.error(500, "no"),
                Reply.text("there was"),
                Reply.text("a small boat"));
    }

    private static void services(Script server) {
        server.then(
                Reply.tool("weather", CITY).withTool("traffic", CITY).withUsage(Usage.of(100, 9)),
                Reply.text("At noon."),
                Reply.tool("weather", CITY),
                Reply.text("At one o'clock sharp").withUsage(Usage.of(120, 8)),
                Reply.text(PERSON),
                Reply.text(PERSON),
                Reply.text("Welcome."),
                Reply.error(500, "no"),
                Reply.text("At noon."),
                Reply.text("At noon."));
    }
}
