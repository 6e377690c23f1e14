// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.CountedParts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Applications that implement the framework's interfaces themselves and print how often each method was called. A {@link Scenario}
 * compares what is printed with a run without the agent: nothing is called because of it.
 */
@Tag("once")
class CountedCallsIT {
    private static final String NEWEST = "spring-ai-2.0";
    private static final String TREE_1 = """
            function add Store
              embedding embeddings text-embedding-3-small in=2
                http HTTP POST
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
            retrieval search Store
              embedding embeddings text-embedding-3-small in=1
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor MessageChatMemoryAdvisor
                memory memory read
                memory memory add
                function advisor
                  function tool loop OpenAiChatModel
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                    function tool calls
                      tool execute_tool weather
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                memory memory add
            agent invoke_agent ChatClient
              function advisor MessageChatMemoryAdvisor
                memory memory read
                memory memory add
                function advisor
                  function tool loop OpenAiChatModel
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                    function tool calls
                      tool execute_tool weather
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                memory memory add
            agent invoke_agent ChatClient
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            agent invoke_agent ChatClient
              function tool loop Model
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            agent invoke_agent ChatClient
              function tool loop Model
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=3
                  http HTTP POST
            """;
    private static final String TREE_2 = """
            function add Store
              embedding embeddings text-embedding-3-small in=2
                http HTTP POST
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
            retrieval search Store
              embedding embeddings text-embedding-3-small in=1
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor MessageChatMemoryAdvisor
                memory memory read
                memory memory add
                function advisor Tool Calling Advisor
                  function advisor
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                  function tool calls
                    tool execute_tool weather
                  function advisor
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                memory memory add
            agent invoke_agent ChatClient
              function advisor MessageChatMemoryAdvisor
                memory memory read
                memory memory add
                function advisor Tool Calling Advisor
                  function advisor
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                  function tool calls
                    tool execute_tool weather
                  function advisor
                    llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                      http HTTP POST
                memory memory add
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=3
                  http HTTP POST
            """;

    private static final String TREE_3 = """
            embedding embeddings text-embedding-3-small in=5
              http HTTP POST
            function add Store
            agent invoke_agent Service
              memory memory read
                memory store read Memories
              retrieval augment
                retrieval retrieve EmbeddingStoreContentRetriever
                  embedding embeddings text-embedding-3-small in=1
                    http HTTP POST
                  retrieval search Store
                retrieval retrieve PluginRetriever
                function aggregate DefaultContentAggregator
                prompt inject DefaultContentInjector
              memory memory read
                memory store read Memories
              memory memory add
                memory store read Memories
                memory store update Memories
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              memory memory add
                memory store read Memories
                memory store update Memories
              tool execute_tool weather
              memory memory add
                memory store read Memories
                memory store update Memories
              memory memory read
                memory store read Memories
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              memory memory add
                memory store read Memories
                memory store update Memories
              function parse_output
            agent invoke_agent Service
              memory memory read
                memory store read Memories
              retrieval augment
                retrieval retrieve EmbeddingStoreContentRetriever
                  embedding embeddings text-embedding-3-small in=1
                    http HTTP POST
                  retrieval search Store
                retrieval retrieve PluginRetriever
                function aggregate DefaultContentAggregator
                prompt inject DefaultContentInjector
              memory memory read
                memory store read Memories
              memory memory add
                memory store read Memories
                memory store update Memories
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              memory memory add
                memory store read Memories
                memory store update Memories
              function parse_output
            llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=3
              http HTTP POST
            agent invoke_agent StreamingAssistant
              memory memory add
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=2
                http HTTP POST
              memory memory add
              tool execute_tool weather
              memory memory add
              memory memory read
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=3
                http HTTP POST
              memory memory add
            """;

    static Stream<Arguments> every() {
        return Stream.of(Arguments.of("spring-ai-1.0", Jdks.current()), Arguments.of(NEWEST, Jdks.newest()));
    }

    @ParameterizedTest
    @MethodSource("every")
    void shouldCallNothingOfASpringApplication(String line, Jdk jdk, @TempDir Path dir) {
        Segments segments = Scenario.of("com.example.springai.SpringAiCounted")
                .answering(CountedCallsIT::answers)
                .yields(TREE_1)
                .yieldsOn(NEWEST, TREE_2)
                .check(line, jdk, dir)
                .segments();

        assertThat(segments.attributes("tool", "gen_ai.tool.name")).hasSize(4).containsOnly("weather");
        assertThat(segments.attributes("llm", "agentprofiler.request.tools"))
                .containsExactly("1", "1", "1", "1", "", "1", "1", "1", "1");
        List<String> definitions = segments.attributes("llm", "agentprofiler.content.tool.definitions");
        assertThat(definitions.subList(0, 4))
                .as("what is told of the tools that were sent, which is always the same")
                .allSatisfy(told -> assertThat(told).contains("chars"))
                .containsOnly(definitions.get(0));
    }

    /** One of its parts is a class loader, which the agent must never ask for anything. */
    @Test
    void shouldCallNothingOfALangChain4jApplication(@TempDir Path dir) {
        Segments segments = Scenario.of(CountedParts.class)
                .setting("content", "full")
                .answering(CountedCallsIT::answers)
                .yields(TREE_3)
                .check("langchain4j-1.19.0", Jdks.newest(), dir)
                .segments();

        assertThat(segments.attributes("tool", "gen_ai.tool.name")).containsExactly("weather", "weather");
    }

    private static void answers(Script script) {
        script.when(
                        request -> request.lastText().contains("Weather?"),
                        request -> Reply.tool("weather", "{\"city\":\"Oslo\"}"))
                .when(request -> true, request -> Reply.text("It is sunny."));
    }
}
