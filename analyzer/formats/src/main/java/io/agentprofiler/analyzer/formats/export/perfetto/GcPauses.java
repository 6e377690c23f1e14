// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.perfetto;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.read.event.JvmPauses.Pause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pauses for garbage collection that flight recordings tell, exactly as they were.
 *
 * <p><b>Threading:</b> immutable.
 */
final class GcPauses {
    private final Map<Path, List<Pause>> byFile = new LinkedHashMap<>();
    private long leftOut;

    /**
     * Reads recordings.
     *
     * @param inputs recordings among the inputs: of one that cannot be read its reader tells
     * @param named other recordings
     * @throws CommandException when one of these cannot be read
     */
    GcPauses(List<Path> inputs, List<Path> named) throws CommandException {
        for (Path file : inputs) {
            try {
                read(file);
            } catch (IOException e) {
                // a run without pauses
                byFile.remove(file);
            }
        }
        for (Path file : named) {
            try {
                read(file);
            } catch (IOException e) {
                throw new CommandException("--jfr " + file + " cannot be read as a flight recording: " + Reasons.of(e));
            }
        }
    }

    private void read(Path file) throws IOException {
        JvmPauses pauses = new JvmPauses(EnumSet.of(JvmPauses.Kind.GC));
        pauses.read(file);
        byFile.put(file, pauses.byStart());
        leftOut += pauses.leftOut();
    }

    /** Returns how many shorter ones are not among them. */
    long leftOut() {
        return leftOut;
    }

    /** Returns those of the recording that a run was read from; none where it was read from something else. */
    List<Pause> of(DrawnRun run) {
        List<Pause> pauses = new ArrayList<>();
        byFile.forEach((file, own) -> {
            if (isOf(file, run)) {
                pauses.addAll(own);
            }
        });
        return pauses;
    }

    /** Returns those of recordings that are no run of these, by the recording. */
    Map<Path, List<Pause>> others(List<DrawnRun> runs) {
        Map<Path, List<Pause>> others = new LinkedHashMap<>(byFile);
        others.keySet().removeIf(file -> runs.stream().anyMatch(run -> isOf(file, run)));
        return others;
    }

    private static boolean isOf(Path file, DrawnRun run) {
        return run.facts().run().equals(file.toString());
    }
}
