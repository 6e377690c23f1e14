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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that asks models over HTTP clients, as a library does that nobody knows. */
class RecognisedCallsIT {
    private static final String CALL = "llm chat (recognised by its request)";

    private static final String TREE = CALL + " in=10 out=5 cached=4\n"
            + CALL + " in=11 out=6 cached=5\n"
            + CALL + " in=5 out=7 cached=2\n"
            + CALL + " in=8 out=10\n"
            + CALL + " in=12 out=13\n"
            + CALL + " in=14 out=15\n"
            + CALL + " in=10 out=5 cached=4\n"
            // an answer that is a stream, and a busy server
            + CALL + "\n"
            + CALL + " !error 429\n"
            // whose answers are streams, too
            + (CALL + "\n").repeat(4);

    /** A library that is known: its call is the one that counts. */
    private static final String KNOWN = """
            {
              "format": "agent-profiler-rules/1",
              "rules": [
                {
                  "id": "ask",
                  "kind": "llm",
                  "name": "chat known",
                  "match": {"class": "com.example.http.ModelCalls", "method": "askKnown():void"}
                }
              ]
            }
            """;

    @TempDir
    private Path dir;

    static Stream<Arguments> versions() {
        return Jdks.tested().stream()
                .flatMap(jdk -> Stream.of("http-clients", "http-clients-older").map(path -> Arguments.of(jdk, path)));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldRecogniseModelCallsByTheirRequests(Jdk jdk, String classPath) throws IOException {
        Path rules = dir.resolve("known.json");
        Files.writeString(rules, KNOWN);
        ProcessResult plain = process(jdk, classPath).withoutAgent().run();

        ProcessResult traced = process(jdk, classPath)
                .setting("frameworks", "all,recognised")
                .setting("rules", rules.toString())
                .run();

        assertThat(traced.out()).isEqualTo(plain.out());
        Segments segments = traced.segments().assertNothingDropped();
        segments.tree().assertEquals("segments on " + jdk, TREE + "llm chat known\n");
        // requests of Gemini and Bedrock say the model in their paths only
        assertThat(segments.attributes("llm", "gen_ai.request.model"))
                .containsExactly(
                        "acme-1", "acme-1", "acme-1", "", "", "acme-1", "acme-1", "acme-1", "acme-1", "acme-1",
                        "acme-1", "acme-1", "acme-1", "");
        assertThat(segments.attributes("llm", "gen_ai.response.model"))
                .containsExactly(
                        "acme-1-0",
                        "acme-1-0",
                        "acme-1-0",
                        "acme-1-0",
                        "",
                        "acme-1-0",
                        "acme-1-0",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "");
    }

    /** Nothing else starts the agent in a program whose library nobody knows. */
    @ParameterizedTest
    @MethodSource("versions")
    void shouldStartWithoutAnyKnownLibrary(Jdk jdk, String classPath) {
        ProcessResult traced =
                process(jdk, classPath).setting("frameworks", "recognised").run();

        traced.segments()
                .assertNothingDropped()
                .tree()
                .assertEquals("segments on " + jdk, TREE + CALL + " in=10 out=5 cached=4\n");
    }

    @ParameterizedTest
    @MethodSource("versions")
    void shouldLeaveRequestsAloneUnlessAskedTo(Jdk jdk, String classPath) throws IOException {
        Path rules = dir.resolve("known.json");
        Files.writeString(rules, KNOWN);

        ProcessResult traced =
                process(jdk, classPath).setting("rules", rules.toString()).run();

        traced.segments().assertNothingDropped().tree().assertEquals("segments on " + jdk, "llm chat known\n");
    }

    private AgentProcess process(Jdk jdk, String classPath) {
        return AgentProcess.of("com.example.http.ModelCalls", dir).jdk(jdk).classPath(Artifacts.classPath(classPath));
    }
}
