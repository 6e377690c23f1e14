// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.formats.otlp.wire.Batches.Batch.EncodedSpan;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the spans of a run for requests of at most {@value #MOST_SPANS} spans and about {@value #MOST_BYTES} bytes; a span that is
 * larger goes alone.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Batches {
    /** What OpenTelemetry's own exporters send at once. */
    public static final int MOST_SPANS = 512;
    /** What OpenTelemetry's collector takes in a line of a file; receivers of requests take 4 to 20 times as much. */
    public static final int MOST_BYTES = 1_000_000;

    private final Encoding encoding;
    private final Resource resource;
    private final BatchTaker taker;
    private final int envelope;
    private final List<EncodedSpan> spans = new ArrayList<>();
    private long bytes;

    /** Takes what is to go out. */
    public interface BatchTaker {
        /** Takes a batch. */
        void take(Batch batch) throws IOException;
    }

    /** Creates an empty collection. */
    public Batches(Encoding encoding, Resource resource, BatchTaker taker) {
        this.encoding = encoding;
        this.resource = resource;
        this.taker = taker;
        this.envelope = encoding.request(resource, List.of()).length;
        this.bytes = envelope;
    }

    /** Adds a span. */
    public void add(OtlpSpan span) throws IOException {
        byte[] encoded = encoding.span(span);
        // a comma, or tag and length
        int size = encoded.length + Long.BYTES;
        if (!spans.isEmpty() && (spans.size() == MOST_SPANS || bytes + size > MOST_BYTES)) {
            flush();
        }
        spans.add(new EncodedSpan(span.trace(), span.id(), span.name(), encoded));
        bytes += size;
    }

    /** Gives away what is left. */
    public void flush() throws IOException {
        if (!spans.isEmpty()) {
            Batch batch = new Batch(encoding, resource, spans);
            spans.clear();
            bytes = envelope;
            taker.take(batch);
        }
    }

    /**
     * Spans of one run that go out in one request.
     *
     * @param encoding how they are encoded
     * @param resource what they have in common
     * @param spans the spans, at least one
     */
    public record Batch(Encoding encoding, Resource resource, List<EncodedSpan> spans) {
        /** A span as bytes, and by what people find it. */
        public record EncodedSpan(TraceId trace, long id, String name, byte[] bytes) {
            @Override
            public String toString() {
                return name + " (span " + TraceId.spanText(id) + " of trace " + trace + ")";
            }
        }

        public Batch {
            spans = List.copyOf(spans);
        }

        /** Returns the request. */
        public byte[] request() {
            return encoding.request(
                    resource, spans.stream().map(EncodedSpan::bytes).toList());
        }

        /** Returns the first half of at least two spans. */
        public Batch firstHalf() {
            return new Batch(encoding, resource, spans.subList(0, spans.size() / 2));
        }

        /** Returns the other half. */
        public Batch secondHalf() {
            return new Batch(encoding, resource, spans.subList(spans.size() / 2, spans.size()));
        }
    }
}
