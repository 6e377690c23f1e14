// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.neighbours;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners that users registered with the framework. */
@Tag("once")
class ListenersIT {
    @Test
    void shouldLeaveTheUsersListenersTheirEvents(@TempDir Path dir) {
        TripRun.of("com.example.trip.ListeningTrip", dir).both();
    }

    @Test
    void shouldRecordTheSameWithoutListeners(@TempDir Path dir) {
        TripRun.of("com.example.trip.LangChain4jTrip", dir).both();
    }
}
