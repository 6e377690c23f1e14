// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.calltree.CallTree;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.OperationStats;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.operation.StreamStats;
import io.agentprofiler.analyzer.trace.metric.operation.TokenUse;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnalysesTest {
    private static final long MILLI = 1_000_000;
    private static final long NO = Unknown.LONG;
    private static final String GPT = "\"gen_ai.request.model\":\"gpt\"";

    private static String usage(int input, int output) {
        return "\"gen_ai.usage.input_tokens\":" + input + ",\"gen_ai.usage.output_tokens\":" + output;
    }

    private static <S> S ask(Analysis<S> analysis, TestRun run) {
        RunSummary summary = new RunSummary(List.of(analysis));
        run.traces().forEach(summary::add);
        return summary.get(analysis);
    }

    /** An agent with two model calls, a tool that calls a model itself, and a failure. */
    private static TestRun agentRun() {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "answer", "\"gen_ai.agent.name\":\"Support\"")
                .start(2, 1, 0, "llm", "chat gpt", GPT)
                .end(
                        2,
                        100,
                        "ok",
                        ",\"chunks\":{\"count\":3,\"first_t\":" + at(40) + ",\"last_t\":" + at(100)
                                + ",\"max_gap_ns\":35000000},\"attributes\":{" + usage(10, 5)
                                + ",\"gen_ai.usage.cache_read.input_tokens\":4}")
                .start(3, 1, 100, "tool", "execute_tool search", "\"gen_ai.tool.name\":\"search\"")
                .start(4, 3, 110, "llm", "chat mini", "\"gen_ai.request.model\":\"mini\"")
                .end(4, 150, usage(100, 50))
                .end(3, 160, "ok", ",\"cpu_ns\":7,\"alloc_bytes\":70")
                .start(5, 1, 160, "llm", "chat gpt", GPT)
                .end(5, 180, "error", ",\"error\":{\"type\":\"E\",\"message\":\"m\"}")
                .start(6, 1, 180, "llm", "chat gpt", GPT)
                .end(6, 220)
                .end(1, 250);
    }

    @Test
    void shouldCountOperationsByKindModelToolAndAgent() {
        Operations operations = ask(Operations.ANALYSIS, agentRun());

        assertThat(operations.by(GroupBy.KIND).keySet()).containsExactly("agent", "llm", "tool");
        assertThat(operations.by(GroupBy.MODEL).keySet()).containsExactly("gpt", "mini");
        assertThat(operations.by(GroupBy.TOOL).keySet()).containsExactly("search");
        assertThat(operations.by(GroupBy.AGENT).keySet()).containsExactly("Support");
        OperationStats gpt = operations.by(GroupBy.MODEL).get("gpt");
        assertThat(gpt.calls()).isEqualTo(3);
        assertThat(gpt.errors()).isEqualTo(1);
        assertThat(gpt.cancelled()).isZero();
        assertThat(gpt.totalNanos()).isEqualTo(160 * MILLI);
        assertThat(gpt.selfNanos()).isEqualTo(160 * MILLI);
        assertThat(gpt.durations().percentile(50)).isEqualTo(40 * MILLI);
        assertThat(gpt.tokens()).isEqualTo(new Tokens(10, 5, 4, NO, NO));
        assertThat(gpt.callsWithUsage()).isEqualTo(1);
        assertThat(gpt.callsWithoutUsage()).isEqualTo(1);
        assertThat(gpt.cpuNanos()).isEqualTo(NO);
        OperationStats tool = operations.by(GroupBy.TOOL).get("search");
        assertThat(tool.selfNanos()).isEqualTo(20 * MILLI);
        assertThat(tool.cpuNanos()).isEqualTo(7);
        assertThat(tool.allocatedBytes()).isEqualTo(70);
        assertThat(tool.tokens()).isEqualTo(new Tokens(100, 50, NO, NO, NO));
        OperationStats agent = operations.by(GroupBy.AGENT).get("Support");
        assertThat(agent.tokens()).isEqualTo(new Tokens(110, 55, 4, NO, NO));
        assertThat(agent.selfNanos()).isEqualTo(30 * MILLI);
        assertThat(operations.by(GroupBy.KIND).get("agent").tokens()).isEqualTo(Tokens.NONE);
    }

    @Test
    void shouldMeasureStreams() {
        StreamStats streams = ask(Operations.ANALYSIS, agentRun())
                .by(GroupBy.MODEL)
                .get("gpt")
                .streams();

        assertThat(streams.calls()).isEqualTo(1);
        assertThat(streams.chunks()).isEqualTo(3);
        assertThat(streams.firstChunk().max()).isEqualTo(40 * MILLI);
        assertThat(streams.perChunk().max()).isEqualTo(30 * MILLI);
        assertThat(streams.longestGapNanos()).isEqualTo(35 * MILLI);
    }

    @Test
    void shouldNotCountAWrapperAsAModelCall() {
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "llm", "outer", GPT)
                .start(2, 1, 10, "llm", "inner", GPT)
                .end(2, 90, usage(10, 5))
                .end(1, 100, "\"agentprofiler.wrapper\":true," + usage(10, 5));

        Operations operations = ask(Operations.ANALYSIS, run);

        assertThat(operations.by(GroupBy.MODEL).get("gpt").calls()).isEqualTo(1);
        assertThat(operations.by(GroupBy.MODEL).get("gpt").tokens().input()).isEqualTo(10);
        assertThat(operations.by(GroupBy.KIND).keySet()).containsExactly("llm", "llm (wrapper)");
        assertThat(operations.by(GroupBy.KIND).get("llm (wrapper)").selfNanos()).isEqualTo(20 * MILLI);
        assertThat(ask(Workflows.ANALYSIS, run).all().modelCalls()).isEqualTo(1);
        assertThat(ask(Workflows.ANALYSIS, run).all().tokens().input()).isEqualTo(10);
    }

    @Test
    void shouldCountUnfinishedCallsButNotTheirLengthsAsMeasured() {
        OperationStats llm = ask(
                        Operations.ANALYSIS,
                        TestRun.bare()
                                .start(1, 0, 0, "agent", "a")
                                .start(2, 1, 10, "llm", "stuck", GPT)
                                .start(3, 1, 20, "llm", "cut", GPT)
                                .end(3, 50, "cancelled", ""))
                .by(GroupBy.KIND)
                .get("llm");

        assertThat(llm.calls()).isEqualTo(2);
        assertThat(llm.unfinished()).isEqualTo(1);
        assertThat(llm.cancelled()).isEqualTo(1);
        assertThat(llm.totalNanos()).isEqualTo(70 * MILLI);
        assertThat(llm.durations().count()).isEqualTo(1);
        assertThat(llm.callsWithoutUsage()).isZero();
    }

    @Test
    void shouldSumUpWorkflows() {
        TestRun run = agentRun()
                .trace(2)
                .start(21, 0, 300, "agent", "answer")
                .end(21, 350, "error", "")
                .trace(3)
                .start(31, 0, 300, "workflow", "ingest")
                .start(32, 31, 310, "embedding", "embed", "\"gen_ai.request.model\":\"e\"")
                .end(32, 320, "\"gen_ai.usage.input_tokens\":7")
                .end(31, 400)
                .trace(4)
                .end(41, 500);

        Workflows workflows = ask(Workflows.ANALYSIS, run);

        assertThat(workflows.byName().keySet()).containsExactly("answer", "ingest");
        WorkflowStats all = workflows.all();
        assertThat(all.workflows()).isEqualTo(3);
        assertThat(all.ends().failed()).isEqualTo(1);
        assertThat(all.spans()).isEqualTo(9);
        assertThat(all.modelCalls()).isEqualTo(4);
        assertThat(all.toolCalls()).isEqualTo(1);
        assertThat(all.callsWithoutUsage()).isEqualTo(1);
        assertThat(all.tokens()).isEqualTo(new Tokens(110, 55, 4, NO, NO));
        assertThat(all.embeddingTokens()).isEqualTo(new Tokens(7, NO, NO, NO, NO));
        assertThat(all.durations().sum()).isEqualTo(400 * MILLI);
        assertThat(all.durations().percentile(50)).isEqualTo(100 * MILLI);
        assertThat(all.inputTokens().count()).isEqualTo(1);
        assertThat(all.firstNanos()).isEqualTo(at(0));
        assertThat(all.lastNanos()).isEqualTo(at(400));
        assertThat(workflows.byName().get("ingest").tokens()).isEqualTo(Tokens.NONE);
    }

    @Test
    void shouldKeepTheSlowestWorkflows() {
        TestRun run = TestRun.bare();
        int[] lengths = {30, 10, 50, 20, 50};
        for (int i = 0; i < lengths.length; i++) {
            run.trace(i + 1).span(i + 1, 0, i, i + lengths[i], "agent", "w" + (i + 1));
        }

        assertThat(ask(new SlowestWorkflows(3), run))
                .extracting(trace -> trace.root().name())
                .containsExactly("w3", "w5", "w1");
        assertThat(ask(new SlowestWorkflows(1), run))
                .extracting(trace -> trace.root().name())
                .containsExactly("w3");
    }

    @Test
    void shouldKeepTheSlowestWorkflowsInWhichSomethingFailed() {
        TestRun run = TestRun.bare();
        run.trace(1).span(1, 0, 0, 90, "agent", "well");
        run.trace(2).start(2, 0, 0, "agent", "failed").end(2, 20, "error", "");
        run.trace(3)
                .start(3, 0, 0, "agent", "with a failed step")
                .start(4, 3, 0, "tool", "t")
                .end(4, 10, "error", "")
                .end(3, 30);

        assertThat(ask(new SlowestWorkflows(5, true), run))
                .extracting(trace -> trace.root().name())
                .containsExactly("with a failed step", "failed");
    }

    @Test
    void shouldFindTracesByTheBeginningOfTheirId() {
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 20; i++) {
            run.trace(i).span(i, 0, i, i + 1, "agent", "w" + i);
        }

        assertThat(ask(new FoundIds(TestRun.traceId(17)), run))
                .extracting(found -> found.trace().root().name())
                .containsExactly("w17");
        assertThat(ask(new FoundIds("0000"), run)).hasSize(20);
        assertThat(ask(new FoundIds("ff"), run)).isEmpty();
        assertThat(ask(new FoundIds("…"), run)).isEmpty();
    }

    @Test
    void shouldFindTracesByTheOpenTelemetryTraceAroundThem() {
        String other = "ab3f1d" + "0".repeat(25) + "7";
        TestRun run = TestRun.bare();
        for (int i = 1; i <= 3; i++) {
            run.trace(i)
                    .start(i, 0, i, "agent", "w" + i, i == 3 ? "" : "\"agentprofiler.otel.trace_id\":\"" + other + "\"")
                    .end(i, i + 1);
        }

        assertThat(ask(new FoundIds("AB3F"), run))
                .extracting(found -> found.trace().root().name())
                .containsExactly("w1", "w2");
        assertThat(ask(new FoundIds(other + "0"), run)).isEmpty();
    }

    @Test
    void shouldTakeAnIdForWhatItMostProbablyIs() {
        TestRun run = TestRun.bare()
                .trace(1)
                .start(1, 0, 0, "agent", "by span", "")
                .end(1, 1)
                .trace(2)
                .start(2, 0, 0, "agent", "by beginning", "\"gen_ai.conversation.id\":\"" + TestRun.spanId(1) + "-b\"")
                .end(2, 1)
                .trace(3)
                .start(3, 0, 0, "agent", "by conversation", "\"gen_ai.conversation.id\":\"" + TestRun.spanId(1) + "\"")
                .end(3, 1);
        List<FoundIds.FoundId> found = ask(new FoundIds(TestRun.spanId(1)), run);

        assertThat(found)
                .extracting(each -> each.trace().root().name())
                .containsExactly("by conversation", "by span", "by beginning");
        assertThat(FoundIds.meant(found)).hasSize(1);
    }

    @Test
    void shouldLayCallTreesOverEachOther() {
        TestRun run = agentRun().trace(2).start(21, 0, 300, "agent", "answer");
        run.start(22, 21, 310, "llm", "chat gpt", GPT).end(22, 330, usage(1, 2)).end(21, 340);

        CallTree top = ask(CallTree.ANALYSIS, run);

        assertThat(top.children()).hasSize(1);
        CallTree root = top.children().iterator().next();
        assertThat(root.name()).isEqualTo("answer");
        assertThat(root.calls()).isEqualTo(2);
        assertThat(root.totalNanos()).isEqualTo(290 * MILLI);
        assertThat(root.selfNanos()).isEqualTo(50 * MILLI);
        assertThat(root.children()).extracting(CallTree::name).containsExactly("chat gpt", "execute_tool search");
        CallTree chat = root.children().iterator().next();
        assertThat(chat.calls()).isEqualTo(4);
        assertThat(chat.errors()).isEqualTo(1);
        assertThat(chat.tokens()).isEqualTo(new Tokens(11, 7, 4, NO, NO));
        assertThat(root.tokens()).isEqualTo(Tokens.NONE);
    }

    @Test
    void shouldEndTheCallTreeAtItsDepth() {
        TestRun run = TestRun.bare();
        int depth = CallTree.MAX_DEPTH + 50;
        for (int i = 1; i <= depth; i++) {
            run.start(i, i - 1, i, "function", "f");
        }
        for (int i = depth; i >= 1; i--) {
            run.end(i, 2 * depth - i + 1);
        }

        CallTree node = ask(CallTree.ANALYSIS, run);
        long self = 0;
        int levels = 0;
        while (!node.children().isEmpty()) {
            node = node.children().iterator().next();
            self += node.selfNanos();
            levels++;
        }

        assertThat(levels).isEqualTo(CallTree.MAX_DEPTH + 1);
        assertThat(self).isEqualTo((2L * depth - 1) * MILLI);
        assertThat(node.calls()).isEqualTo(50);
        assertThat(node.totalNanos()).isEqualTo((2L * 49 + 1) * MILLI);
    }

    @Test
    void shouldCountOddSpans() {
        SpanFlags spanFlags = ask(
                SpanFlags.ANALYSIS,
                TestRun.bare()
                        .span(1, 9, 0, 10, "agent", "no parent")
                        .start(2, 1, 5, "llm", "no end")
                        .start(3, 1, 5, "llm", "back")
                        .end(3, 4)
                        .end(4, 5));

        assertThat(spanFlags.count(SpanFlag.PARENT_MISSING)).isEqualTo(1);
        assertThat(spanFlags.count(SpanFlag.UNFINISHED)).isEqualTo(1);
        assertThat(spanFlags.count(SpanFlag.NEGATIVE_DURATION)).isEqualTo(1);
        assertThat(spanFlags.count(SpanFlag.START_MISSING)).isEqualTo(1);
        assertThat(spanFlags.count(SpanFlag.PARENT_CYCLE)).isZero();
    }

    @Test
    void shouldSumUpTokensPerCall() {
        TokenUse use = ask(TokenUse.ANALYSIS, agentRun());

        assertThat(use.byModel().keySet()).containsExactly("gpt", "mini");
        TokenUse.PerCall gpt = use.byModel().get("gpt");
        assertThat(gpt.calls()).isEqualTo(3);
        assertThat(gpt.callsWithoutUsage()).isEqualTo(1);
        assertThat(gpt.input().count()).isEqualTo(1);
        assertThat(gpt.input().max()).isEqualTo(10);
        assertThat(gpt.sum()).isEqualTo(new Tokens(10, 5, 4, NO, NO));
    }

    @Test
    void shouldNeverTakeMissingUsageForZero() {
        TokenUse use = ask(
                TokenUse.ANALYSIS,
                TestRun.bare().start(1, 0, 0, "llm", "chat", GPT).end(1, 5, "\"gen_ai.usage.output_tokens\":0"));

        TokenUse.PerCall gpt = use.byModel().get("gpt");
        assertThat(gpt.sum()).isEqualTo(new Tokens(NO, 0, NO, NO, NO));
        assertThat(gpt.input().count()).isZero();
        assertThat(gpt.output().count()).isEqualTo(1);
        assertThat(gpt.callsWithoutUsage()).isZero();
    }

    @Test
    void shouldGiveSpansThatOverlapTheirOwnLanes() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "root")
                .start(2, 1, 10, "tool", "a")
                .start(3, 1, 15, "tool", "b")
                .span(4, 3, 16, 18, "http", "in b")
                .end(2, 20)
                .span(5, 1, 20, 25, "tool", "c")
                .end(3, 30)
                .start(6, 1, 40, "memory", "outlives")
                .end(1, 50)
                .end(6, 60)
                .trace();

        assertThat(trace.spans())
                .extracting(span -> span.name() + " " + Lanes.of(trace)[span.index()])
                .containsExactly("root 0", "a 0", "b 1", "in b 1", "c 0", "outlives 1");
    }

    @Test
    void shouldLeaveWhatOnlyFillsAStoreOutOfRunTimes() {
        String segments = "\"agentprofiler.ingest.segments\":12";
        TestRun run = TestRun.bare()
                .start(1, 0, 0, "function", "ingest", "\"agentprofiler.ingest.documents\":2")
                .start(2, 1, 10, "embedding", "embed", "\"gen_ai.request.model\":\"e\"")
                .end(2, 20)
                .end(1, 1000)
                .trace(2)
                .start(21, 0, 1100, "agent", "answer")
                .start(22, 21, 1110, "function", "add", segments)
                .end(22, 1120)
                .end(21, 1150)
                .trace(3)
                .start(31, 0, 1200, "embedding", "embed", "\"gen_ai.request.model\":\"e\"")
                .end(31, 1210);

        Workflows workflows = ask(Workflows.ANALYSIS, run);

        assertThat(workflows.ingestions()).isEqualTo(1);
        assertThat(workflows.all().workflows()).isEqualTo(3);
        assertThat(workflows.served().workflows()).isEqualTo(2);
        assertThat(workflows.served().durations().max()).isEqualTo(50 * MILLI);
        assertThat(workflows.all().durations().max()).isEqualTo(1000 * MILLI);
        assertThat(workflows.served().firstNanos() - workflows.all().firstNanos())
                .isEqualTo(1100 * MILLI);
    }

    @Test
    void shouldTellTheRunTimeOfIngestionsWhereThereIsNothingElse() {
        Workflows workflows = ask(
                Workflows.ANALYSIS,
                TestRun.bare()
                        .start(1, 0, 0, "function", "ingest", "\"agentprofiler.ingest.documents\":2")
                        .end(1, 70));

        assertThat(workflows.ingestions()).isEqualTo(1);
        assertThat(workflows.served().durations().max()).isEqualTo(70 * MILLI);
    }

    @Test
    void shouldRefuseAnswersItWasNotAskedFor() {
        assertThatThrownBy(() -> new RunSummary(List.of()).get(Workflows.ANALYSIS))
                .hasMessage("the summary was made without workflows");
    }
}
