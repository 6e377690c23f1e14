// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of one operation (a model, a tool, a retrieval, memory and the like) over all workflows.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class OperationFacts {
    /** The facts of all operations. */
    public static final RuleInput<SortedMap<Operation, OperationFacts>> BY_OPERATION = new RuleInput<>(
            TreeMap::new,
            OperationFacts::add,
            (into, more) -> more.forEach((operation, facts) ->
                    into.computeIfAbsent(operation, any -> new OperationFacts()).add(facts)));

    private final Distribution durations = new Distribution();
    private long calls;
    private long workflows;
    /** Calls of the workflow that is being added. */
    private long callsHere;

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
    /** Of priced calls, the input that was neither read from a cache nor written to one. */
    private long uncachedTokens;
    /** Whether a call used a prompt cache. */
    private boolean cached;

    private PromptParts promptParts = PromptParts.NONE;
    /** The weightiest first. */
    private final List<Evidence> slowest = new ArrayList<>();

    private static void add(SortedMap<Operation, OperationFacts> into, WorkflowScan workflow) {
        List<OperationFacts> called = new ArrayList<>();
        for (Span span : workflow.shared(CallTimes.CALLS)) {
            CallPrice price = Calls.usesTokens(span) ? workflow.price(span) : null;
            OperationFacts facts = into.computeIfAbsent(Operation.of(span), any -> new OperationFacts());
            if (facts.callsHere == 0) {
                called.add(facts);
            }
            facts.add(workflow.trace(), span, price == null ? null : price.cost());
        }
        for (OperationFacts facts : called) {
            facts.endWorkflow(workflow.trace().id());
        }
    }

    /** Adds a call of the workflow that is looked at. */
    private void add(Trace trace, Span call, Cost cost) {
        callsHere++;
        calls++;
        if (call.isMeasured()) {
            durations.add(call.durationNanos());
            addSlow(trace, call);
        }
        if (call.isMeasured() && call.cpuNanos() != Unknown.LONG) {
            cpuCalls++;
            cpuNanos += call.cpuNanos();
            timedNanos += call.durationNanos();
        }
        if (call.allocatedBytes() != Unknown.LONG) {
            allocatingCalls++;
            allocatedBytes += call.allocatedBytes();
        }
        promptParts = promptParts.plus(PromptParts.of(call));
        if (cost != null) {
            pricedCalls++;
            usd = usd.add(cost.total());
            promptUsd = promptUsd.add(cost.prompt());
            long inCache = Math.max(0, call.tokens().cacheRead())
                    + Math.max(0, call.tokens().cacheWrite());
            cached |= inCache > 0;
            uncachedTokens += Math.max(0, call.tokens().input() - inCache);
        }
    }

    /** Takes note that all calls of a workflow were added. */
    private void endWorkflow(TraceId trace) {
        workflows++;
        offerBusiest(callsHere, trace);
        callsHere = 0;
    }

    private void offerBusiest(long itsCalls, TraceId trace) {
        if (itsCalls > mostCalls || itsCalls == mostCalls && (busiest == null || trace.compareTo(busiest) < 0)) {
            mostCalls = itsCalls;
            busiest = trace;
        }
    }

    private void addSlow(Trace trace, Span call) {
        boolean full = slowest.size() >= Evidence.MOST;
        if (!full || call.durationNanos() >= slowest.get(Evidence.MOST - 1).weight()) {
            slowest.add(Evidence.of(trace, call, call.durationNanos()));
            if (full) {
                keepSlowest();
            } else {
                slowest.sort(Evidence.WEIGHTIEST_FIRST);
            }
        }
    }

    private void keepSlowest() {
        slowest.sort(Evidence.WEIGHTIEST_FIRST);
        if (slowest.size() > Evidence.MOST) {
            slowest.subList(Evidence.MOST, slowest.size()).clear();
        }
    }

    private void add(OperationFacts more) {
        durations.add(more.durations);
        calls += more.calls;
        workflows += more.workflows;
        offerBusiest(more.mostCalls, more.busiest);
        cpuCalls += more.cpuCalls;
        cpuNanos += more.cpuNanos;
        timedNanos += more.timedNanos;
        allocatingCalls += more.allocatingCalls;
        allocatedBytes += more.allocatedBytes;
        pricedCalls += more.pricedCalls;
        usd = usd.add(more.usd);
        promptUsd = promptUsd.add(more.promptUsd);
        uncachedTokens += more.uncachedTokens;
        cached |= more.cached;
        promptParts = promptParts.plus(more.promptParts);
        slowest.addAll(more.slowest);
        keepSlowest();
    }

    /** Returns the lengths of measured calls. */
    public Distribution durations() {
        return durations;
    }

    public long calls() {
        return calls;
    }

    public long workflows() {
        return workflows;
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

    /** Returns what its calls allocated together, in bytes, as far as it was recorded. */
    public long allocatedBytes() {
        return allocatedBytes;
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

    /**
     * Returns how many tokens of a priced call's prompt were neither read from a cache nor written to one, on average;
     * {@link Double#NaN} where none is priced.
     */
    public double meanUncachedTokens() {
        return pricedCalls == 0 ? Double.NaN : uncachedTokens / (double) pricedCalls;
    }

    /** Answers whether a priced call read a prompt from a cache, or wrote one to it. */
    public boolean isCached() {
        return cached;
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
