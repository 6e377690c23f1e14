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
import io.agentprofiler.it.harness.trace.SpanNode;
import io.agentprofiler.it.harness.trace.SpanTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A Kotlin program without an AI framework whose functions are suspended, and go on where there is a thread. */
class CoroutineScenarioIT {
    private static final String TRACED = "com.example.kotlin.Errands#*;com.example.kotlin.Notes#*;"
            + "com.example.kotlin.Greeter#greet;com.example.kotlin.Porter#carry;com.example.kotlin.Office#*;"
            + "com.example.kotlin.ErrandsKt#topLevel";

    private static final String TREE = """
            function Errands.inTurn
              function Notes.write
              function Notes.write
            function Errands.tail
              function Errands.leaf
                function Notes.write
            function Errands.tailOfTail
              function Errands.tail
                function Errands.leaf
                  function Notes.write
            function Errands.nested
              function Errands.leaf
                function Notes.write
              function Notes.write
              function Errands.tail
                function Errands.leaf
                  function Notes.write
            function Errands.tailOfHelper
              function Notes.write
            function Errands.together
              function Errands.leaf
                function Notes.write
              function Errands.leaf
                function Notes.write
            function Errands.elsewhere
              function Notes.write
              function Notes.write
            function Errands.refuse !error java.lang.IllegalStateException
            function Errands.refuseAtOnce !error java.lang.IllegalArgumentException
            function Errands.refuseInTail !error java.lang.IllegalStateException
              function Errands.refuse !error java.lang.IllegalStateException
            function Errands.recover
              function Errands.refuse !error java.lang.IllegalStateException
              function Notes.write
            function Errands.endless !cancelled
              function Notes.write
            function Errands.atMost
              function Errands.endlessInTail !cancelled
            function Errands.tooLate !cancelled
            function Errands.atOnce
              function Notes.write
            function Errands.nothing
            function Errands.withDefault
            function Errands.factorial
              function Errands.factorial
                function Errands.factorial
            %sfunction Errands.many
            function Errands.gather
              function Notes.write
              function Notes.write
              function Notes.write
            function Errands.listen
              function Errands.words chunks=2
                function Notes.write
                function Notes.write
              function Errands.words chunks=2
                function Notes.write
                function Notes.write
              function Errands.words chunks=1 !cancelled
                function Notes.write
            function Errands.inBackground
              function Notes.write
              function Notes.write
              function Notes.write
            function StrongPorter.carry
              function Porter.carry
                function Notes.write
              function Porter.carry
                function Notes.write
            function Greeter.greet
            function Office.stamp
            function ErrandsKt.topLevel
            function Notes.write
            function Errands.blocking
              function Errands.leaf
                function Notes.write
              function Errands.leaf
                function Notes.write
            function Errands.tail
              function Errands.leaf
                function Notes.write
            function Notes.write
            """.formatted(downwards(40));

    /** The minimum duration of a span, in pauses of the program. */
    private static final Map<String, Integer> PAUSES = Map.of(
            "Errands.inTurn", 2,
            "Errands.leaf", 1,
            "Errands.tail", 1,
            "Errands.tailOfTail", 1,
            "Errands.nested", 3,
            "Errands.gather", 4,
            "Errands.down", 1,
            "Errands.refuseInTail", 1,
            "Greeter.greet", 1,
            "StrongPorter.carry", 2);

    /** A millisecond less than a pause: clocks are read at different moments. */
    private static final long PAUSE_NANOS = 29_000_000;

    @TempDir
    private Path dir;

    static Stream<Jdk> jdks() {
        return Jdks.tested().stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldTraceACallOnceHoweverOftenItIsSuspended(Jdk jdk) {
        ProcessResult plain = process(jdk).withoutAgent().run();

        ProcessResult traced = process(jdk)
                .setting("trace", TRACED)
                .setting("content", "full")
                .recorded()
                .run();

        assertSame(plain, traced);
        Segments segments = traced.segments().assertNothingDropped();
        SpanTree tree = segments.tree().assertEquals("segments on " + jdk, TREE);
        Recordings.readWithJdk(traced.recording()).assertEquals("recording on " + jdk, TREE);
        for (SpanNode span : tree.spans()) {
            assertThat(span.end() - span.start())
                    .as(span.name())
                    .isGreaterThanOrEqualTo(PAUSE_NANOS * PAUSES.getOrDefault(span.name(), 0));
        }
        assertThat(segments.records("FOOTER"))
                .singleElement()
                .satisfies(footer -> assertThat(footer.get("open").asInt())
                        .as("spans of flows that nobody collects, or not to their end")
                        .isZero());
        assertThat(outputs(segments, "Errands.tailOfTail")).containsExactly("C");
        assertThat(outputs(segments, "Errands.nested")).containsExactly("DHELPED DD");
        assertThat(outputs(segments, "Errands.factorial")).containsExactlyInAnyOrder("6", "2", "1");
        assertThat(outputs(segments, "Errands.many")).containsExactly("55.0");
        assertThat(outputs(segments, "Errands.nothing")).containsExactly("");
    }

    @Test
    @Tag("once")
    void shouldChangeNothingWhereTheLibraryItselfIsTraced() {
        ProcessResult plain = process(Jdks.newest()).withoutAgent().run();

        ProcessResult traced = process(Jdks.newest())
                .setting("trace", "kotlinx.coroutines.*#*;com.example.kotlin.*#*")
                .run();

        assertSame(plain, traced);
    }

    /** Compiler-generated methods are not traced: neither continuations nor suspend lambdas. */
    @Test
    @Tag("once")
    void shouldMakeNoSpansOfWhatTheCompilerMade() {
        ProcessResult traced = process(Jdks.current())
                .setting("trace", "com.example.kotlin.*#*")
                .run();

        SpanTree tree = traced.segments().assertNothingDropped().tree();
        assertThat(tree.spans())
                .extracting(SpanNode::name)
                .noneMatch(name -> name.endsWith(".invokeSuspend") || name.endsWith(".create"))
                .contains("ErrandsKt.main", "Errands.blocking");
        assertThat(tree.spans())
                .filteredOn(span -> Set.of("Errands.inTurn", "Errands.gather").contains(span.name()))
                .hasSize(2);
    }

    @Test
    @Tag("once")
    void shouldNotRecordWhatIsLeftOutWhenItGoesOn() {
        ProcessResult plain = process(Jdks.current()).withoutAgent().run();

        ProcessResult traced = process(Jdks.current())
                .setting("trace", TRACED)
                .setting("sample", "0")
                .run();

        assertSame(plain, traced);
        assertThat(traced.segments().tree().spans()).isEmpty();
    }

    private AgentProcess process(Jdk jdk) {
        return AgentProcess.of("com.example.kotlin.ErrandsKt", dir)
                .jdk(jdk)
                .classPath(Artifacts.classPath("kotlin-coroutines"));
    }

    private static void assertSame(ProcessResult plain, ProcessResult traced) {
        assertThat(traced.out()).isEqualTo(plain.out()).contains("done");
        assertThat(traced.errWithoutAgentLines())
                .isEqualTo(List.copyOf(plain.err().lines().toList()));
        assertThat(traced.exitCode()).isZero();
    }

    private static List<String> outputs(Segments segments, String name) {
        List<String> spans = segments.records("SPAN_START").stream()
                .filter(start -> start.get("name").stringValue().equals(name))
                .map(start -> start.get("span").stringValue())
                .toList();
        return segments.records("SPAN_END").stream()
                .filter(end -> spans.contains(end.get("span").stringValue()))
                .map(end -> output(end.get("attributes")))
                .toList();
    }

    private static String output(JsonNode attributes) {
        JsonNode output = attributes == null ? null : attributes.get("agentprofiler.output");
        return output == null ? "" : output.asString();
    }

    /** Returns the tree of a function that calls itself this often in its last act. */
    private static String downwards(int times) {
        StringBuilder tree = new StringBuilder();
        for (int i = 0; i <= times; i++) {
            tree.append("  ".repeat(i)).append("function Errands.down\n");
        }
        return tree.toString();
    }
}
