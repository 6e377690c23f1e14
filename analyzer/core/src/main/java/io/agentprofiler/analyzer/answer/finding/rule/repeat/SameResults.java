// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.TextDigests;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds retrievals with further queries that find nothing new: every text in their results was in the result of an earlier query of the
 * same agent's run. Query expansion that does not widen the search is such a case. Hashes of the texts show it, so scores and the order
 * of the results do not matter.
 */
public final class SameResults extends WorkflowRule {
    static final Threshold SAME_RESULTS =
            new Threshold("same-results", 0.8, "share of a retrieval's further queries that find nothing new");

    private static final int ENOUGH = 5;
    private static final String QUERY = "gen_ai.retrieval.query.text";
    private static final String DOCUMENTS = "gen_ai.retrieval.documents";

    /** The queries of each agent's run. */
    private static final Function<WorkflowScan, List<Queries>> IN_WORKFLOW = SameResults::find;

    /** How many queries came after the first of their agent's run, by retrieval. */
    private static final RuleInput<Map<String, Long>> FURTHER = new RuleInput<>(
            TreeMap::new,
            (counts, workflow) -> workflow.shared(IN_WORKFLOW)
                    .forEach(queries -> counts.merge(queries.subject(), (long) queries.further(), Long::sum)),
            (into, more) -> more.forEach((subject, count) -> into.merge(subject, count, Long::sum)));

    /**
     * The queries of one agent's run to one retrieval.
     *
     * @param first the first of them
     * @param further how many other queries there were
     * @param vain those of them that found nothing new
     */
    private record Queries(Span first, int further, Set<Span> vain) {
        String subject() {
            return Operation.of(first).label();
        }
    }

    public SameResults() {
        super("same-results", SAME_RESULTS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(FURTHER);
    }

    /** Who asks what. */
    private record Asker(Span agent, Operation retrieval) {}

    private static List<Queries> find(WorkflowScan workflow) {
        Map<Asker, List<Span>> byAsker = new LinkedHashMap<>();
        for (Span span : workflow.trace().spans()) {
            if (span.kind() == SpanKind.RETRIEVAL
                    && span.status() == SpanStatus.OK
                    && span.isMeasured()
                    && TextDigests.hash(span, QUERY) != null) {
                byAsker.computeIfAbsent(new Asker(span.agent(), Operation.of(span)), any -> new ArrayList<>())
                        .add(span);
            }
        }
        List<Queries> found = new ArrayList<>();
        for (List<Span> calls : byAsker.values()) {
            if (calls.size() > 1) {
                found.add(queries(calls));
            }
        }
        return found;
    }

    private static Queries queries(List<Span> calls) {
        calls.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        Set<String> asked = new HashSet<>();
        Set<String> known = new HashSet<>();
        Set<Span> vain = new HashSet<>();
        int further = 0;
        for (Span call : calls) {
            boolean isNew = asked.add(TextDigests.hash(call, QUERY));
            Set<String> texts = TextDigests.texts(call, DOCUMENTS);
            if (isNew && asked.size() > 1) {
                further++;
                if (!texts.isEmpty() && known.containsAll(texts)) {
                    vain.add(call);
                }
            }
            TextDigests.addTexts(call, DOCUMENTS, known);
        }
        return new Queries(calls.get(0), further, vain);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Queries queries : workflow.shared(IN_WORKFLOW)) {
            if (queries.vain().isEmpty()) {
                continue;
            }
            Set<Span> vain = queries.vain();
            Set<Span> most = new HashSet<>(vain);
            Span expansion = vain.size() == queries.further() ? before(workflow, queries.first()) : null;
            if (expansion != null) {
                most.add(expansion);
            }
            long least = workflow.savedWithout(vain).nanos();
            long all = expansion == null ? least : workflow.savedWithout(most).nanos();
            Saving use = workflow.useOf(most);
            Aggregate seen = new Aggregate(vain.size())
                    .saves(Saving.between(least, Math.max(least, all)))
                    .saves(Saving.moneyUpTo(use.mostUsd(), use.tokens()));
            vain.forEach(call -> seen.evidence(workflow.trace(), call, call.durationNanos()));
            workflow.note(this, queries.subject(), Confidence.MEASURED, seen);
            workflow.explains(this, queries.subject(), Confidence.MEASURED, most);
        }
    }

    /** Returns the last model call in the agent's run before the first query, which may have written the queries. */
    private static Span before(WorkflowScan workflow, Span first) {
        Span last = null;
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)
                    && span.isMeasured()
                    && span.endNanos() <= first.startNanos()
                    && (last == null || span.endNanos() > last.endNanos())
                    && (first.agent() == null || workflow.isBelow(span, first.agent()))) {
                last = span;
            }
        }
        return last;
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        long further = finding.input(FURTHER).getOrDefault(finding.subject(), 0L);
        double share = further == 0 ? 0 : seen.occurrences() / (double) further;
        if (seen.occurrences() < ENOUGH || share < finding.of(SAME_RESULTS)) {
            return;
        }
        finding.over(SAME_RESULTS, share)
                .report(
                        Units.count(seen.occurrences()) + " of " + Units.count(further)
                                + (further == 1 ? " further query" : " further queries")
                                + " of " + finding.subject()
                                + " found only what an earlier query of the same workflow had found",
                        "ask one query, or make the queries differ: leave out the query expansion, or let it name what the"
                                + " first query lacks");
    }
}
