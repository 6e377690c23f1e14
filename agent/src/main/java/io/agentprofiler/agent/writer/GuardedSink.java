// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Keeps what a sink throws from the other sinks and from the consumer. After three faults in a row, at events or at the other
 * calls, a sink is left alone for half a minute. The two are counted apart: a sink is flushed whenever nothing happens, so
 * that one which fails at every event would else never come to three.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class GuardedSink {
    /** What became of an event at one sink. */
    enum Outcome {
        WRITTEN,
        /** The sink could not write; it has said why. */
        REFUSED,
        /** The sink threw, or is left alone because it did. */
        FAILED
    }

    private static final int FAULTS = 3;
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(30);

    private final TraceSink sink;
    private final Faults atEvents = new Faults();
    private final Faults atOthers = new Faults();
    private boolean off;
    private long offSince;
    private boolean said;

    GuardedSink(TraceSink sink) {
        this.sink = sink;
    }

    /** Hands an event to the sink; {@code call} answers whether it was written. */
    Outcome offer(Predicate<TraceSink> call, long now) {
        return guard(call, now, atEvents);
    }

    /** Has the sink do something that is no event. */
    void tell(Consumer<TraceSink> call, long now) {
        guard(
                target -> {
                    call.accept(target);
                    return true;
                },
                now,
                atOthers);
    }

    private Outcome guard(Predicate<TraceSink> call, long now, Faults faults) {
        if (off) {
            if (now - offSince < PAUSE) {
                return Outcome.FAILED;
            }
            off = false;
        }
        try {
            boolean written = call.test(sink);
            faults.inARow = 0;
            return written ? Outcome.WRITTEN : Outcome.REFUSED;
        } catch (RuntimeException | Error e) {
            failed(e, now, faults);
            return Outcome.FAILED;
        }
    }

    /** Returns how many events the sink lost after it had answered that they were written. */
    long lostAfterwards(EventType type, DropReason reason) {
        return sink.lostAfterwards(type, reason);
    }

    private void failed(Throwable fault, long now, Faults faults) {
        AgentLog.debug("sink " + sink.getClass().getSimpleName() + " failed: " + AgentLog.describe(fault));
        if (++faults.inARow < FAULTS) {
            return;
        }
        faults.inARow = 0;
        off = true;
        offSince = now;
        if (!said) {
            said = true;
            AgentLog.info("sink " + sink.getClass().getSimpleName() + " failed " + FAULTS
                    + " times in a row and is left alone for 30 s at a time; last: " + AgentLog.describe(fault));
        }
    }

    private static final class Faults {
        int inARow;
    }
}
