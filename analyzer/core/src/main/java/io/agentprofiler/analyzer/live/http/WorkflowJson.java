// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.answer.critical.LatencyPart;
import io.agentprofiler.analyzer.answer.report.page.WorkflowRow;
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
                .put("start_epoch_ns", known(row.start()))
                .put("duration_ns", known(row.duration()))
                .put("spans", row.total())
                .put("model_calls", row.modelCalls())
                .put("tool_calls", row.toolCalls())
                .put("errors", known(row.errors()))
                .put("input_tokens", known(row.input()))
                .put("output_tokens", known(row.output()))
                .put("cost_usd", dollars(row.cost()))
                .put("unpriced_calls", row.unpriced());
    }

    /**
     * Returns a workflow with its spans.
     *
     * @param row its row with spans
     */
    static Fields whole(LiveWorkflow workflow, WorkflowRow row) {
        List<Fields> spans = new ArrayList<>();
        row.spans().forEach(span -> spans.add(span(row, span)));
        return head(workflow).put("spans_left_out", row.total() - spans.size()).put("span_list", spans);
    }

    /** Returns a span of a workflow. */
    static Fields span(WorkflowRow row, SpanRow span) {
        Fields fields = new Fields()
                .put("id", TraceId.spanText(span.id()))
                .put(
                        "parent",
                        span.parent() < 0
                                ? null
                                : TraceId.spanText(
                                        row.spans().get(span.parent()).id()))
                .put("kind", SpanKind.values()[span.kind()].word())
                .put("name", span.name())
                .put("label", span.label())
                .put("status", SpanStatus.values()[span.state() & STATUS_BITS].word())
                .put("flags", flags(span))
                .put("start_ns", span.start())
                .put("duration_ns", known(span.duration()))
                .put("self_ns", known(span.self()))
                .put("slack_ns", known(span.slack()))
                .put("critical_path_ns", span.path() == null ? null : pairs(span.path()))
                .put("thread", span.startThread())
                .put("end_thread", span.endThread())
                .put("cost_usd", dollars(span.cost()));
        numbers(fields, "chunks", span.stream(), "count", "first_ns", "last_ns", "max_gap_ns");
        numbers(fields, "usage", span.usage(), "input", "output", "cache_read", "cache_creation", "reasoning");
        numbers(fields, "resources", span.resources(), "cpu_ns", "alloc_bytes");
        numbers(fields, "server_load", span.load(), "running", "waiting");
        if (span.split() != null) {
            Fields split = new Fields();
            for (LatencyPart part : LatencyPart.values()) {
                split.put(part.word(), known(span.split()[part.ordinal()]));
            }
            fields.put("latency_ns", split);
        }
        if (span.error() != null) {
            fields.put("error", new Fields().put("type", span.error()[0]).put("message", span.error()[1]));
        }
        return fields.put("attributes", named(span.facts())).put("content", named(span.texts()));
    }

    private static List<String> flags(SpanRow span) {
        List<String> flags = new ArrayList<>();
        if ((span.state() & SpanRow.WRAPPER) != 0) {
            flags.add("wrapper");
        }
        for (SpanFlag flag : SpanFlag.values()) {
            if ((span.state() >> SpanRow.FLAGS & 1 << flag.ordinal()) != 0) {
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
