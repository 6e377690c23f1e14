// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.Map;

/**
 * The model by which an agent forecasts, as the header of its run names it.
 *
 * @param file its name, {@code null} where that is not known
 * @param workflows from how many workflows it was learned, or absent
 * @param untilNanos when the last of them ended, nanoseconds since 1970, or absent
 */
public record PublishedModel(String file, long workflows, long untilNanos) {
    /** What is known of a model of which a run says nothing. */
    public static final PublishedModel UNKNOWN = new PublishedModel(null, Unknown.LONG, Unknown.LONG);

    /**
     * Reads a header.
     *
     * @param header {@code null} where none was read
     */
    public static PublishedModel of(RunEvent.Header header) {
        return header != null
                        && header.details().get("agent") instanceof Map<?, ?> agent
                        && agent.get("forecast") instanceof Map<?, ?> model
                ? new PublishedModel(
                        model.get("model") instanceof String file ? file : null,
                        whole(model.get("workflows")),
                        whole(model.get("until_epoch_ns")))
                : UNKNOWN;
    }

    private static long whole(Object value) {
        return value instanceof Number number && number.longValue() >= 0 ? number.longValue() : Unknown.LONG;
    }
}
