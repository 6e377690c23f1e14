// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Reads the spans of a recording: as JDK Mission Control does, and as the JDK does. */
public final class Recordings {
    /** The event types that stand for a span. */
    private static final Set<String> SPAN_TYPES = Set.of(
            "agentprofiler.LlmDetails",
            "agentprofiler.ToolDetails",
            "agentprofiler.AgentDetails",
            "agentprofiler.RetrievalDetails",
            "agentprofiler.EmbeddingDetails",
            "agentprofiler.MemoryDetails",
            "agentprofiler.OperationDetails");

    private Recordings() {}

    /** Reads with JDK Mission Control's own parser. */
    public static SpanTree readWithMissionControl(Path file) {
        IItemCollection events;
        try {
            events = JfrLoaderToolkit.loadEvents(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CouldNotLoadRecordingException e) {
            throw new AssertionError("JDK Mission Control cannot read " + file, e);
        }
        List<SpanNode> spans = new ArrayList<>();
        for (IItemIterable lane : events) {
            if (SPAN_TYPES.contains(lane.getType().getIdentifier())) {
                for (IItem item : lane) {
                    spans.add(span(item, lane.getType()));
                }
            }
        }
        return SpanTree.of(spans);
    }

    private static SpanNode span(IItem item, IType<IItem> type) {
        SpanNode span = new SpanNode();
        span.traceId = text(item, type, "traceId");
        span.id = text(item, type, "spanId");
        span.parentId = emptyToNull(text(item, type, "parentId"));
        span.remoteParent = Boolean.TRUE.equals(member(item, type, "remoteParent"));
        span.kind = text(item, type, "kind");
        span.name = text(item, type, "name");
        span.status = text(item, type, "status");
        span.errorType = emptyToNull(text(item, type, "errorType"));
        span.start = nanos(JfrAttributes.START_TIME.getAccessor(type).getMember(item));
        span.end = nanos(JfrAttributes.END_TIME.getAccessor(type).getMember(item));
        span.inputTokens = number(item, type, "inputTokens");
        span.outputTokens = number(item, type, "outputTokens");
        span.cachedTokens = number(item, type, "cacheReadTokens");
        span.reasoningTokens = number(item, type, "reasoningTokens");
        span.chunks = Math.max(0, number(item, type, "chunkCount"));
        return span;
    }

    private static long nanos(IQuantity time) {
        return time.clampedLongValueIn(UnitLookup.EPOCH_NS);
    }

    private static String text(IItem item, IType<IItem> type, String field) {
        Object value = member(item, type, field);
        return value instanceof IMCThread thread ? thread.getThreadName() : (String) value;
    }

    private static long number(IItem item, IType<IItem> type, String field) {
        Object value = member(item, type, field);
        if (value == null) {
            return -1;
        }
        if (value instanceof IQuantity quantity) {
            return known(quantity.doubleValue());
        }
        if (value instanceof Number number) {
            return known(number.doubleValue());
        }
        throw new AssertionError(field + " of " + type.getIdentifier() + " is no number but " + value);
    }

    private static long known(double number) {
        return Double.isNaN(number) ? -1 : (long) number;
    }

    private static Object member(IItem item, IType<IItem> type, String field) {
        for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
            if (key.getIdentifier().equals(field)) {
                IMemberAccessor<?, IItem> accessor = type.getAccessor(key);
                return accessor.getMember(item);
            }
        }
        return null;
    }

    /** Reads with the JDK's parser. */
    public static SpanTree readWithJdk(Path file) {
        List<SpanNode> spans = new ArrayList<>();
        for (RecordedEvent event : events(file)) {
            if (SPAN_TYPES.contains(event.getEventType().getName())) {
                spans.add(span(event));
            }
        }
        return SpanTree.of(spans);
    }

    /** Returns all events of a recording. */
    public static List<RecordedEvent> events(Path file) {
        try {
            return RecordingFile.readAllEvents(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SpanNode span(RecordedEvent event) {
        SpanNode span = new SpanNode();
        span.traceId = event.getString("traceId");
        span.id = event.getString("spanId");
        span.parentId = emptyToNull(event.getString("parentId"));
        span.remoteParent = event.getBoolean("remoteParent");
        span.kind = event.getString("kind");
        span.name = event.getString("name");
        span.status = event.getString("status");
        span.errorType = emptyToNull(event.getString("errorType"));
        span.start = nanos(event.getStartTime());
        span.end = nanos(event.getEndTime());
        span.inputTokens = number(event, "inputTokens");
        span.outputTokens = number(event, "outputTokens");
        span.cachedTokens = number(event, "cacheReadTokens");
        span.reasoningTokens = number(event, "reasoningTokens");
        span.chunks = Math.max(0, number(event, "chunkCount"));
        return span;
    }

    private static long nanos(java.time.Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    private static long number(RecordedEvent event, String field) {
        return event.hasField(field) ? known(((Number) event.getValue(field)).doubleValue()) : -1;
    }

    private static String emptyToNull(String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
