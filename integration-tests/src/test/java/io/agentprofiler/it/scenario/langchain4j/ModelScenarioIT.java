// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.fate.Uncaught;
import com.example.agents.model.OneChat;
import com.example.agents.model.OwnModel;
import com.example.agents.model.SyncChat;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chat models called directly, one answer at a time. */
class ModelScenarioIT {
    private static final String NEWEST = "io.agentprofiler.it.scenario.Environment#newest";

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.scenario.Environment#every")
    void shouldTraceModels(Environment environment, @TempDir Path dir) {
        Scenarios.of(
                        everyWayToAsk(),
                        retry(),
                        refusalsByRateLimit(),
                        failure(),
                        answerCutInTheMiddle(),
                        noUsage(),
                        usageOfZero(),
                        decoratedModel())
                .check(environment, dir);
    }

    private static Scenario everyWayToAsk() {
        return Scenario.of(SyncChat.class).yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        """);
    }

    private static Scenario retry() {
        return Scenario.of(OneChat.class)
                .answering(server -> server.then(Reply.error(500, "oops"), Reply.text("better now")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                          function retry back-off
                          http HTTP POST
                        """);
    }

    private static Scenario refusalsByRateLimit() {
        return Scenario.of(OneChat.class)
                .answering(server -> server.then(
                        Reply.error(429, "slow down").withRetryAfter("1"),
                        Reply.error(429, "slow down"),
                        Reply.text("now")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                          function retry back-off
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                          function retry back-off
                          http HTTP POST
                        """)
                .since(Framework.NEWEST);
    }

    private static Scenario failure() {
        return Scenario.of(OneChat.class)
                .answering(server -> server.then(Reply.error(401, "who are you?")))
                .yields("""
                        llm chat gpt-4o-mini !error dev.langchain4j.exception.AuthenticationException
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                        """);
    }

    private static Scenario answerCutInTheMiddle() {
        return Scenario.of(OneChat.class)
                .answering(server -> server.then(Reply.text("never whole").withCutAfter(0), Reply.text("whole")))
                .yields("""
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST !error java.lang.RuntimeException
                          function retry back-off
                          http HTTP POST
                        """)
                .since(Framework.NEWEST);
    }

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldLeaveTheProgramItsUncaughtException(Environment environment, @TempDir Path dir) {
        Scenario.of(Uncaught.class)
                .answering(server -> server.then(Reply.error(400, "bad request")))
                .yields("""
                        llm chat gpt-4o-mini !error dev.langchain4j.exception.InvalidRequestException
                          http HTTP POST !error dev.langchain4j.exception.HttpException
                        """)
                .check(environment, dir);
    }

    private static Scenario noUsage() {
        return Scenario.of(OneChat.class)
                .answering(server -> server.then(Reply.text("free of charge").withUsage(null)))
                .yields("""
                        llm chat gpt-4o-mini
                          http HTTP POST
                        """);
    }

    private static Scenario usageOfZero() {
        return Scenario.of(OneChat.class)
                .answering(server -> server.then(Reply.text("from the cache").withUsage(new Usage(8, 0, 0, 0))))
                .yields("""
                        llm chat gpt-4o-mini in=8 out=0 cached=0 reasoning=0
                          http HTTP POST
                        """)
                .since(Framework.NEWEST);
    }

    private static Scenario decoratedModel() {
        return Scenario.of(OwnModel.class).yields("""
                        llm chat in=3 out=1
                        llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                          http HTTP POST
                        """).tokensNotCompared();
    }
}
