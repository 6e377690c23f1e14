// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A workflow carries the ids of the OpenTelemetry span that it begins in. */
@Tag("once")
class OpenTelemetryTraceIT {
    private static final int QUESTIONS = 8;

    /** Who traces the program besides us. */
    enum By {
        /** OpenTelemetry's SDK, made by the program when it has answered a question. */
        SDK {
            @Override
            AgentProcess beside(AgentProcess process) {
                return process.jdk(Jdks.current()).args("sdk");
            }
        },
        /** OpenTelemetry's Java agent, before ours on the command line. */
        AGENT_BEFORE {
            @Override
            AgentProcess beside(AgentProcess process) {
                return silent(process.jdk(Jdks.newest())).jvm(AGENT);
            }
        },
        /** The same after ours. */
        AGENT_AFTER {
            @Override
            AgentProcess beside(AgentProcess process) {
                return silent(process.jdk(Jdks.current())).jvmAfterAgent(AGENT);
            }
        };

        private static final String AGENT = "-javaagent:" + Artifacts.otherAgent("opentelemetry-javaagent");

        abstract AgentProcess beside(AgentProcess process);

        private static AgentProcess silent(AgentProcess process) {
            return process.property("otel.traces.exporter", "none")
                    .property("otel.metrics.exporter", "none")
                    .property("otel.logs.exporter", "none");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheSpanOfOpenTelemetryThatAWorkflowBeginsIn(By by, @TempDir Path dir) {
        ProcessResult result = by.beside(AgentProcess.of("com.example.otel.TracedDesk", dir)
                        .classPath(Artifacts.classPath("opentelemetry"))
                        .setting("trace", "com.example.otel.TracedDesk#answer;com.example.otel.TracedDesk#look"))
                .run();

        assertThat(result.exitCode()).as("%s", result).isZero();
        List<String> printed = result.out().lines().toList();
        assertThat(printed).as("%s", result).hasSize(QUESTIONS);
        assertThat(printed)
                .filteredOn(line -> line.matches(".* [0-9a-f]{32} [0-9a-f]{16}"))
                .hasSize(QUESTIONS - 2);
        Segments segments = result.segments().assertNothingDropped();
        segments.tree()
                .assertEquals("segments", "function TracedDesk.answer\n  function TracedDesk.look\n".repeat(QUESTIONS));
        assertThat(segments.records("SPAN_START").stream()
                        .filter(start -> start.path("parent").isMissingNode())
                        .map(start -> start.path("attributes"))
                        .map(attributes -> attributes
                                        .path("agentprofiler.otel.trace_id")
                                        .asString("-")
                                + attributes.path("agentprofiler.otel.span_id").asString(""))
                        .toList())
                .isEqualTo(printed.stream()
                        .map(line ->
                                line.replaceFirst(".*? (?=-|[0-9a-f]{32})", "").replace(" ", ""))
                        .collect(Collectors.toList()));
        assertThat(segments.records("SPAN_START").stream()
                        .filter(start -> start.has("parent"))
                        .map(start -> start.path("attributes").has("agentprofiler.otel.trace_id")))
                .hasSize(QUESTIONS)
                .containsOnly(false);
    }
}
