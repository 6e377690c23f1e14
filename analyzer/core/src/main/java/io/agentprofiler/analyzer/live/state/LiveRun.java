// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.live.follow.FollowedRun;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.trace.assembly.AssemblyCounts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;

/**
 * A run as it was known at some moment.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param id its id
 * @param directory where its files are
 * @param state whether its process goes on
 * @param failure why a segment cannot be read, or {@code null}
 * @param header who wrote it, or {@code null}
 * @param files its segments
 * @param lastNanos time of the last event, or absent
 * @param events what became of its events
 */
public record LiveRun(
        String id,
        String directory,
        String state,
        String failure,
        RunEvent.Header header,
        RunFacts.FilesRead files,
        long lastNanos,
        LiveEvents events) {
    /**
     * What became of the events of a run.
     *
     * @param read those that were read
     * @param dropped how many the agent dropped, by its counters
     * @param lost how many were written and are not in the files, where that is known
     */
    public record LiveEvents(AssemblyCounts.EventsRead read, long dropped, long lost) {}

    static LiveRun of(FollowedRun run) {
        RunFacts facts = run.facts();
        return new LiveRun(
                run.id(),
                run.directory().toString(),
                run.state().word(),
                run.failure(),
                facts.header(),
                facts.files(),
                facts.lastNanos(),
                new LiveEvents(facts.counts().read(), facts.dropped(), facts.lost()));
    }
}
