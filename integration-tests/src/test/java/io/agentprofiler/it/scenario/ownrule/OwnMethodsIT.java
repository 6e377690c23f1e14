// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.reactive.Shift;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Recordings;
import io.agentprofiler.it.harness.trace.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A program without an AI framework whose methods return whatever is not there yet. */
class OwnMethodsIT {
    private static final String TREE = """
            function Desk.look
            function Desk.later
              function Desk.look
            function Desk.someday
              function Desk.later
                function Desk.look
            function Desk.ask
              function Desk.look
            function Desk.report
              | function Desk.ask
                function Desk.look
              | function Desk.ask
                function Desk.look
              function Desk.stream chunks=4
                function Desk.look
            function Desk.refuse !error java.lang.IllegalArgumentException
            function Desk.ask
              function Desk.look
            function Desk.ask
              function Desk.look
            function Desk.words chunks=2
              function Desk.look
            function Desk.lines chunks=2
              function Desk.look
            function Desk.stream chunks=4
              function Desk.look
            function Desk.stream chunks=1 !cancelled
              function Desk.look
            function Desk.flow chunks=2
              function Desk.look
            function Desk.single
              function Desk.look
            function Desk.publish chunks=1
              function Desk.look
            function Desk.ask
              function Desk.look
            function Desk.single
              function Desk.look
            | function Colleague.work
              function Desk.look
              function Desk.look
              function Desk.look
              function Desk.look
              function Desk.look
            | function Colleague.work
              function Desk.look
              function Desk.look
              function Desk.look
              function Desk.look
              function Desk.look
            | function Colleague.work
              function Desk.look
              function Desk.look
              function Desk.look
              function Desk.look
              function Desk.look
            """;

    @TempDir
    private Path dir;

    static Stream<Arguments> runs() {
        return Jdks.tested().stream()
                .flatMap(jdk -> jdk.feature() < 21
                        ? Stream.of(new Arguments(jdk, false))
                        : Stream.of(new Arguments(jdk, false), new Arguments(jdk, true)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldTraceWhateverMethodsReturn(Arguments run) {
        ProcessResult plain = process(run).withoutAgent().run();

        ProcessResult traced = process(run)
                .setting("trace", "com.example.reactive.Desk#*;com.example.reactive.Colleague#work")
                .recorded()
                .run();

        assertSame(plain, traced);
        traced.segments().assertNothingDropped().tree().assertEquals("segments of " + run, TREE);
        Recordings.readWithJdk(traced.recording()).assertEquals("recording of " + run, TREE);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldReadArgumentsAndResultsByARuleFile(Arguments run) throws IOException {
        Path rules = Files.writeString(dir.resolve("desk.json"), """
                {"format": "agent-profiler-rules/1", "metadata": ["desk.question", "desk.last"], "rules": [
                  {"id": "ask", "kind": "agent",
                   "match": {"class": "com.example.reactive.Desk",
                             "method": ["look", "later", "someday", "ask", "refuse", "single", "publish"]},
                   "name": "{method} {desk.question}",
                   "start": {"desk.question": "arg0", "desk.team": {"const": "support"}},
                   "end": {"desk.words": "return.words"}},
                  {"id": "stream", "kind": "llm", "chunk": {"type": "text", "chars": "return"},
                   "match": {"class": "com.example.reactive.Desk", "method": ["stream", "words", "lines", "flow"]},
                   "name": "{method} {desk.question}", "start": {"desk.question": "arg0"}, "end": {"desk.last": "return"}}]}
                """);
        ProcessResult plain = process(run).withoutAgent().run();

        ProcessResult traced = process(run)
                .setting("rules", rules.toString())
                .setting("sample", "1")
                .run();

        assertSame(plain, traced);
        Segments segments = traced.segments().assertNothingDropped();
        Map<String, String> names = new TreeMap<>();
        Map<String, String> teams = new TreeMap<>();
        for (JsonNode start : segments.records("SPAN_START")) {
            names.put(start.get("span").stringValue(), start.get("name").stringValue());
            teams.put(
                    start.get("name").stringValue(),
                    start.at("/attributes/desk.team").asString(""));
        }
        Map<String, String> read = new TreeMap<>();
        for (JsonNode end : segments.records("SPAN_END")) {
            JsonNode words = end.at("/attributes/desk.words");
            JsonNode last = end.at("/attributes/desk.last");
            read.put(
                    names.get(end.get("span").stringValue()),
                    words.isMissingNode() ? last.asString("") : words.asString("") + " words");
        }
        assertThat(read)
                .containsEntry("look sync", "2 words")
                .containsEntry("later future", "2 words")
                .containsEntry("someday stage", "2 words")
                .containsEntry("ask mono", "2 words")
                .containsEntry("ask mixed then", "3 words")
                .containsEntry("refuse no", "")
                .containsEntry("single one", "2 words")
                .containsEntry("publish flow", "2 words")
                .containsEntry("stream flux of words", "words")
                .containsEntry("stream only the first", "re:")
                .containsEntry("words iterator", "iterator")
                .containsEntry("lines stream", "stream")
                .containsEntry("flow rx", "rx")
                .doesNotContainKeys("ask never subscribed", "ask slow");
        assertThat(teams).containsEntry("ask mono", "support").containsEntry("stream only the first", "");
    }

    private AgentProcess process(Arguments run) {
        AgentProcess process =
                AgentProcess.of(Shift.class, dir).jdk(run.jdk()).classPath(Artifacts.classPathWithPrograms("reactor"));
        return run.virtualThreads()
                ? process.property("reactor.schedulers.defaultBoundedElasticOnVirtualThreads", "true")
                : process;
    }

    private static void assertSame(ProcessResult plain, ProcessResult traced) {
        assertThat(traced.out()).isEqualTo(plain.out()).contains("done");
        assertThat(traced.errWithoutAgentLines())
                .isEqualTo(List.copyOf(plain.err().lines().toList()));
        assertThat(traced.exitCode()).isZero();
    }

    /**
     * A way to run.
     *
     * @param virtualThreads whether blocking work is scheduled on virtual threads
     */
    record Arguments(Jdk jdk, boolean virtualThreads) {
        @Override
        public String toString() {
            return jdk + (virtualThreads ? ", virtual threads" : "");
        }
    }
}
