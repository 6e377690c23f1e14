// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services on servers other than Tomcat and Netty: requests that ask the assistant are workflows, and no others. */
@Tag("full")
class ServersIT {
    private static final String AT_ONCE = """
            workflow GET /desk/{id}/busy !error 503
              function Assistant.answer
            workflow GET /desk/{id}/fails !error FAILURE
              function Assistant.answer !error java.lang.IllegalArgumentException
            workflow POST /desk/{id}/ask
              function Assistant.answer
            """;

    private static final String FIRST = """
            function Assistant.answer
            workflow POST /desk/{id}/ask
              function Assistant.answer
            """;

    private static final String LATER = """
            workflow GET /desk/{id}/later
              function Assistant.answer
            workflow GET /desk/{id}/words
              function Assistant.answer
              function Assistant.answer
            """;

    private static final String TREE = FIRST + LATER + AT_ONCE;

    private static final String REFUSED = "java.lang.IllegalArgumentException";

    @TempDir
    private Path dir;

    @Test
    void shouldFollowRequestsOfJerseyOnGrizzly() {
        Segments segments =
                run(service("jersey-4.0", "com.example.rest.JerseyService").args("grizzly"), TREE, REFUSED);

        assertStatuses(segments, "200", "200", "200", "503", "", "200");
    }

    @Test
    void shouldFollowRequestsOfJerseyOnTheServerOfTheJdk() {
        Segments segments =
                run(service("jersey-4.0", "com.example.rest.JerseyService").args("jdk"), FIRST + AT_ONCE, REFUSED);

        assertStatuses(segments, "200", "503", "", "200");
    }

    @Test
    void shouldFollowRequestsOfRestEasyOnNetty() {
        Segments segments = run(service("resteasy-6.2", "com.example.rest.ResteasyService"), TREE, "500");

        assertStatuses(segments, "200", "200", "200", "503", "500", "200");
    }

    @Test
    void shouldFollowRequestsOfQuarkus() {
        Path application = Path.of("frameworks/quarkus-rest-3.33/target/quarkus-app/quarkus-run.jar");
        AgentProcess service = AgentProcess.of("io.quarkus.bootstrap.runner.QuarkusEntryPoint", dir)
                .jdk(Jdks.newest())
                .classPath(application.toAbsolutePath().toString())
                .property("quarkus.http.host", "localhost")
                .property("quarkus.http.port", "0")
                .property("quarkus.log.level", "OFF");

        Segments segments = run(service, TREE, "500");

        assertStatuses(segments, "200", "200", "200", "503", "500", "200");
    }

    @Test
    void shouldFollowRequestsOfVertx() {
        Segments segments =
                run(service("vertx-web-5.1", "com.example.vertx.VertxService"), TREE.replace("{id}", ":id"), "500");

        assertStatuses(segments, "200", "200", "200", "503", "500", "200");
    }

    @Test
    void shouldFollowRequestsOfHelidon() {
        Segments segments = run(sourceOf21("helidon-4.5", "helidon/src", "HelidonService"), TREE, "500");

        assertStatuses(segments, "200", "200", "200", "503", "500", "200");
    }

    @Test
    void shouldFollowRequestsOfHelidonWithResources() {
        Segments segments = run(
                sourceOf21("helidon-mp-4.4", "helidon/src-mp", "MpService"),
                TREE,
                "io.helidon.webserver.CloseConnectionException");

        assertStatuses(segments, "200", "200", "200", "503", "", "200");
    }

    @Test
    void shouldFollowAsynchronousRequestsOfJetty() {
        Segments segments = run(service("jetty-12.1", "com.example.servlet.JettyService"), ofServlets(), REFUSED);

        assertStatuses(segments, "200", "200", "200", "503", "", "200");
    }

    @Test
    void shouldFollowAsynchronousRequestsOfUndertow() {
        Segments segments = run(service("undertow-2.3", "com.example.servlet.UndertowService"), ofServlets(), REFUSED);

        assertStatuses(segments, "200", "200", "200", "503", "", "200");
    }

    /** A servlet knows no more than its own mapping. */
    private static String ofServlets() {
        return TREE.replaceAll("/desk/\\{id}/\\w+", "/desk/*");
    }

    private AgentProcess service(String framework, String main) {
        return AgentProcess.of(main, dir).jdk(Jdks.newest()).classPath(Artifacts.classPath(framework));
    }

    /** The build may run on a JDK that cannot read the framework's classes, so the program is compiled as it starts. */
    private AgentProcess sourceOf21(String framework, String folder, String program) {
        assumeTrue(Jdks.newest().feature() >= 21, "Helidon needs a JDK of at least 21");
        Path source = Path.of("programs", folder, "com/example/helidon", program + ".java");
        return service(framework, source.toAbsolutePath().toString());
    }

    private static Segments run(AgentProcess service, String tree, String failure) {
        ProcessResult result =
                service.setting("trace", "com.example.requests.Assistant#*").run();

        assertThat(result.out())
                .contains("200 /health", "404 /missing", "503 /desk/42/busy", "500 /desk/42/fails", "200 /desk/44/ask");
        assertThat(result.exitCode()).isZero();
        Segments segments = result.segments().assertNothingDropped();
        SpanTree spans = segments.tree().assertEquals("segments", tree.replace("FAILURE", failure));
        assertThat(segments.footer().path("workflows_refused").asLong()).isOne();
        assertCallerIsParent(spans);
        assertRequestsOutlastTheirCalls(spans);
        return segments;
    }

    private static void assertCallerIsParent(SpanTree spans) {
        List<SpanNode> asked = spans.roots().stream()
                .filter(span -> span.name().startsWith("POST /desk/"))
                .toList();
        assertThat(asked.get(0).parentId()).isNull();
        assertThat(asked.get(1).isRemoteParent()).isTrue();
        assertThat(asked.get(1).parentId()).isEqualTo("b7ad6b7169203331");
        assertThat(asked.get(1).traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    private static void assertRequestsOutlastTheirCalls(SpanTree spans) {
        for (SpanNode request : spans.roots()) {
            for (SpanNode call : request.children()) {
                assertThat(call.start()).isGreaterThanOrEqualTo(request.start());
                assertThat(request.end()).isGreaterThanOrEqualTo(call.end());
            }
        }
    }

    private static void assertStatuses(Segments segments, String... statuses) {
        assertThat(segments.attributes("workflow", "http.response.status_code")).containsExactly(statuses);
    }
}
