// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import io.agentprofiler.agent.context.HandlerTime;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSample;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Outlook;
import io.agentprofiler.shared.forecast.StageTarget;
import io.agentprofiler.shared.schema.TraceFormat;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Writes each event as one line of JSON.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class EventWriter {
    private static final JsonName EVENT = new JsonName("event");
    private static final JsonName TRACE = new JsonName("trace");
    private static final JsonName SPAN = new JsonName("span");
    private static final JsonName PARENT = new JsonName("parent");
    private static final JsonName TIME = new JsonName("t");
    private static final JsonName KIND = new JsonName("kind");
    private static final JsonName NAME = new JsonName("name");
    private static final JsonName RULE = new JsonName("rule");
    private static final JsonName THREAD = new JsonName("thread");
    private static final JsonName QUEUED = new JsonName("queued_ns");
    private static final JsonName STATUS = new JsonName("status");
    private static final JsonName CPU = new JsonName("cpu_ns");
    private static final JsonName ALLOCATED = new JsonName("alloc_bytes");
    private static final JsonName CHUNKS = new JsonName("chunks");
    private static final JsonName ERROR = new JsonName("error");
    private static final JsonName ATTRIBUTES = new JsonName("attributes");
    private static final JsonName INDEX = new JsonName("i");
    private static final JsonName TYPE = new JsonName("type");
    private static final JsonName CHARS = new JsonName("chars");
    private static final JsonName COUNT = new JsonName("count");
    private static final JsonName FIRST = new JsonName("first_t");
    private static final JsonName LAST = new JsonName("last_t");
    private static final JsonName MAX_GAP = new JsonName("max_gap_ns");
    private static final JsonName HANDLER = new JsonName("handler_ns");
    private static final JsonName HANDLER_BEFORE = new JsonName("handler_before_ns");
    private static final JsonName HANDLER_AFTER = new JsonName("handler_after_ns");
    private static final JsonName CLOCK = new JsonName("clock");
    private static final JsonName MESSAGE = new JsonName("message");

    private static final JsonName SPAN_START = new JsonName(TraceFormat.SPAN_START);
    private static final JsonName SPAN_CHUNK = new JsonName(TraceFormat.SPAN_CHUNK);
    private static final JsonName SPAN_END = new JsonName(TraceFormat.SPAN_END);
    private static final JsonName HEADER = new JsonName(TraceFormat.HEADER);
    private static final JsonName PROCESS = new JsonName(TraceFormat.PROCESS);
    private static final JsonName BACKEND = new JsonName(TraceFormat.BACKEND);
    private static final JsonName FORECAST = new JsonName(TraceFormat.FORECAST);
    private static final JsonName BOOKS = new JsonName(TraceFormat.BOOKS);
    private static final JsonName FOOTER = new JsonName(TraceFormat.FOOTER);

    private final JsonLines out;
    private final TraceClock clock;
    private final ForecastWriter forecasts;
    private final Map<Rule, JsonName> ruleNames = new IdentityHashMap<>();

    public EventWriter(JsonLines out, TraceClock clock) {
        this.out = out;
        this.clock = clock;
        this.forecasts = new ForecastWriter(out);
    }

    public void start(SpanStart start) {
        Span span = start.span;
        out.begin(EVENT, SPAN_START);
        out.id(TRACE, span.traceHigh, span.traceLow);
        out.id(SPAN, span.id);
        if (start.parentId != 0) {
            out.id(PARENT, start.parentId);
        }
        out.number(TIME, start.epochNanos);
        out.textAgain(KIND, span.rule.kind().word());
        out.textAgain(NAME, start.name);
        out.text(RULE, ruleName(span.rule));
        out.textAgain(THREAD, start.threadName);
        if (span.queuedNanos >= 0) {
            out.number(QUEUED, span.queuedNanos);
        }
        attributes(start.attributes);
        out.end();
    }

    public void chunk(SpanChunk chunk) {
        out.begin(EVENT, SPAN_CHUNK);
        out.id(SPAN, chunk.span.id);
        out.number(TIME, chunk.epochNanos);
        out.number(INDEX, chunk.index);
        out.textAgain(TYPE, chunk.type);
        if (chunk.chars >= 0) {
            out.number(CHARS, chunk.chars);
        }
        out.end();
    }

    public void end(SpanEnd end) {
        Span span = end.span;
        out.begin(EVENT, SPAN_END);
        out.id(SPAN, span.id);
        out.id(TRACE, span.traceHigh, span.traceLow);
        out.number(TIME, end.epochNanos);
        out.textAgain(STATUS, end.status.word());
        out.textAgain(THREAD, end.threadName);
        if (end.cpuNanos >= 0) {
            out.number(CPU, end.cpuNanos);
        }
        if (end.allocatedBytes >= 0) {
            out.number(ALLOCATED, end.allocatedBytes);
        }
        boolean handled = span.handler != null && span.handler.isKnown();
        if (span.chunks != null || handled) {
            chunks(span.chunks, handled ? span.handler : null);
        }
        if (end.errorType != null || end.errorMessage != null) {
            out.beginObject(ERROR);
            out.text(TYPE, end.errorType);
            out.text(MESSAGE, end.errorMessage);
            out.endObject();
        }
        attributes(end.attributes);
        out.end();
    }

    public void header(RunInfo run) {
        out.begin(EVENT, HEADER);
        out.field("format", TraceFormat.FORMAT);
        out.field("run", run.run());
        out.field("service", run.service());
        out.field("pid", run.pid());
        out.field("host", run.host());
        out.field("jvm", run.jvm());
        out.field("agent", run.agent());
        out.beginObject(CLOCK);
        out.field("epoch_ns", run.clock().epochNanos());
        out.field("nano", run.clock().nanos());
        out.endObject();
        out.field("settings", run.settings());
        out.end();
    }

    public void process(ProcessSample sample) {
        out.begin(EVENT, PROCESS);
        out.number(TIME, sample.epochNanos());
        known("rss_bytes", sample.rssBytes());
        known("heap_bytes", sample.heapBytes());
        known("gc_ms", sample.gcMillis());
        known("cpu", sample.cpu());
        out.end();
    }

    public void modelServer(ModelServerSample sample) {
        out.begin(EVENT, BACKEND);
        out.number(TIME, sample.epochNanos());
        out.field("endpoint", sample.endpoint());
        out.field("up", sample.isUp());
        out.field("failure", sample.failure());
        if (sample.figures() != null) {
            figures(sample.figures());
        }
        out.end();
    }

    public void forecast(StageForecast forecast) {
        out.begin(EVENT, FORECAST);
        out.id(TRACE, forecast.span().traceHigh, forecast.span().traceLow);
        out.id(SPAN, forecast.span().id);
        out.number(TIME, forecast.epochNanos());
        forecasts.write(forecast);
        out.end();
    }

    private void figures(ModelServerSample.Figures figures) {
        out.field("server", figures.server());
        out.field("model", figures.model());
        out.field("engines", figures.engines());
        known("running", figures.running());
        known("waiting", figures.waiting());
        known("kv_cache_usage", figures.kvCacheUsage());
        known("kv_cache_usage_max", figures.kvCacheUsageMax());
        known("prefix_cache_queries", figures.prefixQueries());
        known("prefix_cache_hits", figures.prefixHits());
        known("prompt_tokens", figures.promptTokens());
        known("generation_tokens", figures.generationTokens());
        known("preemptions", figures.preemptions());
        known("requests", figures.requests());
        if (!figures.finished().isEmpty()) {
            out.field("requests_by_finish_reason", figures.finished());
        }
        known("kv_cache_capacity_tokens", figures.cache().capacityTokens());
        known("kv_cache_used_tokens", figures.cache().usedTokens());
        known("kv_cache_block_tokens", figures.cache().blockTokens());
        ModelServerSample.Waits waits = figures.waits();
        known("queue_seconds", waits.queueSeconds());
        known("queue_requests", waits.queued());
        known("prefill_seconds", waits.prefillSeconds());
        known("prefill_requests", waits.prefilled());
        known("first_token_seconds", waits.firstTokenSeconds());
        known("first_token_requests", waits.firstTokens());
    }

    public void counters(PipelineCounters.Snapshot counters, DirectoryAccount directory) {
        out.begin(EVENT, BOOKS);
        account(counters, directory);
        out.end();
    }

    public void footer(PipelineCounters.Snapshot counters, DirectoryAccount directory, Map<String, Object> rules) {
        out.begin(EVENT, FOOTER);
        account(counters, directory);
        rules.forEach(out::field);
        out.end();
    }

    private void account(PipelineCounters.Snapshot counters, DirectoryAccount directory) {
        out.number(TIME, clock.epochNanos(System.nanoTime()));
        out.field("emitted", counters.emitted());
        out.field("written", counters.written());
        out.field("dropped", counters.dropped());
        out.field("queued", counters.queued());
        out.field("started", counters.started());
        out.field("ended", counters.ended());
        out.field("open", counters.open());
        out.field("abandoned", counters.abandoned());
        out.field("payloads_dropped", counters.payloadsDropped());
        out.field("absorbed", counters.suppressed());
        known("consumer_cpu_ns", counters.consumerCpuNanos());
        if (counters.lateMillis() != 0) {
            out.field("late_ms", counters.lateMillis());
        }
        known("span_cost_ns", counters.spanCostNanos());
        PipelineCounters.Sampling sampling = counters.sampling();
        if (sampling.seen() != 0) {
            out.field("workflows_kept", sampling.kept());
            out.field("workflows_skipped", sampling.skipped());
        }
        unlessZero("workflows_refused", sampling.refused());
        unlessZero("workflows_kept_by_rule", sampling.keptByRule());
        unlessZero("workflows_matched", sampling.matched());
        unlessZero("workflows_undecided", sampling.undecided());
        unlessZero("workflows_unheld", sampling.unheld());
        unlessZero("deleted_segments", directory.deletedSegments());
        unlessZero("deleted_bytes", directory.deletedBytes());
        unlessZero("deleted_events", directory.deletedEvents());
        unlessZero("removed_segments", directory.removedSegments());
        unlessZero("removed_events", directory.removedEvents());
        unlessZero("unsynced_segments", directory.unsyncedSegments());
        unlessZero("deleted_runs", directory.deletedRuns());
        unlessZero("deleted_run_bytes", directory.deletedRunBytes());
    }

    /** Writes the statistics of a streamed result; {@code null} for what is not known, not for both. */
    private void chunks(Span.ChunkStats chunks, HandlerTime handler) {
        out.beginObject(CHUNKS);
        if (chunks != null) {
            out.number(COUNT, chunks.count);
            out.number(FIRST, clock.epochNanos(chunks.firstNanos));
            out.number(LAST, clock.epochNanos(chunks.lastNanos));
            out.number(MAX_GAP, chunks.maxGapNanos);
            if (chunks.chars >= 0) {
                out.number(CHARS, chunks.chars);
            }
        }
        if (handler != null) {
            out.number(HANDLER, handler.nanos());
            if (chunks != null) {
                out.number(HANDLER_BEFORE, handler.beforeFirst());
                out.number(HANDLER_AFTER, handler.sinceLast());
            }
        }
        out.endObject();
    }

    private void attributes(Map<String, Object> attributes) {
        if (!attributes.isEmpty()) {
            out.beginObject(ATTRIBUTES);
            out.fields(attributes);
            out.endObject();
        }
    }

    private void known(String name, double value) {
        if (value >= 0) {
            out.field(name, value);
        }
    }

    private void known(String name, long value) {
        if (value >= 0) {
            out.field(name, value);
        }
    }

    private void unlessZero(String name, long value) {
        if (value != 0) {
            out.field(name, value);
        }
    }

    private JsonName ruleName(Rule rule) {
        return ruleNames.computeIfAbsent(rule, key -> new JsonName(key.qualifiedId()));
    }

    /**
     * Writes the fields of a forecast.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class ForecastWriter {
        private static final JsonName WORKFLOW = new JsonName("workflow");
        private static final JsonName ENDED = new JsonName("ended_calls");
        private static final JsonName LAST = new JsonName("last_call");
        private static final JsonName LEVEL = new JsonName("interval_level");
        private static final JsonName VALUE = new JsonName("value");
        private static final JsonName LOW = new JsonName("low");
        private static final JsonName HIGH = new JsonName("high");
        private static final JsonName WORKFLOWS = new JsonName("workflows");
        private static final JsonName NEXT_TOOL = new JsonName("next_tool");
        private static final JsonName TOOL = new JsonName("tool");
        private static final JsonName SHARE = new JsonName("share");
        private static final StageTarget[] TARGETS = StageTarget.values();

        private final JsonLines out;
        private final JsonName[] names = new JsonName[TARGETS.length];

        ForecastWriter(JsonLines out) {
            this.out = out;
            for (StageTarget target : TARGETS) {
                names[target.ordinal()] = new JsonName(target.word());
            }
        }

        void write(StageForecast forecast) {
            Outlook outlook = forecast.outlook();
            out.text(WORKFLOW, outlook.stage().workflow());
            out.number(ENDED, outlook.stage().ended());
            if (!outlook.stage().last().isEmpty()) {
                out.text(LAST, outlook.stage().last());
            }
            out.decimal(LEVEL, Forecast.LEVEL);
            for (StageTarget target : TARGETS) {
                Forecast told = outlook.forecast(target);
                if (told != null) {
                    out.beginObject(names[target.ordinal()]);
                    out.decimal(VALUE, told.value());
                    if (told.hasInterval()) {
                        out.decimal(LOW, told.low());
                        out.decimal(HIGH, told.high());
                    }
                    out.number(WORKFLOWS, told.workflows());
                    out.endObject();
                }
            }
            NextTools.Next next = outlook.nextTool();
            if (next != null) {
                out.beginObject(NEXT_TOOL);
                out.text(TOOL, next.tool());
                out.decimal(SHARE, next.share());
                out.number(WORKFLOWS, next.workflows());
                out.endObject();
            }
        }
    }
}
