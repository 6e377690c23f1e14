// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.lab.replay.answer.Served;
import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.analyzer.lab.replay.match.Replay.WorkflowProgress;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code replay serve} answers: what was asked, and where each workflow parted from its recording. */
public final class ReplayDocument {
    private static final int MAX_ROWS = 50;

    private ReplayDocument() {}

    /** Describes a replay as far as it has come. */
    public static Document of(Replay replay, Served served, List<RecordedWorkflow> workflows, Outcome outcome) {
        return Document.of("agent-profiler-replay/1", "Replay")
                .add(new Value("requests", replay.requests()))
                .add(new Value("answers", served.answers()))
                .add(new Value("refusals", served.refusals()))
                .add(new Value("cut", served.cuts()))
                .add(new Value("misses", replay.misses()))
                .add(new Value("forwarded", served.forwarded()))
                .add(new Value("tokens", Fields.of(served.tokens())))
                .add(summary(replay, served))
                .add(workflows(replay.progress()))
                .add(new Notes("holes", "!", ReplayHoles.of(workflows), Emphasis.WARNING))
                .add(DataSection.of(outcome))
                .build();
    }

    private static Note summary(Replay replay, Served served) {
        String tokens = served.tokens().isKnown()
                ? ", with " + Math.max(0, served.tokens().input()) + " tokens in and "
                        + Math.max(0, served.tokens().output()) + " out"
                : "";
        return Note.line(Units.count(replay.requests(), "request") + ", " + Units.count(served.answers(), "answer")
                + tokens
                + (served.refusals() == 0 ? "" : ", " + Units.count(served.refusals(), "recorded refusal"))
                + (served.cuts() == 0 ? "" : ", " + Units.count(served.cuts(), "recorded loss of connection"))
                + (replay.misses() == 0 ? "" : "; nothing recorded fitted " + Units.count(replay.misses(), "request"))
                + (served.forwarded() == 0 ? "" : ", " + served.forwarded() + " of them forwarded"));
    }

    private static Block workflows(List<WorkflowProgress> all) {
        return Table.of("workflows", all)
                .heading("Workflows", "as recorded, and where the replay parted from that")
                .atMost(MAX_ROWS, "--format json has all")
                .noun("workflow")
                .number("number", "#", workflow -> Cell.count(workflow.number()))
                .text("name", "name", workflow -> Cell.name(workflow.workflow().name()))
                .text(
                        "trace",
                        "trace",
                        workflow -> Cell.trace(workflow.workflow().trace()))
                .dispensable(1)
                .number(
                        "calls",
                        "calls",
                        workflow -> Cell.count(workflow.counts().expected()))
                .number(
                        "asked",
                        "asked",
                        workflow -> Cell.count(workflow.counts().asked()))
                .number(
                        "requests",
                        "requests",
                        workflow -> Cell.count(workflow.counts().requests()))
                .dispensable(2)
                .text("outcome", "replay", workflow -> Cell.words(workflow.outcome()))
                .text("first difference", workflow -> Cell.words(words(workflow)))
                .field("misses", each -> each.counts().misses())
                .field("diverged_at_call", workflow -> workflow.divergence() == null ? null : workflow.divergedAt())
                .field("field", WorkflowProgress::divergence, difference -> difference.field())
                .field("asked_value", WorkflowProgress::divergence, difference -> difference.asked())
                .field("recorded_value", WorkflowProgress::divergence, difference -> difference.recorded())
                .field("first_call_not_asked", WorkflowProgress::firstNotAsked, RecordedCall::number)
                .field(
                        "answered_elsewhere",
                        workflow -> workflow.counts().answeredElsewhere() == 0
                                ? null
                                : workflow.counts().answeredElsewhere())
                .build();
    }

    private static String words(WorkflowProgress workflow) {
        if (workflow.divergence() != null) {
            return "call " + workflow.divergedAt() + ": "
                    + workflow.divergence().words();
        }
        if (workflow.counts().requests() > 0 && workflow.firstNotAsked() != null) {
            return "call " + workflow.firstNotAsked().number() + " was recorded and not asked";
        }
        return workflow.counts().answeredElsewhere() == 0
                ? ""
                : "none; " + Units.count(workflow.counts().answeredElsewhere(), "call")
                        + " not needed, as the search, tool or method around was answered";
    }

    /** What a recording cannot answer as it was, a sentence for each reason. */
    static final class ReplayHoles {
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
                    boolean chat = call.request().operation() == Operation.CHAT;
                    calls += chat ? 1 : 0;
                    embeddings += chat ? 0 : 1;
                    texts += chat && call.request().prompt().texts() ? 1 : 0;
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
}
