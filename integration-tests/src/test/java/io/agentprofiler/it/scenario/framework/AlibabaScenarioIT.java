// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Spring AI Alibaba: runs of agents and graphs are publishers of Reactor, their models and tools those of Spring AI. */
class AlibabaScenarioIT {
    private static final String CALL = "llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2\n";
    private static final String STREAM = CALL.replace("\n", " chunks=1\n");
    private static final String ASKED = model(CALL);
    private static final String WEATHER =
            "agent invoke_agent weather\n" + ASKED + "  tool execute_tool weather\n" + ASKED;
    private static final String SEARCH = "agent invoke_agent search\n"
            + indented("| agent invoke_agent hotels\n" + ASKED + "| agent invoke_agent flights\n" + ASKED);
    private static final String NESTED = "agent invoke_agent nested\n  agent invoke_agent first\n" + indented(ASKED);
    private static final String TRIP = "workflow invoke_workflow trip\n"
            + indented("function node plan\n" + node(CALL) + "function node __PARALLEL__(plan)\n"
                    + indented("| function node weather\n" + node(CALL) + "| function node hotels\n" + node(CALL))
                    + "function node decide\n" + node(CALL)
                    + "function node booker\nagent invoke_agent booker\n" + model(STREAM));
    private static final String AFTER_NESTED = "agent invoke_agent twice\n" + ASKED + ASKED
            // streamed to its end, and left after its first element
            + "agent invoke_agent weather\n" + ASKED + "  tool execute_tool weather\n" + model(STREAM)
            + "agent invoke_agent weather !cancelled\n"
            + "agent invoke_agent boss\n" + ASKED + "  tool execute_tool clerk\n    agent invoke_agent clerk\n"
            + indented(indented(model(STREAM))) + ASKED
            // in another thread, and in two at once
            + WEATHER + WEATHER + WEATHER
            + "agent invoke_agent careless\n" + ASKED
            + "  tool execute_tool broken !error java.lang.IllegalStateException\n" + ASKED
            // the agent turns the failure of its model into an answer
            + "agent invoke_agent refused\n"
            + "  agent invoke_agent ChatClient !error org.springframework.ai.retry.NonTransientAiException\n"
            + "    llm chat gpt-4o-mini !error org.springframework.ai.retry.NonTransientAiException\n"
            + "      http HTTP POST !error 400\n"
            + TRIP + TRIP
            + "workflow invoke_workflow broken !error java.lang.IllegalStateException\n  function node break\n";
    private static final String BEFORE_NESTED = WEATHER
            + "agent invoke_agent trip\n"
            + indented("agent invoke_agent planner\n" + ASKED + "agent invoke_agent booker\n" + ASKED)
            + SEARCH;

    /** In a full run the oldest on the JDK that runs the tests, the newest on the newest. */
    static Stream<Arguments> versions() {
        return Stream.concat(
                Breadth.onlyInFull(Arguments.of("spring-ai-alibaba-1.1.0", Jdks.current())),
                Breadth.unlessVerified(Arguments.of("spring-ai-alibaba-1.1", Jdks.newest())));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldTraceAgentsAndGraphs(String framework, Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.alibaba.Agents")
                .answering(AlibabaScenarioIT::answers)
                .yields(BEFORE_NESTED + NESTED + indented(SEARCH) + AFTER_NESTED)
                // the first version makes one graph of agents of agents
                .yieldsOn(
                        "spring-ai-alibaba-1.1.0",
                        BEFORE_NESTED + NESTED + SEARCH.substring(SEARCH.indexOf('\n') + 1) + AFTER_NESTED)
                .answersCompared()
                .check(framework, jdk, dir);
    }

    private static void answers(Script script) {
        String city = "{\"name\":\"Oslo\"}";
        script.whenLastContains("Refuse", Reply.error(400, "no"))
                .whenLastContains("Ask the clerk", Reply.tool("clerk", "{\"input\":\"Do it\"}"))
                .when(request -> request.trailingToolMessages() == 1, any -> Reply.text("Sunny."))
                .whenLastContains("Broken?", Reply.tool("broken", city))
                .whenLastContains("Weather?", Reply.tool("weather", city));
    }

    private static String model(String call) {
        return "  agent invoke_agent ChatClient\n    " + call + "      http HTTP POST\n";
    }

    private static String node(String call) {
        return "  " + call + "    http HTTP POST\n";
    }

    private static String indented(String tree) {
        return tree.indent(2);
    }
}
