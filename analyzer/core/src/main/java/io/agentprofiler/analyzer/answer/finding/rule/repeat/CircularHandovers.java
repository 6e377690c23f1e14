// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.facts.AgentRun;
import io.agentprofiler.analyzer.answer.finding.facts.HashedCall;
import io.agentprofiler.analyzer.answer.finding.facts.TextDigests;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds agents that hand over in circles: each of them is asked again, says what it said before, and hands over to the same agent.
 * Hashes show that the answers, or the calls of hand-over tools, are the same, and that it is about the same task: the first prompt's
 * messages are in the later one, or each answer went into the next agent's prompt. An agent that used a tool or a retrieval in
 * between may have learned something.
 */
public final class CircularHandovers extends WorkflowRule {
    private static final int MOST_AGENTS = 6;

    public CircularHandovers() {
        super("circular-handovers");
    }

    /**
     * Runs that repeat those before them.
     *
     * @param first the first run of the circle
     * @param agents how many agents are in it
     * @param repeated the first run that repeats another
     * @param end the first run behind the last circle
     */
    private record Circle(int first, int agents, int repeated, int end) {}

    @Override
    public void scan(WorkflowScan workflow) {
        List<AgentRun> runs = workflow.shared(AgentRun.IN_WORKFLOW);
        for (int from = 0; from < runs.size(); ) {
            Circle circle = circle(runs, from);
            if (circle != null) {
                note(workflow, runs, circle);
            }
            from = circle == null ? from + 1 : circle.end();
        }
    }

    /** Returns the circle that begins at a run, {@code null} where none does. */
    private static Circle circle(List<AgentRun> runs, int from) {
        for (int agents = 2; agents <= MOST_AGENTS && from + agents < runs.size(); agents++) {
            int end = from + agents;
            while (end < runs.size()
                    && runs.get(end).saidAlso(runs.get(end - agents))
                    && !runs.get(end - agents).worked()
                    && !runs.get(end).worked()) {
                end++;
            }
            int again = end - from - agents;
            // a tool says that it was a hand-over; else the next agent may have had another task
            boolean whole = again >= agents && areDifferent(runs.subList(from, from + agents))
                    || again > 0 && areByTool(runs.subList(from, from + agents + 1));
            if (whole && isSameTask(runs.subList(from, from + agents + 1))) {
                return new Circle(from, agents, from + agents, end);
            }
        }
        return null;
    }

    /** Answers whether not all say the same: what stands for a removed text would look like that. */
    private static boolean areDifferent(List<AgentRun> runs) {
        return runs.stream().map(AgentRun::said).distinct().count() > 1;
    }

    private static boolean areByTool(List<AgentRun> runs) {
        return runs.stream().noneMatch(run -> run.handovers().isEmpty());
    }

    /** Answers whether the last run has the task of the first: all its messages, or what each between them said went on to the next. */
    private static boolean isSameTask(List<AgentRun> runs) {
        Set<String> task = HashedCall.messages(runs.get(0).first());
        if (!task.isEmpty()
                && HashedCall.messages(runs.get(runs.size() - 1).first()).containsAll(task)) {
            return true;
        }
        for (int i = 1; i < runs.size(); i++) {
            if (!isIn(runs.get(i - 1).last(), runs.get(i).first())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIn(Span answered, Span asked) {
        Set<String> texts = TextDigests.texts(answered, Attributes.OUTPUT_MESSAGES);
        Set<String> prompt = new HashSet<>();
        TextDigests.addTexts(asked, Attributes.INPUT_MESSAGES, prompt);
        return !Collections.disjoint(texts, prompt)
                || HashedCall.answer(answered) != null
                        && HashedCall.messages(asked).contains(HashedCall.answer(answered));
    }

    private void note(WorkflowScan workflow, List<AgentRun> runs, Circle circle) {
        Set<Span> repeated = calls(runs.subList(circle.repeated(), circle.end()));
        Set<Span> most = calls(runs.subList(circle.first() + 1, circle.end()));
        Set<String> agents = new TreeSet<>();
        runs.subList(circle.first(), circle.first() + circle.agents()).forEach(run -> agents.add(run.label()));
        String subject = String.join(" and ", agents);
        long least = workflow.savedWithout(repeated).nanos();
        long all = workflow.savedWithout(most).nanos();
        Saving allUse = workflow.useOf(most);
        BigDecimal leastUsd = workflow.useOf(repeated).usd();
        BigDecimal usd = leastUsd == null && allUse.usd() != null ? BigDecimal.ZERO : leastUsd;
        Aggregate seen = new Aggregate(circle.end() - circle.repeated())
                .saves(new Saving(least, Math.max(least, all), usd, allUse.mostUsd(), allUse.tokens()));
        repeated.forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call)));
        workflow.note(this, subject, Confidence.STRONG, seen);
        workflow.explains(this, subject, Confidence.STRONG, most);
    }

    private static Set<Span> calls(List<AgentRun> runs) {
        Set<Span> calls = new HashSet<>();
        runs.forEach(run -> {
            calls.addAll(run.calls());
            run.handovers().stream().filter(tool -> tool.size() == 1).forEach(calls::add);
        });
        return calls;
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.report(
                "agents hand over in circles in " + Units.count(seen.workflows(), "workflow") + ": "
                        + (finding.subject().contains(" and ") ? "" : "runs of ") + finding.subject() + " said "
                        + Units.count(seen.occurrences(), "time") + " what they had said before, and handed over to the"
                        + " same agent again",
                "tell each agent who has had the task and why it was handed over, forbid handing it back, and let the last"
                        + " agent answer");
    }
}
