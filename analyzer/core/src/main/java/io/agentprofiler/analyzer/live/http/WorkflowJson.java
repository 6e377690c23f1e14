// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanIdentity;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow.SpanRow;
import io.agentprofiler.analyzer.live.state.LiveWorkflow;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Workflows and spans for programs: the figures of the page, each under its name. What is not known has no field. */
final class WorkflowJson {
    private static final int PICO_DIGITS = 12;
    private static final int STATUS_BITS = 3;

    private WorkflowJson() {}

    /** Returns what lists show of a workflow. */
    static Fields head(LiveWorkflow workflow) {
        WorkflowRow row = workflow.head();
        return new Fields()
                .put("number", workflow.number())
                .put("id", row.trace())
                .put("run", row.run())
                .put("name", workflow.trace().root().name())
                .put("state", workflow.isRunning() ? "running" : "over")
                .put(
                        "status",
                        workflow.isRunning()
                                ? null
                                : workflow.trace().root().status().word())
                .put("start_epoch_ns", known(row.times().start()))
                .put("duration_ns", known(row.times().duration()))
                .put("spans", row.counts().total())
                .put("model_calls", row.counts().modelCalls())
                .put("tool_calls", row.counts().toolCalls())
                .put("errors", known(row.counts().errors()))
                .put("input_tokens", known(row.usage().input()))
                .put("output_tokens", known(row.usage().output()))
                .put("cost_usd", dollars(row.usage().cost()))
                .put("unpriced_calls", row.usage().unpriced());
    }

    /**
     * Returns a workflow with its spans.
     *
     * @param row its row with spans
     */
    static Fields whole(LiveWorkflow workflow, WorkflowRow row) {
        List<Fields> spans = new ArrayList<>();
        row.spans().forEach(span -> spans.add(span(row, span)));
        return head(workflow)
                .put("spans_left_out", row.counts().total() - spans.size())
                .put("span_list", spans);
    }

    /** Returns a span of a workflow. */
    static Fields span(WorkflowRow row, SpanRow span) {
        Fields fields = new Fields()
                .put("id", TraceId.spanText(span.identity().id()))
                .put(
                        "parent",
                        span.identity().parent() < 0
                                ? null
                                : TraceId.spanText(row.spans()
                                        .get(span.identity().parent())
                                        .identity()
                                        .id()))
                .put("kind", SpanKind.values()[span.identity().kind()].word())
                .put("name", span.identity().name())
                .put("label", span.identity().label())
                .put("status", SpanStatus.values()[span.identity().state() & STATUS_BITS].word())
                .put("flags", flags(span))
                .put("start_ns", span.times().start())
                .put("duration_ns", known(span.times().duration()))
                .put("self_ns", known(span.times().self()))
                .put("slack_ns", known(span.times().slack()))
                .put(
                        "critical_path_ns",
                        span.times().path() == null ? null : pairs(span.times().path()))
                .put("thread", span.times().startThread())
                .put("end_thread", span.times().endThread())
                .put("cost_usd", dollars(span.figures().cost()));
        numbers(fields, "chunks", span.figures().stream(), "count", "first_ns", "last_ns", "max_gap_ns");
        numbers(
                fields,
                "usage",
                span.figures().usage(),
                "input",
                "output",
                "cache_read",
                "cache_creation",
                "reasoning");
        numbers(fields, "resources", span.figures().resources(), "cpu_ns", "alloc_bytes");
        numbers(fields, "server_load", span.figures().load(), "running", "waiting");
        if (span.figures().split() != null) {
            Fields split = new Fields();
            for (LatencyPart part : LatencyPart.values()) {
                split.put(part.word(), known(span.figures().split()[part.ordinal()]));
            }
            fields.put("latency_ns", split);
        }
        if (span.texts().error() != null) {
            fields.put(
                    "error",
                    new Fields()
                            .put("type", span.texts().error()[0])
                            .put("message", span.texts().error()[1]));
        }
        return fields.put("attributes", named(span.texts().facts()))
                .put("content", named(span.texts().content()));
    }

    private static List<String> flags(SpanRow span) {
        List<String> flags = new ArrayList<>();
        if ((span.identity().state() & SpanIdentity.WRAPPER) != 0) {
            flags.add("wrapper");
        }
        for (SpanFlag flag : SpanFlag.values()) {
            if ((span.identity().state() >> SpanIdentity.FLAGS & 1 << flag.ordinal()) != 0) {
                flags.add(flag.word());
            }
        }
        return flags.isEmpty() ? null : flags;
    }

    private static void numbers(Fields into, String name, long[] numbers, String... names) {
        if (numbers != null) {
            Fields fields = new Fields();
            for (int i = 0; i < names.length; i++) {
                fields.put(names[i], known(numbers[i]));
            }
            into.put(name, fields);
        }
    }

    private static List<List<Long>> pairs(long[] path) {
        List<List<Long>> pairs = new ArrayList<>();
        for (int i = 0; i < path.length; i += 2) {
            pairs.add(List.of(path[i], path[i + 1]));
        }
        return pairs;
    }

    private static Fields named(List<String> turns) {
        if (turns.isEmpty()) {
            return null;
        }
        Fields fields = new Fields();
        for (int i = 0; i < turns.size(); i += 2) {
            fields.put(turns.get(i), turns.get(i + 1));
        }
        return fields;
    }

    private static Long known(long number) {
        return number < 0 ? null : number;
    }

    private static BigDecimal dollars(long picos) {
        return picos < 0 ? null : BigDecimal.valueOf(picos, PICO_DIGITS);
    }
}
