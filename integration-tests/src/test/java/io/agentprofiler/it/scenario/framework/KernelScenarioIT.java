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
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Semantic Kernel: each program does several things in one JVM, and all its workflows are expected. */
class KernelScenarioIT {
    private static final String OLDEST = "semantic-kernel-1.2.2";
    private static final String WITH_STREAMS = "semantic-kernel-1.3.0";
    private static final String NEWEST = "semantic-kernel-1.4.2";
    private static final String CITY = "{\"city\":\"Oslo\"}";
    private static final String CHAT = """
            agent invoke_agent OpenAIChatCompletion
              llm chat gpt-4o-mini in=10 out=5
                http HTTP POST
            """;

    /** The older versions on the JDK that runs the tests, where all are run; the newest on every JDK that scenarios run on. */
    static Stream<Arguments> every() {
        return Stream.concat(
                Breadth.onlyInFull(OLDEST, WITH_STREAMS).map(version -> Arguments.of(version, Jdks.current())),
                Jdks.tested().stream().map(jdk -> Arguments.of(NEWEST, jdk)));
    }

    @ParameterizedTest
    @MethodSource("every")
    void shouldTraceWhatTheVersionHas(String framework, Jdk jdk, @TempDir Path dir) {
        List<Scenario> scenarios = new ArrayList<>(List.of(servicesFunctionsAndSubscriptions(), tools()));
        if (!framework.equals(OLDEST)) {
            scenarios.add(streams());
        }
        if (framework.equals(NEWEST)) {
            scenarios.add(vectorStores());
        }
        Scenarios.of(scenarios).check(framework, jdk, dir);
    }

    private static Scenario servicesFunctionsAndSubscriptions() {
        return Scenario.of("com.example.kernel.Basics")
                .answering(server -> server.whenLastContains(
                        "Take your time", Reply.text("late").withDelays(Duration.ofMinutes(1), Duration.ZERO)))
                .yields(CHAT + CHAT + """
                        llm text_completion gpt-3.5-turbo-instruct in=10 out=5
                          http HTTP POST
                        embedding embeddings text-embedding-3-small in=2
                          http HTTP POST
                        function function city summary
                          function function city weather
                          function function city time
                        prompt prompt greeting
                          prompt render DefaultPromptTemplate
                            function function city weather
                        """ + below(CHAT) + """
                        prompt prompt inline
                          prompt render DefaultPromptTemplate
                        """ + below(CHAT) + """
                        function function city traffic !error java.lang.IllegalStateException
                        function function city time
                        function function city time
                        """ + CHAT + CHAT + """
                        function synthesize
                          http HTTP POST
                        function transcribe
                          http HTTP POST
                        agent invoke_agent OpenAIChatCompletion !cancelled
                          llm chat gpt-4o-mini !cancelled
                            http HTTP POST !cancelled
                        """);
    }

    private static Scenario tools() {
        String request = """
                  llm chat gpt-4o-mini in=10 out=5
                    http HTTP POST
                """;
        String trees = """
                agent invoke_agent OpenAIChatCompletion
                """
                + request
                + """
                  tool execute_tool city-weather
                  tool execute_tool city-summary
                    function function city weather
                    function function city time
                """
                + request
                + """
                  tool execute_tool city-time
                """
                + request
                + """
                agent invoke_agent OpenAIChatCompletion
                """
                + request
                + """
                  tool execute_tool city-traffic !error java.lang.IllegalStateException
                """
                + request
                + """
                agent invoke_agent OpenAIChatCompletion
                """
                + request
                + """
                  tool execute_tool city-poem
                """
                + below(below(CHAT))
                + request
                + """
                agent invoke_agent OpenAIChatCompletion
                  llm chat gpt-4o-mini in=10 out=5
                    http HTTP POST !error 429
                    function retry back-off
                    http HTTP POST
                """;
        return Scenario.of("com.example.kernel.Tools", "Two rounds", "A jam", "Some verse", "Too busy")
                .answering(KernelScenarioIT::askForTools)
                .yields(trees)
                // azure-core 1.48 waits within the attempt that follows
                .yieldsOn(OLDEST, trees.replace("    function retry back-off\n", ""));
    }

    @Test
    @Tag("once")
    void shouldReadTheDetailsOfTokensWhereTheClientDoes(@TempDir Path dir) {
        Scenario.of("com.example.kernel.Tools", "Two rounds")
                .answering(server -> server.then(
                        Reply.tool("city-time", CITY).withUsage(new Usage(100, 20, 64, 8)),
                        Reply.text("Noon.").withUsage(new Usage(150, 10, 128, 0))))
                .yields("""
                        agent invoke_agent OpenAIChatCompletion
                          llm chat gpt-4o-mini in=100 out=20 cached=64 reasoning=8
                            http HTTP POST
                          tool execute_tool city-time
                          llm chat gpt-4o-mini in=150 out=10 cached=128 reasoning=0
                            http HTTP POST
                        """)
                .check("semantic-kernel-newer-client", Jdks.current(), dir);
    }

    private static void askForTools(Script server) {
        server.then(
                Reply.tool("city-weather", CITY).withTool("city-summary", CITY),
                Reply.tool("city-time", CITY),
                Reply.text("Sunny at noon."),
                Reply.tool("city-traffic", CITY),
                Reply.text("Nobody knows."),
                Reply.tool("city-poem", CITY),
                Reply.text("Oslo, oh Oslo."),
                Reply.text("There it is."),
                Reply.error(429, "slow down"),
                Reply.text("At last."));
    }

    private static Scenario streams() {
        List<String> answers = List.of("""
                agent invoke_agent OpenAIChatCompletion
                  llm chat gpt-4o-mini chunks=3
                    http HTTP POST
                """, """
                agent invoke_agent OpenAIChatCompletion
                  llm chat gpt-4o-mini chunks=2
                    http HTTP POST
                """, """
                agent invoke_agent OpenAIChatCompletion !cancelled
                  llm chat gpt-4o-mini chunks=2 !cancelled
                    http HTTP POST
                """, """
                llm text_completion gpt-3.5-turbo-instruct in=10 out=5
                  http HTTP POST
                """);
        return Scenario.of("com.example.kernel.Streams")
                .answering(server -> server.then(
                        Reply.text("One two three"),
                        Reply.text("One two"),
                        Reply.text("One two three four"),
                        Reply.text("upon a time")))
                .yields(String.join("", answers));
    }

    private static Scenario vectorStores() {
        String embedding = """
                  embedding embeddings text-embedding-3-small in=4
                    http HTTP POST
                """;
        return Scenario.of("com.example.kernel.Vectors")
                .yields("""
                        function function documents store
                        """ + embedding + """
                          memory store update VolatileVectorStoreRecordCollection
                        function function documents search
                        """ + embedding + """
                          retrieval search VolatileVectorStoreRecordCollection
                          retrieval retrieve VectorStoreTextSearch
                        """ + below(embedding) + """
                            retrieval search VolatileVectorStoreRecordCollection
                        function function documents read
                          memory store read VolatileVectorStoreRecordCollection
                          memory store delete VolatileVectorStoreRecordCollection
                        """);
    }

    private static String below(String tree) {
        return tree.indent(2);
    }
}
