// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd.Ending;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How workflows end, and that all commands tell it by the same figures. */
class WorkflowEndTest {
    private static final String ERROR = ",\"error\":{\"type\":\"com.acme.Refused\"}";

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static TestRun run() {
        return TestRun.run("shop-1");
    }

    private static WorkflowEnd end(TestRun run) {
        return WorkflowEnd.of(run.trace());
    }

    /** An agent that ends well, or not. */
    private static TestRun agent(TestRun run, int trace, String status, String toolStatus) {
        return run.trace(trace)
                .start(1, 0, 100 * trace, "agent", "Support", "\"gen_ai.conversation.id\":\"c1\"")
                .start(2, 1, 100 * trace + 1, "tool", "refund")
                .end(2, 100 * trace + 2, toolStatus, toolStatus.equals("error") ? ERROR : "")
                .span(3, 1, 100 * trace + 3, 100 * trace + 4, "llm", "chat")
                .end(1, 100 * trace + 5, status, status.equals("error") ? ERROR : "");
    }

    @Test
    void shouldEndAsItsFirstSpanDoes() {
        assertThat(end(agent(run(), 1, "ok", "ok"))).isEqualTo(new WorkflowEnd(SpanStatus.OK, 0, 0));
        assertThat(end(agent(run(), 1, "ok", "ok")).ending()).isEqualTo(Ending.OK);
        assertThat(end(agent(run(), 1, "error", "ok")).ending()).isEqualTo(Ending.FAILED);
        assertThat(end(agent(run(), 1, "cancelled", "ok")).ending()).isEqualTo(Ending.CANCELLED);
        assertThat(end(run().start(1, 0, 0, "agent", "Support")).ending()).isEqualTo(Ending.UNFINISHED);
    }

    @Test
    void shouldTellFailuresOfStepsAfterWhichItWentOn() {
        WorkflowEnd end = end(agent(run(), 1, "ok", "error"));

        assertThat(end.ending()).isEqualTo(Ending.OK_WITH_FAILURES);
        assertThat(end.failedSteps()).isEqualTo(1);
        assertThat(end.hasFailures()).isTrue();
        assertThat(end.words()).isEqualTo("ok, with failures: 1 step failed");
        assertThat(end(agent(run(), 1, "cancelled", "error")).words()).isEqualTo("cancelled: 1 step failed");
        assertThat(end(agent(run(), 1, "error", "error")).words()).isEqualTo("failed");
    }

    @Test
    void shouldCountTheInnermostOfFailuresThatArePassedOn() {
        Trace trace = run().start(1, 0, 0, "workflow", "request")
                .start(2, 1, 1, "agent", "Support")
                .start(3, 2, 2, "tool", "refund")
                .end(3, 3, "error", ERROR)
                .end(2, 4, "error", ERROR)
                .end(1, 5, "error", ERROR)
                .trace();

        assertThat(WorkflowEnd.failedSteps(trace)).extracting(Span::name).containsExactly("refund");
        assertThat(WorkflowEnd.of(trace).ending()).isEqualTo(Ending.FAILED);
    }

    @Test
    void shouldCountWhatFailedByItselfAfterAllItCalledEndedWell() {
        Trace trace = run().start(1, 0, 0, "workflow", "request")
                .start(2, 1, 1, "guardrail", "polite")
                .end(2, 2, "error", ERROR)
                .span(3, 1, 3, 4, "llm", "chat")
                .end(1, 5, "error", ERROR)
                .trace();

        assertThat(WorkflowEnd.failedSteps(trace)).extracting(Span::name).containsExactly("request", "polite");
    }

    @Test
    void shouldTakeAttemptsAndWrappersAsPartsOfTheirCall() {
        Trace answered = run().start(1, 0, 0, "llm", "chat")
                .start(2, 1, 1, "http", "POST")
                .end(2, 2, "error", ERROR)
                .span(3, 1, 3, 4, "http", "POST")
                .end(1, 5)
                .trace();
        Trace refused = run().start(1, 0, 0, "agent", "Support")
                .start(2, 1, 1, "llm", "patient", "\"agentprofiler.wrapper\":true")
                .start(3, 2, 2, "llm", "chat")
                .start(4, 3, 3, "http", "POST")
                .end(4, 4, "error", ERROR)
                .end(3, 5, "error", ERROR)
                .end(2, 6, "error", ERROR)
                .end(1, 7, "error", ERROR)
                .trace();
        Trace noPermit = run().start(1, 0, 0, "agent", "Support")
                .start(2, 1, 1, "llm", "patient", "\"agentprofiler.wrapper\":true")
                .span(3, 2, 2, 3, "llm", "chat")
                .end(2, 6, "error", ERROR)
                .end(1, 7, "error", ERROR)
                .trace();

        assertThat(WorkflowEnd.of(answered).ending()).isEqualTo(Ending.OK);
        assertThat(WorkflowEnd.failedSteps(refused)).extracting(Span::name).containsExactly("chat");
        assertThat(WorkflowEnd.failedSteps(noPermit)).extracting(Span::name).containsExactly("Support");
    }

    @Test
    void shouldNotTakeTheUnknownForNone() {
        WorkflowEnd steps = new WorkflowEnd(SpanStatus.OK, 0, 2);
        WorkflowEnd all = new WorkflowEnd(null, 0, 3);
        WorkflowEnds ends = new WorkflowEnds();
        ends.add(steps);

        assertThat(steps.ending()).isEqualTo(Ending.UNKNOWN);
        assertThat(steps.failed()).isFalse();
        assertThat(steps.okWithFailures()).isNull();
        assertThat(steps.failedSteps()).isEqualTo(Unknown.LONG);
        assertThat(all.failed()).isNull();
        assertThat(new WorkflowEnd(null, 2, 1).words()).isEqualTo("outcome not known: 2 steps failed");
        assertThat(ends.failed()).isZero();
        assertThat(ends.okWithFailures()).isEqualTo(Unknown.LONG);
        assertThat(ends.withFailures()).isEqualTo(Unknown.LONG);

        ends.add(new WorkflowEnd(SpanStatus.OK, 1, 0));

        assertThat(ends.okWithFailures()).isEqualTo(1);
        assertThat(ends.withFailures()).isEqualTo(1);
        assertThat(ends.withUntoldSteps()).isEqualTo(1);
        assertThat(ends.failed()).isZero();
    }

    private Json json(Object... command) {
        assertThat(analyzer.run(command)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return Json.of(analyzer.out());
    }

    private static Json first(Json in, String field) {
        return in.get(field).items().get(0);
    }

    /** One fails, three end well although a refund failed, one is cancelled after a failed refund, and fifteen end well. */
    private Path twenty() {
        TestRun run = run();
        for (int i = 1; i <= 20; i++) {
            agent(run, i, i == 1 ? "error" : i == 5 ? "cancelled" : "ok", i > 1 && i <= 5 ? "error" : "ok");
        }
        return run.footer()
                .write(directory.resolve("shop-1/segment-000001.jsonl"))
                .getParent();
    }

    @Test
    void shouldBeToldByTheSameFiguresInEveryCommand() {
        Path run = twenty();

        Json report = json("report", "--format", "json", run).get("workflows");
        assertThat(report.get("errors").count()).isEqualTo(1);
        assertThat(report.get("ok_with_failures").count()).isEqualTo(3);
        assertThat(report.get("with_failed_steps").count()).isEqualTo(5);
        Json listed = first(json("list", "--format", "json", run), "runs");
        assertThat(listed.get("failed").count()).isEqualTo(1);
        assertThat(listed.get("ok_with_failures").count()).isEqualTo(3);
        Json conversation = first(json("show", "--by", "conversation", "--format", "json", run), "conversations");
        assertThat(conversation.get("failed_turns").count()).isEqualTo(1);
        assertThat(conversation.get("turns_ok_with_failures").count()).isEqualTo(3);
        Json compared = json("compare", "--format", "json", run, run)
                .get("alternatives")
                .items()
                .get(0);
        assertThat(compared.get("failed").get("value").amount().doubleValue()).isEqualTo(0.05);
        assertThat(compared.get("ok_with_failures").get("value").amount().doubleValue())
                .isEqualTo(0.15);
        Json all = first(json("diff", "--format", "json", run, run), "rows").get("metrics");
        assertThat(all.get("failed").get("before").amount().doubleValue()).isEqualTo(0.05);
        assertThat(all.get("errors").get("before").amount().doubleValue()).isEqualTo(0.25);
        assertThat(analyzer.run("gate", "--no-failures", "--format", "json", run))
                .isEqualTo(ExitCode.GATE_FAILED);
        assertThat(Json.of(analyzer.out()).get("gates").items())
                .anySatisfy(check -> assertThat(check.get("over").count()).isEqualTo(5));
        Json trees = json("tree", "--failed", "-n", "20", "--format", "json", run);
        assertThat(trees.get("workflows").items())
                .extracting(workflow -> workflow.get("outcome").text() + " "
                        + workflow.get("failed_steps").count())
                .containsExactlyInAnyOrder(
                        "failed 1", "ok_with_failures 1", "ok_with_failures 1", "ok_with_failures 1", "cancelled 1");
        Json shown = json("show", TestRun.traceId(2), "--format", "json", run)
                .get("workflows")
                .items()
                .get(0);
        assertThat(shown.get("outcome").text()).isEqualTo("ok_with_failures");
        assertThat(shown.get("failed_steps").count()).isEqualTo(1);
    }

    @Test
    void shouldBeToldByTheSameWords() {
        Path run = twenty();

        assertThat(analyzer.run("report", run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("Verdict    1 of 20 workflows failed · 3 ok, with failures · ");
        assertThat(analyzer.run("report", "--all", run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .contains("Workflows  20 · 1 failed · 3 ok, with failures · 1 cancelled")
                .containsPattern("workflow +runs +failed +ok, with failures");
        assertThat(analyzer.run("list", run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).containsPattern("workflows +failed +ok, with failures +");
        assertThat(analyzer.run("show", "--by", "conversation", run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).containsPattern("failed +ok, with failures").containsPattern("20 +20 +20 +1 +3");
        assertThat(analyzer.run("compare", "--width", "300", run, run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("ok, with failures").contains("15.0 %");
        assertThat(analyzer.run("diff", "--width", "200", run, run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out())
                .containsPattern("workflows failed, or ok with failures +25.0 % +25.0 %")
                .containsPattern("workflows failed +5.0 % +5.0 %");
        assertThat(analyzer.run("show", TestRun.traceId(2), run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("ok, with failures: 1 step failed");
        assertThat(analyzer.run("tree", "--trace", TestRun.traceId(3), run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains(" · ok, with failures: 1 step failed · ");
    }

    @Test
    void shouldSayThatNoneFailedWhereOnlyStepsDid() {
        Path run = agent(agent(run(), 1, "ok", "error"), 2, "ok", "ok")
                .footer()
                .write(directory.resolve("shop-1/segment-000001.jsonl"));

        assertThat(analyzer.run("report", run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("Verdict    none of 2 workflows failed · 1 ok, with failures · ");
        // all failures are of workflows that went on: one row is enough only where both are the same
        assertThat(analyzer.run("diff", "--width", "200", run, run)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).containsPattern("workflows failed +0.0 %");
    }
}
