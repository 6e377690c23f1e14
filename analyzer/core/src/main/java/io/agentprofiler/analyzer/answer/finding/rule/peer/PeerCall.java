// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.peer;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedList;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.ServerLoad;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A call as it is compared with others of its operation: how it went, and its {@linkplain CallTraits traits}.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param rank as good as random
 * @param ref which it is
 * @param startNanos when it began, since 1970
 * @param failed whether it failed
 * @param load how busy its model server was when it began; {@code null} where that is not known
 * @param figures how long it took, and how much work it did
 * @param traits what was recorded of it
 */
record PeerCall(
        long rank,
        SpanRef ref,
        long startNanos,
        boolean failed,
        ServerLoad load,
        CallFigures figures,
        CallTraits traits) {
    /**
     * How long a call took, and how much work it did.
     *
     * @param nanos its own time, with the requests it sent
     * @param waited how long its workflow waited for that
     * @param in what it was given: tokens of a prompt; {@link Unknown#LONG} where that is not known
     * @param out what it returned: tokens of a model, characters of others; {@link Unknown#LONG} where that is not known
     */
    record CallFigures(long nanos, long waited, long in, long out) {}

    /** Calls kept of each operation: a sample without preference, all of them if there are fewer. */
    static final int MOST = 500;

    private static final Comparator<PeerCall> BY_RANK =
            Comparator.comparingLong(PeerCall::rank).thenComparing(PeerCall::ref);
    private static final String RESULT = "agentprofiler.content.tool.call.result";

    /** The calls of each operation; bounded, and independent of the order of merging. */
    static final RuleInput<SortedMap<Operation, BoundedList<PeerCall>>> OF_OPERATIONS = new RuleInput<>(
            TreeMap::new,
            PeerCall::add,
            (into, more) ->
                    more.forEach((operation, calls) -> callsOf(into, operation).add(calls)));

    private static BoundedList<PeerCall> callsOf(
            SortedMap<Operation, BoundedList<PeerCall>> into, Operation operation) {
        return into.computeIfAbsent(operation, any -> new BoundedList<>(MOST, BY_RANK));
    }

    private static void add(SortedMap<Operation, BoundedList<PeerCall>> into, WorkflowScan workflow) {
        for (Span call : workflow.shared(CallTimes.CALLS)) {
            if (call.isMeasured() && call.kind() != SpanKind.FUNCTION) {
                long rank = SplitMix64.mix(
                        workflow.trace().id().high(), workflow.trace().id().low(), call.id());
                BoundedList<PeerCall> calls = callsOf(into, Operation.of(call));
                if (calls.bound() != null && rank > calls.bound().rank()) {
                    // as of most calls once there are many
                    calls.drop();
                } else {
                    calls.add(of(workflow, call, rank));
                }
            }
        }
    }

    private static PeerCall of(WorkflowScan workflow, Span call, long rank) {
        // what it calls has operations of its own, but for its requests
        boolean whole = callsNothing(call);
        boolean model = Calls.usesTokens(call);
        return new PeerCall(
                rank,
                new SpanRef(workflow.trace().id(), call.id()),
                call.startNanos(),
                call.status() == SpanStatus.ERROR,
                call.serverLoad(),
                new CallFigures(
                        whole || model ? call.durationNanos() : call.selfNanos(),
                        whole || model || !workflow.trace().isTimed()
                                ? workflow.waited(call)
                                : workflow.path().onPathNanos(call),
                        model ? call.tokens().input() : Unknown.LONG,
                        model ? call.tokens().output() : resultChars(call)),
                CallTraits.of(workflow, call));
    }

    private static boolean callsNothing(Span call) {
        for (Span below : call.children()) {
            if (below.kind() != SpanKind.HTTP) {
                return false;
            }
        }
        return true;
    }

    private static long resultChars(Span call) {
        if (call.attributes().get(RESULT) instanceof Map<?, ?> digest && digest.get("chars") instanceof Number chars) {
            return chars.longValue();
        }
        return call.attributes().get(Attributes.TOOL_CALL_RESULT) instanceof String text ? text.length() : Unknown.LONG;
    }

    /** Answers whether it is the same call. */
    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof PeerCall call && ref.equals(call.ref);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(rank);
    }

    /** Returns it as evidence. */
    Evidence evidence() {
        return new Evidence(ref.trace(), ref.span(), figures.nanos());
    }
}
