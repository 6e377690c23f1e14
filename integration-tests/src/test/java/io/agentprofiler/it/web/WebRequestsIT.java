// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A service's requests: those that call an assistant are workflows, and all others leave nothing. */
class WebRequestsIT {
    /** The requests that both services get; the first call comes before any, while the service starts. */
    private static final String TREE = """
            function Assistant.answer
            workflow POST /desk/{id}/ask
              function Assistant.answer
            workflow GET /desk/{id}/later
              function Assistant.answer
            workflow GET /desk/{id}/words
              function Assistant.words chunks=3
            workflow GET /desk/{id}/busy !error 503
              function Assistant.answer
            workflow GET /desk/{id}/fails !error FAILURE
              function Assistant.answer !error java.lang.IllegalArgumentException
            workflow POST /desk/{id}/ask
              function Assistant.answer
            """;

    private static final String SERVLET = """
            workflow GET /async/*
              function Assistant.answer
            """;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldFollowRequestsOfSpringMvcInTomcat(Jdk jdk) {
        Segments segments = run(
                "com.example.web.MvcService",
                jdk,
                TREE.replace("FAILURE", "jakarta.servlet.ServletException") + SERVLET);

        assertThat(segments.attributes("workflow", "http.response.status_code"))
                .containsExactly("200", "200", "200", "503", "", "200", "202");
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldFollowRequestsOfWebFluxOnNetty(Jdk jdk) {
        Segments segments =
                run("com.example.web.FluxService", jdk, TREE.replace("FAILURE", "java.lang.IllegalArgumentException"));

        assertThat(segments.attributes("workflow", "http.response.status_code"))
                .containsExactly("200", "200", "200", "503", "", "200");
    }

    @Test
    @Tag("once")
    void shouldFollowRequestsOfServletsOfJavax() {
        Segments segments = run(
                "com.example.web.MvcService",
                "spring-web-5.3",
                Jdks.newest(),
                TREE.replace("FAILURE", "org.springframework.web.util.NestedServletException") + SERVLET);

        assertThat(segments.attributes("workflow", "http.response.status_code"))
                .containsExactly("200", "200", "200", "503", "", "200", "202");
    }

    @Test
    @Tag("once")
    void shouldCountOnlyRequestsThatAreWorkflowsWhereNoneIsRecorded() {
        ProcessResult result = process("com.example.web.MvcService", "spring-web-7.0")
                .setting("sample", "0")
                .run();

        Segments segments = result.segments().assertNothingDropped();
        assertThat(segments.records("SPAN_START"))
                .as("those whose caller records")
                .hasSize(2);
        assertThat(segments.footer().path("workflows_skipped").asLong()).isEqualTo(7);
        assertThat(segments.footer().path("workflows_refused").asLong()).isOne();
    }

    private Segments run(String service, Jdk jdk, String tree) {
        return run(service, "spring-web-7.0", jdk, tree);
    }

    private Segments run(String service, String framework, Jdk jdk, String tree) {
        ProcessResult plain =
                process(service, framework).jdk(jdk).withoutAgent().run();

        ProcessResult traced = process(service, framework).jdk(jdk).recorded().run();

        assertThat(traced.out()).isEqualTo(plain.out()).contains("200 /health", "404 /missing", "500 /desk/42/fails");
        assertThat(traced.exitCode()).isZero();
        Segments segments = traced.segments().assertNothingDropped();
        SpanTree spans = segments.tree().assertEquals("segments of " + service, tree);
        Recordings.readWithJdk(traced.recording()).assertEquals("recording of " + service, tree);
        assertStreamIsPartOfItsRequest(spans);
        assertCallerIsParent(spans);
        return segments;
    }

    private static void assertStreamIsPartOfItsRequest(SpanTree spans) {
        SpanNode request = root(spans, "GET /desk/{id}/words").get(0);
        SpanNode stream = request.children().get(0);
        assertThat(stream.start()).isGreaterThanOrEqualTo(request.start());
        assertThat(request.end()).isGreaterThanOrEqualTo(stream.end());
    }

    private static void assertCallerIsParent(SpanTree spans) {
        List<SpanNode> asked = root(spans, "POST /desk/{id}/ask");
        assertThat(asked.get(0).parentId()).isNull();
        assertThat(asked.get(1).isRemoteParent()).isTrue();
        assertThat(asked.get(1).parentId()).isEqualTo("b7ad6b7169203331");
        assertThat(asked.get(1).traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    private static List<SpanNode> root(SpanTree spans, String name) {
        return spans.roots().stream().filter(span -> span.name().equals(name)).toList();
    }

    private AgentProcess process(String service, String framework) {
        return AgentProcess.of(service, dir)
                .classPath(Artifacts.classPath(framework))
                .setting("trace", "com.example.web.Assistant#*")
                .args(dir.toString());
    }
}
