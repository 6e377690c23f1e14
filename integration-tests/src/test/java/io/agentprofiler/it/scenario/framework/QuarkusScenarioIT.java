// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Script;
import io.agentprofiler.it.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AI services that Quarkus generates, alone and behind REST; models, tools and memory are those of LangChain4j. */
class QuarkusScenarioIT {
    private static final String APPLICATION = Path.of(
                    "frameworks/quarkus-langchain4j-1.10/target/quarkus-app/quarkus-run.jar")
            .toAbsolutePath()
            .toString();

    private static final String READ =
            "  memory memory read\n".repeat(2) + "  memory memory add\n  memory memory read\n";
    private static final String CALL = "  llm chat gpt-4o-mini in=10 out=5 cached=4 reasoning=2\n";
    private static final String KEPT = "  memory memory add\n  memory memory set\n  function parse_output\n";
    private static final String WEATHER = tool("weather");
    private static final String STREAM = READ + "  memory memory set\n" + chunks(1) + "  memory memory add\n";
    private static final String STREAM_WITH_TOOL =
            READ + "  memory memory set\n" + chunks(2) + WEATHER + chunks(1) + "  memory memory add\n";
    private static final String GUIDE = "agent invoke_agent Guide\n";
    private static final String POET = "agent invoke_agent Poet\n";
    private static final String ASKED = GUIDE + READ + CALL + WEATHER + CALL + KEPT;
    private static final String BY_REST = "workflow /desk/{user}/blocking\n" + ASKED.indent(2);

    static List<Jdk> jdks() {
        return Jdks.tested();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldTraceServicesAloneAndBehindRest(Jdk jdk, @TempDir Path dir) {
        ProcessResult traced = Scenario.of("io.quarkus.bootstrap.runner.QuarkusEntryPoint")
                .classPath(APPLICATION)
                // as the manifest says for java -jar
                .jvm("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .answering(QuarkusScenarioIT::answers)
                .answersCompared()
                .yields(ASKED
                        + GUIDE + READ + CALL + KEPT
                        + GUIDE + READ + CALL + tool("broken !error java.lang.IllegalStateException") + CALL + KEPT
                        + POET + READ + CALL + KEPT
                        // a stream, one with a tool, one that is left early, and one by callbacks
                        + POET + STREAM
                        + GUIDE + STREAM_WITH_TOOL
                        + "agent invoke_agent Poet !cancelled\n" + READ
                        + "  memory memory set\n  llm chat gpt-4o-mini chunks=1 !cancelled\n"
                        + POET + STREAM
                        + "agent invoke_agent Poet !error dev.langchain4j.exception.InvalidRequestException\n" + READ
                        + "  llm chat gpt-4o-mini !error dev.langchain4j.exception.InvalidRequestException\n"
                        + BY_REST
                        // Quarkus clears the memory of a request's own service beside its answer, or after it
                        + "workflow /desk/{user}/once\n"
                        + ("agent invoke_agent Clerk\n" + READ + CALL + KEPT + "memory memory clear\n").indent(2)
                        + "workflow /desk/{user}/later\n" + (POET + READ + CALL + KEPT).indent(2)
                        + "workflow /desk/{user}/stream\n" + (GUIDE + STREAM_WITH_TOOL).indent(2)
                        + BY_REST + BY_REST)
                .check("quarkus-langchain4j-1.10", jdk, dir);

        assertThat(traced.segments().attributes("agent", "agentprofiler.agent.method"))
                .startsWith("chat", "chat", "chat", "write", "stream", "stream", "stream", "tokens", "write", "chat");
        assertThat(traced.segments().attributes("agent", "gen_ai.conversation.id"))
                .contains("Ada", "Bob", "Cid", "Dee");
    }

    private static String tool(String name) {
        return "  memory memory add\n  tool execute_tool " + name + "\n  memory memory add\n  memory memory read\n";
    }

    private static String chunks(int number) {
        return CALL.replace("\n", " chunks=" + number + "\n");
    }

    private static void answers(Script script) {
        String city = "{\"city\":\"Oslo\"}";
        script.whenLastContains("Refuse", Reply.error(400, "no"))
                .whenLastContains(
                        "cut short",
                        Reply.text("once upon a time").withUsage(null).withDelays(Duration.ZERO, Duration.ofSeconds(1)))
                .when(request -> request.trailingToolMessages() == 1, any -> Reply.text("Sunny."))
                .whenLastContains("Broken?", Reply.tool("broken", city))
                .whenLastContains("Weather?", Reply.tool("weather", city));
    }
}
