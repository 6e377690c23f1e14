// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Koog, whose agents, nodes, tools and models are suspended functions of Kotlin. */
class KoogScenarioIT {
    private static final String CALL = "llm chat gpt-4o-mini in=10 out=5\n";
    private static final String ASKED = "  function node nodeCallLLM\n    " + CALL;
    private static final String TOOL = "    tool execute_tool weather\n";
    private static final String TOLD = "  function node nodeSendToolResult\n    " + CALL;
    private static final String STREAM = "llm chat gpt-4o-mini in=100 out=9 chunks=4\n";
    private static final String FAILURE = "ai.koog.prompt.executor.clients.LLMClientException\n";

    static List<Jdk> jdks() {
        return Jdks.tested();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldTraceAgentsNodesToolsAndModels(Jdk jdk, @TempDir Path dir) {
        Scenario.of("com.example.koog.AgentsKt")
                .answering(KoogScenarioIT::answers)
                .yields(agent("weather", TOOL)
                        + agent("both", TOOL + TOOL)
                        + agent("careless", "    tool execute_tool broken !error java.lang.IllegalStateException\n")
                        // two coroutines of one thread, which take turns
                        + agent("left", TOOL)
                        + agent("right", TOOL)
                        + "agent invoke_agent refused !error " + FAILURE
                        + "  function node nodeCallLLM !error " + FAILURE
                        + "    llm chat gpt-4o-mini !error " + FAILURE
                        // models without an agent; one counts what its cache had apart from input
                        + CALL
                        // a flow that is collected twice, one of a tool call, and one that is left after its first
                        // frame
                        + STREAM
                        + STREAM
                        + "llm chat gpt-4o-mini in=10 out=5 chunks=2\n"
                        + "llm chat gpt-4o-mini !cancelled\n"
                        + "llm chat gpt-4o-mini !error ai.koog.http.client.KoogHttpClientException\n"
                        // what a Java program subscribes to
                        + STREAM
                        // each attempt of a client that tries again
                        + "llm chat gpt-4o-mini !error " + FAILURE
                        + "llm chat gpt-4o-mini in=100 out=9\n"
                        + "llm chat gpt-4o-mini !error ai.koog.http.client.KoogHttpClientException\n"
                        + STREAM
                        + "agent invoke_agent streaming\n  function node ask\n    "
                        + STREAM
                        + "llm chat claude-haiku-4-5 in=10 out=5 cached=4\n")
                .check("koog-1.1.1", jdk, dir);
    }

    private static String agent(String id, String tools) {
        return "agent invoke_agent " + id + "\n" + ASKED + "  function node nodeExecuteTool\n" + tools + TOLD;
    }

    private static void answers(Script script) {
        String city = "{\"city\":\"Oslo\"}";
        AtomicInteger busy = new AtomicInteger();
        script.when(
                        request -> request.lastText().contains("Busy") && busy.getAndIncrement() % 2 == 0,
                        any -> Reply.error(503, "busy"))
                .whenLastContains("Busy", Reply.text("once upon a time").withUsage(Usage.of(100, 9)))
                .whenLastContains("Refuse", Reply.error(400, "no"))
                .whenLastContains("Stream", Reply.text("once upon a time").withUsage(Usage.of(100, 9)))
                .whenLastContains("Leave", Reply.text("never to be read").withUsage(null))
                .when(request -> request.trailingToolMessages() >= 1, any -> Reply.text("Sunny."))
                .whenLastContains(
                        "Both?",
                        Reply.text(null)
                                .withToolCalls(List.of(
                                        new Reply.ToolCall("one", "weather", city),
                                        new Reply.ToolCall("two", "weather", city))))
                .whenLastContains("Broken?", Reply.tool("broken", city))
                .whenLastContains("Weather?", Reply.tool("weather", city));
    }
}
