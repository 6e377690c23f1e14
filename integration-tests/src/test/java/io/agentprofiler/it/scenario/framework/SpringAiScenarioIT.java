// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spring AI under Spring Boot, one application for each line of versions. One JVM runs several cases in sequence; the tree
 * shows the workflows of all of them, in that order.
 *
 * <p>2.0 differs from 1.x in two ways: its chat client always has a tool calling advisor, where 1.x has a loop inside the
 * model where there are tools; and its OpenAI models use the vendor's client, whose attempts another rule file knows.
 */
class SpringAiScenarioIT {
    private static final String PROGRAM = "com.example.springai.SpringAiCases";
    private static final String NEWEST = "spring-ai-2.0";
    private static final String CITY = "{\"city\":\"Oslo\"}";

    private static final String WHOLE_1 = """
            agent invoke_agent ChatClient
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            agent invoke_agent ChatClient
              function tool loop OpenAiChatModel
                llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                  tool execute_tool tide !error java.lang.IllegalStateException
                llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                  http HTTP POST
                function tool calls
                  tool execute_tool time
                llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1
                  http HTTP POST
            agent invoke_agent ChatClient
              function tool loop OpenAiChatModel
                llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                  tool execute_tool tide !error java.lang.IllegalStateException
                llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                  http HTTP POST
                function tool calls
                  tool execute_tool time
                llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1
                  http HTTP POST
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            agent invoke_agent ChatClient
              guardrail guardrail SafeGuardAdvisor
            agent invoke_agent ChatClient
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output BeanOutputConverter
            evaluation evaluate RelevancyEvaluator
              prompt render PromptTemplate
              agent invoke_agent ChatClient
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            embedding embeddings text-embedding-3-small in=2
              http HTTP POST
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST !error 429
              function retry back-off
              http HTTP POST
            llm chat gpt-4o-mini !error org.springframework.ai.retry.NonTransientAiException
              http HTTP POST !error 400
            """;

    private static final String WHOLE_2 = """
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                  tool execute_tool tide !error java.lang.IllegalStateException
                llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                  http HTTP POST
                function tool calls
                  tool execute_tool time
                llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                  tool execute_tool tide !error java.lang.IllegalStateException
                llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                  http HTTP POST
                function tool calls
                  tool execute_tool time
                llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1
                  http HTTP POST
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                guardrail guardrail SafeGuardAdvisor
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
              function parse_output BeanOutputConverter
            evaluation evaluate RelevancyEvaluator
              prompt render PromptTemplate
              agent invoke_agent ChatClient
                function advisor Tool Calling Advisor
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
            embedding embeddings text-embedding-3-small in=2
              http HTTP POST
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
              http HTTP POST !error 429
              function retry back-off
              http HTTP POST
            llm chat gpt-4o-mini !error com.openai.errors.BadRequestException
              http HTTP POST !error 400
            """;

    private static final String STREAMED_1 = """
            agent invoke_agent ChatClient
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                http HTTP POST
            agent invoke_agent ChatClient
              function tool loop OpenAiChatModel
                llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                  tool execute_tool tide !error java.lang.IllegalStateException
                llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                  http HTTP POST
                function tool calls
                  tool execute_tool time
                llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1 chunks=3
                  http HTTP POST
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
              http HTTP POST
            function tool loop OpenAiChatModel
              llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                http HTTP POST
              function tool calls
                tool execute_tool weather
                tool execute_tool tide !error java.lang.IllegalStateException
              llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                http HTTP POST
              function tool calls
                tool execute_tool time
              llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1 chunks=3
                http HTTP POST
            agent invoke_agent ChatClient !cancelled
              llm chat gpt-4o-mini chunks=2 !cancelled
                http HTTP POST
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=2
                http HTTP POST
              embedding embeddings text-embedding-3-small in=4
                http HTTP POST
            retrieval search SimpleVectorStore
              embedding embeddings text-embedding-3-small in=1
                http HTTP POST
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
              embedding embeddings text-embedding-3-small in=4
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor polite
                function advisor MessageChatMemoryAdvisor
                  memory memory read
                  memory memory add
                  function advisor RetrievalAugmentationAdvisor
                    retrieval augment
                      retrieval retrieve VectorStoreDocumentRetriever
                        retrieval search SimpleVectorStore
                          embedding embeddings text-embedding-3-small in=6
                            http HTTP POST
                      function join ConcatenationDocumentJoiner
                      prompt inject ContextualQueryAugmenter
                        prompt render PromptTemplate
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                  memory memory add
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
              embedding embeddings text-embedding-3-small in=4
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor polite
                function advisor MessageChatMemoryAdvisor
                  memory memory read
                  memory memory add
                  function advisor RetrievalAugmentationAdvisor
                    retrieval augment
                      retrieval retrieve VectorStoreDocumentRetriever
                        retrieval search SimpleVectorStore
                          embedding embeddings text-embedding-3-small in=6
                            http HTTP POST
                      function join ConcatenationDocumentJoiner
                      prompt inject ContextualQueryAugmenter
                        prompt render PromptTemplate
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                      http HTTP POST
                  memory memory add
            """;

    private static final String STREAMED_2 = """
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                  tool execute_tool tide !error java.lang.IllegalStateException
                llm chat gpt-4o-mini in=150 out=10 cached=60 reasoning=0
                  http HTTP POST
                function tool calls
                  tool execute_tool time
                llm chat gpt-4o-mini in=200 out=5 cached=0 reasoning=1 chunks=3
                  http HTTP POST
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
              http HTTP POST
            llm chat gpt-4o-mini in=100 out=20 cached=40 reasoning=3
              http HTTP POST
            agent invoke_agent ChatClient !cancelled
              function advisor Tool Calling Advisor !cancelled
                llm chat gpt-4o-mini chunks=2 !cancelled
                  http HTTP POST
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=2
                http HTTP POST
              embedding embeddings text-embedding-3-small in=10
                http HTTP POST
            retrieval search SimpleVectorStore
              embedding embeddings text-embedding-3-small in=1
                http HTTP POST
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
              embedding embeddings text-embedding-3-small in=4
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor polite
                function advisor MessageChatMemoryAdvisor
                  memory memory read
                  memory memory add
                  function advisor Tool Calling Advisor
                    function advisor RetrievalAugmentationAdvisor
                      retrieval augment
                        retrieval retrieve VectorStoreDocumentRetriever
                          retrieval search SimpleVectorStore
                            embedding embeddings text-embedding-3-small in=6
                              http HTTP POST
                        function join ConcatenationDocumentJoiner
                        prompt inject ContextualQueryAugmenter
                          prompt render PromptTemplate
                      llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                        http HTTP POST
                  memory memory add
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
              embedding embeddings text-embedding-3-small in=4
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor polite
                function advisor MessageChatMemoryAdvisor
                  memory memory read
                  memory memory add
                  function advisor Tool Calling Advisor
                    function advisor RetrievalAugmentationAdvisor
                      retrieval augment
                        retrieval retrieve VectorStoreDocumentRetriever
                          retrieval search SimpleVectorStore
                            embedding embeddings text-embedding-3-small in=6
                              http HTTP POST
                        function join ConcatenationDocumentJoiner
                        prompt inject ContextualQueryAugmenter
                          prompt render PromptTemplate
                      llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                        http HTTP POST
                  memory memory add
            """;

    static Stream<Arguments> every() {
        return Stream.concat(
                Breadth.onlyInFull("spring-ai-1.0", "spring-ai-1.1").map(line -> Arguments.of(line, Jdks.current())),
                Jdks.tested().stream().map(jdk -> Arguments.of(NEWEST, jdk)));
    }

    @ParameterizedTest
    @MethodSource("every")
    void shouldTraceWhatIsAnsweredWholeStreamedAndAdvised(String line, Jdk jdk, @TempDir Path dir) {
        Scenario.of(
                        PROGRAM,
                        "chat",
                        "tools",
                        "decorated",
                        "direct",
                        "guarded",
                        "structured",
                        "evaluate",
                        "embed",
                        "template",
                        "refused",
                        "stream",
                        "stream-tools",
                        "stream-direct",
                        "stream-direct-tools",
                        "stream-cancel",
                        "stream-nobody",
                        "store",
                        "advisors",
                        "stream-advisors")
                .answering(SpringAiScenarioIT::answers)
                .yields(WHOLE_1 + STREAMED_1)
                // its splitter adds three metadata of two words each to a document, which are embedded with it
                .yieldsOn("spring-ai-1.1", WHOLE_1 + STREAMED_1.replaceFirst("in=4\n", "in=10\n"))
                .yieldsOn(NEWEST, WHOLE_2 + STREAMED_2)
                .check(line, jdk, dir);
    }

    private static void answers(Script script) {
        AtomicBoolean busy = new AtomicBoolean(true);
        script.when(
                        request -> request.lastText().contains("Weather?"),
                        request -> Reply.tool("weather", CITY)
                                .withTool("tide", CITY)
                                .withUsage(new Usage(100, 20, 40, 3)))
                .when(
                        request -> request.trailingToolMessages() == 2,
                        request -> Reply.tool("time", CITY).withUsage(new Usage(150, 10, 60, 0)))
                .when(
                        request -> request.trailingToolMessages() == 1,
                        request -> Reply.text("All is well.").withUsage(new Usage(200, 5, 0, 1)))
                .when(
                        request -> request.mentions("Oslo?"),
                        request -> Reply.text("{\"name\":\"Oslo\",\"people\":700000}"))
                .when(request -> request.mentions("YES"), request -> Reply.text("YES"))
                .when(
                        request -> request.mentions("Count."),
                        request -> Reply.text("one ".repeat(600)).withDelays(Duration.ZERO, Duration.ofMillis(100)))
                .when(
                        request -> request.mentions("Tell of") && busy.getAndSet(false),
                        request -> Reply.error(429, "slow down").withRetryAfter("0"))
                .when(request -> request.mentions("No."), request -> Reply.error(400, "never"))
                .when(request -> true, request -> Reply.text("Good day to you."));
    }
}
