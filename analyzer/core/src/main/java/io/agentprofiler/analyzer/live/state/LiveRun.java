// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.base.stat.Unknown;
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
 * @param service name of the process, or {@code null}
 * @param pid id of the process, or absent
 * @param lastNanos time of the last event, or absent
 * @param segments how many segments were read
 * @param missing how many are missing before the last
 * @param counts events read
 * @param dropped events the agent dropped, by its counters
 * @param lost events that were written and are not in the files, where that is known
 * @param failure why a segment cannot be read, or {@code null}
 */
public record LiveRun(
        String id,
        String directory,
        String state,
        String service,
        long pid,
        long lastNanos,
        int segments,
        int missing,
        AssemblyCounts counts,
        long dropped,
        long lost,
        String failure) {
    static LiveRun of(FollowedRun run) {
        RunFacts facts = run.facts();
        RunEvent.Header header = facts.header();
        return new LiveRun(
                run.id(),
                run.directory().toString(),
                run.state().word(),
                header == null ? null : header.service(),
                header == null ? Unknown.LONG : header.pid(),
                facts.lastNanos(),
                facts.files(),
                facts.missingSegments().size(),
                facts.counts(),
                facts.dropped(),
                facts.lost(),
                run.failure());
    }
}
