// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.answer.gate.check.Check.CheckPlace;
import io.agentprofiler.analyzer.answer.gate.check.FigureReading.Gap;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.math.BigDecimal;

/**
 * What workflows of one name are to one limit.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Tally {
    private final Limit limit;
    private long readings;
    private long over;
    private long notReported;
    private long incomplete;
    private CheckPlace worst;
    private CheckPlace unknown;
    /** Of percentiles only. */
    private final Distribution values = new Distribution();

    Tally(Limit limit) {
        this.limit = limit;
    }

    void add(TraceId trace, FigureReading reading) {
        readings++;
        over += reading.value().compareTo(limit.most()) > 0 ? 1 : 0;
        worst = CheckPlace.of(worst, new CheckPlace(reading.value(), trace, reading.span(), reading.what()));
        if (reading.gap() != Gap.NONE) {
            notReported += reading.gap() == Gap.NOT_REPORTED ? 1 : 0;
            incomplete += reading.gap() == Gap.INCOMPLETE ? 1 : 0;
            unknown = CheckPlace.of(unknown, new CheckPlace(BigDecimal.ZERO, trace, reading.span(), reading.why()));
        }
        if (!limit.isOfEach()) {
            values.add(reading.value().longValue());
        }
    }

    void add(Tally more) {
        readings += more.readings;
        over += more.over;
        notReported += more.notReported;
        incomplete += more.incomplete;
        worst = CheckPlace.of(worst, more.worst);
        unknown = CheckPlace.of(unknown, more.unknown);
        values.add(more.values);
    }

    Limit limit() {
        return limit;
    }

    /** Returns how many figures were read: of streamed calls one each, of others one a workflow. */
    long readings() {
        return readings;
    }

    /** Returns how many figures are over the limit, as far as they are known. */
    long over() {
        return over;
    }

    long notReported() {
        return notReported;
    }

    long incomplete() {
        return incomplete;
    }

    /** Returns the greatest figure; {@code null} where there is none. */
    CheckPlace worst() {
        return worst;
    }

    /** Returns a workflow whose figure is not known; {@code null} where there is none. */
    CheckPlace unknown() {
        return unknown;
    }

    /** Returns the figures of which the limit is a percentile; what is not known counts for what it is at least. */
    Distribution values() {
        return values;
    }
}
