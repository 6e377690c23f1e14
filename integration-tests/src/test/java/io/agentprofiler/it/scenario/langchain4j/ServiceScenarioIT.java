// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.agents.retrieval.ToolsAndMemory;
import com.example.agents.tool.ConcurrentTools;
import com.example.agents.tool.DefaultConcurrentTools;
import com.example.agents.tool.FailingTool;
import com.example.agents.tool.LambdaTool;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AI services with tools and memory. */
class ServiceScenarioIT {

    private static final Reply TRIP =
            Reply.tool("flights", "{\"city\":\"Paris\"}").withTool("hotels", "{\"city\":\"Paris\"}");
    private static final String TRIP_TREE = """
            agent invoke_agent SimpleAssistant
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              | tool execute_tool flights
              | tool execute_tool hotels
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output
            """;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.scenario.Environment#every")
    void shouldTraceServices(Environment environment, @TempDir Path dir) {
        ProcessResult traced = Scenarios.of(
                        twoTurnsWithToolsAndMemory(),
                        failedTool(),
                        toolWhoseExecutorIsALambda(),
                        concurrentTools(),
                        concurrentToolsOnTheFrameworksExecutor())
                .check(environment, dir);

        assertThat(callsFrom(traced, FailingTool.class))
                .containsExactlyInAnyOrder("agent 21", "llm 21", "tool 21", "llm 21");
        if (environment.framework() != Framework.V1_0) {
            assertThat(callsFrom(traced, ConcurrentTools.class))
                    .as("none of the program's code is on the stack of a tool that a pool's thread runs")
                    .containsExactlyInAnyOrder("agent 24", "llm 24", "llm 24");
        }
    }

    /** Returns kind and line of the calls that a program made in its main method. */
    private static List<String> callsFrom(ProcessResult traced, Class<?> program) {
        return traced.segments().records("SPAN_START").stream()
                .filter(start ->
                        start.at("/attributes/code.function.name").asString("").equals(program.getName() + ".main"))
                .peek(start -> assertThat(start.at("/attributes/code.file.path").asString(""))
                        .isEqualTo(program.getName().replace('.', '/') + ".java"))
                .map(start -> start.path("kind").asString("") + " "
                        + start.at("/attributes/code.line.number").asInt())
                .toList();
    }

    private static Scenario twoTurnsWithToolsAndMemory() {
        String read = """
                  memory memory read
                    memory store read MapMemoryStore
                """;
        String add = """
                  memory memory add
                    memory store read MapMemoryStore
                    memory store update MapMemoryStore
                """;
        String call = """
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                """;
        String agent = "agent invoke_agent Assistant\n";
        String rest = call + add + "  tool execute_tool %s\n" + add + read + call + add + "  function parse_output\n";
        String turn = agent + read + add + rest;
        // before 1.11 the service reads the conversation after the question was added, not before
        String earlierTurn = agent + add + read + rest;
        String turns = turn.formatted("weather") + turn.formatted("time");
        String earlierTurns = earlierTurn.formatted("weather") + earlierTurn.formatted("time");
        // the program's own look into the store afterwards belongs to no workflow
        return Scenario.of(ToolsAndMemory.class)
                .answering(server -> server.then(
                        Reply.tool("weather", "{\"city\":\"Oslo\"}"),
                        Reply.text("Sunny."),
                        Reply.tool("time", "{\"city\":\"Oslo\"}"),
                        Reply.text("Noon.")))
                .yields(turns)
                .yieldsOn(Framework.V1_0, earlierTurns)
                .yieldsOn(Framework.V1_5, earlierTurns);
    }

    private static Scenario failedTool() {
        return Scenario.of(FailingTool.class)
                .answering(server ->
                        server.then(Reply.tool("traffic", "{\"city\":\"Rome\"}"), Reply.text("No idea, sorry.")))
                .yields("""
                        agent invoke_agent SimpleAssistant
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          tool execute_tool traffic !error java.lang.IllegalStateException
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          function parse_output
                        """);
    }

    private static Scenario toolWhoseExecutorIsALambda() {
        return Scenario.of(LambdaTool.class)
                .answering(server -> server.then(Reply.tool("dice", "{\"sides\":6}"), Reply.text("Four.")))
                .yields("""
                        agent invoke_agent SimpleAssistant
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          tool execute_tool dice
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          function parse_output
                        """)
                // 1.0 has no default method on the way to the lambda: the tool shows as time between the two calls
                .yieldsOn(Framework.V1_0, """
                        agent invoke_agent SimpleAssistant
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                            http HTTP POST
                          function parse_output
                        """);
    }

    private static Scenario concurrentTools() {
        return Scenario.of(ConcurrentTools.class)
                .answering(server -> server.then(TRIP, Reply.text("Booked.")))
                .yields(TRIP_TREE)
                .since(Framework.V1_5);
    }

    private static Scenario concurrentToolsOnTheFrameworksExecutor() {
        return Scenario.of(DefaultConcurrentTools.class)
                .answering(server -> server.then(TRIP, Reply.text("Booked.")))
                .yields(TRIP_TREE)
                .since(Framework.V1_5);
    }
}
