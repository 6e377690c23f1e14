// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.steps.StepAttributes;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.analyzer.read.tree.Times;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import io.agentprofiler.shared.schema.TraceFormat;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads ThunderAgent's answers in JSON. A program of which only averages are told is an agent without calls, whose times are not known.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class ProfileJson {
    private static final long SECOND = 1_000_000_000;
    /** What it calls the figures of a sample, and what they are called here. */
    private static final Map<String, String> COUNTS = Map.of(
            "num_requests_running", "running",
            "num_requests_waiting", "waiting",
            "prefix_cache_queries", "prefix_cache_queries",
            "prefix_cache_hits", "prefix_cache_hits",
            "prompt_tokens_total", "prompt_tokens",
            "generation_tokens_total", "generation_tokens",
            "num_preemptions", "preemptions",
            "requests_completed", "requests");

    private final Path file;
    private final EventSink sink;
    private long place;
    private boolean empty = true;

    ProfileJson(Path file, EventSink sink) {
        this.file = file;
        this.sink = sink;
    }

    /** Answers whether nothing was found. */
    boolean isEmpty() {
        return empty;
    }

    void read(Located answer, ProfileShape shape) {
        switch (shape) {
            case PROGRAMS -> {
                for (Object id : ((Map<?, ?>) answer.value()).keySet()) {
                    program(id.toString(), answer.object(id.toString()));
                }
            }
            case ONE -> program(file.getFileName().toString().replaceFirst("\\.json(\\.gz)?\\z", ""), answer);
            case METRICS -> {
                Located backends = answer.object("backends");
                if (backends.isObject()) {
                    for (Object url : ((Map<?, ?>) backends.value()).keySet()) {
                        backend(url.toString(), backends.object(url.toString()));
                    }
                }
            }
            case NONE -> answer.problem("expected programs or backends; left out");
        }
    }

    private void program(String id, Located program) {
        if (!program.isObject()) {
            return;
        }
        Located averages = program.get("profile").isObject() ? program.object("profile") : program;
        long prefill = mean(averages, "avg_prefill_s");
        long decode = mean(averages, "avg_decode_s");
        boolean streamed = prefill != 0 || decode != 0;
        Long steps = averages.count("step_count");
        AttributeSet attributes = new AttributeSet.Builder()
                .add(Attributes.CONVERSATION_ID, id)
                .add(Attributes.TIMING, Attributes.TIMING_NONE)
                .add(StepAttributes.COUNT, steps)
                .add(StepAttributes.PREFILL, streamed ? Unknown.boxed(prefill) : null)
                .add(StepAttributes.DECODE, streamed ? Unknown.boxed(decode) : null)
                .add(StepAttributes.PAUSE, Unknown.boxed(mean(averages, "avg_pause_s")))
                .add(
                        StepAttributes.OUTSIDE,
                        steps != null && steps > 1 ? Unknown.boxed(mean(averages, "avg_tool_call_s")) : null)
                .add(StepAttributes.KV_HIT_RATE, averages.amount("avg_kv_hit_rate"))
                .build();
        TraceId trace = ProgramSpans.trace(id);
        long span = ProgramSpans.span(trace, 0);
        place++;
        sink.span(new SpanEvent.Start(trace, span, 0, place, SpanKind.AGENT, id, attributes));
        sink.span(new SpanEvent.End(trace, span, place, null, AttributeSet.EMPTY));
        sink.traceEnded(trace, place, null);
        empty = false;
    }

    private static long mean(Located averages, String name) {
        BigDecimal seconds = averages.amount(name);
        return seconds == null ? Unknown.LONG : Times.of(seconds, SECOND);
    }

    private void backend(String url, Located backend) {
        if (!backend.isObject()) {
            return;
        }
        Located metrics = backend.object("metrics");
        boolean up = backend.flag("healthy");
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("endpoint", url);
        fields.put("up", up);
        if (up) {
            COUNTS.forEach((name, ours) -> Unknown.putKnown(fields, ours, metrics.count(name)));
            Unknown.putKnown(fields, "kv_cache_usage", metrics.amount("kv_cache_usage_perc"));
            Unknown.putKnown(fields, "prefix_cache_hit_rate", metrics.amount("prefix_cache_hit_rate"));
            Located cache = backend.object("cache_config");
            Unknown.putKnown(fields, "kv_cache_capacity_tokens", cache.count("total_tokens_capacity"));
            Unknown.putKnown(fields, "kv_cache_block_tokens", cache.count("block_size"));
        } else {
            fields.put("failure", "ThunderAgent found it unhealthy");
        }
        BigDecimal updated = metrics.amount("last_updated");
        sink.run(new RunEvent.Sample(
                TraceFormat.BACKEND, updated == null ? Unknown.LONG : Times.of(updated, SECOND), fields));
        empty = false;
    }

    /** Which of ThunderAgent's answers a JSON object is. */
    enum ProfileShape {
        /** {@code /profiles} and {@code /programs}: an object for each program under its id. */
        PROGRAMS,
        /** {@code /profiles/ID}: the averages of one program, which it does not name. */
        ONE,
        /** {@code /metrics}: model servers by their addresses. */
        METRICS,
        /** None of them. */
        NONE;

        private static final List<String> AVERAGES = List.of("step_count", "avg_prefill_s", "avg_decode_s");
        private static final List<String> PROGRAM = List.of("context_len", "total_tokens", "step_count", "status");
        private static final List<String> BACKENDS = List.of("metrics_enabled", "backends");
        private static final JsonFactory JSON = new JsonFactory();

        /**
         * Tells by the names of an object's fields, and of those of the first object in it.
         *
         * @param head the first bytes of the object, which may end anywhere
         */
        static ProfileShape of(byte[] head) {
            Set<String> names = new LinkedHashSet<>();
            Set<String> inner = new LinkedHashSet<>();
            try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), head, 0, head.length)) {
                if (parser.nextToken() == JsonToken.START_OBJECT) {
                    names(parser, names, inner);
                }
            } catch (JacksonException e) {
                // the bytes end within a value, or are no JSON from there on: what was there counts
            }
            if (names.containsAll(BACKENDS)) {
                return METRICS;
            }
            if (names.containsAll(AVERAGES)) {
                return ONE;
            }
            return inner.containsAll(AVERAGES) || inner.containsAll(PROGRAM) ? PROGRAMS : NONE;
        }

        private static void names(JsonParser parser, Set<String> names, Set<String> inner) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                names.add(parser.currentName());
                if (parser.nextToken() == JsonToken.START_OBJECT && names.size() == 1) {
                    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                        inner.add(parser.currentName());
                        parser.nextToken();
                        parser.skipChildren();
                    }
                } else {
                    parser.skipChildren();
                }
            }
        }
    }
}
