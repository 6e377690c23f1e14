// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.process.ProcessSlot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of all runs before the first workflow is drawn.
 *
 * <p><b>Threading:</b> any.
 */
public final class Timeline {
    /** What has to be asked of the inputs. */
    public static final List<Analysis<?>> QUESTIONS = List.of(Placement.ANALYSIS, Levels.ANALYSIS);

    private final Map<String, DrawnRun> runs = new LinkedHashMap<>();
    private final long firstNanos;

    /**
     * A run.
     *
     * @param number from 1, its place among the runs
     * @param facts what is known of it
     * @param lanes its lanes
     * @param levels its counters
     */
    public record DrawnRun(int number, RunFacts facts, RunLanes lanes, List<Levels.Level> levels) {}

    /** Makes a timeline of the answers to {@link #QUESTIONS}. */
    public Timeline(Outcome outcome) {
        Placement placement = outcome.summary().get(Placement.ANALYSIS);
        Levels levels = outcome.summary().get(Levels.ANALYSIS);
        long first = placement.firstNanos();
        for (RunFacts facts : outcome.runs()) {
            String run = facts.run();
            runs.put(run, new DrawnRun(runs.size() + 1, facts, placement.lanes(run), levels.of(run)));
            for (ProcessSlot slot : facts.records().process().timeline()) {
                first = Math.min(first, slot.firstNanos());
            }
        }
        firstNanos = first == Long.MAX_VALUE ? 0 : first;
    }

    /** Returns the runs in the order of the inputs. */
    public List<DrawnRun> runs() {
        return List.copyOf(runs.values());
    }

    /** Returns a run; every run that has a workflow is there. */
    public DrawnRun run(String id) {
        return runs.get(id);
    }

    /** Returns the first moment that is drawn, nanoseconds since 1970; 0 where there is none. */
    public long firstNanos() {
        return firstNanos;
    }
}
