// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.langchain4j;

import com.example.agents.agentic.Async;
import com.example.agents.agentic.Conditional;
import com.example.agents.agentic.Loop;
import com.example.agents.agentic.Parallel;
import com.example.agents.agentic.Sequence;
import com.example.agents.agentic.Supervised;
import io.agentprofiler.it.harness.Framework;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Environment;
import io.agentprofiler.it.scenario.Scenario;
import io.agentprofiler.it.scenario.Scenarios;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compositions of the agentic module. */
class AgenticScenarioIT {

    private static final String AGENT = """
            agent invoke_agent %s
              llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                http HTTP POST
              function parse_output
            """;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.scenario.Environment#since15")
    void shouldTraceCompositions(Environment environment, @TempDir Path dir) {
        Scenarios.of(sequence(), parallelAgents(), loop(), chosenAgent(), supervisor(), asynchronousAgent())
                .check(environment, dir);
    }

    private static Scenario sequence() {
        return Scenario.of(Sequence.class)
                .answering(server -> server.then(Reply.text("a story"), Reply.text("a better story")))
                .yields(workflow("Sequential", agent("write") + agent("edit")))
                .since(Framework.V1_5);
    }

    private static Scenario parallelAgents() {
        return Scenario.of(Parallel.class)
                .answering(AgenticScenarioIT::evening)
                .yields(workflow("Parallel", concurrent("food") + concurrent("film")))
                .since(Framework.V1_5);
    }

    private static Scenario loop() {
        return Scenario.of(Loop.class)
                .answering(server -> server.then(Reply.text("0.2"), Reply.text("better"), Reply.text("0.9")))
                .yields(workflow("Loop", agent("score") + agent("edit") + agent("score")))
                .since(Framework.V1_5);
    }

    private static Scenario chosenAgent() {
        return Scenario.of(Conditional.class)
                .answering(AgenticScenarioIT::evening)
                .yields(workflow("Conditional", agent("film")))
                .since(Framework.V1_5);
    }

    private static Scenario supervisor() {
        String call = """
                  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2
                    http HTTP POST
                  memory memory add
                  function parse_output
                """;
        String planning = ("agent invoke_agent PlannerAgent\n  memory memory add\n  memory memory read\n"
                        + "  memory memory add\n" + call)
                .indent(2);
        // before 1.11 the service adds both messages before it reads the conversation
        String earlierPlanning = ("agent invoke_agent PlannerAgent\n  memory memory add\n  memory memory add\n"
                        + "  memory memory read\n" + call)
                .indent(2);
        return Scenario.of(Supervised.class)
                .answering(server -> server.then(
                        Reply.text("{\"agentName\":\"food\",\"arguments\":{\"mood\":\"romantic\"}}"),
                        Reply.text("pizza"),
                        Reply.text("{\"agentName\":\"film\",\"arguments\":{\"mood\":\"romantic\"}}"),
                        Reply.text("Alien"),
                        Reply.text("{\"agentName\":\"done\",\"arguments\":{\"response\":\"pizza and Alien\"}}")))
                .yields(workflow("SupervisorAgent", planning + agent("food") + planning + agent("film") + planning))
                .yieldsOn(
                        Framework.V1_5,
                        workflow(
                                "SupervisorAgent",
                                earlierPlanning + agent("food") + earlierPlanning + agent("film") + earlierPlanning))
                .since(Framework.V1_5);
    }

    private static Scenario asynchronousAgent() {
        return Scenario.of(Async.class)
                .answering(AgenticScenarioIT::evening)
                .yields(workflow("Sequential", concurrent("food") + concurrent("film")))
                .since(Framework.V1_5);
    }

    private static String workflow(String name, String body) {
        return "workflow invoke_workflow " + name + "\n" + body;
    }

    private static String agent(String name) {
        return AGENT.formatted(name).indent(2);
    }

    private static String concurrent(String name) {
        return AGENT.formatted(name).indent(2).replaceFirst("agent", "| agent");
    }

    private static void evening(Script server) {
        server.whenLastContains("FOOD", Reply.text("pizza")).whenLastContains("FILM", Reply.text("Alien"));
    }
}
