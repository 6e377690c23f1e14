// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.completeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.Coverage;
import io.agentprofiler.analyzer.read.event.PublishedForecasts;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.SpanSample;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.rules.model.LoadedLibrary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DataSectionTest {
    @Test
    void shouldSayThatARecordingOfTheSameProcessCountsTwice() {
        assertThat(DataSection.notes(outcome(
                        run("shop-7-20261121T100000.000Z", "shop-7-20261121T100000.000Z", "shop", 7),
                        run("shop.jfr", "shop-7", "shop", 7))))
                .containsExactly(
                        "shop (pid 7) is counted twice, from its segments and from shop.jfr: leave the recording"
                                + " out, or give it to report with --jfr");
    }

    @Test
    void shouldTakeRunsAndRecordingsOfSeveralProcessesAsTheyAre() {
        assertThat(DataSection.notes(outcome(
                        run("shop-1-20261121T100000.000Z", "shop-1-20261121T100000.000Z", "shop", 1),
                        run("shop-1-20261121T110000.000Z", "shop-1-20261121T110000.000Z", "shop", 1),
                        run("shop.jfr", "shop-8", "shop", 8))))
                .isEmpty();
    }

    @Test
    void shouldSayThatTwoRecordingsHoldTheSameSpans() {
        assertThat(DataSection.notes(outcome(
                        run("one.jfr", "shop-7", "shop", 7),
                        run("other.jfr", "shop-8", "shop", 8),
                        run("again.jfr", "shop-7", "shop", 7))))
                .containsExactly(
                        "one.jfr and again.jfr hold the same spans, which are counted twice: give one of them");
    }

    @Test
    void shouldSayWhatARecordingSaysIsNotInIt() {
        assertThat(DataSection.notes(
                        outcome(recording(Map.of("too_early", 40L, "open", 7L, "committed", 1000L, "started", 1047L)))))
                .containsExactly(
                        "40 spans from before the recording, not included in it",
                        "7 spans still open at the end of the recording, not included in it",
                        "997 spans given to the flight recorder and not in the recording: it began later, or has lost its"
                                + " oldest part");
        assertThat(DataSection.notes(outcome(recording(Map.of("too_early", 0L, "open", 0L, "committed", 3L)))))
                .isEmpty();
        assertThat(DataSection.notes(outcome(recording(Map.of("open", 0L)))))
                .as("an agent that does not say what it gave")
                .isEmpty();
    }

    @Test
    void shouldLeaveOpenSpansOfSegmentsToTheirStarts() {
        assertThat(DataSection.notes(outcome(run("shop-7-1", "shop-7-1", Map.of("open", 7L)))))
                .isEmpty();
    }

    @Test
    void shouldSayWhatARuleOfTheUsersOwnAsksForInVain() {
        Map<String, Object> reads = Map.of(
                "not_read",
                Map.of("arg0.text", "computed"),
                "unresolved",
                new TreeMap<>(
                        Map.of("arg0.nme", 3, "arg0.options leads to a com.acme.Options, which has no value", 1)));
        Map<String, Object> mine = new HashMap<>(reads);
        mine.put("rule", "mine/ask");
        Map<String, Object> bundled = new HashMap<>(reads);
        bundled.put("rule", "langchain4j/chat-model");
        RunEvent.Counters counters = new RunEvent.Counters(
                true, 0, RunEvent.EventTotals.NONE, Map.of(), List.of(mine, bundled), Coverage.NONE);

        assertThat(DataSection.notes(outcome(run("shop-7-1", "shop-7-1", "shop", 7, counters, AssemblyCounts.NONE))))
                .containsExactly(
                        "rule mine/ask does not read arg0.text: computed; name the fields behind it, or write () to have it"
                                + " called, which runs the application's code",
                        "rule mine/ask: a step of arg0.nme is not there, so the value is absent; rules check says which",
                        "rule mine/ask: arg0.options leads to a com.acme.Options, which has no value; name the step that"
                                + " leads to one, or write it as {\"data\": …}");
    }

    @Test
    void shouldNameLibrariesThatAreNotTraced() {
        Outcome outcome = outcome(run(
                new LoadedLibrary("Ollama4j", "1.1.6", List.of(), List.of(), false),
                new LoadedLibrary(
                        "Azure OpenAI SDK", null, List.of("OpenAIClient"), List.of("OpenAIAsyncClient"), false)));

        assertThat(DataSection.notes(outcome))
                .containsExactly(
                        "Ollama4j 1.1.6 was loaded; it is not traced. If the program made calls with it, their time, tokens"
                                + " and cost are not in this report",
                        "Azure OpenAI SDK: OpenAIClient was loaded; only OpenAIAsyncClient is traced. If the program made"
                                + " calls with it, their time, tokens and cost are not in this report");
        assertThat(DataSection.of(outcome).toString())
                .contains("incomplete or unusual")
                .doesNotContain("complete:");
    }

    @Test
    void shouldSayOfALibraryBelowATracedFrameworkWhatIsTrueAndCallTheDataComplete() {
        Outcome outcome = outcome(run(new LoadedLibrary("Anthropic SDK", "2.1", List.of(), List.of(), true)));

        assertThat(DataSection.notes(outcome)).isEmpty();
        assertThat(DataSection.of(outcome).toString())
                .contains(
                        "complete: nothing dropped, nothing missing",
                        "Anthropic SDK 2.1 was loaded below a traced framework; calls made with it directly are not"
                                + " traced");
    }

    @Test
    void shouldSayThatTheAgentHadNotFinishedItsStart() {
        Outcome outcome = outcome(run(new Coverage(List.of(), List.of(), List.of(), false)));

        assertThat(DataSection.notes(outcome))
                .containsExactly(
                        "the program ended before the agent had finished its start: calls made until then may be"
                                + " missing");
    }

    /** A run that goes on has no end, and nothing is wrong with it. */
    @Test
    void shouldNotSayThatARunningProcessWasKilled() {
        Outcome open = outcome(new RunFacts(
                "shop-7-1",
                new RunEvent.Header("shop-7-1", "shop", 7, null, Map.of()),
                null,
                new RunFacts.FilesRead(1, List.of(), true, false),
                AssemblyCounts.NONE,
                0,
                spans("shop-7-1"),
                new RunFacts.ProcessRecords(0, new ProcessLog(), new PublishedForecasts())));

        assertThat(DataSection.notes(open, Set.of("shop-7-1"))).isEmpty();
        assertThat(DataSection.notes(open, Set.of("shop-8-1")))
                .containsExactly("the run has no end: the process was killed or is still running; its last moments may"
                        + " be missing");
    }

    @Test
    void shouldHintAtAnAgentThatIsNotTraced() {
        TestRun pieces = TestRun.bare();
        for (int i = 0; i < 3; i++) {
            pieces.trace(3 * i + 1)
                    .start(10 * i + 1, 0, 100 * i, "llm", "chat")
                    .end(10 * i + 1, 100 * i + 10, "\"gen_ai.response.finish_reasons\":[\"tool_calls\"]")
                    .trace(3 * i + 2)
                    .span(10 * i + 2, 0, 100 * i + 10, 100 * i + 20, "tool", "search")
                    .trace(3 * i + 3)
                    .start(10 * i + 3, 0, 100 * i + 20, "llm", "chat")
                    .end(10 * i + 3, 100 * i + 30, "\"gen_ai.response.finish_reasons\":[\"stop\"]");
        }

        assertThat(DataSection.notes(outcome(pieces)))
                .containsExactly(
                        "3 tool calls and 6 workflows of model calls stand as workflows of their own: the agent"
                                + " around them is not traced; name its method with agentprofiler.trace, for example"
                                + " -Dagentprofiler.trace='com.acme.Agent#run'");
    }

    private static Outcome outcome(TestRun run) {
        RunSummary summary = new RunSummary(List.of(SpanFlags.ANALYSIS));
        run.traces().forEach(summary::add);
        return new Outcome(
                List.of(run("shop-7-1", "shop-7-1", "shop", 7)),
                summary,
                new ModelServers(),
                List.of(),
                List.of(),
                List.of());
    }

    private static RunFacts run(LoadedLibrary... libraries) {
        return run(new Coverage(List.of(), List.of(libraries), List.of(), true));
    }

    private static RunFacts run(Coverage coverage) {
        return run(
                "shop-7-1",
                "shop-7-1",
                "shop",
                7,
                new RunEvent.Counters(true, 0, RunEvent.EventTotals.NONE, Map.of(), List.of(), coverage),
                AssemblyCounts.NONE);
    }

    private static RunFacts recording(Map<String, Long> numbers) {
        return run("shop.jfr", "shop-7", numbers);
    }

    /** Three spans were read. */
    private static RunFacts run(String run, String header, Map<String, Long> numbers) {
        return run(
                run,
                header,
                "shop",
                7,
                new RunEvent.Counters(true, 0, RunEvent.EventTotals.NONE, numbers, List.of(), Coverage.NONE),
                new AssemblyCounts(new AssemblyCounts.EventsRead(3, 0, 3), 0, 0, 0, 0, 0, 0));
    }

    private static RunFacts run(String run, String header, String service, long pid) {
        return run(run, header, service, pid, null, AssemblyCounts.NONE);
    }

    private static RunFacts run(
            String run, String header, String service, long pid, RunEvent.Counters counters, AssemblyCounts counts) {
        return new RunFacts(
                run,
                new RunEvent.Header(header, service, pid, null, Map.of()),
                counters,
                new RunFacts.FilesRead(1, List.of(), true, true),
                counts,
                0,
                spans(header),
                new RunFacts.ProcessRecords(0, new ProcessLog(), new PublishedForecasts()));
    }

    /** Spans of the process whose id the header has. */
    private static SpanSample spans(String header) {
        SpanSample spans = new SpanSample();
        TestRun.bare()
                .trace(header.hashCode())
                .span(1, 0, 0, 1, "llm", "chat")
                .events()
                .forEach(spans::add);
        return spans;
    }

    private static Outcome outcome(RunFacts... runs) {
        return new Outcome(
                List.of(runs),
                new RunSummary(List.of(SpanFlags.ANALYSIS)),
                new ModelServers(),
                List.of(),
                List.of(),
                List.of());
    }
}
