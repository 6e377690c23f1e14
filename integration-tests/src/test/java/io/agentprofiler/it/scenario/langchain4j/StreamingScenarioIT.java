// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.stream.AbandonedStream;
import com.example.agents.stream.CancelledStream;
import com.example.agents.stream.StreamOnOtherThread;
import com.example.agents.stream.StreamingChat;
import com.example.agents.stream.StreamingConcurrentTools;
import com.example.agents.stream.StreamingTools;
import com.example.agents.stream.ThrowingHandler;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streamed answers, with and without an AI service. */
class StreamingScenarioIT {

    private static final String TWO_ROUNDS = """
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

    /** 1.0 does not pass on parts of tool calls, and keeps no memory unless the user provides one. */
    private static final String TWO_ROUNDS_OF_1_0 = """
            agent invoke_agent StreamingAssistant
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              tool execute_tool weather
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=3
                http HTTP POST
            """;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.scenario.Environment#every")
    void shouldTraceStreams(Environment environment, @TempDir Path dir) {
        Scenarios.of(
                        chunks(),
                        cutStream(),
                        refusedStream(),
                        rounds(),
                        streamStartedOnAnotherThread(),
                        concurrentTools(),
                        cancelledStream(),
                        throwingHandler(),
                        streamsNeverStarted())
                .check(environment, dir)
                .segments()
                .assertBooksExact();
    }

    private static Scenario chunks() {
        return Scenario.of(StreamingChat.class)
                .answering(server -> server.then(Reply.text("Once upon a time")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        """);
    }

    private static Scenario cutStream() {
        return Scenario.of(StreamingChat.class)
                .answering(server -> server.then(Reply.text("Once upon a time").withCutAfter(2)))
                .yields("""
                        llm chat gpt-4o-mini chunks=2 !error dev.langchain4j.exception.LangChain4jException
                          http HTTP POST !error java.io.IOException
                        """);
    }

    private static Scenario refusedStream() {
        return Scenario.of(StreamingChat.class)
                .answering(server -> server.then(Reply.error(500, "oops")))
                .yields("""
                        llm chat gpt-4o-mini !error dev.langchain4j.exception.InternalServerException
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                        """)
                .since(Framework.NEWEST);
    }

    private static Scenario rounds() {
        return Scenario.of(StreamingTools.class)
                .answering(
                        server -> server.then(Reply.tool("weather", "{\"city\":\"Oslo\"}"), Reply.text("It is sunny.")))
                .yields(TWO_ROUNDS)
                .yieldsOn(Framework.V1_0, TWO_ROUNDS_OF_1_0);
    }

    private static Scenario streamStartedOnAnotherThread() {
        return Scenario.of(StreamOnOtherThread.class)
                .answering(
                        server -> server.then(Reply.tool("weather", "{\"city\":\"Oslo\"}"), Reply.text("It is sunny.")))
                .yields(TWO_ROUNDS)
                .yieldsOn(Framework.V1_0, TWO_ROUNDS_OF_1_0);
    }

    private static Scenario concurrentTools() {
        return Scenario.of(StreamingConcurrentTools.class)
                .answering(server -> server.then(
                        Reply.tool("flights", "{\"city\":\"Paris\"}").withTool("hotels", "{\"city\":\"Paris\"}"),
                        Reply.text("All booked.")))
                .yields("""
                        agent invoke_agent StreamingAssistant
                          memory memory add
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                            http HTTP POST
                          | memory memory add
                          | tool execute_tool flights
                          | tool execute_tool hotels
                          memory memory add
                          memory memory add
                          memory memory read
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=2
                            http HTTP POST
                          memory memory add
                        """)
                .since(Framework.V1_5);
    }

    private static Scenario cancelledStream() {
        return Scenario.of(CancelledStream.class)
                .answering(server ->
                        server.then(Reply.text("a b c d e f g h i j").withDelays(Duration.ZERO, Duration.ofMillis(50))))
                .yields("""
                        llm chat gpt-4o-mini chunks=3 !cancelled
                          http HTTP POST
                        """)
                .tokensNotCompared()
                .since(Framework.V1_11);
    }

    private static Scenario throwingHandler() {
        return Scenario.of(ThrowingHandler.class)
                .answering(server -> server.then(Reply.text("a b c d")))
                .yields("""
                        llm chat gpt-4o-mini chunks=2 !error java.lang.IllegalStateException
                          http HTTP POST
                        """)
                .tokensNotCompared()
                .since(Framework.NEWEST);
    }

    private static Scenario streamsNeverStarted() {
        return Scenario.of(AbandonedStream.class).yields("""
                        agent invoke_agent StreamingAssistant
                          retrieval augment
                            function aggregate DefaultContentAggregator
                            prompt inject DefaultContentInjector
                        agent invoke_agent StreamingAssistant
                          retrieval augment
                            function aggregate DefaultContentAggregator
                            prompt inject DefaultContentInjector
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        """).since(Framework.NEWEST);
    }
}
