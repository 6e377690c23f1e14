// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.FrontDesk;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that knows nothing of tracing takes part in the traces of its callers, by a user's rule file. */
@Tag("once")
class TraceParentScenarioIT {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final String SAMPLED = "00-" + TRACE + "-" + PARENT + "-01";
    private static final String UNSAMPLED = "00-" + TRACE + "-" + PARENT + "-00";

    @TempDir
    private Path dir;

    @Test
    void shouldTakePartInTheTraceOfTheCaller() throws IOException {
        ProcessResult result =
                desk(SAMPLED, UNSAMPLED, SAMPLED + "-more", "-").recorded().run();

        assertThat(result.out()).isEqualTo("thought\n".repeat(4));
        assertThat(result.exitCode()).isZero();
        String expected = """
                agent serve
                  function think
                agent serve
                  function think
                agent serve
                  function think
                """;
        Segments segments = result.segments().assertNothingDropped();
        assertRoots(segments.tree().assertEquals("segments", expected));
        assertRoots(Recordings.readWithJdk(result.recording()).assertEquals("recording", expected));
        assertRoots(Recordings.readWithMissionControl(result.recording()).assertEquals("mission control", expected));
    }

    @Test
    void shouldRecordWhatTheCallerRecordsThoughNothingElseIs() throws IOException {
        ProcessResult result =
                desk("-", SAMPLED, UNSAMPLED).setting("sample", "0").run();

        assertThat(result.out()).isEqualTo("thought\n".repeat(3));
        assertThat(result.segments().assertNothingDropped().tree().spans("agent"))
                .singleElement()
                .satisfies(span -> assertThat(span.traceId()).isEqualTo(TRACE));
    }

    private static void assertRoots(SpanTree tree) {
        List<SpanNode> roots = tree.spans("agent");
        assertThat(roots.get(0).traceId()).isEqualTo(TRACE);
        assertThat(roots.get(0).parentId()).isEqualTo(PARENT);
        assertThat(roots.get(0).isRemoteParent()).isTrue();
        assertThat(roots.subList(1, 3)).allSatisfy(span -> {
            assertThat(span.traceId()).isNotEqualTo(TRACE);
            assertThat(span.parentId()).isNull();
            assertThat(span.isRemoteParent()).isFalse();
        });
    }

    private AgentProcess desk(String... traceparents) throws IOException {
        Path rules = dir.resolve("desk.json");
        Files.writeString(rules, """
                {
                  "format": "agent-profiler-rules/1",
                  "rules": [
                    {
                      "id": "serve",
                      "kind": "agent",
                      "name": "serve",
                      "match": {
                        "class": "com.example.plain.FrontDesk",
                        "method": "serve(com.sun.net.httpserver.HttpExchange):void"
                      },
                      "traceparent": "arg0.requestHeaders.getFirst('traceparent')"
                    },
                    {
                      "id": "think",
                      "name": "think",
                      "match": { "class": "com.example.plain.FrontDesk", "method": "think():java.lang.String" }
                    }
                  ]
                }
                """);
        return AgentProcess.of(FrontDesk.class, dir)
                .setting("rules", rules.toString())
                .args(traceparents);
    }
}
