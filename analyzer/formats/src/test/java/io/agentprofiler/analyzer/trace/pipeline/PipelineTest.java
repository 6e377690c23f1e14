// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.Report;
import io.agentprofiler.analyzer.answer.report.ReportFile;
import io.agentprofiler.analyzer.answer.report.ReportFiles;
import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.bench.RunGenerator;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {
    /** A full run, which repeats these tests on another JDK, reads more. */
    private static final int EVENTS = Boolean.getBoolean("agentprofiler.test.full") ? 60_000 : 20_000;

    /** Whatever any file of the report needs. */
    private static final List<Analysis<?>> ALL = Stream.concat(
                    Report.analyses(new Spending.SpendingQuestion(PriceList.bundled()), Findings.standard()).stream(),
                    Arrays.stream(ReportFile.values()).flatMap(file -> file.analyses().stream()))
            .<Analysis<?>>map(analysis -> analysis)
            .distinct()
            .toList();

    @TempDir
    private Path directory;

    private static Outcome run(Path input, int threads, List<TraceOutput> outputs) throws Exception {
        return new Pipeline(
                        ALL, outputs, ReadOptions.WITHOUT_CONTENT, TraceFilter.ALL, threads, new SpanBudget(1_000_000))
                .run(InputFiles.find(List.of(input)));
    }

    private static WorkflowStats workflows(Outcome outcome) {
        return outcome.summary().get(Workflows.ANALYSIS).all();
    }

    @Test
    void shouldWriteTheSameBytesWhateverTheNumberOfThreads() throws Exception {
        Path run = directory.resolve("run");
        long events = RunGenerator.generate(run, EVENTS, EVENTS * 15L);
        assertThat(run.toFile().list()).hasSizeGreaterThan(5);

        assertSameBytes(run, events, 1, 4);
    }

    /** Of one file the second thread adds up. */
    @Test
    void shouldWriteTheSameBytesOfOneFileWhateverTheNumberOfThreads() throws Exception {
        Path run = directory.resolve("run");
        long events = RunGenerator.generate(run, EVENTS, Long.MAX_VALUE);
        assertThat(run.toFile().list()).hasSize(1);

        assertSameBytes(run, events, 1, 2);
    }

    @Test
    void shouldFailWithWhatAnAnalysisThrowsOnAnotherThread() throws Exception {
        Path run = directory.resolve("run");
        RunGenerator.generate(run, EVENTS, Long.MAX_VALUE);
        long[] added = new long[1];
        Analysis<Object> broken = Analysis.direct(
                "broken",
                Object::new,
                (into, trace) -> {
                    if (added[0]++ == 100) {
                        throw new IllegalArgumentException("of the hundredth");
                    }
                },
                (into, more) -> {});

        Pipeline pipeline = new Pipeline(
                List.of(broken), List.of(), ReadOptions.WITHOUT_CONTENT, TraceFilter.ALL, 2, new SpanBudget(1_000_000));

        assertThatThrownBy(() -> pipeline.run(InputFiles.find(List.of(run))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("of the hundredth");
    }

    private void assertSameBytes(Path run, long events, int few, int many) throws Exception {
        for (int threads : new int[] {few, many}) {
            try (ReportFiles files = new ReportFiles(
                    directory.resolve("out" + threads),
                    EnumSet.allOf(ReportFile.class),
                    ReportPart.all(),
                    Long.MAX_VALUE,
                    CallLimits.DEFAULT,
                    new Spending.SpendingQuestion(PriceList.bundled()),
                    Findings.standard())) {
                Outcome outcome = run(run, threads, files.outputs());
                files.write(outcome);
                assertThat(outcome.runs()).singleElement().satisfies(facts -> {
                    assertThat(facts.counts().read().all()).isEqualTo(events);
                    assertThat(facts.files().closed()).isTrue();
                    assertThat(facts.lost()).isZero();
                    assertThat(facts.files().missingSegments()).isEmpty();
                });
            }
        }

        String[] written = directory.resolve("out" + few).toFile().list();
        // a file each but for NAT's, which are seven, and plots, whose number depends on the run
        assertThat(written).hasSizeGreaterThanOrEqualTo(ReportFile.values().length + 7);
        assertThat(directory.resolve("out" + many).toFile().list()).containsExactlyInAnyOrder(written);
        for (String file : written) {
            Path one = directory.resolve("out" + few).resolve(file);
            Path other = directory.resolve("out" + many).resolve(file);
            assertThat(Files.mismatch(one, other)).as(file).isEqualTo(-1);
        }
    }

    @Test
    void shouldCountEverySpanOfALongRunOnce() throws Exception {
        Path run = directory.resolve("run");
        RunGenerator.generate(run, EVENTS, EVENTS * 15L);

        Outcome outcome = run(run, 2, List.of());

        long starts = outcome.runs().get(0).counts().read().starts();
        assertThat(workflows(outcome).spans()).isEqualTo(starts);
        for (SpanFlag flag : SpanFlag.values()) {
            assertThat(outcome.summary().get(SpanFlags.ANALYSIS).count(flag)).isZero();
        }
    }

    @Test
    void shouldTellEveryTraceItsRun() throws Exception {
        for (String run : List.of("one", "two")) {
            TestRun.run(run)
                    .trace(1)
                    .start(1, 0, 0, "agent", "within a segment")
                    .end(1, 10)
                    .trace(2)
                    .start(2, 0, 20, "agent", "over segments")
                    .footer()
                    .write(directory.resolve(run + "/segment-000001.jsonl"));
            TestRun.run(run).trace(2).end(2, 30).footer().write(directory.resolve(run + "/segment-000002.jsonl"));
        }
        Analysis<SortedSet<String>> runs = new Analysis<>() {
            @Override
            public SortedSet<String> empty() {
                return new TreeSet<>();
            }

            @Override
            public SortedSet<String> of(Trace trace) {
                return new TreeSet<>(Set.of(trace.run() + ": " + trace.root().name()));
            }

            @Override
            public SortedSet<String> merge(SortedSet<String> into, SortedSet<String> more) {
                into.addAll(more);
                return into;
            }
        };

        Outcome outcome = new Pipeline(List.of(runs), List.of(), ReadOptions.WITHOUT_CONTENT)
                .run(InputFiles.find(List.of(directory)));

        assertThat(outcome.summary().get(runs))
                .containsExactly(
                        "one: over segments", "one: within a segment", "two: over segments", "two: within a segment");
    }

    @Test
    void shouldJoinASpanOverSegments() throws Exception {
        Path run = directory.resolve("shop-42-1");
        TestRun.run("r")
                .start(1, 0, 0, "agent", "root")
                .start(2, 1, 5, "llm", "chat")
                .footer()
                .write(run.resolve("segment-000001.jsonl"));
        TestRun.run("r").chunk(2, 6, 0).footer().write(run.resolve("segment-000002.jsonl"));
        TestRun.run("r").end(2, 20).end(1, 30).write(run.resolve("segment-000003.jsonl.open"));

        Outcome outcome = run(run, 2, List.of());

        assertThat(workflows(outcome).workflows()).isEqualTo(1);
        assertThat(workflows(outcome).durations().max()).isEqualTo(30_000_000);
        assertThat(outcome.runs()).singleElement().satisfies(facts -> {
            assertThat(facts.label()).isEqualTo("shop (pid 42)");
            assertThat(facts.files().count()).isEqualTo(3);
            assertThat(facts.files().closed()).isFalse();
        });
    }

    @Test
    void shouldKeepRunsApart() throws Exception {
        TestRun.run("r1").start(1, 0, 0, "agent", "root").footer().write(directory.resolve("a/segment-000001.jsonl"));
        TestRun.run("r2")
                .start(1, 0, 50, "agent", "root")
                .end(1, 60)
                .footer()
                .write(directory.resolve("b/segment-000001.jsonl"));

        Outcome outcome = run(directory, 2, List.of());

        assertThat(outcome.runs()).extracting(RunFacts::run).containsExactly("r1", "r2");
        assertThat(workflows(outcome).workflows()).isEqualTo(2);
        assertThat(workflows(outcome).ends().unfinished()).isEqualTo(1);
    }

    @Test
    void shouldNoticeMissingSegmentsAndLostEvents() throws Exception {
        Path run = directory.resolve("run");
        TestRun.run("r").span(1, 0, 0, 5, "agent", "root").footer().write(run.resolve("segment-000003.jsonl"));
        TestRun.run("r").span(2, 0, 6, 9, "agent", "root").footer().write(run.resolve("segment-000005.jsonl"));

        assertThat(run(run, 1, List.of()).runs().get(0).files().missingSegments())
                .containsExactly(1, 2, 4);

        Path other = directory.resolve("other");
        TestRun.run("r")
                .span(1, 0, 0, 5, "agent", "root")
                .line("{\"event\":\"FOOTER\",\"written\":{\"SPAN_START\":3,\"SPAN_END\":3}}")
                .write(other.resolve("segment-000001.jsonl"));

        assertThat(run(other, 1, List.of()).runs().get(0).lost()).isEqualTo(4);
    }

    @Test
    void shouldNoticeThatWhatWasStillQueuedIsNotThere() throws Exception {
        String counters =
                "{\"event\":\"FOOTER\",\"written\":{\"SPAN_START\":1,\"SPAN_END\":1},\"queued\":{\"SPAN_START\":%d}}";
        TestRun.run("r")
                .span(1, 0, 0, 5, "agent", "root")
                .line(counters.formatted(3))
                .write(directory.resolve("early/segment-000001.jsonl"));
        TestRun.run("r")
                .span(1, 0, 0, 5, "agent", "root")
                .line(counters.formatted(0))
                .write(directory.resolve("last/segment-000001.jsonl"));

        assertThat(DataSection.notes(run(directory.resolve("early"), 1, List.of())))
                .containsExactly("the last segment given is not the run's last: what was written after it is missing");
        assertThat(DataSection.notes(run(directory.resolve("last"), 1, List.of())))
                .isEmpty();
    }

    @Test
    void shouldKeepTheLossesOfEveryRunInAFile() throws Exception {
        Path file = TestRun.run("r1")
                .span(1, 0, 0, 5, "agent", "root")
                .line("{\"event\":\"FOOTER\",\"written\":{\"SPAN_START\":3,\"SPAN_END\":1},"
                        + "\"dropped\":{\"SPAN_START\":{\"ring_full\":500}},\"abandoned\":2,\"consumer_cpu_ns\":70}")
                .lines(TestRun.run("r2").lines())
                .trace(2)
                .span(2, 0, 6, 9, "agent", "root")
                .line("{\"event\":\"FOOTER\",\"written\":{\"SPAN_START\":1,\"SPAN_END\":1},"
                        + "\"dropped\":{\"SPAN_START\":{\"ring_full\":7}},\"abandoned\":1}")
                .write(directory.resolve("all.jsonl"));

        Outcome outcome = run(file, 1, List.of());

        assertThat(outcome.runs()).hasSize(1);
        assertThat(outcome.runs().get(0).lost()).isEqualTo(2);
        assertThat(DataSection.notes(outcome))
                .containsExactly(
                        "507 events dropped by the agent: SPAN_START (ring_full 507)",
                        "3 spans that can never end (its stream or rule is gone)",
                        "2 events that the agent wrote are not in these files: was a part of them deleted?",
                        file + ": holds several runs, r1 and r2: they are counted as one; split the file to tell"
                                + " them apart");
    }

    @Test
    void shouldNotCallAFileClosedOfWhichAnEarlierRunHasNoEnd() throws Exception {
        Path file = TestRun.run("r1")
                .span(1, 0, 0, 5, "agent", "root")
                .lines(TestRun.run("r2")
                        .trace(2)
                        .span(2, 0, 6, 9, "agent", "root")
                        .footer()
                        .lines())
                .write(directory.resolve("all.jsonl"));

        assertThat(run(file, 1, List.of()).runs())
                .singleElement()
                .satisfies(facts -> assertThat(facts.files().closed()).isFalse());
    }

    @Test
    void shouldMissAHeaderOnlyWhereTheFormatHasOne() throws Exception {
        Path nat = Files.writeString(
                directory.resolve("nat.json"),
                "[{\"function_ancestry\":{\"function_id\":\"f\",\"function_name\":\"agent\"},"
                        + "\"event_type\":\"FUNCTION_START\",\"uuid\":\"f\",\"name\":\"agent\",\"event_timestamp\":1750000000},"
                        + "{\"function_ancestry\":{\"function_id\":\"f\",\"function_name\":\"agent\"},"
                        + "\"event_type\":\"FUNCTION_END\",\"uuid\":\"f\",\"name\":\"agent\",\"event_timestamp\":1750000001}]");
        Path bare = TestRun.bare().span(1, 0, 0, 5, "agent", "root").write(directory.resolve("bare.jsonl"));

        assertThat(DataSection.notes(run(nat, 1, List.of()))).isEmpty();
        assertThat(DataSection.notes(run(bare, 1, List.of())))
                .containsExactly("no header was read: service, process and settings are unknown");
    }

    @Test
    void shouldCountTheCallsOfAWorkflowWhoseStartIsInASegmentThatIsGone() throws Exception {
        TestRun rest = TestRun.run("r");
        for (int call = 2; call <= 51; call++) {
            rest.span(call, 1, 100 * call, 100 * call + 50, "llm", "chat");
        }
        rest.end(1, 9_000).footer().write(directory.resolve("segment-000002.jsonl"));

        Outcome outcome = run(directory, 1, List.of());

        assertThat(workflows(outcome).workflows()).isEqualTo(1);
        assertThat(workflows(outcome).durations().max()).isEqualTo(8_800_000_000L);
        assertThat(DataSection.notes(outcome))
                .contains("segments missing: 1 (removed by retention, or not given)", "1 span without a start");
    }

    @Test
    void shouldKeepWhatOtherFilesHoldWhenOneCannotBeRead() throws Exception {
        Path run = directory.resolve("run");
        TestRun.run("r").span(1, 0, 0, 5, "agent", "root").footer().write(run.resolve("segment-000001.jsonl"));
        TestRun.bare()
                .line("{\"event\":\"HEADER\",\"format\":\"agent-profiler/9\",\"run\":\"r\"}")
                .span(2, 0, 0, 5, "agent", "root")
                .write(run.resolve("segment-000002.jsonl"));

        Outcome outcome = run(run, 2, List.of());

        assertThat(workflows(outcome).workflows()).isEqualTo(1);
        assertThat(outcome.failures())
                .singleElement()
                .asString()
                .contains("segment-000002.jsonl: written in format agent-profiler/9");
    }

    @Test
    void shouldReportAnOutputThatCannotBeWritten() {
        TestRun.run("r").span(1, 0, 0, 5, "agent", "root").write(directory.resolve("segment-000001.jsonl"));
        TraceOutput full = new TraceOutput() {
            @Override
            public OutputPart open(int number, String run) {
                return new OutputPart() {
                    @Override
                    public void write(Trace trace) throws IOException {
                        throw new IOException("disk full");
                    }

                    @Override
                    public void close() {
                        // nothing open
                    }
                };
            }

            @Override
            public void finish() {
                throw new IllegalStateException("not reached");
            }
        };

        assertThatThrownBy(() -> run(directory, 1, List.of(full)))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }
}
