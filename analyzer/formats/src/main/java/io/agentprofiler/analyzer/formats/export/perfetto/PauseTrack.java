// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.perfetto;

import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.read.event.JvmPauses.Pause;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A track of pauses for garbage collection, each from when to when it was. */
final class PauseTrack {
    /** The name of a run's own. */
    static final String NAME = "garbage collection pauses";

    private static final String CATEGORY = "gc_pause";
    private static final int TRACK_UUID = 1;
    private static final int TRACK_NAME = 2;
    private static final int TRACK_PARENT = 5;

    private PauseTrack() {}

    /**
     * Writes a track, unless there is nothing on it.
     *
     * @param parent the track it belongs to, 0 for none
     * @param pauses in order of time. They do not overlap, since a pause stops all threads; what two recordings tell is written once
     */
    static void write(Packets packets, long track, long parent, String name, List<Pause> pauses) throws IOException {
        if (pauses.isEmpty()) {
            return;
        }
        ProtobufMessage descriptor =
                new ProtobufMessage().number(TRACK_UUID, track).text(TRACK_NAME, name);
        if (parent != 0) {
            descriptor.number(TRACK_PARENT, parent);
        }
        packets.track(descriptor);
        long until = Long.MIN_VALUE;
        for (Pause pause : pauses) {
            if (pause.epochNanos() >= until) {
                until = pause.epochNanos() + pause.nanos();
                String what = pause.detail() == null ? "GC pause" : pause.detail();
                packets.begin(track, pause.epochNanos(), CATEGORY, what, Map.of("duration_ns", pause.nanos()));
                packets.end(track, until);
            }
        }
    }
}
