// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.Rule;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * What is known of one rule at run time: how often it worked, how often it failed, and whether it still runs.
 *
 * <p><b>Threading:</b> any thread; the success path touches no shared state.
 */
public final class RuleState {
    /** Faults in a row after which a rule is switched off. */
    static final int FAULTS_IN_A_ROW = 3;
    /** Faults altogether after which a rule is switched off, however many calls went well between them. */
    static final int FAULTS_ALTOGETHER = 100;

    /** Paths noted as not read; a rule has fewer. */
    private static final int MOST_NOT_READ = 64;

    private final Rule rule;
    private final int index;
    private final BiConsumer<Integer, String> breaker;
    private final AtomicInteger disabledRules;
    private final LongAdder faults = new LongAdder();
    private final AtomicInteger faultsInARow = new AtomicInteger();
    private final Map<String, LongAdder> unresolved = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> failedPaths = new ConcurrentHashMap<>();
    /** Values whose reading hung, with how often. */
    private final Map<String, Long> hung = new ConcurrentHashMap<>();

    private final Map<String, String> notRead = new ConcurrentHashMap<>();

    /** {@code null} until a call site of the rule is linked. */
    private volatile CapturePlan plan;

    private volatile boolean anyHung;
    private volatile String offBecause;
    private volatile long spans;

    RuleState(Rule rule, int index, BiConsumer<Integer, String> breaker, AtomicInteger disabledRules) {
        this.rule = rule;
        this.index = index;
        this.breaker = breaker;
        this.disabledRules = disabledRules;
    }

    /** Returns the rule. */
    public Rule rule() {
        return rule;
    }

    /** Returns which objects of a call the rule needs. It is worked out once, as every call site asks. */
    public CapturePlan plan() {
        CapturePlan known = plan;
        if (known == null) {
            known = CapturePlan.of(rule);
            plan = known;
        }
        return known;
    }

    /** Records a span of this rule that was written. Consumer thread only. */
    public void countSpan() {
        spans = spans + 1;
    }

    /** Returns how many spans of this rule were written so far. */
    public long spans() {
        return spans;
    }

    /** Records that a call went well after faults. */
    public void succeeded() {
        if (faultsInARow.get() != 0) {
            faultsInARow.set(0);
        }
    }

    /**
     * Records a fault in the agent's own code or in an accessor of the application; switches the rule off when it
     * cannot be trusted any more. A stack overflow is the application's recursion and no fault of a rule.
     */
    public void failed(Throwable fault) {
        if (fault instanceof StackOverflowError) {
            return;
        }
        faults.increment();
        if (offBecause != null) {
            return;
        }
        boolean drifted = fault instanceof LinkageError;
        if (drifted || faultsInARow.incrementAndGet() >= FAULTS_IN_A_ROW || faults.sum() >= FAULTS_ALTOGETHER) {
            String reason = AgentLog.describe(fault);
            // Cut off in here by the end of the stack, it is not off yet, and the next fault tries again.
            breaker.accept(index, reason);
            offBecause = reason;
            disabledRules.incrementAndGet();
        }
    }

    /** Answers whether the rule was switched off. */
    public boolean isOff() {
        return offBecause != null;
    }

    /** Records a path step the application's class does not have. */
    public void unresolved(String path) {
        unresolved.computeIfAbsent(path, p -> new LongAdder()).increment();
    }

    /** Records a path step that is there but was not read, since that would run the application's code. */
    public void notRead(String path, String why) {
        if (notRead.size() < MOST_NOT_READ) {
            notRead.putIfAbsent(path, why);
        }
    }

    /** Records an accessor of the application that threw. */
    public void accessorFailed(String path) {
        failedPaths.computeIfAbsent(path, p -> new LongAdder()).increment();
    }

    /** Records that the reading of a value hung; it is not read again. */
    public void giveUp(String value) {
        hung.merge(value, 1L, Long::sum);
        anyHung = true;
    }

    /** Answers whether the reading of a value hung once. */
    public boolean isGivenUp(String value) {
        return anyHung && hung.containsKey(value);
    }

    /** Returns the figures for the footer and the agent's last line. */
    public RuleReport report() {
        return new RuleReport(
                rule.qualifiedId(),
                spans,
                faults.sum(),
                sums(unresolved),
                sums(failedPaths),
                new TreeMap<>(hung),
                new TreeMap<>(notRead),
                offBecause);
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counts) {
        Map<String, Long> sums = new TreeMap<>();
        counts.forEach((path, count) -> sums.put(path, count.sum()));
        return sums;
    }

    /**
     * Figures of one rule.
     *
     * @param rule {@code file/id}
     * @param spans spans written
     * @param faults faults of the agent or of accessors during its calls
     * @param unresolved how often a path named an accessor that was not there, by path
     * @param failedPaths how often an accessor threw, by path
     * @param hung values whose reading hung and is not tried again, with how often it did
     * @param notRead paths with a step that was not read, and why the first time
     * @param offBecause why the rule was switched off, {@code null} while it runs
     */
    public record RuleReport(
            String rule,
            long spans,
            long faults,
            Map<String, Long> unresolved,
            Map<String, Long> failedPaths,
            Map<String, Long> hung,
            Map<String, String> notRead,
            String offBecause) {}
}
