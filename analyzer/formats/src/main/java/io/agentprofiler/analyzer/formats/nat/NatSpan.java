// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.formats.nat.NatStep.NatUsage;

/**
 * All steps of one UUID in one request.
 *
 * <p><b>Threading:</b> belongs to its {@link NatSpans}.
 */
public final class NatSpan {
    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long MIX = 0xd6e8feb86659fd93L;

    private final String uuid;
    private final int index;
    private NatStep start;
    private NatStep end;
    private NatSpan parent;

    NatSpan(String uuid, int index) {
        this.uuid = uuid;
        this.index = index;
    }

    /** Takes a step: of several starts the earliest counts, of several ends the latest. */
    void take(NatStep step) {
        if (step.isStart()
                && (start == null || step.time().timestamp() < start.time().timestamp())) {
            start = step;
        } else if (step.isEnd()
                && (end == null || step.time().timestamp() > end.time().timestamp())) {
            end = step;
        }
    }

    void linkTo(NatSpan newParent) {
        parent = newParent;
    }

    public String uuid() {
        return uuid;
    }

    /** Returns its place among the request's spans, by their first steps. */
    public int index() {
        return index;
    }

    /** Returns the START, or {@code null}. */
    public NatStep start() {
        return start;
    }

    /** Returns the END, or {@code null}. */
    public NatStep end() {
        return end;
    }

    /** Returns the START, or the END where there is none. */
    public NatStep first() {
        return start == null ? end : start;
    }

    /** Returns the span around this one, or {@code null}. */
    public NatSpan parent() {
        return parent;
    }

    public String category() {
        return first().category();
    }

    /** Answers whether both ends were recorded, in order: only then there is a length. */
    public boolean isMeasured() {
        return start != null
                && end != null
                && end.time().timestamp() >= start.time().timestamp();
    }

    public double startSeconds() {
        return first().time().timestamp();
    }

    /** Returns the end, the start where the length is not known. */
    public double endSeconds() {
        return isMeasured() ? end.time().timestamp() : startSeconds();
    }

    /** Returns the length in seconds, 0 where it is not known. */
    public double seconds() {
        return endSeconds() - startSeconds();
    }

    /** Returns the usage the end reports, all zero where there is none. */
    public NatUsage usage() {
        return end == null ? NatUsage.ZERO : end.usageOrZero();
    }

    /** Returns 64 bits that stand for a UUID, or any text that identifies; the same for the same text, always. */
    public static long uuidHash(String uuid) {
        long hash = FNV_BASIS;
        for (int i = 0; i < uuid.length(); i++) {
            hash = (hash ^ uuid.charAt(i)) * FNV_PRIME;
        }
        // FNV alone leaves similar texts close to each other
        hash = (hash ^ hash >>> 32) * MIX;
        return hash ^ hash >>> 32;
    }
}
