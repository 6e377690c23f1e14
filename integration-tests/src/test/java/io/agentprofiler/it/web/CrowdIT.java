// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.FirstComer;
import com.example.plain.HandOvers;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Many users at a time, on threads that are used again: each request is a workflow, and has its own calls and no others. */
@Tag("once")
class CrowdIT {
    private static final String QUARKUS = "frameworks/quarkus-rest-3.33/target/quarkus-app/quarkus-run.jar";
    private static final String USER = "com.example.user";

    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({
        "spring-web-7.0, com.example.web.MvcService, /desk/*/errand",
        "spring-web-7.0, com.example.web.FluxService, /desk/*/later",
        "vertx-web-5.1, com.example.vertx.VertxService, /desk/*/later"
    })
    void shouldGiveEachRequestItsOwnCalls(String framework, String service, String more) throws Exception {
        assertRequestsHaveTheirCalls(
                AgentProcess.of(service, dir)
                        .classPath(Artifacts.classPath(framework))
                        .args(dir.toString()),
                more,
                1);
    }

    /** The last of its endpoints sends three events, and asks for each. */
    @Test
    void shouldGiveEachRequestOfQuarkusItsOwnCalls() throws Exception {
        assertRequestsHaveTheirCalls(
                AgentProcess.of("io.quarkus.bootstrap.runner.QuarkusEntryPoint", dir)
                        .classPath(Path.of(QUARKUS).toAbsolutePath().toString())
                        .property("quarkus.http.host", "localhost")
                        .property("quarkus.http.port", "0")
                        .property("quarkus.log.level", "OFF"),
                "/events/*",
                3);
    }

    /** Workers that were started in a request serve others, however work is handed to them. */
    @Test
    void shouldGiveEachRequestItsOwnCallsHoweverTheyAreHandedOver() throws Exception {
        Segments segments = traced(AgentProcess.of(HandOvers.class, dir)).segments();

        Map<String, List<String>> usersByTrace = new TreeMap<>();
        for (JsonNode start : segments.assertNothingDropped().records("SPAN_START")) {
            usersByTrace
                    .computeIfAbsent(start.path("trace").asString(), trace -> new ArrayList<>())
                    .add(start.path("attributes").path(USER).asString());
        }
        // the request itself, and its two calls
        assertThat(usersByTrace.values())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(2001, 2033)
                        .mapToObj(user -> Collections.nCopies(3, String.valueOf(user)))
                        .toList());
    }

    @Test
    void shouldLetAWorkerGoThatWasStartedInTheFirstRequest() throws Exception {
        Segments segments = traced(AgentProcess.of(FirstComer.class, dir)).segments();

        segments.tree().assertEquals("segments", """
                workflow FirstComer.begin
                  function FirstComer.answer
                function FirstComer.answer
                function FirstComer.answer
                """);
        assertThat(segments.attributes("function", USER)).containsExactly("1001", "1002", "1003");
    }

    /**
     * The number of a request is the end of its trace id and the prompt of its calls.
     *
     * @param more requests in addition to those that all services answer
     * @param calls number of calls for them
     */
    private static void assertRequestsHaveTheirCalls(AgentProcess service, String more, int calls) throws Exception {
        ProcessResult result =
                traced(service.jdk(Jdks.newest()).property("crowd", "ask,/desk/*/later," + more + ",ask"));

        assertThat(result.out().lines().filter("200"::equals)).hasSize(32);
        List<JsonNode> starts = result.segments().assertNothingDropped().records("SPAN_START");
        Map<String, List<String>> askedByTrace = new TreeMap<>();
        for (JsonNode start : starts) {
            String user = start.path("attributes").path(USER).asString();
            if (user.matches("\\d+")) {
                askedByTrace
                        .computeIfAbsent(numberOf(start), number -> new ArrayList<>())
                        .add(user);
            }
        }
        Map<String, List<String>> expected = new TreeMap<>();
        for (int number = 1001; number < 1033; number++) {
            int times = number > 1016 && number < 1025 ? calls : 1;
            expected.put(String.valueOf(number), Collections.nCopies(times, String.valueOf(number)));
        }
        assertThat(askedByTrace).isEqualTo(expected);
        assertThat(starts.stream()
                        .filter(start -> start.path("kind").asString().equals("workflow"))
                        .filter(start -> !start.path("name").asString().endsWith(" /async/*"))
                        .map(CrowdIT::numberOf))
                .containsExactlyInAnyOrderElementsOf(expected.keySet());
    }

    private static String numberOf(JsonNode start) {
        String trace = start.path("trace").asString();
        return trace.substring(trace.length() - 4);
    }

    private static ProcessResult traced(AgentProcess program) throws URISyntaxException {
        Path rules = Path.of(CrowdIT.class.getResource("/web/crowd.json").toURI());
        ProcessResult result = program.setting("rules", rules.toString()).run();
        assertThat(result.exitCode()).isZero();
        return result;
    }
}
