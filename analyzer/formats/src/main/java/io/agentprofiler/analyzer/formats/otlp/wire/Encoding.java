// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import java.util.List;

/** An encoding of OTLP. <b>Threading:</b> stateless. */
public interface Encoding {
    /** Returns the media type of a request. */
    String mediaType();

    /** Returns a span. */
    byte[] span(OtlpSpan span);

    /** Returns a request ({@code ExportTraceServiceRequest}) of spans that are encoded. */
    byte[] request(Resource resource, List<byte[]> spans);

    /**
     * Reads what a receiver answered to a request that it took.
     *
     * @return {@link PartialSuccess#NONE} where the answer says nothing, or nothing that is understood
     */
    PartialSuccess answer(byte[] body);

    /** Times have no sign; formats without times may say anything. */
    static long nanos(long nanos) {
        return Math.max(0, nanos);
    }

    /** Counts have 32 bits, without a sign. */
    static long count(long count) {
        return Math.min(0xFFFF_FFFFL, count);
    }

    /**
     * What a receiver said of a request that it took.
     *
     * @param rejected how many of its spans it left out
     * @param message why, or a warning where it left none out; empty if it said nothing
     */
    public record PartialSuccess(long rejected, String message) {
        /** Nothing was left out, and there is nothing to say. */
        public static final PartialSuccess NONE = new PartialSuccess(0, "");
    }
}
