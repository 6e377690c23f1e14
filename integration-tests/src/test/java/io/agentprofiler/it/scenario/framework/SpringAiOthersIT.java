// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.script.ChatRequest;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rarer parts of Spring AI, one application a line: models that draw, speak, listen and judge, tools of another
 * process, stores of memory and documents, every stage of retrieval, evaluators, and models of other providers, each in its
 * provider's own protocol.
 */
class SpringAiOthersIT {
    private static final String PROGRAM = "com.example.springai.SpringAiOthers";
    private static final String OLDEST = "spring-ai-1.0";
    private static final String NEWEST = "spring-ai-2.0";
    private static final String CITY = "{\"city\":\"Oslo\"}";

    private static final String TREE_1 = """
            function image
              http HTTP POST
            guardrail moderation omni-moderation-latest
              http HTTP POST
            function synthesize gpt-4o-mini-tts
              http HTTP POST
            function synthesize gpt-4o-mini-tts
              http HTTP POST
            function transcribe whisper-1
              http HTTP POST
            agent invoke_agent ChatClient
              function tool loop OpenAiChatModel
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function tool calls
                  tool execute_tool depth
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            tool execute_tool depth
            tool execute_tool depth
            tool execute_tool sink !error tool_error
            workflow serve_tool depth
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            workflow serve_tool sink !error tool_error
            workflow serve_tool depth
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            workflow serve_tool sink !error tool_error
            workflow serve_tool depth
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            workflow serve_tool sink !error tool_error
            agent invoke_agent ChatClient
              function advisor MessageChatMemoryAdvisor
                memory memory read
                  memory store read MapMemoryRepository
                memory memory add
                  memory store read MapMemoryRepository
                  memory store update MapMemoryRepository
                function tool loop OpenAiChatModel
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  function tool calls
                    tool execute_tool forget
                      memory memory clear
                        memory store delete MapMemoryRepository
                      function read_documents TextReader
                      function transform_documents Marker
                      function split_documents TokenTextSplitter
                      function write_documents Shelf
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                memory memory add
                  memory store read MapMemoryRepository
                  memory store update MapMemoryRepository
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=2
                http HTTP POST
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor QuestionAnswerAdvisor
                retrieval augment
                  retrieval search SimpleVectorStore
                    embedding embeddings text-embedding-3-small in=5
                      http HTTP POST
                  prompt render PromptTemplate
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor RetrievalAugmentationAdvisor
                retrieval augment
                  function transform_query RewriteQueryTransformer
                    prompt render PromptTemplate
                    agent invoke_agent ChatClient
                      llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                        http HTTP POST
                  function expand_query MultiQueryExpander
                    prompt render PromptTemplate
                    agent invoke_agent ChatClient
                      llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                        http HTTP POST
                  | retrieval retrieve VectorStoreDocumentRetriever
                    retrieval search SimpleVectorStore
                      embedding embeddings text-embedding-3-small in=2
                        http HTTP POST
                  | retrieval retrieve VectorStoreDocumentRetriever
                    retrieval search SimpleVectorStore
                      embedding embeddings text-embedding-3-small in=2
                        http HTTP POST
                  function join ConcatenationDocumentJoiner
                  function process_documents FirstOnly
                  prompt inject ContextualQueryAugmenter
                    prompt render PromptTemplate
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            evaluation evaluate FactCheckingEvaluator
              prompt render PromptTemplate
              agent invoke_agent ChatClient
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            evaluation evaluate BrevityEvaluator
            agent invoke_agent ChatClient
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output BeanOutputConverter
            agent invoke_agent ChatClient
              function tool loop AnthropicChatModel
                llm chat claude-lake in=100 out=20 cached=40
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat claude-lake in=150 out=10 cached=60 chunks=3
                  http HTTP POST
            agent invoke_agent ChatClient
              function tool loop AnthropicChatModel
                llm chat claude-lake in=200 out=20 cached=40
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat claude-lake in=250 out=10 cached=60
                  http HTTP POST
            agent invoke_agent ChatClient
              function tool loop OllamaChatModel
                llm chat mistral in=300 out=20
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat mistral in=350 out=10 chunks=3
                  http HTTP POST
            agent invoke_agent ChatClient
              function tool loop OllamaChatModel
                llm chat mistral in=400 out=20
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat mistral in=450 out=10
                  http HTTP POST
            """;

    private static final String TREE_2 = """
            function image gpt-image-1-mini
              http HTTP POST
            guardrail moderation omni-moderation-latest
              http HTTP POST
            function synthesize gpt-4o-mini-tts
              http HTTP POST
            function synthesize gpt-4o-mini-tts
              http HTTP POST
            function transcribe whisper-1
              http HTTP POST
            function transcribe whisper-1 chunks=2
              http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
                function tool calls
                  tool execute_tool depth
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
            tool execute_tool depth
            tool execute_tool depth
            tool execute_tool sink !error tool_error
            workflow serve_tool depth
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            workflow serve_tool sink !error tool_error
            workflow serve_tool depth
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            workflow serve_tool sink !error tool_error
            workflow serve_tool depth
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
            workflow serve_tool sink !error tool_error
            agent invoke_agent ChatClient
              function advisor MessageChatMemoryAdvisor
                memory memory read
                  memory store read MapMemoryRepository
                memory memory add
                  memory store read MapMemoryRepository
                  memory store update MapMemoryRepository
                function advisor Tool Calling Advisor
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  function tool calls
                    tool execute_tool forget
                      memory memory clear
                        memory store delete MapMemoryRepository
                      function read_documents TextReader
                      function transform_documents Marker
                      function split_documents TokenTextSplitter
                      function write_documents Shelf
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                memory memory add
                  memory store read MapMemoryRepository
                  memory store update MapMemoryRepository
            function add SimpleVectorStore
              embedding embeddings text-embedding-3-small in=2
                http HTTP POST
              embedding embeddings text-embedding-3-small in=5
                http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                function advisor QuestionAnswerAdvisor
                  retrieval augment
                    retrieval search SimpleVectorStore
                      embedding embeddings text-embedding-3-small in=5
                        http HTTP POST
                    prompt render PromptTemplate
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                function advisor RetrievalAugmentationAdvisor
                  retrieval augment
                    function transform_query RewriteQueryTransformer
                      prompt render PromptTemplate
                      agent invoke_agent ChatClient
                        function advisor Tool Calling Advisor
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                    function expand_query MultiQueryExpander
                      prompt render PromptTemplate
                      agent invoke_agent ChatClient
                        function advisor Tool Calling Advisor
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                    | retrieval retrieve VectorStoreDocumentRetriever
                      retrieval search SimpleVectorStore
                        embedding embeddings text-embedding-3-small in=2
                          http HTTP POST
                    | retrieval retrieve VectorStoreDocumentRetriever
                      retrieval search SimpleVectorStore
                        embedding embeddings text-embedding-3-small in=2
                          http HTTP POST
                    function join ConcatenationDocumentJoiner
                    function process_documents FirstOnly
                    prompt inject ContextualQueryAugmenter
                      prompt render PromptTemplate
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
            evaluation evaluate FactCheckingEvaluator
              prompt render PromptTemplate
              agent invoke_agent ChatClient
                function advisor Tool Calling Advisor
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
            evaluation evaluate BrevityEvaluator
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                  http HTTP POST
              function parse_output BeanOutputConverter
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat claude-lake in=100 out=20 cached=40
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat claude-lake in=150 out=10 cached=60 chunks=3
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat claude-lake in=200 out=20 cached=40
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat claude-lake in=250 out=10 cached=60
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat mistral in=300 out=20
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat mistral in=350 out=10 chunks=3
                  http HTTP POST
            agent invoke_agent ChatClient
              function advisor Tool Calling Advisor
                llm chat mistral in=400 out=20
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat mistral in=450 out=10
                  http HTTP POST
            """;

    private static final String GEMINI = """
            agent invoke_agent ChatClient
              function tool loop GoogleGenAiChatModel
                llm chat gemini-2.0-flash-001 in=100 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat gemini-2.0-flash-001 in=150 out=10 cached=60 reasoning=4 chunks=3
                  http HTTP POST
            agent invoke_agent ChatClient
              function tool loop GoogleGenAiChatModel
                llm chat gemini-2.0-flash-001 in=200 out=20 cached=40 reasoning=3
                  http HTTP POST
                function tool calls
                  tool execute_tool weather
                llm chat gemini-2.0-flash-001 in=250 out=10 cached=60 reasoning=4
                  http HTTP POST
            """;

    static Stream<Arguments> every() {
        return Stream.concat(Breadth.onlyInFull(Arguments.of(OLDEST, Jdks.current())), withGemini());
    }

    @ParameterizedTest
    @MethodSource("every")
    void shouldTraceTheRarerParts(String line, Jdk jdk, @TempDir Path dir) {
        Segments segments = Scenario.of(
                        PROGRAM,
                        "image",
                        "moderate",
                        "speak",
                        "speak-stream",
                        "transcribe",
                        "mcp",
                        "mcp-served",
                        "memory",
                        "question-answer",
                        "rag",
                        "evaluate",
                        "structured",
                        "anthropic-stream",
                        "anthropic",
                        "ollama-stream",
                        "ollama")
                .answering(script -> answers(script, line))
                .yields(TREE_1)
                .yieldsOn(OLDEST, tree10())
                .yieldsOn(NEWEST, TREE_2)
                .check(line, jdk, dir)
                .segments();

        assertThat(segments.attributes("evaluation", "gen_ai.evaluation.score.label"))
                .containsExactly("fail", "pass");
        assertThat(segments.attributes("evaluation", "gen_ai.evaluation.score.value"))
                .containsExactly("0.0", "0.25");
        assertThat(segments.attributes("workflow", "agentprofiler.remote_parent"))
                .as("calls of an MCP client that traces")
                .filteredOn("true"::equals)
                .hasSize(3);
        assertThat(segments.attributes("guardrail", "agentprofiler.guardrail.flagged"))
                .containsExactly("true");
        assertThat(segments.attributes("llm", "gen_ai.provider.name").stream().filter(name -> !"openai".equals(name)))
                .containsExactly(
                        "anthropic", "anthropic", "anthropic", "anthropic", "ollama", "ollama", "ollama", "ollama");
        assertThat(segments.attributes("llm", "gen_ai.usage.cache_creation.input_tokens").stream()
                        .filter(tokens -> !tokens.isEmpty())
                        .toList())
                .as("what Anthropic put into its cache")
                .isEqualTo(line.equals(OLDEST) ? List.of() : List.of("10", "0", "10", "0"));
    }

    static Stream<Arguments> withGemini() {
        return Stream.concat(
                Breadth.onlyInFull(Arguments.of("spring-ai-1.1", Jdks.current())),
                Breadth.unlessVerified(Arguments.of(NEWEST, Jdks.newest())));
    }

    @ParameterizedTest
    @MethodSource("withGemini")
    void shouldReadTheTokensOfGemini(String line, Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.springai.GeminiCases")
                .answering(script -> script.then(
                        Reply.tool("weather", CITY).withUsage(new Usage(100, 20, 40, 3)),
                        Reply.text("It is sunny.").withUsage(new Usage(150, 10, 60, 4)),
                        Reply.tool("weather", CITY).withUsage(new Usage(200, 20, 40, 3)),
                        Reply.text("It is sunny.").withUsage(new Usage(250, 10, 60, 4))))
                .yields(GEMINI)
                .yieldsOn(
                        NEWEST,
                        GEMINI.replace("tool loop GoogleGenAiChatModel", "advisor Tool Calling Advisor")
                                .replace("gemini-2.0-flash-001", "gemini-2.5-flash"))
                .notComparedWithPlainRun()
                .check(line, jdk, dir);
    }

    /** Differences in 1.0: its audio and Anthropic classes contain less, and its tools have longer names. */
    private static String tree10() {
        return TREE_1.replace("omni-moderation-latest", "text-moderation-latest")
                .replace("function synthesize gpt-4o-mini-tts", "function synthesize")
                .replaceFirst("tool execute_tool depth", "tool execute_tool JavaSDKMCPClient_depth")
                .replaceAll("(claude-lake .*) cached=\\d+", "$1");
    }

    private static void answers(Script script, String line) {
        AtomicInteger providers = new AtomicInteger();
        script.when(request -> request.lastText().contains("How deep"), request -> Reply.tool(firstTool(request), "{}"))
                .when(request -> request.mentions("How deep"), request -> Reply.text("94 m"))
                .when(request -> request.lastText().contains("Forget me."), request -> Reply.tool("forget", "{}"))
                .when(request -> request.mentions("Forget me."), request -> Reply.text("Forgotten."))
                .when(
                        request -> request.mentions("different versions"),
                        request -> Reply.text("museum days\nopen when"))
                .when(request -> request.mentions("rewrite"), request -> Reply.text("opening days of the museum"))
                .when(request -> request.mentions("Claim:"), request -> Reply.text("no"))
                .when(request -> request.mentions("cities"), request -> Reply.text("[\"Oslo\",\"Bergen\"]"))
                .when(
                        request -> request.lastText().contains("Weather?"),
                        request -> Reply.tool("weather", CITY)
                                .withUsage(usage(line, 100 * providers.incrementAndGet(), 20, 40, 10)))
                .when(
                        request -> request.mentions("Weather?"),
                        request -> Reply.text("It is sunny.")
                                .withUsage(usage(line, 100 * providers.get() + 50, 10, 60, 0)))
                .when(request -> true, request -> Reply.text("On Monday."));
    }

    /** 1.0 puts the client's name before that of its tools. */
    private static String firstTool(ChatRequest request) {
        return request.json().at("/tools/0/function/name").asString();
    }

    /** 1.0 does not read Anthropic's cache figures, and the input tokens exclude cached ones. */
    private static Usage usage(String line, int input, int output, int cached, int written) {
        return line.equals(OLDEST) ? Usage.of(input, output) : new Usage(input, output, cached, -1, written);
    }
}
