// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** One program that asks with each HTTP client, below a traced method and outside of any, with their newest versions and older ones. */
class HttpClientsIT {
    private static final List<String> CLIENTS = List.of(
            "java",
            "java-async",
            "okhttp",
            "okhttp-async",
            "apache-5",
            "apache-5-async",
            "apache-4",
            "url-connection",
            "reactor-netty",
            "ktor",
            "ktor-java",
            "vertx",
            "vertx-web");

    private static final String NEWEST = "http-clients";

    /** What a request of the program to {@code /own} says for itself. */
    private static final String OWN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /** Stands for what an attempt of OkHttp throws where nobody listens: OkHttp 3 makes another exception of it for the caller. */
    private static final String OK_REFUSED = "<refused>";

    private static final String ANSWERED = """
            function Requests.ask
              http HTTP GET
              http HTTP GET !error 429
              http HTTP GET
              http HTTP GET
            """;

    /** Six at once, of which the last waits for another's end; then a busy server and one that is not, then one that is not there. */
    private static final String SIX =
            """
            function Requests.ask
            """ + "  http HTTP GET\n".repeat(6) + """
              http HTTP GET !error 429
              http HTTP GET
              http HTTP GET
            """ + ("  http HTTP GET !error " + OK_REFUSED + "\n").repeat(6);

    /** What the JDK's client tries where nobody listens: it repeats the request, and each connection. */
    private static final String REFUSED_TWICE = """
                function CONNECT !error java.net.ConnectException
                  function CONNECT !error java.net.ConnectException
            """.repeat(2);

    private static final String JAVA_REFUSED = refused("java.net.ConnectException") + REFUSED_TWICE;

    private static final String TREE = JAVA_REFUSED.repeat(2)
            + refused(OK_REFUSED)
            + SIX
            + refused("org.apache.hc.client5.http.HttpHostConnectException").repeat(2)
            + refused("org.apache.http.conn.HttpHostConnectException")
            + refused("java.net.ConnectException")
            + refused("io.netty.channel.AbstractChannel$AnnotatedConnectException")
            + refused("java.net.ConnectException")
            // unlike the first two clients it has sent no request before
            + JAVA_REFUSED.replaceFirst("GET\n", "GET\n    function CONNECT\n")
            // Vert.x has no request before it has a connection
            + ANSWERED.repeat(2);

    @TempDir
    private Path dir;

    private static String refused(String error) {
        return ANSWERED + "  http HTTP GET !error " + error + "\n";
    }

    static Stream<Arguments> versions() {
        return Jdks.tested().stream()
                .flatMap(jdk -> Stream.of(NEWEST, "http-clients-older").map(path -> Arguments.of(jdk, path)));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldShowEachAttemptBelowTheOperationThatMakesItAndTellTheServer(Jdk jdk, String classPath) {
        ProcessResult traced = process(jdk, classPath)
                .setting("frameworks", "all,http-clients")
                .setting("content", "full")
                .setting("propagate", "loopback")
                .run();

        assertAnswers(traced);
        Segments segments = traced.segments().assertNothingDropped();
        SpanTree tree = segments.tree()
                .assertEquals(
                        "segments on " + jdk,
                        TREE.replace(
                                OK_REFUSED,
                                classPath.equals(NEWEST)
                                        ? "java.net.ConnectException"
                                        : "okhttp3.internal.connection.RouteException"));
        assertAttributes(segments);
        assertServerWasTold(tree, headers(traced));
    }

    private static void assertAttributes(Segments segments) {
        Set<String> paths = new TreeSet<>();
        for (JsonNode start : segments.records("SPAN_START")) {
            if (start.get("kind").stringValue().equals("http")) {
                assertThat(start.get("attributes").get("server.address").stringValue())
                        .isEqualTo("127.0.0.1");
                assertThat(start.get("attributes").get("server.port").intValue())
                        .isPositive();
                paths.add(start.path("attributes").path("url.path").stringValue("none"));
            }
        }
        List<Integer> statuses = segments.records("SPAN_END").stream()
                .map(end ->
                        end.path("attributes").path("http.response.status_code").intValue(0))
                .filter(status -> status != 0)
                .distinct()
                .sorted()
                .toList();
        assertThat(statuses).containsExactly(200, 429);
        assertThat(paths)
                .contains("/ok", "/own", "/busy/java", "/busy/vertx-web")
                .hasSize(2 + CLIENTS.size());
    }

    private static void assertServerWasTold(SpanTree tree, List<String> headers) {
        Set<String> spans = new HashSet<>();
        for (String kind : List.of("function", "http")) {
            tree.spans(kind).forEach(span -> spans.add("00-" + span.traceId() + "-" + span.id() + "-01"));
        }
        // what is outside of any span says nothing, and what the application says for itself counts
        assertThat(headers.get(0)).isEqualTo("none");
        List<String> told = headers.subList(1, headers.size());
        assertThat(told.stream().filter(OWN::equals)).hasSize(CLIENTS.size());
        assertThat(told.stream().filter(header -> !header.equals(OWN))).isSubsetOf(spans);
        // once, busy and once more; and five more at once
        assertThat(told).hasSize(4 * CLIENTS.size() + 5);
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldTellTheServerNothingUnlessAskedTo(Jdk jdk) {
        ProcessResult traced =
                process(jdk, NEWEST).setting("frameworks", "all,http-clients").run();

        assertAnswers(traced);
        assertThat(headers(traced)).containsOnly("none", OWN);
        assertThat(traced.segments().assertNothingDropped().tree().spans("http"))
                .hasSize((int)
                        TREE.lines().filter(line -> line.startsWith("  http")).count());
    }

    /** Each client is answered at once, then when the server is no longer busy, then once more; the last server is not there. */
    private static void assertAnswers(ProcessResult traced) {
        assertThat(traced.out().lines())
                .containsExactlyElementsOf(CLIENTS.stream()
                        .map(client -> client + " 200 429 200 200  refused")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("io.agentprofiler.it.harness.Jdks#tested")
    void shouldLeaveHttpClientsAloneWhereNobodyAsks(Jdk jdk) {
        ProcessResult traced = process(jdk, NEWEST).run();

        assertAnswers(traced);
        assertThat(headers(traced)).containsOnly("none", OWN);
        traced.segments()
                .assertNothingDropped()
                .tree()
                .assertEquals("segments on " + jdk, "function Requests.ask\n".repeat(CLIENTS.size()));
    }

    private static List<String> headers(ProcessResult program) {
        return program.err()
                .lines()
                .filter(line -> line.startsWith("traceparent "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
    }

    private AgentProcess process(Jdk jdk, String classPath) {
        return AgentProcess.of("com.example.http.Requests", dir)
                .jdk(jdk)
                .classPath(Artifacts.classPath(classPath))
                .setting("trace", "com.example.http.Requests#ask");
    }
}
