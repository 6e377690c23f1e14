// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;

/** What OpenTelemetry's conventions for generative AI (1.41.1) have a name for beside what was recorded under their names. */
final class GenAiAttributes {
    private static final double NANOS = 1e9;

    private GenAiAttributes() {}

    static void add(Span span, SpanAttributes into) {
        if (span.kind() != SpanKind.HTTP && span.kind() != SpanKind.FUNCTION) {
            into.add(Attributes.OPERATION_NAME, span.kind().genAiOperation());
        }
        if (Calls.isModelCall(span) && span.chunks() != null && span.chunks().count() > 0) {
            into.add("gen_ai.request.stream", true);
            long first = span.chunks().firstNanos();
            if (first != Unknown.LONG && !span.has(SpanFlag.START_MISSING) && first >= span.startNanos()) {
                into.add("gen_ai.response.time_to_first_chunk", (first - span.startNanos()) / NANOS);
            }
        }
    }
}
