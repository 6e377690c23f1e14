// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.stats.OwnCpu;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.Pressure;
import io.agentprofiler.agent.stats.ProcessSampler;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * What the consumer does by time, beside the ring: flush, the counters each second, samples of the process, at first each second
 * and then every few, and the samples of model servers as they come.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class PeriodicTasks {
    private static final long HEARTBEAT = TimeUnit.SECONDS.toNanos(1);
    private static final long SAMPLE = TimeUnit.SECONDS.toNanos(5);
    /** Until then a sample is taken with each heartbeat: a short run is all start, and would otherwise have none that tell of it. */
    private static final long SAMPLE_EACH_BEAT = TimeUnit.MINUTES.toNanos(1);

    private final SinkSet sinks;
    private final PipelineCounters counters;
    private final Pressure pressure;
    private final ProcessSampler sampler;
    private final Queue<ModelServerSample> samples;
    private final OwnCpu cpu = new OwnCpu();
    private final long flushNanos;

    private boolean dirty;
    private long flushedAt;
    private long beatAt;
    private final long startedAt;
    private long sampledAt;
    private long activityAtBeat;
    private boolean sampled;

    PeriodicTasks(
            SinkSet sinks,
            PipelineCounters counters,
            Pressure pressure,
            ProcessSampler sampler,
            Queue<ModelServerSample> samples,
            long flushMillis) {
        this.sinks = sinks;
        this.counters = counters;
        this.pressure = pressure;
        this.sampler = sampler;
        this.samples = samples;
        // Half of what is promised: an event has waited in the ring before it got into a buffer.
        this.flushNanos = TimeUnit.MILLISECONDS.toNanos(flushMillis) / 2;
        long now = System.nanoTime();
        flushedAt = now;
        beatAt = now;
        sampledAt = now;
        startedAt = now;
    }

    /** An event was handed to the sinks. */
    void worked() {
        dirty = true;
    }

    /** The ring is not empty. */
    void duringWork(long now) {
        takeSamples(now);
        beatIfDue(now);
        if (now - flushedAt >= flushNanos) {
            flush(now);
        }
    }

    /** The ring is empty; a good moment to hand over what was written. */
    void whenIdle(long now) {
        takeSamples(now);
        beatIfDue(now);
        if (dirty || now - flushedAt >= flushNanos) {
            flush(now);
        }
    }

    void flush(long now) {
        sinks.flush(now);
        dirty = false;
        flushedAt = now;
    }

    /** The run ends. */
    void last(long now) {
        takeSamples(now);
        counters.consumerCpu(cpu.nanos());
        if (sampled) {
            sinks.process(sampler.last(), now);
        }
        flush(now);
        sinks.settle(now);
    }

    private void takeSamples(long now) {
        for (ModelServerSample sample = samples.poll(); sample != null; sample = samples.poll()) {
            sinks.modelServer(sample, now);
            dirty = true;
        }
    }

    private void beatIfDue(long now) {
        if (now - beatAt < HEARTBEAT) {
            return;
        }
        beatAt = now;
        long activity = counters.activity();
        if (activity == activityAtBeat) {
            return;
        }
        activityAtBeat = activity;
        sampleIfDue(now);
        counters.consumerCpu(cpu.nanos());
        sinks.countLosses();
        sinks.counters(counters.snapshot(), now);
        dirty = true;
    }

    private void sampleIfDue(long now) {
        if (sampled && now - sampledAt < SAMPLE && now - startedAt > SAMPLE_EACH_BEAT) {
            return;
        }
        boolean first = !sampled;
        sampled = true;
        sampledAt = now;
        sinks.process(first ? sampler.partial() : sampler.full(), now);
        if (!first) {
            pressure.update(sampler.heapShareAfterGc());
        }
    }
}
