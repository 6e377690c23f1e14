// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows that go through several processes. */
class SharedWorkflowsTest {
    private static final String CALLED = "\"agentprofiler.remote_parent\":true";

    @TempDir
    private Path dir;

    /** Three workflows that each call the other process, and one that does not. */
    private Path caller() {
        TestRun run = run("front", "trip");
        for (int i = 1; i <= 3; i++) {
            run.trace(i)
                    .span(10 * i, 0, 100 * i, 100 * i + 50, "agent", "plan")
                    .span(10 * i + 1, 10 * i, 100 * i + 10, 100 * i + 40, "tool", "ask");
        }
        return run.trace(9)
                .span(90, 0, 900, 950, "agent", "plan")
                .footer()
                .write(dir.resolve("front/segment-000001.jsonl"));
    }

    /** What the other process does in them, by a clock that is behind, and for a caller that nobody knows. */
    private Path called(double behind, String service) {
        TestRun run = run("back", service);
        for (int i = 1; i <= 4; i++) {
            double at = 100 * i - behind;
            run.trace(i == 4 ? 8 : i)
                    .start(100 + i, i == 4 ? 99 : 10 * i + 1, at + 15, "workflow", "serve", CALLED)
                    .start(200 + i, 100 + i, at + 16, "llm", "chat m")
                    .end(200 + i, at + 25, "\"gen_ai.usage.input_tokens\":10,\"gen_ai.usage.output_tokens\":2")
                    .end(100 + i, at + 30);
        }
        return run.footer().write(dir.resolve("back/segment-000001.jsonl"));
    }

    @Test
    void shouldBeOneWorkflowEach() {
        CommandRun report = analyze("report", caller(), called(0, "desk"));

        assertThat(report.out()).contains("5 workflows").contains("in 40").doesNotContain("clock");
    }

    @Test
    void shouldTellWhereTheProcessChanges() {
        String trace = TestRun.traceId(2);

        CommandRun tree = analyze("tree", "--trace", trace, called(0, "desk"), caller());

        assertThat(tree.out())
                .contains("agent plan ")
                .contains("└─ tool ask ")
                .contains("   └─ workflow serve [desk]")
                .contains("      └─ llm chat m ");
    }

    @Test
    void shouldTellProcessesOfOneNameApart() {
        CommandRun tree = analyze("tree", "--trace", TestRun.traceId(2), caller(), called(0, "trip"));

        assertThat(tree.out()).contains("workflow serve [trip (back)]");
    }

    @Test
    void shouldTellHowMuchClocksDiffer() {
        assertThat(analyze("report", caller(), called(1000.5, "desk")).out())
                .contains("desk, called by trip: 3 of 3 calls begin before the span that made them, by up to 995.5 ms")
                .contains("its clock is behind");
        assertThat(analyze("report", caller(), called(-1000.5, "desk")).out())
                .contains("desk, called by trip: 3 of 3 calls end after it, by up to 990.5 ms");
    }

    @Test
    void shouldLeavePartsAloneWhoseOthersAreNotThere() {
        assertThat(analyze("report", called(0, "desk")).out()).contains("4 workflows");
        assertThat(analyze("report", caller()).out()).contains("4 workflows");
    }

    @Test
    void shouldLeavePartsAloneThatAnUnknownCallerCalled() {
        Path other = run("other", "shelf")
                .trace(8)
                .start(301, 98, 500, "workflow", "serve", CALLED)
                .end(301, 510)
                .footer()
                .write(dir.resolve("other/segment-000001.jsonl"));

        assertThat(analyze("report", called(0, "desk"), other).out()).contains("5 workflows");
    }

    @Test
    void shouldJoinPartsOfThreeProcesses() {
        Path third = run("third", "shelf")
                .trace(2)
                .start(302, 202, 220, "workflow", "look up", CALLED)
                .end(302, 222)
                .footer()
                .write(dir.resolve("third/segment-000001.jsonl"));

        assertThat(analyze("report", third, called(0, "desk"), caller()).out()).contains("5 workflows");
    }

    @Test
    void shouldCountACopyOfACalledProcessOnce() {
        CommandRun report = analyze("report", caller(), called(0, "desk"), copy());

        assertThat(report.out()).contains("5 workflows").contains("in 40");
    }

    /** The called process's spans under another run's name. */
    private Path copy() {
        try {
            Path copy = Files.createDirectories(dir.resolve("copy")).resolve("segment-000001.jsonl");
            return Files.writeString(
                    copy, Files.readString(called(0, "desk")).replace("\"run\":\"back\"", "\"run\":\"copy\""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Workflows that go through both processes, more of them than may be held, and one that goes on all the time. */
    @Test
    void shouldKeepOtherWorkflowsWholeWhereMemoryIsShort() throws Exception {
        TestRun front = run("front", "trip").trace(1).start(1, 0, 0, "agent", "long");
        TestRun back = run("back", "desk");
        int count = 2000;
        for (int i = 0; i < count; i++) {
            front.trace(10 + i).span(1000 + i, 0, i, i + 0.5, "tool", "ask");
            back.trace(10 + i)
                    .start(10_000 + i, 1000 + i, i + 0.1, "workflow", "serve", CALLED)
                    .end(10_000 + i, i + 0.2);
        }
        front.trace(1).span(2, 1, count, count + 1, "llm", "chat m").end(1, count + 2);
        List<Trace> traces = read(
                new SpanBudget(1000),
                front.footer().write(dir.resolve("front/segment-000001.jsonl")),
                back.footer().write(dir.resolve("back/segment-000001.jsonl")));

        assertThat(traces).filteredOn(trace -> trace.spans().size() == 2).hasSizeGreaterThan(200);
        assertThat(traces.stream().mapToInt(trace -> trace.spans().size()).sum())
                .isEqualTo(2 * count + 2);
        assertThat(traces)
                .filteredOn(trace -> trace.root().name().equals("long"))
                .singleElement()
                .satisfies(trace -> assertThat(trace.spans()).hasSize(2));
    }

    @Test
    void shouldEndOpenSpansWithTheirOwnRun() throws Exception {
        Path front = run("front", "trip")
                .trace(1)
                .start(1, 0, 0, "agent", "plan")
                .start(2, 1, 10, "tool", "ask")
                .write(dir.resolve("front/segment-000001.jsonl"));
        Path back = run("back", "desk")
                .trace(1)
                .start(3, 2, 20, "workflow", "serve", CALLED)
                .trace(2)
                .span(9, 0, 30, 5000, "agent", "other")
                .write(dir.resolve("back/segment-000001.jsonl"));

        Trace joined = read(new SpanBudget(1000), front, back).stream()
                .filter(trace -> trace.spans().size() == 3)
                .findFirst()
                .orElseThrow();

        assertThat(joined.root().endNanos()).isEqualTo(TestRun.at(10));
        assertThat(joined.spans().get(2).endNanos()).isEqualTo(TestRun.at(5000));
    }

    private static List<Trace> read(SpanBudget budget, Path... inputs) throws Exception {
        List<Trace> traces = Collections.synchronizedList(new ArrayList<>());
        TraceOutput output = new TraceOutput() {
            @Override
            public OutputPart open(int part, String run) {
                return new OutputPart() {
                    @Override
                    public void write(Trace trace) {
                        traces.add(trace);
                    }

                    @Override
                    public void close() {
                        // holds nothing
                    }
                };
            }

            @Override
            public void finish() {
                // holds nothing
            }
        };
        new Pipeline(List.of(), List.of(output), ReadOptions.WITHOUT_CONTENT, TraceFilter.ALL, 1, budget)
                .run(InputFiles.find(List.of(inputs)));
        return traces;
    }

    private static TestRun run(String id, String service) {
        return TestRun.bare()
                .line(TestRun.run(id)
                        .lines()
                        .get(0)
                        .replace("\"service\":\"shop\"", "\"service\":\"" + service + "\""));
    }

    private static CommandRun analyze(Object... arguments) {
        CommandRun run = new CommandRun();
        int code = run.run(arguments);
        assertThat(code).as(run.out() + run.err()).isEqualTo(ExitCode.OK);
        return run;
    }
}
