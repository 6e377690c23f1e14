// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The workflows that can be asked for: all that are not over, and the last of those that are, as many as there is room for.
 *
 * <p><b>Threading:</b> one thread changes it; any may read. A reader sees each workflow as it was at one moment.
 */
public final class Kept {
    /** Heap that a span is taken to need, what is sent of it included. */
    private static final long BYTES_PER_SPAN = 1500;

    private static final long BYTES_PER_CHARACTER = 2;

    private final int mostSpans;
    private final long mostBytes;
    private final NavigableMap<Long, LiveWorkflow> byRevision = new ConcurrentSkipListMap<>();
    private final NavigableMap<Long, LiveWorkflow> byNumber = new ConcurrentSkipListMap<>();
    /** Numbers by trace; of a trace that came in two pieces the later one. */
    private final Map<TraceId, Long> numbers = new ConcurrentHashMap<>();
    /** Those that are over, in the order in which they ended. */
    private final Deque<LiveWorkflow> over = new ArrayDeque<>();

    private int spansOver;
    private long bytesOver;
    private volatile long droppedWorkflows;
    private volatile long droppedSpans;

    /**
     * Starts with none.
     *
     * @param mostSpans of workflows that are over; the last one is kept whatever its size
     * @param mostBytes about how much memory these may take
     */
    public Kept(int mostSpans, long mostBytes) {
        this.mostSpans = mostSpans;
        this.mostBytes = mostBytes;
    }

    void put(LiveWorkflow workflow) {
        LiveWorkflow before = byNumber.put(workflow.number(), workflow);
        byRevision.put(workflow.revision(), workflow);
        numbers.put(workflow.trace().id(), workflow.number());
        if (before != null && before.revision() != workflow.revision()) {
            byRevision.remove(before.revision());
        }
        if (workflow.state() == LiveWorkflow.State.FINAL) {
            over.add(workflow);
            spansOver += workflow.spans();
            bytesOver += bytes(workflow);
            while (over.size() > 1 && (spansOver > mostSpans || bytesOver > mostBytes)) {
                drop(over.remove());
            }
        }
    }

    private void drop(LiveWorkflow oldest) {
        byRevision.remove(oldest.revision());
        byNumber.remove(oldest.number());
        numbers.remove(oldest.trace().id(), oldest.number());
        spansOver -= oldest.spans();
        bytesOver -= bytes(oldest);
        droppedWorkflows++;
        droppedSpans += oldest.spans();
    }

    private static long bytes(LiveWorkflow workflow) {
        long bytes = workflow.page().length;
        for (Span span : workflow.trace().spans()) {
            bytes += BYTES_PER_SPAN;
            for (Map.Entry<String, Object> attribute : span.attributes()) {
                bytes += bytes(attribute.getValue());
            }
        }
        return bytes;
    }

    private static long bytes(Object value) {
        long bytes = 0;
        if (value instanceof CharSequence text) {
            bytes = text.length() * BYTES_PER_CHARACTER;
        } else if (value instanceof Collection<?> list) {
            for (Object element : list) {
                bytes += bytes(element);
            }
        } else if (value instanceof Map<?, ?> map) {
            bytes = bytes(map.values());
        }
        return bytes;
    }

    /** Returns the workflows published later than a revision, in that order. */
    public Collection<LiveWorkflow> since(long revision) {
        return byRevision.tailMap(revision, false).values();
    }

    /** Returns the workflows, that published last first. */
    public Collection<LiveWorkflow> latestFirst() {
        return byRevision.descendingMap().values();
    }

    /** Returns the workflows, the one that was read first at the end. */
    public Collection<LiveWorkflow> newestFirst() {
        return byNumber.descendingMap().values();
    }

    /** Returns the workflow of a number, {@code null} where there is none or it was dropped. */
    LiveWorkflow get(long number) {
        return byNumber.get(number);
    }

    /** Returns the workflow of an id, {@code null} where there is none or it was dropped. */
    public LiveWorkflow find(TraceId id) {
        Long number = numbers.get(id);
        return number == null ? null : byNumber.get(number);
    }

    /** Returns the workflows that hold a span of an id: one, unless ids clash. */
    public List<LiveWorkflow> withSpan(long span) {
        return byNumber.values().stream()
                .filter(workflow -> find(workflow.trace(), span) != null)
                .toList();
    }

    /** Returns the span of an id, {@code null} where there is none. */
    public static Span find(Trace trace, long id) {
        for (Span span : trace.spans()) {
            if (span.id() == id) {
                return span;
            }
        }
        return null;
    }

    public long droppedWorkflows() {
        return droppedWorkflows;
    }

    public long droppedSpans() {
        return droppedSpans;
    }
}
