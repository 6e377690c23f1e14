// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.SpanTree;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Exchange;
import io.agentprofiler.it.scenario.Answers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same agent, framework by framework and version by version: the same shape of trace. */
class ConformanceIT {
    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.conformance.Rows#all")
    void shouldYieldTheSameShape(Row row, @TempDir Path dir) {
        try (OpenAiServer server = OpenAiServer.start()) {
            Conversation.script(server.script(), row);
            AgentProcess process = AgentProcess.of(row.mainClass(), dir)
                    .jdk(row.jdk())
                    .classPath(Artifacts.classPathWithPrograms(row.classPath()))
                    .server(server)
                    .property("trip.concurrentTools", String.valueOf(!row.has(Difference.SEQUENTIAL_TOOLS)))
                    // a busy machine must not show wrappers because they are slow
                    .setting("flush", "10s")
                    .recorded();
            row.settings().forEach(process::setting);

            ProcessResult result = process.run();

            assertThat(result.out()).as("%s", result).isEqualTo(Conversation.output(row));
            assertAgentDidItsWork(row, Conversation.rounds(server));
            String expected = Conversation.expected(row, server);
            SpanTree segments = result.segments().assertNothingDropped().tree();
            assertThat(segments.spans().stream().map(span -> span.name() + " " + span.status()))
                    .as("spans of " + row)
                    .noneMatch(span -> span.endsWith("unfinished"));
            assertShape("segments", row, segments, expected);
            Answers.assertTraced(Conversation.rounds(server), segments.spans("llm").stream());
            SpanTree recording = Recordings.readWithMissionControl(result.recording());
            assertShape("recording, read as JDK Mission Control does", row, recording, expected);
            assertShape("recording, read as the JDK does", row, Recordings.readWithJdk(result.recording()), expected);
        }
    }

    private static void assertAgentDidItsWork(Row row, List<Exchange> rounds) {
        List<List<String>> requests = Conversation.requests(row);
        assertThat(rounds).as("answered model requests").hasSize(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            assertThat(rounds.get(i).request().toString())
                    .as("model request " + (i + 1))
                    .contains(requests.get(i));
        }
    }

    private static void assertShape(String what, Row row, SpanTree tree, String expected) {
        assertThat(Shape.of(tree)).as("%s of %s:\n%s", what, row, tree).isEqualTo(expected);
    }
}
