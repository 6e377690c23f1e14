// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.facts.HashedCall;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.AskedCalls.CacheableCall;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.AnswerCache;
import io.agentprofiler.analyzer.trace.metric.AnswerCache.CacheResult;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.analyzer.trace.metric.RequestLog.Request;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The calls of all workflows that a cache could answer, each with the saving in its workflow. {@link RequestLog} limits their number.
 * Only after all workflows is it known which of them repeat a call of another workflow.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class AskedCalls {
    static final RuleInput<AskedCalls> IN_ALL_WORKFLOWS =
            new RuleInput<>(AskedCalls::new, AskedCalls::add, AskedCalls::add);

    /** Maximum number of simulated changes per workflow. For further calls, no saved time is claimed. */
    private static final int MAX_TRIED = 16;

    private final BoundedList<CacheableCall> calls =
            new BoundedList<>(RequestLog.MAX_CALLS, Comparator.comparing(CacheableCall::request, Request.BY_START));

    /** Computed on first use. */
    private SortedMap<String, Repeats> repeats;

    /**
     * A call that was answered.
     *
     * @param subject kind and name of what was asked
     * @param kind what was asked
     * @param isRandom whether it is a model call that may get another answer when it is repeated
     * @param answered what is known of its answer
     * @param savedNanos run time that its workflow would save without it, beside what it repeats itself
     * @param use money and tokens that it used, with what it called
     * @param group the calls of its workflow that ask the same subject
     */
    record CacheableCall(
            Request request,
            String subject,
            SpanKind kind,
            boolean isRandom,
            KnownAnswer answered,
            long savedNanos,
            Saving use,
            CacheableGroup group) {}

    /**
     * What is known of an answer.
     *
     * @param answer its hash, {@code null} where it was not recorded
     * @param confidence how sure it is that an old answer would have done, if that was the same
     */
    record KnownAnswer(String answer, Confidence confidence) {}

    /**
     * Calls of one workflow that ask one subject different things.
     *
     * @param calls how many there are
     * @param savedNanos run time that the workflow would save without all of them
     */
    record CacheableGroup(int calls, long savedNanos) {}

    /** The calls of a workflow that a cache could answer, in the order of its spans. */
    static final Function<WorkflowScan, Map<Span, Request>> IN_WORKFLOW = AskedCalls::inWorkflow;

    /** Those that are not the workflow's own repeats: what others have asked may answer them. */
    static final Function<WorkflowScan, Map<Span, Request>> FIRST_OF_WORKFLOW = AskedCalls::firstOfWorkflow;

    private static Map<Span, Request> inWorkflow(WorkflowScan workflow) {
        Map<Span, Request> requests = new LinkedHashMap<>();
        for (Span span : workflow.trace().spans()) {
            Request request = span.status() == SpanStatus.OK
                    ? Request.of(workflow.trace(), span, workflow.equalPayloads())
                    : null;
            if (request != null) {
                requests.put(span, request);
            }
        }
        return requests;
    }

    private static Map<Span, Request> firstOfWorkflow(WorkflowScan workflow) {
        Set<Span> repeated = workflow.shared(RepeatedCalls.WITHIN_WORKFLOW).keySet();
        Map<Span, Request> requests = workflow.shared(IN_WORKFLOW);
        if (repeated.isEmpty()) {
            return requests;
        }
        Map<Span, Request> first = new LinkedHashMap<>(requests);
        first.keySet().removeAll(repeated);
        return first;
    }

    private void add(WorkflowScan workflow) {
        repeats = null;
        Map<Span, Request> first = workflow.shared(FIRST_OF_WORKFLOW);
        if (first.isEmpty()) {
            return;
        }
        Map<String, Map<Span, Request>> bySubject = new LinkedHashMap<>();
        first.forEach((span, request) -> bySubject
                .computeIfAbsent(Operation.of(span).label(), any -> new LinkedHashMap<>())
                .put(span, request));
        int[] tried = {0};
        bySubject.forEach((subject, requests) -> add(workflow, subject, requests, tried));
    }

    private void add(WorkflowScan workflow, String subject, Map<Span, Request> requests, int[] tried) {
        Set<Span> repeated =
                new HashSet<>(workflow.shared(RepeatedCalls.WITHIN_WORKFLOW).keySet());
        repeated.removeIf(span -> !Operation.of(span).label().equals(subject));
        // of what may be answered otherwise the time is an upper limit anyway
        boolean random = requests.keySet().stream().allMatch(RequestLog::mayAnswerOtherwise);
        long together = random
                ? requests.keySet().stream().mapToLong(workflow::waited).sum()
                : saved(workflow, repeated, requests.keySet(), tried);
        CacheableGroup group = new CacheableGroup(requests.size(), together);
        requests.forEach((span, request) -> {
            long alone = together;
            if (requests.size() > 1 && together > 0) {
                alone = random ? workflow.waited(span) : saved(workflow, repeated, Set.of(span), tried);
            }
            calls.add(new CacheableCall(
                    request,
                    subject,
                    span.kind(),
                    RequestLog.mayAnswerOtherwise(span),
                    new KnownAnswer(
                            span.kind() == SpanKind.LLM ? HashedCall.answer(span) : request.answer(),
                            RepeatedCalls.confidence(workflow, span, request.answer())),
                    alone,
                    use(workflow, span),
                    group));
        });
    }

    private static Saving use(WorkflowScan workflow, Span span) {
        return span.size() == 1 && !Calls.usesTokens(span) ? Saving.NONE : workflow.useOf(List.of(span));
    }

    /** Returns how much more run time is saved without calls than without those before. */
    private static long saved(WorkflowScan workflow, Set<Span> before, Set<Span> calls, int[] tried) {
        if (calls.stream().noneMatch(call -> workflow.waited(call) > 0) || tried[0]++ >= MAX_TRIED) {
            return 0;
        }
        Set<Span> all = new HashSet<>(before);
        all.addAll(calls);
        long less = before.isEmpty() ? 0 : workflow.path().saved(without(before));
        return Math.max(0, workflow.path().saved(without(all)) - less);
    }

    private static Supposition without(Set<Span> calls) {
        return new Supposition() {
            @Override
            public long length(Span span, long nanos) {
                return calls.contains(span) ? 0 : nanos;
            }
        };
    }

    private void add(AskedCalls more) {
        calls.add(more.calls);
        repeats = null;
    }

    /** Returns the calls that repeat one of another workflow, by subject. */
    SortedMap<String, Repeats> repeats() {
        if (repeats == null) {
            repeats = Collections.unmodifiableSortedMap(AnswersOfOthers.in(calls.inOrder()));
        }
        return repeats;
    }

    /**
     * Calls that repeat a call of an earlier workflow and got the same answer.
     *
     * <p>A workflow none of whose model calls is new repeats an earlier one as a whole. The recording does not show whether real users
     * repeat their questions. Repeats in such workflows are a possible saving, and none if all workflows are alike.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class AnswersOfOthers {
        private static final String DIFFERENT = "";

        private final Map<Long, String> answers = new HashMap<>();
        /** The tool that gave an answer; {@link #DIFFERENT} of an answer that several tools gave, which says nothing. */
        private final Map<String, String> subjects = new HashMap<>();

        private final Set<TraceId> fresh = new HashSet<>();

        private AnswersOfOthers() {}

        /** Returns what was repeated, by subject. */
        static SortedMap<String, Repeats> in(List<CacheableCall> calls) {
            AnswersOfOthers all = new AnswersOfOthers();
            calls.forEach(all::addAnswer);
            all.findFresh(calls);
            SortedMap<String, Repeats> found = new TreeMap<>();
            AnswerCache cold = new AnswerCache(CacheSetting.STANDARD);
            AnswerCache random = new AnswerCache(CacheSetting.STANDARD);
            for (CacheableCall call : calls) {
                CacheResult result = (call.isRandom() ? random : cold).take(call.request());
                Confidence confidence = result == CacheResult.HIT ? all.confidence(call) : null;
                if (confidence != null) {
                    found.computeIfAbsent(call.subject(), any -> new Repeats())
                            .add(call, confidence, all.isReplayed(call));
                }
            }
            return found;
        }

        private void addAnswer(CacheableCall call) {
            if (call.answered().answer() != null) {
                if (call.kind() == SpanKind.TOOL) {
                    subjects.merge(
                            call.answered().answer(),
                            call.subject(),
                            (known, more) -> known.equals(more) ? known : DIFFERENT);
                }
                answers.merge(
                        call.request().key(),
                        call.answered().answer(),
                        (known, more) -> known.equals(more) ? known : DIFFERENT);
            }
        }

        /** Finds the workflows that ask a model something new; of those without model calls, any call counts. */
        private void findFresh(List<CacheableCall> calls) {
            Set<TraceId> withModel = new HashSet<>();
            calls.stream()
                    .filter(call -> call.kind() == SpanKind.LLM)
                    .forEach(call -> withModel.add(call.request().trace()));
            Map<Long, TraceId> firstAsked = new HashMap<>();
            for (CacheableCall call : calls) {
                TraceId trace = call.request().trace();
                boolean counts = call.kind() == SpanKind.LLM || !withModel.contains(trace);
                if (counts
                        && firstAsked
                                .computeIfAbsent(call.request().key(), any -> trace)
                                .equals(trace)) {
                    fresh.add(trace);
                }
            }
        }

        private boolean isReplayed(CacheableCall call) {
            return !fresh.contains(call.request().trace());
        }

        /** Returns the confidence that the earlier answer would do; {@code null} if there is no evidence. */
        private Confidence confidence(CacheableCall call) {
            String answer = answers.get(call.request().key());
            boolean different = DIFFERENT.equals(answer);
            if (call.kind() == SpanKind.TOOL
                    && DIFFERENT.equals(subjects.get(call.answered().answer()))) {
                return null;
            }
            boolean again = isReplayed(call);
            if (call.isRandom()) {
                return answer == null || different || again ? null : Confidence.WEAK;
            }
            if (different && call.kind() != SpanKind.LLM || again && fresh.size() <= 1) {
                return null;
            }
            return again ? Confidence.WEAK : call.answered().confidence();
        }
    }
}
