// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.agent.replay.recording.RecordedAnswers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what a recording can answer, before anything is asked. */
final class Report {
    private static final int MOST_NAMED = 20;

    private Report() {}

    static List<String> beginning(RecordedAnswers recording, boolean refuses) {
        List<String> lines = new ArrayList<>();
        String missed = refuses
                ? "a call that it does not answer fails (agentprofiler.replay.miss=fail)"
                : "a call that it does not answer is made (agentprofiler.replay.miss=call)";
        if (recording.problem() != null) {
            lines.add("agentprofiler.replay=" + recording.directory() + " answers nothing: " + recording.problem()
                    + "; allowed: a run's directory, or one of runs; " + missed);
            return lines;
        }
        lines.add("replay: calls are answered from " + recording.directory() + " and not made: "
                + counted(recording.answerable(), "none can be") + "; " + missed
                + ". What returns a type that cannot be made again is made, and named at the end");
        if (!recording.withoutResult().isEmpty()) {
            lines.add("replay: recorded calls without a result, which answer methods that return nothing: "
                    + counted(recording.withoutResult(), ""));
        }
        if (!recording.made().isEmpty()) {
            lines.add("replay: recorded calls that are made again: " + counted(recording.made(), ""));
        }
        if (!recording.holes().isEmpty()) {
            lines.add("replay: recorded calls that answer nothing: " + counted(recording.holes(), ""));
        }
        return lines;
    }

    private static String counted(Map<String, Integer> counts, String none) {
        if (counts.isEmpty()) {
            return none;
        }
        String named = counts.entrySet().stream()
                .limit(MOST_NAMED)
                .map(each -> each.getValue() + " x " + each.getKey())
                .collect(Collectors.joining(", "));
        int more = counts.size() - MOST_NAMED;
        return more > 0 ? named + " and " + more + " more" : named;
    }
}
