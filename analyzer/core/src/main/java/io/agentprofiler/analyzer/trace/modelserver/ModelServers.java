// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.modelserver;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import io.agentprofiler.shared.schema.TraceFormat;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What was sampled of model servers, by server and model.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ModelServers {
    private final SortedMap<ServedModel, ServedModelStats> stats = new TreeMap<>();
    private final Map<ServedModel, LoadTimeline> timelines = new TreeMap<>();
    private final SortedMap<String, Failures> failures = new TreeMap<>();
    /** How many servers the agent asks; 0 where the run does not say. */
    private int polled;
    /** How often it asks them, in milliseconds; absent where the runs do not say, or differ. */
    private long intervalMillis = Unknown.LONG;

    /**
     * Polls of a server that failed.
     *
     * @param count how many
     * @param last what the last one failed of
     */
    public record Failures(long count, String last) {
        private Failures plus(Failures later) {
            return new Failures(count + later.count, later.last);
        }
    }

    /** Takes from the header of a run how many servers its agent asks. */
    public void add(RunEvent.Header header) {
        if (header.details().get("settings") instanceof Map<?, ?> settings
                && settings.get("backends") instanceof Number servers) {
            polled = Math.max(polled, servers.intValue());
            if (settings.get("backends.interval") instanceof Number interval && servers.intValue() > 0) {
                intervalMillis = interval.longValue();
            }
        }
    }

    /** Returns how often the servers are asked, in milliseconds; absent where the runs do not say, or differ. */
    public long intervalMillis() {
        return intervalMillis;
    }

    /** Takes a record, unless it is no sample of a model server or names none. */
    public void add(RunEvent.Sample sample) {
        Map<String, Object> fields = sample.fields();
        if (!sample.event().equals(TraceFormat.BACKEND) || !(fields.get("endpoint") instanceof String endpoint)) {
            return;
        }
        if (Boolean.FALSE.equals(fields.get("up"))) {
            String why = fields.get("failure") instanceof String text ? text : "unknown";
            failures.merge(endpoint, new Failures(1, why), Failures::plus);
            if (sample.epochNanos() != Unknown.LONG) {
                down(endpoint, sample.epochNanos());
            }
            return;
        }
        ServedModel key = new ServedModel(
                endpoint,
                fields.get("server") instanceof String server ? server : null,
                fields.get("model") instanceof String model ? model : null);
        stats.computeIfAbsent(key, unseen -> new ServedModelStats()).add(sample.epochNanos(), fields);
        if (sample.epochNanos() != Unknown.LONG) {
            timelines
                    .computeIfAbsent(key, unseen -> new LoadTimeline())
                    .add(
                            sample.epochNanos(),
                            new ServerLoad(
                                    ServedModelStats.count(fields, "running"),
                                    ServedModelStats.count(fields, "waiting"),
                                    ServedModelStats.decimal(fields, "kv_cache_usage"),
                                    ServedModelStats.count(fields, "preemptions")));
        }
    }

    private void down(String endpoint, long epochNanos) {
        timelines.forEach((key, timeline) -> {
            if (key.endpoint().equals(endpoint)) {
                timeline.down(epochNanos);
                stats.get(key).failed(epochNanos);
            }
        });
    }

    /** Adds what a later part of the same run has. */
    public void addLater(ModelServers later) {
        later.stats.forEach((key, more) ->
                stats.computeIfAbsent(key, unseen -> new ServedModelStats()).addLater(more));
        later.timelines.forEach((key, more) ->
                timelines.computeIfAbsent(key, unseen -> new LoadTimeline()).add(more));
        addFailures(later);
        addSettings(later);
    }

    /** Adds the sums of another run. */
    public void addOther(ModelServers other) {
        other.stats.forEach((key, more) ->
                stats.computeIfAbsent(key, unseen -> new ServedModelStats()).addOther(more));
        addFailures(other);
        addSettings(other);
    }

    private void addSettings(ModelServers more) {
        if (more.polled > 0) {
            intervalMillis = polled == 0 || intervalMillis == more.intervalMillis ? more.intervalMillis : Unknown.LONG;
        }
        polled = Math.max(polled, more.polled);
    }

    private void addFailures(ModelServers more) {
        more.failures.forEach((endpoint, failed) -> failures.merge(endpoint, failed, Failures::plus));
    }

    /** Returns the sums by server and model. */
    public SortedMap<ServedModel, ServedModelStats> stats() {
        return Collections.unmodifiableSortedMap(stats);
    }

    /** Returns the failed polls by endpoint; endpoints without any are not in it. */
    public SortedMap<String, Failures> failures() {
        return Collections.unmodifiableSortedMap(failures);
    }

    /** Returns how often a server was asked, whether it answered or not: as long as it is the same, so is all else. */
    public long polls() {
        long polls = 0;
        for (ServedModelStats each : stats.values()) {
            polls += each.samples();
        }
        for (Failures each : failures.values()) {
            polls += each.count();
        }
        return polls;
    }

    /**
     * Tells each model call of the trace which load it met, where that is known. As long as a server has said nothing of
     * itself, not even that it is down, it may be the one that served the calls.
     */
    public void tell(Trace trace) {
        if (timelines.isEmpty() || heardOf() < polled) {
            return;
        }
        for (Span span : trace.spans()) {
            if (span.kind() == SpanKind.LLM) {
                span.met(load(span));
            }
        }
    }

    private int heardOf() {
        Set<String> endpoints = new HashSet<>(failures.keySet());
        stats.keySet().forEach(key -> endpoints.add(key.endpoint()));
        return endpoints.size();
    }

    /** Returns what was sampled of the only server and model that can have served calls of a model; {@code null} where there are more. */
    public ServedModelStats serving(String model) {
        ServedModel only = serverOf(model);
        return only == null ? null : stats.get(only);
    }

    /** Returns the only server and model that can have served calls of a model; {@code null} where there are more or none. */
    public ServedModel serverOf(String model) {
        ServedModel only = null;
        for (ServedModel each : stats.keySet()) {
            if (each.model() == null || each.model().equals(model)) {
                if (only != null) {
                    return null;
                }
                only = each;
            }
        }
        return heardOf() < polled ? null : only;
    }

    /** Returns the load a call met; {@code null} unless exactly one server and model can have served it. */
    private ServerLoad load(Span span) {
        LoadTimeline only = null;
        for (Map.Entry<ServedModel, LoadTimeline> each : timelines.entrySet()) {
            if (canServe(each.getKey().model(), span)) {
                if (only != null) {
                    return null;
                }
                only = each.getValue();
            }
        }
        return only == null ? null : only.at(span.startNanos());
    }

    /** A server that does not name its model can have served any. */
    private static boolean canServe(String model, Span span) {
        return model == null
                || model.equals(span.attributes().get(Attributes.REQUEST_MODEL))
                || model.equals(span.attributes().get(Attributes.RESPONSE_MODEL));
    }

    /**
     * The load of one model at one server over time: its latest samples.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class LoadTimeline {
        /** Nearly six hours of samples every five seconds; a call that began earlier meets an unknown load. */
        private static final int MOST = 4096;
        /** A sample further away than this, and than two samples are apart, says nothing of the moment. */
        private static final long NEAR_NANOS = TimeUnit.SECONDS.toNanos(10);

        private static final ServerLoad DOWN = new ServerLoad(Unknown.LONG, Unknown.LONG, Double.NaN);

        private final NavigableMap<Long, ServerLoad> loads = new TreeMap<>();
        private long smallestGap = Long.MAX_VALUE;

        void add(long time, ServerLoad load) {
            Long before = loads.lowerKey(time);
            if (before != null) {
                smallestGap = Math.min(smallestGap, time - before);
            }
            loads.put(time, load);
            if (loads.size() > MOST) {
                loads.pollFirstEntry();
            }
        }

        /** The server did not answer at that time. */
        void down(long time) {
            add(time, DOWN);
        }

        void add(LoadTimeline more) {
            more.loads.forEach(this::add);
        }

        /** Returns the load sampled nearest to a time; {@code null} when none was near enough, or the server was down. */
        ServerLoad at(long time) {
            Map.Entry<Long, ServerLoad> before = loads.floorEntry(time);
            Map.Entry<Long, ServerLoad> after = loads.ceilingEntry(time);
            if (before == null && after == null) {
                return null;
            }
            boolean first = after == null || before != null && time - before.getKey() <= after.getKey() - time;
            Map.Entry<Long, ServerLoad> nearest = first ? before : after;
            long near = smallestGap == Long.MAX_VALUE ? NEAR_NANOS : Math.max(NEAR_NANOS, 2 * smallestGap);
            return nearest.getValue() == DOWN || Math.abs(nearest.getKey() - time) > near ? null : nearest.getValue();
        }
    }
}
