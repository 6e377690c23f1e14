// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import io.agentprofiler.agent.context.HandlerTime;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.agent.segment.run.RunInfo;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSample;
import io.agentprofiler.agent.stats.TraceClock;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.schema.TraceFormat;
import java.util.IdentityHashMap;
import java.util.Map;
import tools.jackson.core.io.SerializedString;

/**
 * Writes each event as one line of JSON.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class EventWriter {
    private static final SerializedString EVENT = new SerializedString("event");
    private static final SerializedString TRACE = new SerializedString("trace");
    private static final SerializedString SPAN = new SerializedString("span");
    private static final SerializedString PARENT = new SerializedString("parent");
    private static final SerializedString TIME = new SerializedString("t");
    private static final SerializedString KIND = new SerializedString("kind");
    private static final SerializedString NAME = new SerializedString("name");
    private static final SerializedString RULE = new SerializedString("rule");
    private static final SerializedString THREAD = new SerializedString("thread");
    private static final SerializedString QUEUED = new SerializedString("queued_ns");
    private static final SerializedString STATUS = new SerializedString("status");
    private static final SerializedString CPU = new SerializedString("cpu_ns");
    private static final SerializedString ALLOCATED = new SerializedString("alloc_bytes");
    private static final SerializedString CHUNKS = new SerializedString("chunks");
    private static final SerializedString ERROR = new SerializedString("error");
    private static final SerializedString ATTRIBUTES = new SerializedString("attributes");
    private static final SerializedString INDEX = new SerializedString("i");
    private static final SerializedString TYPE = new SerializedString("type");
    private static final SerializedString CHARS = new SerializedString("chars");
    private static final SerializedString COUNT = new SerializedString("count");
    private static final SerializedString FIRST = new SerializedString("first_t");
    private static final SerializedString LAST = new SerializedString("last_t");
    private static final SerializedString MAX_GAP = new SerializedString("max_gap_ns");
    private static final SerializedString HANDLER = new SerializedString("handler_ns");
    private static final SerializedString HANDLER_BEFORE = new SerializedString("handler_before_ns");
    private static final SerializedString HANDLER_AFTER = new SerializedString("handler_after_ns");
    private static final SerializedString CLOCK = new SerializedString("clock");
    private static final SerializedString MESSAGE = new SerializedString("message");

    private static final SerializedString SPAN_START = new SerializedString(TraceFormat.SPAN_START);
    private static final SerializedString SPAN_CHUNK = new SerializedString(TraceFormat.SPAN_CHUNK);
    private static final SerializedString SPAN_END = new SerializedString(TraceFormat.SPAN_END);

    private final JsonLines out;
    private final TraceClock clock;
    private final Map<Rule, SerializedString> ruleNames = new IdentityHashMap<>();

    public EventWriter(JsonLines out, TraceClock clock) {
        this.out = out;
        this.clock = clock;
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
        out.text(KIND, span.rule.kind().word());
        out.text(NAME, start.name);
        out.text(RULE, ruleName(span.rule));
        out.text(THREAD, start.threadName);
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
        out.text(TYPE, chunk.type);
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
        out.text(STATUS, end.status.word());
        out.text(THREAD, end.threadName);
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
        out.begin(EVENT, new SerializedString(TraceFormat.HEADER));
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
        out.begin(EVENT, new SerializedString(TraceFormat.PROCESS));
        out.number(TIME, sample.epochNanos());
        known("rss_bytes", sample.rssBytes());
        known("heap_bytes", sample.heapBytes());
        known("gc_ms", sample.gcMillis());
        known("cpu", sample.cpu());
        out.end();
    }

    public void modelServer(ModelServerSample sample) {
        out.begin(EVENT, new SerializedString(TraceFormat.BACKEND));
        out.number(TIME, sample.epochNanos());
        out.field("endpoint", sample.endpoint());
        out.field("up", sample.isUp());
        out.field("failure", sample.failure());
        if (sample.figures() != null) {
            figures(sample.figures());
        }
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
    }

    public void counters(PipelineCounters.Snapshot counters, DirectoryAccount directory) {
        out.begin(EVENT, new SerializedString(TraceFormat.BOOKS));
        account(counters, directory);
        out.end();
    }

    public void footer(PipelineCounters.Snapshot counters, DirectoryAccount directory, Map<String, Object> rules) {
        out.begin(EVENT, new SerializedString(TraceFormat.FOOTER));
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

    private SerializedString ruleName(Rule rule) {
        return ruleNames.computeIfAbsent(rule, key -> new SerializedString(key.qualifiedId()));
    }
}
