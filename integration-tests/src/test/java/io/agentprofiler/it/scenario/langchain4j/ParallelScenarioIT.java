// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.fate.ManyWorkflows;
import com.example.agents.tool.FanOut;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents at the same time: below one another, and independent ones. */
class ParallelScenarioIT {
    private static final String EVERY = "io.agentprofiler.it.scenario.Environment#every";
    private static final String NEWEST = "io.agentprofiler.it.scenario.Environment#newest";
    private static final String VIRTUAL = "io.agentprofiler.it.scenario.Environment#withVirtualThreads";

    private static final String FAN_OUT = """
            agent invoke_agent SimpleAssistant
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              tool execute_tool ask
                | agent invoke_agent SimpleAssistant
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  function parse_output
                | agent invoke_agent SimpleAssistant
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  function parse_output
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output
            """;

    @ParameterizedTest
    @MethodSource(EVERY)
    void shouldKeepSubAgentsOnAPoolUnderTheirTool(Environment environment, @TempDir Path dir) {
        fanOut("pool").check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(NEWEST)
    void shouldKeepSubAgentsOnTheCommonPoolUnderTheirTool(Environment environment, @TempDir Path dir) {
        fanOut("common").check(environment, dir);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource(VIRTUAL)
    void shouldKeepSubAgentsOnVirtualThreadsUnderTheirTool(Environment environment, @TempDir Path dir) {
        fanOut("virtual").check(environment, dir);
    }

    @ParameterizedTest
    @MethodSource(EVERY)
    void shouldKeepIndependentWorkflowsApart(Environment environment, @TempDir Path dir) {
        manyWorkflows(environment, dir, "4");
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource(VIRTUAL)
    void shouldKeepIndependentWorkflowsOnVirtualThreadsApart(Environment environment, @TempDir Path dir) {
        manyWorkflows(environment, dir, "virtual");
    }

    private static Scenario fanOut(String executor) {
        return Scenario.of(FanOut.class, executor)
                .answering(ParallelScenarioIT::experts)
                .yields(FAN_OUT);
    }

    private static void experts(Script server) {
        server.whenLastContains("law:", Reply.text("Yes."))
                .whenLastContains("tax:", Reply.text("No."))
                .when(request -> request.lastRole().equals("tool"), request -> Reply.text("Maybe."))
                .when(request -> true, request -> Reply.tool("ask", "{\"question\":\"why\"}"));
    }

    private static void manyWorkflows(Environment environment, Path dir, String threads) {
        String one = """
                | agent invoke_agent SimpleAssistant
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  tool execute_tool weather
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  function parse_output
                """;
        Scenario.of(ManyWorkflows.class, "20", threads)
                .answering(server -> server.when(
                                request -> request.lastRole().equals("tool"), request -> Reply.text("done"))
                        .when(request -> true, request -> Reply.tool("weather", "{\"city\":\"Oslo\"}")))
                .yields(one.repeat(20))
                .check(environment, dir);
    }
}
