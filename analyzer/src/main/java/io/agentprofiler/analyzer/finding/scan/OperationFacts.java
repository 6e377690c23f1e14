// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.scan;

import io.agentprofiler.analyzer.cost.Cost;
import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.critical.latency.ServerTime;
import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What is known of one model, tool, embedding or retrieval over all workflows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class OperationFacts {
    /** The facts of all operations. */
    public static final RuleInput<SortedMap<Operation, OperationFacts>> BY_OPERATION = new RuleInput<>(
            TreeMap::new,
            OperationFacts::of,
            (into, more) -> more.forEach((operation, facts) ->
                    into.computeIfAbsent(operation, any -> new OperationFacts()).add(facts)));

    private final Distribution durations = new Distribution();
    private Evidence earliest;
    private long earliestStart = Long.MAX_VALUE;
    /** Worked out when asked for, or put together with another workflow: of few calls only. */
    private LongSupplier earliestWaited = () -> 0;

    /** Of the call that began first, the time before its first request. */
    private long earliestBefore;
    /** Of measured calls, the time before and after their requests. */
    private long aroundNanos;

    private long calls;
    private long workflows;
    private long mostCalls;
    private TraceId busiest;
    private long cpuCalls;
    private long cpuNanos;
    private long timedNanos;
    private long allocatingCalls;
    private long allocatedBytes;
    private long pricedCalls;
    private BigDecimal usd = BigDecimal.ZERO;
    private BigDecimal promptUsd = BigDecimal.ZERO;
    private PromptParts promptParts = PromptParts.NONE;
    private List<Evidence> slowest = new ArrayList<>();

    private static SortedMap<Operation, OperationFacts> of(WorkflowScan workflow) {
        SortedMap<Operation, OperationFacts> facts = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            boolean priced = Calls.usesTokens(span);
            if (priced || Calls.isCall(span) || span.kind() == SpanKind.RETRIEVAL || span.kind() == SpanKind.RERANK) {
                CallPrice price = priced ? workflow.price(span) : null;
                facts.computeIfAbsent(Operation.of(span), any -> new OperationFacts())
                        .add(workflow, span, price == null ? null : price.cost());
            }
        }
        return facts;
    }

    /** Adds a call of the workflow that is looked at. */
    private void add(WorkflowScan workflow, Span call, Cost cost) {
        Trace trace = workflow.trace();
        workflows = 1;
        calls++;
        mostCalls = calls;
        busiest = trace.id();
        if (call.isMeasured()) {
            durations.add(call.durationNanos());
            Evidence one = Evidence.of(trace, call, call.durationNanos());
            ServerTime time = ServerTime.of(call);
            long before = time == null ? 0 : time.before(call.startNanos(), call.endNanos());
            aroundNanos += before + (time == null ? 0 : time.after(call.startNanos(), call.endNanos()));
            begunAt(call.startNanos(), one, before, () -> workflow.waited(call));
            slowest.add(one);
            if (slowest.size() > 2 * Evidence.MOST) {
                keepSlowest();
            }
        }
        if (call.isMeasured() && call.cpuNanos() != SpanEvent.ABSENT) {
            cpuCalls++;
            cpuNanos += call.cpuNanos();
            timedNanos += call.durationNanos();
        }
        if (call.allocatedBytes() != SpanEvent.ABSENT) {
            allocatingCalls++;
            allocatedBytes += call.allocatedBytes();
        }
        promptParts = promptParts.plus(PromptParts.of(call));
        if (cost != null) {
            pricedCalls++;
            usd = usd.add(cost.total());
            promptUsd = promptUsd.add(cost.input()).add(cost.cacheRead()).add(cost.cacheWrite());
        }
    }

    private void begunAt(long start, Evidence call, long before, LongSupplier waited) {
        if (earliest == null
                || start < earliestStart
                || start == earliestStart && Evidence.WEIGHTIEST_FIRST.compare(call, earliest) < 0) {
            earliestStart = start;
            earliest = call;
            earliestBefore = before;
            earliestWaited = waited;
        }
    }

    private void keepSlowest() {
        slowest.sort(Evidence.WEIGHTIEST_FIRST);
        if (slowest.size() > Evidence.MOST) {
            slowest = new ArrayList<>(slowest.subList(0, Evidence.MOST));
        }
    }

    private void add(OperationFacts more) {
        durations.add(more.durations);
        if (more.earliest != null) {
            begunAt(more.earliestStart, more.earliest, more.earliestBefore, more.earliestWaited);
            long waited = earliestWaited.getAsLong();
            earliestWaited = () -> waited;
        }
        aroundNanos += more.aroundNanos;
        calls += more.calls;
        workflows += more.workflows;
        if (more.mostCalls > mostCalls
                || more.mostCalls == mostCalls && (busiest == null || more.busiest.compareTo(busiest) < 0)) {
            mostCalls = more.mostCalls;
            busiest = more.busiest;
        }
        cpuCalls += more.cpuCalls;
        cpuNanos += more.cpuNanos;
        timedNanos += more.timedNanos;
        allocatingCalls += more.allocatingCalls;
        allocatedBytes += more.allocatedBytes;
        pricedCalls += more.pricedCalls;
        usd = usd.add(more.usd);
        promptUsd = promptUsd.add(more.promptUsd);
        promptParts = promptParts.plus(more.promptParts);
        slowest.addAll(more.slowest);
        keepSlowest();
    }

    /** Returns the lengths of measured calls. */
    public Distribution durations() {
        return durations;
    }

    /** Returns the call that began first, weighing its length; {@code null} when none was measured. */
    public Evidence earliest() {
        return earliest;
    }

    /** Returns how long its workflow waited for that call and all it called. */
    public long earliestWaitedNanos() {
        return earliestWaited.getAsLong();
    }

    /** Returns how long that call took before its first request; 0 where none was recorded. */
    public long earliestBeforeNanos() {
        return earliestBefore;
    }

    /** Returns how long a measured call waited on average: of a model for its requests, where they were recorded. */
    public double meanWaitNanos() {
        return durations.mean() - aroundNanos / (double) durations.count();
    }

    public long calls() {
        return calls;
    }

    public long workflows() {
        return workflows;
    }

    /** Returns the most calls in one workflow. */
    public long mostCalls() {
        return mostCalls;
    }

    /** Returns of how many calls the CPU time was recorded. */
    public long cpuCalls() {
        return cpuCalls;
    }

    /** Returns the CPU time of those calls' own threads. */
    public long cpuNanos() {
        return cpuNanos;
    }

    /** Returns the length of those calls. */
    public long timedNanos() {
        return timedNanos;
    }

    /** Returns what a call allocated on average, in bytes; {@link Double#NaN} where none was recorded. */
    public double meanAllocatedBytes() {
        return allocatingCalls == 0 ? Double.NaN : allocatedBytes / (double) allocatingCalls;
    }

    /** Answers whether the price of a call is known, and not nothing. */
    public boolean isPriced() {
        return pricedCalls > 0 && usd.signum() != 0;
    }

    /** Returns what the priced calls cost in US dollars. */
    public BigDecimal usd() {
        return usd;
    }

    /** Returns what their prompts cost, cached input at its own price. */
    public BigDecimal promptUsd() {
        return promptUsd;
    }

    /** Returns how long the parts of all its prompts are together. */
    public PromptParts promptParts() {
        return promptParts;
    }

    public List<Evidence> slowest() {
        keepSlowest();
        return List.copyOf(slowest);
    }
}
