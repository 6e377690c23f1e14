// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline.outcome;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.PublishedForecasts;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.shared.schema.TraceFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is known of one run besides its spans.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param run the run's id, or the file's name where the format knows none
 * @param header who wrote it, or {@code null} when no header was read
 * @param counters the last counters read, or {@code null}
 * @param files the files it was read from
 * @param counts events read and what was odd about them
 * @param lastNanos time of the last event, {@link Unknown#LONG} when there is none
 * @param someSpans by which to tell whether another run holds the same spans
 * @param records what was recorded of the process rather than of spans
 */
public record RunFacts(
        String run,
        RunEvent.Header header,
        RunEvent.Counters counters,
        FilesRead files,
        AssemblyCounts counts,
        long lastNanos,
        SpanSample someSpans,
        ProcessRecords records) {
    private static final List<String> SPAN_EVENTS =
            List.of(TraceFormat.SPAN_START, TraceFormat.SPAN_CHUNK, TraceFormat.SPAN_END);

    /**
     * The files of a run.
     *
     * @param count how many were read
     * @param missingSegments numbers of segments that should be there and are not
     * @param headerExpected whether a file of its format has a header
     * @param closed whether the last ends with its footer: without it the process was killed or still runs
     */
    public record FilesRead(int count, List<Integer> missingSegments, boolean headerExpected, boolean closed) {}

    /**
     * What was recorded of the process rather than of spans.
     *
     * @param samples samples of the process and of model servers read
     * @param process what the process used, by its samples
     * @param forecasts what the agent forecast of workflows that went on
     */
    public record ProcessRecords(long samples, ProcessLog process, PublishedForecasts forecasts) {}

    /** Returns the name to show: the service and the process, else the id. */
    public String label() {
        if (header == null || header.service() == null) {
            return run;
        }
        return header.pid() == Unknown.LONG ? header.service() : header.service() + " (pid " + header.pid() + ")";
    }

    /** Returns a number that the header tells of the JVM, such as {@code processors}; NaN where it does not. */
    public double jvmNumber(String name) {
        return header != null
                        && header.details().get("jvm") instanceof Map<?, ?> jvm
                        && jvm.get(name) instanceof Number number
                ? number.doubleValue()
                : Double.NaN;
    }

    /** Answers whether this was read from a flight recording, which knows the process but not the run. */
    public boolean isRecording() {
        return header != null && header.run().equals(header.service() + "-" + header.pid());
    }

    /** Answers whether both were written by processes of one name and id. */
    public boolean isOfSameProcessAs(RunFacts other) {
        return header != null
                && other.header != null
                && Objects.equals(header.service(), other.header.service())
                && header.pid() == other.header.pid();
    }

    /** Returns how many events the agent dropped, according to its counters; 0 when there are no counters. */
    public long dropped() {
        if (counters == null) {
            return 0;
        }
        return counters.events().dropped().values().stream()
                .flatMap(reasons -> reasons.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    /**
     * Answers whether the last file was closed while events still waited to be written: they went to later files, which are
     * not given. A run's own last counters leave none waiting.
     */
    public boolean endsEarly() {
        return files.closed()
                && !isRecording()
                && counters != null
                && counters.events().queued().values().stream().anyMatch(count -> count > 0);
    }

    /**
     * Returns how many events the agent wrote that are not in the files, according to its final counters; 0 where that
     * cannot be told because the counters are not final or segments are known to be missing.
     */
    public long lost() {
        Map<String, Long> byType =
                counters == null ? Map.of() : counters.events().written();
        if (!files.closed() || !files.missingSegments().isEmpty() || byType.isEmpty()) {
            return 0;
        }
        long written = SPAN_EVENTS.stream()
                .mapToLong(type -> byType.getOrDefault(type, 0L))
                .sum();
        return Math.max(0, written - counts.read().all());
    }
}
