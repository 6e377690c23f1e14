// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

/**
 * What became of trace files after events were written to them.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param deletedSegments files of this run the agent deleted to stay within {@code dir.maxBytes}
 * @param deletedBytes their size
 * @param deletedEvents events that were in them
 * @param removedSegments closed files of this run that somebody else took away
 * @param removedEvents events that were in them
 * @param unsyncedSegments files the disk did not confirm, so that a power cut may cost them
 * @param deletedRuns earlier runs the agent deleted to stay within {@code dir.maxRuns} and {@code dir.totalBytes}
 * @param deletedRunBytes their size
 */
public record DirectoryAccount(
        long deletedSegments,
        long deletedBytes,
        long deletedEvents,
        long removedSegments,
        long removedEvents,
        long unsyncedSegments,
        long deletedRuns,
        long deletedRunBytes) {

    /** Nothing became of any. */
    public static final DirectoryAccount NONE = new DirectoryAccount(0, 0, 0, 0, 0, 0, 0, 0);
}
