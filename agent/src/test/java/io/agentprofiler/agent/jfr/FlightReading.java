// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Stops a recording and reads it as {@code jfr print} does. */
public final class FlightReading {
    private FlightReading() {}

    public static Path stop(Recording recording, Path directory) throws IOException {
        Path file = directory.resolve("test.jfr");
        recording.stop();
        recording.dump(file);
        recording.close();
        return file;
    }

    /** Returns the events in the order they ended; the file has none. */
    public static List<RecordedEvent> events(Path file, String type) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .sorted(Comparator.comparing(RecordedEvent::getEndTime))
                .toList();
    }

    public static RecordedEvent event(Path file, String type) throws IOException {
        List<RecordedEvent> events = events(file, type);
        if (events.size() != 1) {
            throw new AssertionError(events.size() + " events of type " + type + ": " + events);
        }
        return events.get(0);
    }
}
