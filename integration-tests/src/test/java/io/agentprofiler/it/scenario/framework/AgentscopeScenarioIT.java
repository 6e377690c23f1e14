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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** AgentScope, whose agents, models and tools are publishers of Reactor and whose clients of models are its own. */
class AgentscopeScenarioIT {
    private static final String FIRST = "agentscope-1.0.0";
    private static final String HTTP = "    http HTTP POST\n";
    private static final String CALL = "  llm chat gpt-4o-mini in=10 out=5 chunks=1\n";
    private static final String ASKED = CALL + HTTP;
    private static final String WEATHER = "  tool execute_tool weather\n";
    private static final String WITH_TOOL = ASKED + WEATHER + ASKED;

    /** In a full run the oldest on the JDK that runs the tests, the newest on the newest. */
    static Stream<Arguments> versions() {
        return Stream.concat(
                Breadth.onlyInFull(Arguments.of(FIRST, Jdks.current())),
                Breadth.unlessVerified(Arguments.of("agentscope-1.0.9", Jdks.newest())));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldTraceAgentsModelsAndTools(String framework, Jdk jdk, @TempDir Path dir) {
        String streamed = "  llm chat gpt-4o-mini in=10 out=5 chunks=2\n" + HTTP + WEATHER + ASKED;
        // the first version asks for no usage of streams, tells a retry of the SDK, and tries what was refused again
        String unreported = streamed.replace(" in=10 out=5", "");
        Scenario scenario = Scenario.of("com.example.agentscope.Agents")
                .answering(AgentscopeScenarioIT::answers)
                .yields(tree(
                        streamed,
                        "",
                        "io.agentscope.core.model.ModelException",
                        "    http HTTP POST !error 400\n",
                        " !cancelled"))
                .yieldsOn(
                        FIRST,
                        tree(
                                unreported,
                                "    function retry back-off\n",
                                "reactor.core.Exceptions$RetryExhaustedException",
                                "    http HTTP POST !error 400\n".repeat(2),
                                ""));
        if (framework.equals(FIRST)) {
            scenario.tokensNotCompared();
        } else {
            scenario.answersCompared();
        }
        scenario.check(framework, jdk, dir);
    }

    private static String tree(String streamed, String pause, String refusal, String refused, String left) {
        return "agent invoke_agent weather\n" + WITH_TOOL
                + "agent invoke_agent streamer\n" + streamed
                + "agent invoke_agent eventful\n" + streamed
                + "agent invoke_agent left\n" + WITH_TOOL
                + "agent invoke_agent right\n" + WITH_TOOL
                + "agent invoke_agent both\n" + ASKED + WEATHER + WEATHER + ASKED
                + "agent invoke_agent careless\n" + ASKED
                + "  tool execute_tool broken !error java.lang.IllegalStateException\n" + ASKED
                + "agent invoke_agent patient\n" + CALL + "    http HTTP POST !error 429\n" + pause + HTTP
                + "agent invoke_agent refused !error " + refusal + "\n"
                + "  llm chat gpt-4o-mini !error " + refusal + "\n" + refused
                + "workflow invoke_workflow SequentialPipeline\n" + ("agent invoke_agent first\n" + WITH_TOOL).indent(2)
                + ("agent invoke_agent second\n" + ASKED).indent(2)
                + "workflow invoke_workflow FanoutPipeline\n"
                + ("| agent invoke_agent third\n" + WITH_TOOL).indent(2)
                + ("| agent invoke_agent fourth\n" + WITH_TOOL).indent(2)
                // a model without an agent, asked and left early
                + "llm chat gpt-4o-mini in=10 out=5 chunks=1\n  http HTTP POST\n"
                + "llm chat gpt-4o-mini !cancelled\n  http HTTP POST" + left + "\n";
    }

    private static void answers(Script script) {
        AtomicInteger asked = new AtomicInteger();
        String city = "{\"city\":\"Oslo\"}";
        script.when(
                        request -> request.lastText().contains("Busy?") && asked.getAndIncrement() == 0,
                        any -> Reply.error(429, "busy"))
                .whenLastContains("Refuse", Reply.error(400, "no"))
                .whenLastContains(
                        "cut short",
                        Reply.text("once upon a time").withUsage(null).withDelays(Duration.ZERO, Duration.ofSeconds(1)))
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
