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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that asks models over HTTP clients, as a library does that nobody knows. */
class RecognisedCallsIT {
    private static final String OLDER = "http-clients-older";

    private static final String CALL = "llm chat (recognised by its request)";

    /** What the answers say, whole, left unread, and in events of each format; last of one that is too long to be kept. */
    private static final String JDK = CALL + " in=10 out=5 cached=4\n"
            + CALL + " in=11 out=6 cached=5\n"
            + CALL + " in=5 out=7 cached=2\n"
            + CALL + " in=8 out=10\n"
            + CALL + " in=12 out=13\n"
            + CALL + " in=14 out=15\n"
            + CALL + " in=10 out=5 cached=4\n"
            + CALL + " in=10 out=5 cached=4\n"
            + CALL + " !error 429\n"
            + CALL + " in=9 out=4\n"
            + CALL + " in=20 out=6 cached=3\n"
            + CALL + " in=25 out=8 cached=2\n"
            + CALL + " in=23 out=9\n"
            + CALL + " in=24 out=10\n"
            + CALL + " in=21 out=7 cached=8\n"
            + CALL + " in=27 out=11 cached=2\n"
            + CALL + " in=25 out=8 cached=2\n"
            + CALL + " in=20 out=6 cached=3\n";

    private static final String OKHTTP = CALL + " in=25 out=8 cached=2\n";

    private static final String APACHE_AND_KTOR =
            CALL + " in=20 out=6 cached=3\n" + CALL + " in=23 out=9\n" + CALL + "\n";

    /** Over HTTP/2: at once, with a reader of the application's, and left early; and one that is broken off. */
    private static final String HTTP_2 =
            (CALL + " in=26 out=12\n").repeat(2) + CALL + "\n" + CALL + " !error java.io.IOException\n";

    /** All but those over HTTP/2, of which each says its models. */
    private static final int CALLS = 22;

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
                .flatMap(jdk -> Stream.of("http-clients", OLDER).map(path -> Arguments.of(jdk, path)));
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
        segments.tree().assertEquals("segments on " + jdk, tree(classPath) + "llm chat known\n");
        int all = CALLS + (classPath.equals(OLDER) ? 0 : 4);
        List<String> asked = new ArrayList<>(Collections.nCopies(all, "acme-1"));
        asked.add("");
        assertThat(segments.attributes("llm", "gen_ai.request.model")).isEqualTo(asked);
        List<String> answered = new ArrayList<>(Collections.nCopies(all, "acme-1-0"));
        // two answers of Bedrock do not say it, nor does one that refuses; Ktor's is not read
        List.of(4, 8, 15, CALLS - 1).forEach(call -> answered.set(call, ""));
        if (classPath.equals(OLDER)) {
            answered.set(CALLS - 4, "");
        }
        answered.add("");
        assertThat(segments.attributes("llm", "gen_ai.response.model")).isEqualTo(answered);
    }

    /** OkHttp has had what reads an answer in one place since 3.14. */
    private static String tree(String classPath) {
        return classPath.equals(OLDER) ? JDK + CALL + "\n" + APACHE_AND_KTOR : JDK + OKHTTP + APACHE_AND_KTOR + HTTP_2;
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
                .assertEquals("segments on " + jdk, tree(classPath) + CALL + " in=10 out=5 cached=4\n");
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
        AgentProcess process =
                AgentProcess.of("com.example.http.ModelCalls", dir).jdk(jdk).classPath(Artifacts.classPath(classPath));
        return classPath.equals(OLDER) ? process : process.args("http2");
    }
}
