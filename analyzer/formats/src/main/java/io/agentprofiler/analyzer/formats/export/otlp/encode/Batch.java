// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.List;

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
        return encoding.request(resource, spans.stream().map(EncodedSpan::bytes).toList());
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
