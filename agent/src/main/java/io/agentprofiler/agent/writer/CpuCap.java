// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.stats.Pressure;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps the writer within its share of a processor: what it takes in excess it rests for. While it cannot keep up that way, first
 * prompts, results and chunks are given up, then new spans, until it can.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class CpuCap {
    /** What has not been used within such a time is not saved up. */
    private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(50);
    /** How long the writer has to get by before what is given up is taken back, a level at a time. */
    private static final long CALM = TimeUnit.SECONDS.toNanos(1);
    /** How long it rests at once: it is asked to end, and lines to be handed over, meanwhile. */
    private static final long LONGEST_REST = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Pressure.Level[] LEVELS = Pressure.Level.values();
    private static final double PERCENT = 100;

    private final boolean limited;
    private final double share;
    private final long patience;
    private final Pressure pressure;
    private final LongSupplier cpu;

    private boolean known;
    /** CPU time that may be used now; negative while some was used in excess. */
    private double credit;

    private long countedAt;
    private long cpuThen;
    /** When something more was last given up. */
    private long raisedAt;

    /** When events had last waited for half as long as they may. */
    private long troubledAt;

    private int level;

    /**
     * Creates a cap.
     *
     * @param percent of one processor, {@link Settings#NO_CPU_CAP} for none
     * @param flushMillis how long events may wait before something is given up
     * @param pressure told what is given up
     * @param cpu CPU time of the calling thread, -1 when unknown
     */
    CpuCap(int percent, long flushMillis, Pressure pressure, LongSupplier cpu) {
        this.limited = percent != Settings.NO_CPU_CAP;
        this.share = percent / PERCENT;
        this.patience = TimeUnit.MILLISECONDS.toNanos(flushMillis);
        this.pressure = pressure;
        this.cpu = cpu;
    }

    /** Answers whether there is a cap. */
    boolean isLimited() {
        return limited;
    }

    /** The calling thread is the writer from now on. */
    void begin(long now) {
        if (!limited) {
            return;
        }
        cpuThen = cpu.getAsLong();
        known = cpuThen >= 0;
        if (!known) {
            AgentLog.info("agentprofiler.cpu has no effect: this JVM does not tell the CPU time of threads");
        }
        countedAt = now;
        credit = Math.min(credit, 0);
        raisedAt = now - patience;
        troubledAt = now;
    }

    /**
     * Counts what was used, and says what has to be given up.
     *
     * @param waited how long the oldest event that was not taken yet has waited, 0 when there is none
     * @return how long the writer has to rest, in nanoseconds; 0 when it may go on
     */
    long rest(long now, long waited) {
        if (!limited || !known) {
            return 0;
        }
        long used = cpu.getAsLong();
        credit = Math.min(WINDOW * share, credit + (now - countedAt) * share) - (used - cpuThen);
        countedAt = now;
        cpuThen = used;
        long rest = credit < 0 ? (long) Math.ceil(-credit / share) : 0;
        judge(now, rest > 0 ? waited : 0);
        return Math.min(rest, LONGEST_REST);
    }

    private void judge(long now, long held) {
        if (held >= patience / 2) {
            troubledAt = now;
        }
        if (held >= patience && now - raisedAt >= patience && level < LEVELS.length - 1) {
            raisedAt = now;
            give(level + 1);
        } else if (level > 0 && now - troubledAt >= CALM) {
            troubledAt = now;
            give(level - 1);
        }
    }

    private void give(int next) {
        level = next;
        pressure.updateCpu(LEVELS[next]);
    }
}
