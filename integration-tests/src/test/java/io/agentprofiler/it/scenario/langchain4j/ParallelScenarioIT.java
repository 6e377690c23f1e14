// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.fate.ManyWorkflows;
import com.example.agents.tool.FanOut;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents at the same time: below one another, and independent ones. */
class ParallelScenarioIT {

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
    @MethodSource("io.agentprofiler.it.scenario.Environment#every")
    void shouldKeepSubAgentsUnderTheirToolAndWorkflowsApart(Environment environment, @TempDir Path dir) {
        List<Scenario> scenarios = new ArrayList<>(
                List.of(fanOut("pool"), manyWorkflows("4"), fanOut("common").since(Framework.NEWEST)));
        if (environment.jdk().feature() >= 21) {
            scenarios.add(fanOut("virtual").since(Framework.NEWEST));
            scenarios.add(manyWorkflows("virtual").since(Framework.NEWEST));
        }
        Scenarios.of(scenarios).check(environment, dir);
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

    private static Scenario manyWorkflows(String threads) {
        String one = """
                | agent invoke_agent SimpleAssistant
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  tool execute_tool weather
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  function parse_output
                """;
        return Scenario.of(ManyWorkflows.class, "20", threads)
                .answering(server -> server.when(
                                request -> request.lastRole().equals("tool"), request -> Reply.text("done"))
                        .when(request -> true, request -> Reply.tool("weather", "{\"city\":\"Oslo\"}")))
                .yields(one.repeat(20));
    }
}
