// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.agentprofiler.analyzer.answer.whatif.GroupTime;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals.Variant;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow.FirstChunk;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.testing.RandomTraces;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Suppositions about named calls in workflows whose answers are worked out by hand. */
class SupposeTest {
    private static final long MILLI = 1_000_000;

    private static NamedSpans names(String names) {
        try {
            return NamedSpans.of(names);
        } catch (CommandException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static SimulatedWorkflow parallel(String names, Trace trace) {
        return new ParallelCalls(names(names), List.of()).of(trace);
    }

    private static SimulatedWorkflow async(String names, Trace trace) {
        return new BackgroundCalls(names(names), List.of()).of(trace);
    }

    private static SimulatedWorkflow batch(String name, int size, double share, Trace trace) {
        return new BatchedCalls(names(name), size, share, List.of()).of(trace);
    }

    private static GroupTime groups(long count, long millis, long simulatedMillis) {
        return new GroupTime(count, millis * MILLI, simulatedMillis * MILLI);
    }

    /** A model call of 100, a search of 60, a lookup of 40, 5 of the agent's own between each, and a model call of 100. */
    private static TestRun steps() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 100, "llm", "classify")
                .start(3, 1, 105, "tool", "execute_tool search", "\"gen_ai.tool.name\":\"search\"")
                .end(3, 165)
                .span(4, 1, 170, 210, "tool", "lookup")
                .span(5, 1, 215, 315, "llm", "answer")
                .end(1, 320);
    }

    @Test
    void shouldRunNamedCallsAtOnce() {
        SimulatedWorkflow two = parallel("classify,search", steps().trace());

        // the search begins 5 after the model call did
        assertThat(two.nanos()).isEqualTo((320 - 65 + 5 - 5) * MILLI);
        assertThat(two.groups()).isEqualTo(groups(1, 165, 100));
        assertThat(two.counts()).containsOnlyKeys("calls that ran one after another");
        assertThat(two.counts()).containsEntry("calls that ran one after another", 2L);

        SimulatedWorkflow three = parallel("lookup,search,classify", steps().trace());
        assertThat(three.nanos()).isEqualTo((320 - 110) * MILLI);
        assertThat(three.groups()).isEqualTo(groups(1, 210, 100));
    }

    @Test
    void shouldKnowCallsBySpanToolLabelAndPattern() {
        for (String search : List.of("search", "execute_tool search", "tool search", "exec*", "SEARCH?no,sea*")) {
            String names = search.contains(",") ? search.substring(search.indexOf(',') + 1) : search;
            assertThat(parallel(names + ",lookup", steps().trace()).groups())
                    .as(search)
                    .isEqualTo(groups(1, 105, 60));
        }
    }

    @Test
    void shouldLeaveCallsWithAnotherBetweenThem() {
        SimulatedWorkflow apart = parallel("classify,lookup", steps().trace());

        assertThat(apart.nanos()).isEqualTo(320 * MILLI);
        assertThat(apart.groups()).isEqualTo(GroupTime.NONE);
        assertThat(apart.counts())
                .containsEntry("calls that ran one after another", 0L)
                .containsEntry("calls with another call between them, left as recorded: name that one, too", 2L);
    }

    @Test
    void shouldLeaveWhatOverlapsAlready() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 100, "tool", "a")
                .span(3, 1, 20, 80, "tool", "b")
                .end(1, 100)
                .trace();

        assertThat(parallel("a,b", trace).nanos()).isEqualTo(100 * MILLI);
        assertThat(parallel("a,b", trace).counts())
                .containsEntry("calls that overlap already, left as recorded", 1L)
                .doesNotContainKey("calls with another call between them, left as recorded: name that one, too");
    }

    /** With two names each is once in a group; with one, all in a row are a group. */
    @Test
    void shouldGroupByNames() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "agent")
                .span(2, 1, 0, 10, "tool", "a")
                .span(3, 1, 10, 30, "tool", "b")
                .span(4, 1, 30, 40, "tool", "a")
                .span(5, 1, 40, 60, "tool", "b")
                .end(1, 60)
                .trace();

        assertThat(parallel("a,b", trace).groups()).isEqualTo(groups(2, 60, 40));
        assertThat(parallel("?", trace).groups()).isEqualTo(groups(1, 60, 20));
        assertThat(parallel("a", trace).groups()).isEqualTo(GroupTime.NONE);
    }

    /** What is written to memory after a call follows that call. */
    @Test
    void shouldKeepMemoryBehindItsCall() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 100, "tool", "a")
                .span(3, 1, 100, 110, "memory", "add")
                .span(4, 1, 110, 160, "tool", "b")
                .span(5, 1, 160, 170, "memory", "add")
                .end(1, 170)
                .trace();

        assertThat(parallel("a,b", trace).nanos()).isEqualTo(120 * MILLI);
    }

    @Test
    void shouldNotWaitForWhatRunsInTheBackground() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 0, "function", "prepare")
                .span(3, 2, 0, 120, "memory", "memory save")
                .span(4, 2, 120, 150, "function", "render")
                .end(2, 150)
                .span(5, 1, 150, 250, "llm", "answer")
                .end(1, 250)
                .trace();
        SimulatedWorkflow saved = async("memory *", trace);

        assertThat(saved.nanos()).isEqualTo(130 * MILLI);
        assertThat(saved.groups()).isEqualTo(groups(1, 150, 30));
        assertThat(saved.counts()).containsEntry("calls that nothing waits for", 1L);
        // the last call takes nothing from its agent but its own end
        assertThat(async("answer", trace).nanos()).isEqualTo(150 * MILLI);
    }

    @Test
    void shouldMakeOneCallOfARow() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .span(2, 1, 0, 30, "embedding", "embed")
                .span(3, 1, 30, 70, "embedding", "embed")
                .span(4, 1, 70, 90, "embedding", "embed")
                .span(5, 1, 90, 120, "llm", "answer")
                .end(1, 120)
                .trace();
        SimulatedWorkflow one = batch("embed", Integer.MAX_VALUE, 0, trace);

        assertThat(one.nanos()).isEqualTo(70 * MILLI);
        assertThat(one.groups()).isEqualTo(groups(1, 90, 40));
        assertThat(one.counts())
                .containsEntry("calls that ran one after another", 3L)
                .containsEntry("batches in place of them", 1L);
        // 40 and a tenth, a quarter, a half of the 50 of the others
        assertThat(one.variants()).extracting(Variant::nanos).containsExactly(75 * MILLI, 82_500_000L, 95 * MILLI);

        assertThat(batch("embed", 2, 0, trace).groups()).isEqualTo(groups(1, 90, 60));
        assertThat(batch("embed", 1, 0, trace).nanos()).isEqualTo(120 * MILLI);
        assertThat(batch("embed", Integer.MAX_VALUE, 1, trace).nanos()).isEqualTo(120 * MILLI);
    }

    @Test
    void shouldTellWhenAStreamedAnswerBegins() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "function", "workflow")
                .start(2, 1, 10, "agent", "A")
                .start(3, 2, 20, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(3, 120)
                .start(4, 2, 120, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(4, 420)
                .end(2, 430)
                .end(1, 430)
                .trace();
        Scenario streamed = new StreamedAnswers(names("A"), model -> OptionalLong.of(50 * MILLI), List.of());
        SimulatedWorkflow answer = streamed.of(trace);

        assertThat(answer.nanos()).isEqualTo(430 * MILLI);
        assertThat(answer.firstChunk()).isEqualTo(new FirstChunk(420 * MILLI, 170 * MILLI));
        assertThat(answer.groups()).isEqualTo(groups(1, 410, 160));
        assertThat(answer.counts()).containsOnlyKeys("answers that would be streamed");

        SimulatedWorkflow unknown = new StreamedAnswers(names("A"), model -> OptionalLong.empty(), List.of()).of(trace);
        assertThat(unknown.firstChunk()).isNull();
        assertThat(unknown.counts())
                .containsEntry("answers that would be streamed", 0L)
                .containsEntry("answers of models without five streamed ones, left as recorded: --first-chunk", 1L);
    }

    @Test
    void shouldRefuseNamesThatAreNone() {
        for (String names : List.of("", "a,", ",a", "a,,b", "a,a")) {
            assertThatExceptionOfType(CommandException.class).isThrownBy(() -> NamedSpans.of(names));
        }
        assertThat(names("a, b,c").words()).isEqualTo("a, b and c");
    }

    /** A call does not begin before the one that it follows, whose end was recorded a little after what it set off. */
    @Test
    void shouldNotBeginACallBeforeTheOneThatItFollows() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 10, "tool", "t")
                .span(3, 1, 20, 22, "llm", "m")
                .end(2, 21)
                .end(1, 30)
                .trace();
        SimulatedWorkflow simulated = new ParallelCalls(names("t,m"), List.of()).of(trace);

        assertThat(simulated.groups()).isEqualTo(groups(1, 12, 11));
        assertThat(simulated.nanos()).isEqualTo(29 * MILLI);
    }

    /** Calls that wait for less never make a workflow longer. */
    @Property(tries = 200)
    void shouldNeverTakeLonger(@ForAll long seed) {
        Trace trace = RandomTraces.one(new Random(seed));
        for (Scenario scenario : List.of(
                new ParallelCalls(names("tool *,llm *"), List.of()), new BackgroundCalls(names("tool *"), List.of()))) {
            SimulatedWorkflow simulated = scenario.of(trace);
            assertThat(simulated.nanos()).isBetween(0L, trace.durationNanos());
            assertThat(simulated.groups().simulatedNanos())
                    .isBetween(0L, simulated.groups().nanos());
        }
    }
}
