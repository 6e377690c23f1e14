// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.TurnSpans;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.analyzer.read.tree.Times;
import java.util.List;
import java.util.Map;

/**
 * A log, read record by record.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public abstract class SessionLog {
    final TurnSpans spans;

    SessionLog(TurnSpans spans) {
        this.spans = spans;
    }

    /** Takes the next record. */
    public abstract void take(Located record);

    /** Takes note that there is no other. */
    public abstract void end();

    /** Returns the time of a field; {@link Unknown#LONG} without one that can be read, which is counted. */
    static long time(Located record, String field) {
        Located time = record.get(field);
        if (!time.isThere()) {
            return Unknown.LONG;
        }
        long nanos = time.isText() ? Times.ofText((String) time.value()) : Unknown.LONG;
        if (nanos == Unknown.LONG) {
            time.problem("expected a time such as \"2026-06-01T05:40:20.151Z\"; left out");
        }
        return nanos;
    }

    static long count(Located record, String field) {
        Long count = record.count(field);
        return count == null ? Unknown.LONG : count;
    }

    /** Returns the sum; absent parts add nothing, and nothing is known where all are absent. */
    static long sum(long... parts) {
        long sum = Unknown.LONG;
        for (long part : parts) {
            sum = Saturated.addKnown(sum, part);
        }
        return sum;
    }

    /** Returns the text of a message: a text itself, or the texts among its parts; {@code null} without any. */
    static String textOf(Located content) {
        if (content.isText()) {
            return (String) content.value();
        }
        StringBuilder text = new StringBuilder();
        for (Located part : content.elements()) {
            if (part.isObject() && part.get("text").isText()) {
                text.append(text.isEmpty() ? "" : "\n").append(part.get("text").value());
            }
        }
        return text.isEmpty() ? null : text.toString();
    }

    /** Returns what a value says where that is a payload: text, or values of JSON. */
    static Object payload(Located value) {
        return value.value() instanceof String || value.value() instanceof Map || value.value() instanceof List
                ? value.value()
                : null;
    }

    /** Returns the field's text where it is one, without counting where it is not. */
    static String word(Located record, String field) {
        return record.get(field).isText() ? (String) record.get(field).value() : null;
    }

    /** Returns how a tool or an agent ended of which a log says whether it failed. */
    static SpanStatus outcome(boolean failed) {
        return failed ? SpanStatus.ERROR : SpanStatus.OK;
    }
}
