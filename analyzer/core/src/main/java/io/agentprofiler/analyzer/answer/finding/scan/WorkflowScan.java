// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.critical.CriticalPath;
import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.scan.Claims.Claimant;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.EqualPayloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The view of rules on one workflow, to which they add their observations. Data that several rules need is computed once, on first
 * use.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class WorkflowScan {
    /** Maximum number of simulated changes per workflow. */
    static final int MAX_TRIED = 30;

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    private final Trace trace;
    private final Thresholds thresholds;
    private final PriceList prices;
    private final JvmEvents jvm;
    private final Aggregates observed;
    private final Claims claims = new Claims();
    private final SharedResults<WorkflowScan> shared = new SharedResults<>();
    private CriticalPath path;
    /** How calls that were asked for split, by {@link Span#index}. */
    private LatencySplit[] splits;

    private int[] lastBelow;
    private int tried;

    /**
     * Begins to look.
     *
     * @param jvm what a flight recording of the same process tells
     * @param observed takes what rules note
     */
    public WorkflowScan(Trace trace, Thresholds thresholds, PriceList prices, JvmEvents jvm, Aggregates observed) {
        this.trace = trace;
        this.thresholds = thresholds;
        this.prices = prices;
        this.jvm = jvm;
        this.observed = observed;
    }

    public Trace trace() {
        return trace;
    }

    /** Returns the value of a threshold. */
    public double of(Threshold threshold) {
        return thresholds.of(threshold);
    }

    /** Answers whether the user said that a tool changes nothing. */
    public boolean isReadOnly(String tool) {
        return thresholds.isReadOnly(tool);
    }

    /** Returns what a flight recording tells; empty without one. */
    public JvmEvents jvm() {
        return jvm;
    }

    /** Returns what a call costs, and the model whose price that is. */
    public CallPrice price(Span call) {
        return prices.price(call);
    }

    /** Returns how the time of a model call splits. */
    public LatencySplit latency(Span call) {
        if (splits == null) {
            splits = new LatencySplit[trace.spans().size()];
        }
        LatencySplit split = splits[call.index()];
        if (split == null) {
            split = LatencySplit.of(call);
            splits[call.index()] = split;
        }
        return split;
    }

    /** Returns the models of the price list that are named after one: its smaller and its special versions. */
    public List<ListedModel> variants(ListedModel model) {
        return prices.variants(model);
    }

    /** Returns what a detector finds in this workflow; it runs once, however many rules ask. The detector must be a constant. */
    public <T> T shared(Function<WorkflowScan, T> detector) {
        return shared.of(detector, this);
    }

    /** Returns which equal hashes of its tool calls say that the calls were equal. */
    public EqualPayloads equalPayloads() {
        return shared(EQUAL_PAYLOADS);
    }

    private static final Function<WorkflowScan, EqualPayloads> EQUAL_PAYLOADS =
            workflow -> EqualPayloads.of(workflow.trace());

    /** Returns the calls of each agent in the order they began; those without an agent are together. */
    public Collection<List<Span>> callsByAgent() {
        return shared(CALLS_BY_AGENT);
    }

    private static final Function<WorkflowScan, Collection<List<Span>>> CALLS_BY_AGENT = workflow -> {
        List<Span> calls = new ArrayList<>();
        for (Span span : workflow.trace().spans()) {
            if (Calls.isCall(span)) {
                calls.add(span);
            }
        }
        calls.sort(BY_START);
        Map<Span, List<Span>> byAgent = new LinkedHashMap<>();
        for (Span call : calls) {
            byAgent.computeIfAbsent(call.agent(), any -> new ArrayList<>()).add(call);
        }
        return byAgent.values();
    };

    /**
     * Returns how much run time a change saves by the critical path. More than {@value #MAX_TRIED} changes of a workflow are not
     * tried, so that it takes linear time: of those nothing is claimed, and nothing where times were not measured.
     */
    public Saving saved(Supposition change) {
        return !trace.isTimed() || tried++ >= MAX_TRIED ? Saving.NONE : Saving.time(Math.max(0, path().saved(change)));
    }

    /** Returns how much run time would be saved without these calls. */
    public Saving savedWithout(Set<Span> calls) {
        return saved(new Supposition() {
            @Override
            public long length(Span span, long nanos) {
                return calls.contains(span) ? 0 : nanos;
            }
        });
    }

    /** Returns the money and tokens that these calls, and those below them, used; each of them once. */
    public Saving useOf(Collection<Span> calls) {
        Saving use = Saving.NONE;
        int done = 0;
        for (int first : calls.stream().mapToInt(Span::index).sorted().toArray()) {
            int last = lastBelow(trace.spans().get(first));
            for (int i = Math.max(first, done); i <= last; i++) {
                Span call = trace.spans().get(i);
                if (Calls.usesTokens(call)) {
                    CallPrice price = price(call);
                    long tokens = Math.max(0, call.tokens().input())
                            + Math.max(0, call.tokens().output());
                    use = use.plus(Saving.money(price.isKnown() ? price.cost().total() : null, tokens));
                }
            }
            done = Math.max(done, last + 1);
        }
        return use;
    }

    /** Returns what the workflow waited for. */
    public CriticalPath path() {
        if (path == null) {
            path = CriticalPath.of(trace);
        }
        return path;
    }

    /** Returns the length of a call, 0 where it was not measured. */
    public static long lengthOf(Span call) {
        return call.isMeasured() ? call.durationNanos() : 0;
    }

    /** Returns how long the workflow waited for a span and all below it; 0 where times were not measured. */
    public long waited(Span span) {
        long waited = 0;
        if (!trace.isTimed()) {
            return waited;
        }
        for (int i = span.index(); i <= lastBelow(span); i++) {
            waited += path().onPathNanos(trace.spans().get(i));
        }
        return waited;
    }

    /** Answers whether a span is somewhere below another. */
    public boolean isBelow(Span span, Span above) {
        return span.index() > above.index() && span.index() <= lastBelow(above);
    }

    /** Returns the index of the last span below a span, its own if there is none: those below stand right after it. */
    private int lastBelow(Span span) {
        if (lastBelow == null) {
            lastBelow = new int[trace.spans().size()];
            for (int i = lastBelow.length - 1; i >= 0; i--) {
                lastBelow[i] = Math.max(lastBelow[i], i);
                Span parent = trace.spans().get(i).parent();
                if (parent != null) {
                    lastBelow[parent.index()] = Math.max(lastBelow[parent.index()], lastBelow[i]);
                }
            }
        }
        return lastBelow[span.index()];
    }

    /** Notes what a rule sees; once more about the same subject adds up. */
    public void note(Claimant rule, String name, Confidence confidence, Aggregate seen) {
        observed.note(new Subject(rule.id(), name, confidence), seen);
    }

    /** Notes what a change would save, of something that was noted. */
    public void note(Claimant rule, String name, Confidence confidence, Saving saving) {
        note(rule, name, confidence, new Aggregate(0).saves(saving));
    }

    /**
     * Says that a finding explains calls and all below them: their time, as far as the workflow waited for them, and their cost.
     *
     * @param name the finding's subject
     */
    public void explains(Claimant rule, String name, Confidence confidence, Collection<Span> calls) {
        Subject subject = new Subject(rule.id(), name, confidence);
        for (Span call : calls) {
            claims.add(subject, call, Claims.Sort.BOTH);
        }
    }

    /** Says that a finding explains a stretch of the time of a call and all below it, in nanoseconds since 1970; not its cost. */
    public void explains(Claimant rule, String name, Confidence confidence, Span call, long fromNanos, long toNanos) {
        claims.add(new Subject(rule.id(), name, confidence), call, fromNanos, toNanos);
    }

    /** Says that a finding explains the time of a span itself, as far as the workflow waited for it: not of what is below it. */
    public void explainsOwn(Claimant rule, String name, Confidence confidence, Span span) {
        claims.addOwn(new Subject(rule.id(), name, confidence), span);
    }

    /** Says that a finding explains what calls and all below them cost; not their time. */
    public void explainsCost(Claimant rule, String name, Confidence confidence, Collection<Span> calls) {
        Subject subject = new Subject(rule.id(), name, confidence);
        for (Span call : calls) {
            claims.add(subject, call, Claims.Sort.COST);
        }
    }

    /** Adds what is explained of what the workflow waited for and paid. */
    public void explain(Explanations into) {
        claims.explain(this, into);
    }

    /**
     * What functions made of one thing, each called once. They are few, and constants: going through them is quicker than hashing them, as
     * the JVM must be asked for the hash of what has none of its own.
     *
     * <p><b>Threading:</b> one thread.
     *
     * @param <A> the thing
     */
    static final class SharedResults<A> {
        private Function<?, ?>[] makers = new Function<?, ?>[16];
        private Object[] made = new Object[16];
        private int count;

        /**
         * Returns what a function makes of the thing, the same object again when it is asked for again. The function may ask for what others
         * make.
         */
        @SuppressWarnings("unchecked") // only what a function itself made is at its place
        <T> T of(Function<A, T> maker, A thing) {
            for (int i = 0; i < count; i++) {
                if (makers[i] == maker) {
                    return (T) made[i];
                }
            }
            T result = maker.apply(thing);
            if (count == makers.length) {
                makers = Arrays.copyOf(makers, 2 * count);
                made = Arrays.copyOf(made, 2 * count);
            }
            makers[count] = maker;
            made[count++] = result;
            return result;
        }
    }
}
