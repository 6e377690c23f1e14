// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.http;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.live.state.LiveRun;
import io.agentprofiler.analyzer.live.state.LiveWorkflow;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.StreamStats;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Totals of all workflows that were over since the server started, those of runs that had ended before included, and what goes on
 * now. Names and bounds are those of OpenTelemetry's semantic conventions for generative AI, as Prometheus writes them.
 *
 * <p><b>Threading:</b> one thread adds; any may ask.
 */
public final class LiveMetrics {
    private static final double NANOS = 1e9;
    private static final double[] SECONDS = {
        0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92
    };
    private static final double[] FIRST_CHUNK_SECONDS = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0
    };
    private static final double[] TOKENS = {
        1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864
    };

    private final PriceList prices;
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final LabelLimit operations = new LabelLimit();
    private final LabelLimit workflows = new LabelLimit();
    private final Histogram duration = histogram(
            "gen_ai_client_operation_duration_seconds",
            "How long operations took: calls of models, tools and agents.",
            SECONDS,
            OperationLabels.WITH_ERROR);
    private final Histogram firstChunk = histogram(
            "gen_ai_client_operation_time_to_first_chunk_seconds",
            "How long it took until the first chunk of a streamed answer came.",
            FIRST_CHUNK_SECONDS,
            OperationLabels.NAMES);
    private final Histogram tokenUsage = histogram(
            "gen_ai_client_token_usage",
            "Tokens of calls that reported their usage.",
            TOKENS,
            OperationLabels.WITH_TOKEN_TYPE);
    private final Counter errors = register(Counter.builder()
            .name("agentprofiler_operation_errors_total")
            .help("Operations that failed.")
            .labelNames(OperationLabels.WITH_ERROR)
            .withoutExemplars()
            .build());
    private final Counter cost = register(Counter.builder()
            .name("agentprofiler_cost_usd_total")
            .help("What calls cost by the price list, in US dollars.")
            .labelNames(OperationLabels.NAMES)
            .withoutExemplars()
            .build());
    private final Counter unpriced = register(Counter.builder()
            .name("agentprofiler_unpriced_calls_total")
            .help("Calls whose cost is not known: no usage was reported, or the price list has no price.")
            .labelNames(OperationLabels.NAMES)
            .withoutExemplars()
            .build());
    private final Histogram workflowDuration = histogram(
            "agentprofiler_workflow_duration_seconds", "How long workflows took.", SECONDS, "workflow", "status");
    private final Counter spans = register(Counter.builder()
            .name("agentprofiler_spans_total")
            .help("Spans of workflows that are over.")
            .withoutExemplars()
            .build());
    private final Gauge inFlight = register(Gauge.builder()
            .name("agentprofiler_in_flight")
            .help("Operations that have begun and not ended.")
            .labelNames(OperationLabels.NAMES)
            .withoutExemplars()
            .build());
    private final Gauge runs = register(Gauge.builder()
            .name("agentprofiler_runs")
            .help("Traced processes by state.")
            .labelNames("state")
            .withoutExemplars()
            .build());
    private final Gauge dropped = register(Gauge.builder()
            .name("agentprofiler_dropped_events")
            .help("Events that the agents of all known runs dropped, by their own counters.")
            .withoutExemplars()
            .build());

    public LiveMetrics(PriceList prices) {
        this.prices = prices;
    }

    private Histogram histogram(String name, String help, double[] bounds, String... labels) {
        return register(Histogram.builder()
                .name(name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(labels)
                .build());
    }

    private <C extends Collector> C register(C metric) {
        registry.register(metric);
        return metric;
    }

    /** Adds a workflow that is over. */
    public void add(Trace trace) {
        spans.inc(trace.spans().size());
        Span root = trace.root();
        if (!trace.isFragment() && root.isMeasured()) {
            String[] labels = workflows.limited(1, root.name(), root.status().word());
            workflowDuration
                    .labelValues(labels)
                    .observeWithExemplar(trace.durationNanos() / NANOS, exemplar(trace, root));
        }
        for (Span span : trace.spans()) {
            if (OperationLabels.isOperation(span)) {
                add(trace, span);
            }
        }
    }

    private void add(Trace trace, Span span) {
        String[] labels = operations.limited(OperationLabels.NAMES_KEPT, OperationLabels.of(span));
        if (span.isMeasured()) {
            duration.labelValues(OperationLabels.with(labels, OperationLabels.error(span)))
                    .observeWithExemplar(span.durationNanos() / NANOS, exemplar(trace, span));
            long first = StreamStats.firstChunkNanos(span);
            if (first != Unknown.LONG) {
                firstChunk.labelValues(labels).observeWithExemplar(first / NANOS, exemplar(trace, span));
            }
        }
        if (span.status() == SpanStatus.ERROR) {
            errors.labelValues(OperationLabels.with(labels, OperationLabels.error(span)))
                    .inc();
        }
        if (Calls.usesTokens(span)) {
            Tokens tokens = Calls.usage(span);
            tokens(labels, "input", tokens.input(), trace, span);
            tokens(labels, "output", tokens.output(), trace, span);
            CallPrice price = prices.price(span);
            if (price.isKnown()) {
                cost.labelValues(labels).inc(price.cost().total().doubleValue());
            } else if (span.status() == SpanStatus.OK) {
                unpriced.labelValues(labels).inc();
            }
        }
    }

    private void tokens(String[] labels, String type, long count, Trace trace, Span span) {
        if (count != Unknown.LONG) {
            tokenUsage
                    .labelValues(OperationLabels.with(labels, type))
                    .observeWithExemplar(count, exemplar(trace, span));
        }
    }

    private static Labels exemplar(Trace trace, Span span) {
        return Labels.of("trace_id", trace.id().toString(), "span_id", TraceId.spanText(span.id()));
    }

    /**
     * Returns all figures.
     *
     * @param workflowsNow the workflows of which those that are running are looked at
     * @param runsNow the runs
     */
    public synchronized MetricSnapshots snapshot(Collection<LiveWorkflow> workflowsNow, Collection<LiveRun> runsNow) {
        inFlight.clear();
        for (LiveWorkflow workflow : workflowsNow) {
            if (workflow.isRunning()) {
                for (Span span : workflow.trace().spans()) {
                    if (span.status() == SpanStatus.UNFINISHED && OperationLabels.isOperation(span)) {
                        inFlight.labelValues(operations.limited(OperationLabels.NAMES_KEPT, OperationLabels.of(span)))
                                .inc();
                    }
                }
            }
        }
        runs.clear();
        long lost = 0;
        for (LiveRun run : runsNow) {
            runs.labelValues(run.state()).inc();
            lost += run.events().dropped();
        }
        dropped.set(lost);
        return registry.scrape();
    }

    /**
     * Keeps the series of a metric bounded, whatever names a program invents: the first label sets are as they are, those that come later
     * share one in place of their names.
     *
     * <p><b>Threading:</b> any thread.
     */
    static final class LabelLimit {
        static final int MOST = 500;
        static final String OTHER = "_other";

        private final Set<List<String>> known = ConcurrentHashMap.newKeySet();

        /**
         * Returns the labels to use.
         *
         * @param last how many labels at the end have few values and stay as they are
         */
        String[] limited(int last, String... labels) {
            List<String> all = List.of(labels);
            if (known.contains(all) || known.size() < MOST && known.add(all)) {
                return labels;
            }
            String[] other = labels.clone();
            Arrays.fill(other, 0, labels.length - last, OTHER);
            return other;
        }
    }

    /** What the series of an operation are told apart by. What does not apply is empty, which to Prometheus is no label at all. */
    private static final class OperationLabels {
        static final String[] NAMES = {
            "gen_ai_provider_name",
            "gen_ai_request_model",
            "gen_ai_tool_name",
            "gen_ai_agent_name",
            "gen_ai_operation_name"
        };
        /** How many of these have few values. */
        static final int NAMES_KEPT = 1;

        static final String[] WITH_ERROR = with(NAMES, "error_type");
        static final String[] WITH_TOKEN_TYPE = with(NAMES, "gen_ai_token_type");

        private OperationLabels() {}

        /** Answers whether a span is counted: a call of a model, a tool or an agent, once. */
        static boolean isOperation(Span span) {
            return Calls.usesTokens(span)
                    || span.kind() == SpanKind.TOOL
                    || span.kind() == SpanKind.AGENT && !Calls.isWrapper(span);
        }

        static String[] of(Span span) {
            boolean model = Calls.usesTokens(span);
            Span agent = span.kind() == SpanKind.AGENT ? span : span.agent();
            String provider = model ? span.attributes().text(Attributes.PROVIDER_NAME) : null;
            return new String[] {
                provider == null ? "" : provider,
                model ? Calls.model(span) : "",
                span.kind() == SpanKind.TOOL ? Calls.tool(span) : "",
                agent == null ? "" : Calls.agent(agent),
                span.kind().genAiOperation()
            };
        }

        /** Returns what kind of failure an operation ended with, empty for none. */
        static String error(Span span) {
            if (span.status() == SpanStatus.ERROR) {
                return span.errorType() == null ? "_OTHER" : span.errorType();
            }
            return span.status() == SpanStatus.CANCELLED ? SpanStatus.CANCELLED.word() : "";
        }

        static String[] with(String[] labels, String last) {
            String[] more = Arrays.copyOf(labels, labels.length + 1);
            more[labels.length] = last;
            return more;
        }
    }
}
