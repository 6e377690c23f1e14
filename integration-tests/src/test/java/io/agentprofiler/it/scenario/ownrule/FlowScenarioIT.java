// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.ownrule;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kotlin's flows: a span for each collection, and the collector's own work beside it. */
class FlowScenarioIT {
    private static final String TRACED =
            "com.example.kotlin.Words#*;com.example.kotlin.Notes#*;com.example.kotlin.Reader#*";

    private static final String TWO = """
              function Words.two chunks=2
                function Notes.write
                function Notes.write
            """;

    private static final String TREE = """
            function Reader.suspended
              function Words.two chunks=2
                function Notes.write
                function Notes.write
              function Notes.write
              function Notes.write
              function Notes.write
              function Notes.write
              function Notes.write
            function Reader.operators
              function Words.two chunks=2
                function Notes.write
                function Notes.write
              function Notes.write
              function Notes.write
            function Reader.nested
              function Words.twice chunks=4
                function Words.two chunks=2
                  function Notes.write
                  function Notes.write
                function Words.two chunks=2
                  function Notes.write
                  function Notes.write
            function Reader.first
              function Words.two chunks=1 !cancelled
                function Notes.write
            function Reader.taken
              function Words.endless chunks=2 !cancelled
                function Notes.write
                function Notes.write
            function Reader.refused
              function Words.refusing chunks=1 !error java.lang.IllegalStateException
                function Notes.write
            function Reader.caught
              function Words.refusing chunks=1 !error java.lang.IllegalStateException
                function Notes.write
            function Reader.retried
              function Words.stubborn !error java.lang.IllegalStateException
              function Words.stubborn chunks=1
                function Notes.write
            function Reader.dropped
              function Words.two chunks=1 !cancelled
                function Notes.write
            function Reader.cancelled
              function Words.stuck chunks=1 !cancelled
                function Notes.write
            function Reader.late
              function Words.stuck chunks=1 !cancelled
                function Notes.write
            function Reader.buffered
            %1$sfunction Reader.ofChannel
              function Words.channel chunks=5
                function Notes.write
            function Reader.conflated
              function Words.latest chunks=2
                function Words.channel chunks=2
                  function Notes.write
            function Reader.produced
              function Notes.write
            function Reader.shared
              function Words.channel chunks=3
                function Notes.write
            function Reader.called
              function Words.called chunks=2
                function Notes.write
            function Reader.elsewhere
              function Words.elsewhere chunks=2
                function Words.two chunks=2
                  function Notes.write
                  function Notes.write
              function Notes.write
              function Notes.write
            function Reader.empty
              function Words.none
            function Reader.nulls
              function Words.nullable chunks=2
            function Reader.state
              function Words.state
            function Reader.askedFor
              function Words.askedFor chunks=2
                function Notes.write
                function Notes.write
              function Words.askedFor chunks=2
                function Notes.write
              function Notes.write
              function Notes.write
            function Reader.atHand
              function Words.atHand chunks=1
                function Notes.write
            function Reader.notRead
              function Words.askedFor
                function Notes.write
            function Reader.listening
              function speak chunks=2
                function Notes.write
                function Notes.write
              function Notes.write
              function Notes.write
            function Reader.merged
            %1$s%1$sfunction Reader.together
            %1$s%1$sfunction Reader.handedOut chunks=2
            %1$sfunction Reader.handedOut chunks=2
            %1$s""".formatted(TWO);

    /** Who is given the elements of a call that another method is. */
    private static final String LISTENER = """
            {"format": "agent-profiler-rules/1", "rules": [
              {"id": "speak", "name": "speak", "operation": "speak",
               "match": {"class": "com.example.kotlin.Speaker",
                 "method": "speak(java.lang.String,com.example.kotlin.Listener,kotlin.coroutines.Continuation):java.lang.Object"}},
              {"id": "words", "role": "chunk", "operation": "speak", "key": "current", "from": "arg0",
               "chunk": {"type": "text", "chars": "return"},
               "match": {"subtypeOf": "com.example.kotlin.Listener",
                 "method": "onWords(kotlinx.coroutines.flow.Flow,kotlin.coroutines.Continuation):java.lang.Object"}}]}
            """;

    @TempDir
    private Path dir;

    static Stream<Jdk> jdks() {
        return Jdks.tested().stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldTraceEachCollectionWithItsElements(Jdk jdk) throws IOException {
        ProcessResult plain = process(jdk).withoutAgent().run();
        Path rules = Files.writeString(dir.resolve("listener.json"), LISTENER);

        ProcessResult traced = process(jdk)
                .setting("trace", TRACED)
                .setting("rules", rules.toString())
                .recorded()
                .run();

        assertSame(plain, traced);
        Segments segments = traced.segments().assertNothingDropped();
        segments.tree().assertEquals("segments on " + jdk, TREE);
        Recordings.readWithJdk(traced.recording()).assertEquals("recording on " + jdk, TREE);
        assertThat(segments.records("FOOTER"))
                .singleElement()
                .satisfies(footer -> assertThat(footer.get("open").asInt()).isZero());
    }

    @Test
    @Tag("once")
    void shouldNotRecordWhatIsLeftOut() {
        ProcessResult plain = process(Jdks.current()).withoutAgent().run();

        ProcessResult traced = process(Jdks.current())
                .setting("trace", TRACED)
                .setting("sample", "0")
                .run();

        assertSame(plain, traced);
        assertThat(traced.segments().tree().spans()).isEmpty();
    }

    private AgentProcess process(Jdk jdk) {
        return AgentProcess.of("com.example.kotlin.FlowsKt", dir)
                .jdk(jdk)
                .classPath(Artifacts.classPath("kotlin-coroutines"));
    }

    private static void assertSame(ProcessResult plain, ProcessResult traced) {
        assertThat(traced.out()).isEqualTo(plain.out()).contains("done");
        assertThat(traced.errWithoutAgentLines())
                .isEqualTo(List.copyOf(plain.err().lines().toList()));
        assertThat(traced.exitCode()).isZero();
    }
}
