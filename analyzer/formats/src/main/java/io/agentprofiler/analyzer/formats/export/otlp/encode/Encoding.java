// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.encode;

import io.agentprofiler.analyzer.formats.export.otlp.span.ExportedSpan;
import java.util.List;

/** An encoding of OTLP. <b>Threading:</b> stateless. */
public interface Encoding {
    /** Returns the media type of a request. */
    String mediaType();

    /** Returns a span. */
    byte[] span(ExportedSpan span);

    /** Returns a request ({@code ExportTraceServiceRequest}) of spans that are encoded. */
    byte[] request(Resource resource, List<byte[]> spans);

    /**
     * Reads what a receiver answered to a request that it took.
     *
     * @return {@link PartialSuccess#NONE} where the answer says nothing, or nothing that is understood
     */
    PartialSuccess answer(byte[] body);
}
