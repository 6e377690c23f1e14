// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.Caller;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The openings of prompts by place: the first call of a caller in each workflow, the second one, and so on. Hashes of two runs are
 * not compared.
 *
 * <p>Bounded: {@value #MOST_PLACES} places, of each the {@value PromptPlace#MOST_OPENINGS} different openings with the smallest hashes, which
 * do not depend on the order of merging.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class PromptOpenings {
    /** Minimum size of an opening. No provider caches less. */
    public static final long LEAST_TOKENS = 256;

    /** The openings of all model calls that succeeded. */
    public static final RuleInput<PromptOpenings> OF_CALLS =
            new RuleInput<>(PromptOpenings::new, PromptOpenings::add, (into, more) -> into.places.add(more.places));

    static final int MOST_PLACES = 100;
    /** Further calls of a caller are a loop, whose number differs from workflow to workflow. */
    private static final int MOST_CALLS = 8;

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    private final BoundedSums<PromptPlace> places = new BoundedSums<>(MOST_PLACES, PromptPlace::plus);

    private PromptOpenings() {}

    /** Works out what a workflow sent; rules of one workflow share it. */
    public static final Function<WorkflowScan, List<SentPrompt>> SENT = PromptOpenings::sent;

    /**
     * A call with an opening that is new in its workflow.
     *
     * @param number how many calls of its caller in the workflow it is, from 1
     */
    public record SentPrompt(Span call, int number, Opening opening) {
        /** Returns kind and name of the agent, of the model where there is no agent. */
        public String subject() {
            return Operation.asking(call).label();
        }
    }

    private void add(WorkflowScan workflow) {
        for (SentPrompt sent : workflow.shared(SENT)) {
            Caller caller = caller(workflow, sent.call());
            String program =
                    workflow.trace().run() + '\n' + workflow.trace().root().name();
            places.add(
                    workflow.trace().run() + '\n' + caller + '\n' + sent.number(),
                    PromptPlace.of(program, sent.subject(), caller.model(), sent.opening()));
        }
    }

    private static List<SentPrompt> sent(WorkflowScan workflow) {
        List<Span> calls = new ArrayList<>();
        boolean isAny = false;
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)) {
                calls.add(span);
                isAny = isAny || isUseful(span) && Opening.of(workflow, span, LEAST_TOKENS) != null;
            }
        }
        if (!isAny) {
            // as of all workflows whose prompts were not recorded
            return List.of();
        }
        calls.sort(BY_START);
        Map<Caller, Integer> made = new HashMap<>();
        Map<Caller, Set<Long>> known = new HashMap<>();
        List<SentPrompt> sent = new ArrayList<>();
        for (Span call : calls) {
            Caller caller = caller(workflow, call);
            int number = made.merge(caller, 1, Integer::sum);
            boolean looked = number <= MOST_CALLS && isUseful(call);
            Opening opening = looked ? Opening.of(workflow, call, LEAST_TOKENS) : null;
            // what the workflow itself sent before is in the cache already
            if (opening != null
                    && known.computeIfAbsent(caller, any -> new HashSet<>()).add(opening.hash())) {
                sent.add(new SentPrompt(call, number, opening));
            }
        }
        return sent;
    }

    private static boolean isUseful(Span call) {
        return call.status() == SpanStatus.OK && call.tokens().input() > 0;
    }

    private static Caller caller(WorkflowScan workflow, Span call) {
        Span agent = call.agent();
        return new Caller(workflow.trace().root().name(), agent == null ? null : Calls.agent(agent), Calls.model(call));
    }

    /** Returns the places. */
    Collection<PromptPlace> places() {
        return places.kept().values();
    }
}
