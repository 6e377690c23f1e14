// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.formats.atif.model.Trajectory;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Ids made of what a trajectory says: the same file gives the same ids, always. */
final class Ids {
    private final MessageDigest digest;

    Ids() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * Returns the id of a trajectory's trace. Producers give many runs one session id, so what the steps say is part of it.
     *
     * @param again how many equal trajectories came before it
     */
    TraceId trace(Trajectory trajectory, int again) {
        String text = String.join(
                "\u0000",
                "atif",
                String.valueOf(trajectory.sessionId()),
                String.valueOf(trajectory.trajectoryId()),
                String.valueOf(trajectory.agent()),
                String.valueOf(trajectory.steps()),
                String.valueOf(again));
        byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
        return new TraceId(number(hash, 0), number(hash, 8));
    }

    /** Returns the id of the span with a key, never 0. */
    long span(TraceId trace, String key) {
        long id = number(digest.digest((trace + key).getBytes(StandardCharsets.UTF_8)), 0);
        return id == 0 ? 1 : id;
    }

    private static long number(byte[] bytes, int from) {
        long number = 0;
        for (int i = from; i < from + 8; i++) {
            number = number << 8 | bytes[i] & 0xff;
        }
        return number;
    }
}
