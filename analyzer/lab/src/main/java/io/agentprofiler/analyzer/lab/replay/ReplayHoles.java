// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.lab.replay.recording.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a recording cannot answer as it was, a sentence for each reason. */
public final class ReplayHoles {
    private static final int NAMED = 3;

    private ReplayHoles() {}

    /** Returns the sentences; none where everything is known. */
    public static List<String> of(List<RecordedWorkflow> workflows) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (int i = 0; i < workflows.size(); i++) {
            for (RecordedCall call : workflows.get(i).calls()) {
                for (String hole : call.holes()) {
                    places.computeIfAbsent(hole, any -> new ArrayList<>())
                            .add("call " + call.number() + " of workflow " + (i + 1));
                }
            }
        }
        List<String> sentences = new ArrayList<>();
        places.forEach((hole, calls) -> {
            int more = calls.size() - NAMED;
            String named = String.join(", ", calls.subList(0, Math.min(NAMED, calls.size())));
            sentences.add(named + (more > 0 ? " and " + Units.count(more, "more call") : "") + ": " + hole);
        });
        return sentences;
    }

    /** Returns what is known of the texts, in a sentence. */
    public static String texts(List<RecordedWorkflow> workflows) {
        long calls = 0;
        long embeddings = 0;
        long texts = 0;
        for (RecordedWorkflow workflow : workflows) {
            for (RecordedCall call : workflow.calls()) {
                boolean chat = call.operation() == Operation.CHAT;
                calls += chat ? 1 : 0;
                embeddings += chat ? 0 : 1;
                texts += chat && call.prompt().texts() ? 1 : 0;
            }
        }
        String all = Units.count(workflows.size(), "workflow") + ", " + Units.count(calls, "model call")
                + (embeddings == 0 ? "" : ", " + Units.count(embeddings, "embedding call"));
        if (texts == calls) {
            return all + "; all texts are recorded";
        }
        return all + "; the texts of " + (texts == 0 ? "none" : "only " + texts)
                + " are recorded: " + (texts == 0 ? "calls" : "the others")
                + " are found by their order, roles and lengths, and answered with generated text"
                + " of the recorded length";
    }
}
