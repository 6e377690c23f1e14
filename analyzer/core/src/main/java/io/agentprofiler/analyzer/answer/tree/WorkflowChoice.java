// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.critical.CriticalPath;
import io.agentprofiler.analyzer.answer.id.FindingEvidence;
import io.agentprofiler.analyzer.answer.id.WorkflowId;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.ListOptions;
import io.agentprofiler.analyzer.command.input.ListOrder;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.FailureMessage;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that show single workflows: which ones, and how much of them. */
final class WorkflowChoice {
    @ArgGroup
    private Which which = new Which();

    @Mixin
    private ListOptions list;

    @Mixin
    private PriceOptions prices;

    @Option(
            names = "--max-rows",
            paramLabel = "ROWS",
            defaultValue = "1000",
            description = "Spans shown per workflow, the longest ones. Default: ${DEFAULT-VALUE}.")
    private int maxRows;

    /** Which workflows to show. */
    private static final class Which {
        @Option(names = "--slowest", description = "The slowest workflow (the default), or the first by --sort.")
        private boolean slowest;

        @Option(
                names = "-n",
                paramLabel = "COUNT",
                description = "The COUNT slowest workflows, or the first by --sort.")
        private int count = 1;

        @Option(
                names = "--trace",
                paramLabel = "ID",
                description =
                        "The workflow with this trace id, or the one around this span, or one that shows this finding; or those of"
                                + " this conversation."
                                + " The beginning of an id is enough. Also the id of the OpenTelemetry trace around it.")
        private String trace;
    }

    /**
     * Reads the input for the workflows and prints them.
     *
     * @param title what the document is about
     * @param drawing makes the section of a workflow, with at most so many spans
     * @throws CommandException when there is none, or an option is wrong
     */
    void print(
            String title,
            BiFunction<Trace, Integer, Section> drawing,
            InputOptions input,
            FormatOptions format,
            Terminal terminal)
            throws CommandException {
        if (which.count < 1 || maxRows < 1) {
            throw new CommandException("-n and --max-rows take a number of 1 or more");
        }
        if (which.trace != null && (list.isFailed() || list.isOrdered())) {
            throw new CommandException("--trace names what to show: leave out --failed and --sort");
        }
        List<Analysis<?>> analyses = new ArrayList<>(List.of(SpanFlags.ANALYSIS, Workflows.ANALYSIS));
        String id = which.trace == null ? null : WorkflowChoice.id(which.trace, input, terminal);
        FoundIds named = id == null ? null : new FoundIds(id);
        SlowestWorkflows slowest = new SlowestWorkflows(
                which.count, list.isFailed(), WorkflowOrder.of(list.order(ListOrder.DURATION), prices.list()));
        analyses.add(named == null ? slowest : named);
        Outcome outcome = input.read(terminal, analyses, List.of());
        List<Trace> traces = named == null
                ? outcome.summary().get(slowest)
                : WorkflowId.meant("--trace ", id, named, outcome).stream()
                        .map(FoundIds.FoundId::trace)
                        .toList();
        if (traces.isEmpty()) {
            throw new CommandException(
                    list.isFailed() ? "no workflow failed, or ended ok with failures" : "the input holds no workflow");
        }
        Document document = Document.of("agent-profiler-workflows/1", title)
                .add(WorkflowFields.of(traces))
                .addAll(traces.stream()
                        .map(trace -> drawing.apply(trace, maxRows))
                        .toList())
                .addAll(DataSection.ifAny(outcome))
                .build();
        format.print(document, input.screen(terminal), terminal);
    }

    /** Returns the id of a workflow in place of that of a finding. */
    static String id(String written, InputOptions input, Terminal terminal) throws CommandException {
        return FindingEvidence.isFinding(written)
                ? FindingEvidence.of("--trace ", written, asked -> input.read(terminal, asked, List.of(), true))
                        .trace()
                        .toString()
                : written;
    }

    /** Workflows for programs: every span of each, with all that trees and waterfalls are drawn of. */
    private static final class WorkflowFields {
        private WorkflowFields() {}

        static Table of(List<Trace> traces) {
            return Table.of("workflows", traces)
                    .field("trace_id", trace -> trace.id().toString())
                    .field("name", trace -> trace.root().name())
                    .field("start_epoch_ns", trace -> trace.root().hasMoment() ? trace.startNanos() : null)
                    .field("duration_ns", trace -> SpanCells.hasLength(trace.root()) ? trace.durationNanos() : null)
                    .field("outcome", trace -> WorkflowEnd.of(trace).ending().word())
                    .field(
                            "failed_steps",
                            trace -> Unknown.boxed(WorkflowEnd.of(trace).failedSteps()))
                    .field("spans", WorkflowFields::spans)
                    .build();
        }

        private static List<Fields> spans(Trace trace) {
            CriticalPath path = CriticalPath.of(trace);
            int[] lanes = Lanes.of(trace);
            return trace.spans().stream()
                    .map(span -> span(trace, span)
                            .put("lane", lanes[span.index()])
                            .put("path_ns", trace.isTimed() ? path.onPathNanos(span) : null))
                    .toList();
        }

        private static Fields span(Trace trace, Span span) {
            boolean started = !span.has(SpanFlag.START_MISSING) && span.hasMoment();
            Tokens tokens = Calls.usage(span);
            FailureMessage message = FailureMessage.of(span);
            return new Fields()
                    .put("span_id", TraceId.spanText(span.id()))
                    .put(
                            "parent_id",
                            span.parent() == null
                                    ? null
                                    : TraceId.spanText(span.parent().id()))
                    .put("depth", span.depth())
                    .put("kind", span.kind().word())
                    .put("name", SpanLabel.of(span))
                    .put("status", span.statusWord())
                    .put("wrapper", Calls.isWrapper(span) ? true : null)
                    .put("replayed", span.has(SpanFlag.REPLAYED) ? true : null)
                    .put("offset_ns", started ? span.startNanos() - trace.startNanos() : null)
                    .put("duration_ns", SpanCells.hasLength(span) ? span.durationNanos() : null)
                    .put("length_estimated", span.has(SpanFlag.LENGTH_ESTIMATED) ? true : null)
                    .put("self_ns", span.isSelfTimed() ? span.selfNanos() : null)
                    .put("first_chunk_offset_ns", firstChunk(trace, span))
                    .put("start_thread", span.startThread())
                    .put("queued_ns", Unknown.boxed(span.queuedNanos()))
                    .put(
                            "handler_ns",
                            span.handler() == null ? null : span.handler().nanos())
                    .put("tokens", tokens.isKnown() ? Fields.of(tokens) : null)
                    .put(
                            "waiting_requests",
                            span.serverLoad() == null ? null : span.serverLoad().waiting())
                    .put("error_type", span.errorType())
                    .put("error_message", message == null ? null : message.words());
        }

        private static Long firstChunk(Trace trace, Span span) {
            boolean streamed = span.chunks() != null && span.chunks().firstNanos() != Unknown.LONG;
            return streamed ? span.chunks().firstNanos() - trace.startNanos() : null;
        }
    }
}
