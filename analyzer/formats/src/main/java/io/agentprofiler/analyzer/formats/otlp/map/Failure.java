// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.Metadata;

/**
 * How a span ended. An exception alone is no failure: it may have been dealt with.
 *
 * @param status how
 * @param type the type of the failure, {@code null} without one
 * @param message what was said of it, or {@code null}
 */
record Failure(SpanStatus status, String type, String message) {
    private static final String OTHER = "_OTHER";
    private static final Failure NONE = new Failure(SpanStatus.OK, null, null);

    static Failure of(AttributeMaps maps, OtlpSpan span) {
        String type = span.text(Attributes.ERROR_TYPE);
        type = type == null || maps.absent.contains(type) ? null : type;
        boolean failed = span.status().code() == OtlpSpan.Code.ERROR
                || type != null
                || maps.failed.entrySet().stream()
                        .anyMatch(one -> one.getValue()
                                .contains(String.valueOf(span.attributes().get(one.getKey()))));
        if (!failed) {
            return NONE;
        }
        String message = span.status().message();
        for (OtlpSpan.Event event : span.events()) {
            if (event.name().equals(AttributeNames.EXCEPTION)) {
                if (type == null && event.attributes().get(AttributeNames.EXCEPTION_TYPE) instanceof String thrown) {
                    type = thrown;
                }
                if (message == null
                        && event.attributes().get(AttributeNames.EXCEPTION_MESSAGE) instanceof String said) {
                    message = said;
                }
            }
        }
        String known = type != null && Metadata.isErrorType(type) ? type : OTHER;
        boolean cancelled = type != null && maps.cancelled.stream().anyMatch(type::endsWith);
        return new Failure(cancelled ? SpanStatus.CANCELLED : SpanStatus.ERROR, known, message);
    }
}
