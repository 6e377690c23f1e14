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
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streamed answers, with and without an AI service. */
class StreamingScenarioIT {
    private static final String EVERY = "io.agentprofiler.it.scenario.Environment#every";
    private static final String NEWEST = "io.agentprofiler.it.scenario.Environment#newest";
    private static final String SINCE_1_5 = "io.agentprofiler.it.scenario.Environment#since15";
    private static final String SINCE_1_11 = "io.agentprofiler.it.scenario.Environment#since111";

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
    @MethodSource(EVERY)
    void shouldCountTheChunksOfAStream(Environment environment, @TempDir Path dir) {
        Scenario.of(StreamingChat.class)
                .answering(server -> server.then(Reply.text("Once upon a time")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2 chunks=4
                          http HTTP POST
                        """)
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(EVERY)
    void shouldShowACutStreamAsFailedWithTheChunksThatCame(Environment environment, @TempDir Path dir) {
        Scenario.of(StreamingChat.class)
                .answering(server -> server.then(Reply.text("Once upon a time").withCutAfter(2)))
                .yields("""
                        llm chat gpt-4o-mini chunks=2 !error dev.langchain4j.exception.LangChain4jException
                          http HTTP POST !error java.io.IOException
                        """)
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldShowARefusedStreamAsFailed(Environment environment, @TempDir Path dir) {
        Scenario.of(StreamingChat.class)
                .answering(server -> server.then(Reply.error(500, "oops")))
                .yields("""
                        llm chat gpt-4o-mini !error dev.langchain4j.exception.InternalServerException
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                        """)
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(EVERY)
    void shouldPutTheRoundsOfAStreamBesideEachOther(Environment environment, @TempDir Path dir) {
        Scenario.of(StreamingTools.class)
                .answering(
                        server -> server.then(Reply.tool("weather", "{\"city\":\"Oslo\"}"), Reply.text("It is sunny.")))
                .yields(TWO_ROUNDS)
                .yieldsOn(Framework.V1_0, TWO_ROUNDS_OF_1_0)
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(EVERY)
    void shouldFollowAStreamThatIsStartedOnAnotherThread(Environment environment, @TempDir Path dir) {
        Scenario.of(StreamOnOtherThread.class)
                .answering(
                        server -> server.then(Reply.tool("weather", "{\"city\":\"Oslo\"}"), Reply.text("It is sunny.")))
                .yields(TWO_ROUNDS)
                .yieldsOn(Framework.V1_0, TWO_ROUNDS_OF_1_0)
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(SINCE_1_5)
    void shouldKeepConcurrentToolsOfAStreamUnderTheirAgent(Environment environment, @TempDir Path dir) {
        Scenario.of(StreamingConcurrentTools.class)
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
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(SINCE_1_11)
    void shouldEndACancelledStreamWhereItWasCancelled(Environment environment, @TempDir Path dir) {
        Scenario.of(CancelledStream.class)
                .answering(server ->
                        server.then(Reply.text("a b c d e f g h i j").withDelays(Duration.ZERO, Duration.ofMillis(50))))
                .yields("""
                        llm chat gpt-4o-mini chunks=3 !cancelled
                          http HTTP POST
                        """)
                .tokensNotCompared()
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldLeaveTheProgramItsThrowingHandler(Environment environment, @TempDir Path dir) {
        Scenario.of(ThrowingHandler.class)
                .answering(server -> server.then(Reply.text("a b c d")))
                .yields("""
                        llm chat gpt-4o-mini chunks=2 !error java.lang.IllegalStateException
                          http HTTP POST
                        """)
                .tokensNotCompared()
                .check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldKeepOfStreamsThatWereNeverStartedOnlyWhatWasDone(Environment environment, @TempDir Path dir) {
        ProcessResult result = Scenario.of(AbandonedStream.class).yields("""
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
                        """).check(environment, dir);

        result.segments().assertBooksExact();
    }
}
