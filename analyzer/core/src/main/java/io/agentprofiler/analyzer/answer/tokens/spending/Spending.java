// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.base.stat.bounded.BoundedSums;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.OwnFunctions;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Tokens, money and time by every {@link SpendingScope}.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Spending {
    /** The name of the one row of {@link SpendingScope#TOTAL}. */
    public static final String ALL = "all";
    /** The outcome of workflows whose format does not say how they ended. */
    public static final String UNKNOWN_OUTCOME = "unknown";

    /** Conversations, and values of an attribute, that are kept apart: their number grows with the data. */
    private static final int MAX_KEPT_APART = 10_000;

    /** Calls from this one on are one step. */
    private static final int MAX_STEPS = 20;

    private static final List<String> STEPS = IntStream.rangeClosed(1, MAX_STEPS)
            .mapToObj(step -> step < MAX_STEPS ? String.format(Locale.ROOT, "%02d", step) : MAX_STEPS + "+")
            .toList();

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    /** How much is asked for; more takes its time. */
    public enum Detail {
        /** What all calls and those of each model spent: of other scopes there are no rows. */
        MODELS,
        /** The total, and models, agents, tools and workflows. */
        SUMS,
        /** Every scope, and single runs: how many there were, how long they took, the most that one spent, and steps. */
        RUNS
    }

    /**
     * The analysis under a price list.
     *
     * @param detail how much is asked for
     * @param attribute whose values are told apart besides where single runs are asked for, {@code null} for none
     */
    public record SpendingQuestion(PriceList prices, Detail detail, AttributeKey attribute)
            implements Analysis<Spending> {
        /** Asks for everything but an attribute. */
        public SpendingQuestion(PriceList prices) {
            this(prices, true);
        }

        /** Asks for everything but an attribute, or for what needs no single runs. */
        public SpendingQuestion(PriceList prices, boolean runs) {
            this(prices, runs ? Detail.RUNS : Detail.SUMS, null);
        }

        /** Returns the question for the total and the models alone. */
        public SpendingQuestion ofModels() {
            return new SpendingQuestion(prices, Detail.MODELS, null);
        }

        /** Returns the answer in a summary that was made with this question, or with that {@linkplain #ofModels of models}. */
        public Spending in(RunSummary summary) {
            return summary.get(summary.holds(this) ? this : ofModels());
        }

        @Override
        public Spending empty() {
            return new Spending(detail);
        }

        @Override
        public Spending of(Trace trace) {
            return addTrace(empty(), trace);
        }

        @Override
        public Spending addTrace(Spending into, Trace trace) {
            into.add(trace, this);
            return into;
        }

        @Override
        public Spending merge(Spending into, Spending more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "spending";
        }
    }

    private final Map<SpendingScope, SortedMap<String, Spent>> rows = new EnumMap<>(SpendingScope.class);
    private final BoundedSums<Spent> conversations = new BoundedSums<>(MAX_KEPT_APART, Spent::plus);
    private final BoundedSums<Spent> values = new BoundedSums<>(MAX_KEPT_APART, Spent::plus);
    private Spent outsideFunctions = Spent.NONE;

    private final Detail detail;

    private Spending(Detail detail) {
        this.detail = detail;
    }

    private void add(Trace trace, SpendingQuestion question) {
        if (detail == Detail.MODELS) {
            addModels(trace, question.prices());
        } else {
            addScopes(trace, question);
        }
    }

    private void addModels(Trace trace, PriceList prices) {
        for (Span span : trace.spans()) {
            if (Calls.usesTokens(span)) {
                add(SpendingScope.MODEL, Calls.model(span), Spent.call(span, prices.price(span)));
            } else if (mayTell(span) && Spent.unattributed(span) != Spent.NONE) {
                add(SpendingScope.TOTAL, ALL, Spent.unattributed(span));
            }
        }
    }

    /** Answers whether the span may know what several calls cost together. */
    private static boolean mayTell(Span span) {
        return span.kind() == SpanKind.AGENT || span.kind() == SpanKind.LLM && Calls.isWrapper(span);
    }

    private void addScopes(Trace trace, SpendingQuestion question) {
        PriceList prices = question.prices();
        boolean runs = detail == Detail.RUNS;
        boolean fragment = trace.isFragment();
        Span[] functions = runs ? OwnFunctions.around(trace) : null;
        // by the place of the span: what was spent within an agent, a tool or a function, and by a call that is a step
        Spent[] within = new Spent[trace.spans().size()];
        List<Span> steps = List.of();
        Spent whole = Spent.NONE;
        for (Span span : trace.spans()) {
            if (isScope(span)) {
                Spent told = mayTell(span) ? told(span, question.attribute()) : Spent.NONE;
                whole = whole.plus(told);
                within[span.index()] = told;
                addToFunction(within, functions, span, told);
            } else if (Calls.usesTokens(span)) {
                Spent call = Spent.call(span, prices.price(span));
                whole = whole.plus(call);
                Spent run = run(runs, call, time(span), trace, span);
                add(SpendingScope.MODEL, Calls.model(span), run);
                if (runs && !fragment && Calls.isModelCall(span)) {
                    steps = steps.isEmpty() ? new ArrayList<>() : steps;
                    steps.add(span);
                    within[span.index()] = run;
                }
                addTo(within, span.agent(), call);
                addTo(within, span.tool(), call);
                addToFunction(within, functions, span, call);
                addApart(span, call, question.attribute());
            } else if (mayTell(span)) {
                Spent told = told(span, question.attribute());
                whole = whole.plus(told);
                addTo(within, span.agent(), told);
                addTo(within, span.tool(), told);
                addToFunction(within, functions, span, told);
            }
        }
        for (Span span : trace.spans()) {
            if (runs && functions[span.index()] == span) {
                add(SpendingScope.FUNCTION, span.name(), run(true, within(within, span), time(span), trace, span));
            }
            if (isScope(span)) {
                Spent run = run(runs, within[span.index()], time(span), trace, span);
                boolean agent = span.kind() == SpanKind.AGENT;
                add(
                        agent ? SpendingScope.AGENT : SpendingScope.TOOL,
                        agent ? Calls.agent(span) : Calls.tool(span),
                        run);
            }
        }
        if (fragment) {
            add(SpendingScope.TOTAL, ALL, whole);
        } else {
            Span root = trace.root();
            long time = root.isMeasured() ? trace.durationNanos() : Unknown.LONG;
            Spent run = run(runs, whole, time, trace, root);
            add(SpendingScope.TOTAL, ALL, run);
            add(SpendingScope.WORKFLOW, root.name(), run);
            if (runs) {
                add(SpendingScope.OUTCOME, root.tellsStatus() ? root.statusWord() : UNKNOWN_OUTCOME, run);
            }
            addSteps(steps, within);
        }
    }

    /** Answers whether what was spent within the span has a row of its own. */
    private static boolean isScope(Span span) {
        return span.kind() == SpanKind.AGENT || span.kind() == SpanKind.TOOL;
    }

    private static void addTo(Spent[] within, Span span, Spent call) {
        if (span != null) {
            within[span.index()] = within[span.index()].plus(call);
        }
    }

    private static Spent within(Spent[] within, Span span) {
        Spent spent = within[span.index()];
        return spent == null ? Spent.NONE : spent;
    }

    private void addToFunction(Spent[] within, Span[] functions, Span span, Spent call) {
        if (functions != null) {
            Span function = functions[span.index()];
            if (function == null) {
                outsideFunctions = outsideFunctions.plus(call);
            } else {
                within[function.index()] = within(within, function).plus(call);
            }
        }
    }

    /** Counts the reported cost that belongs to no call. */
    private Spent told(Span span, AttributeKey attribute) {
        Spent told = Spent.unattributed(span);
        if (told != Spent.NONE) {
            addApart(span, told, attribute);
        }
        return told;
    }

    private void addApart(Span span, Spent spent, AttributeKey attribute) {
        if (detail != Detail.RUNS) {
            return;
        }
        if (span.conversation() != null) {
            conversations.add(span.conversation(), spent);
        }
        if (attribute != null) {
            values.add(attribute.closest(span), spent);
        }
    }

    private void addSteps(List<Span> calls, Spent[] runs) {
        if (calls.isEmpty()) {
            return;
        }
        calls.sort(BY_START);
        Map<Span, Integer> steps = new HashMap<>();
        for (Span call : calls) {
            int step = steps.merge(call.agent(), 1, Integer::sum);
            add(SpendingScope.STEP, STEPS.get(Math.min(step, MAX_STEPS) - 1), runs[call.index()]);
        }
    }

    private static Spent run(boolean asked, Spent sum, long nanos, Trace trace, Span span) {
        return asked ? sum.asRun(nanos, trace.id(), span.id()) : sum;
    }

    private static long time(Span span) {
        return span.isMeasured() ? span.durationNanos() : Unknown.LONG;
    }

    private void add(SpendingScope scope, String name, Spent spent) {
        rows.computeIfAbsent(scope, any -> new TreeMap<>()).merge(name, spent, Spent::plus);
    }

    private void add(Spending more) {
        conversations.add(more.conversations);
        values.add(more.values);
        outsideFunctions = outsideFunctions.plus(more.outsideFunctions);
        more.rows.forEach((scope, sums) -> sums.forEach((name, spent) -> add(scope, name, spent)));
    }

    /** Returns everything together. */
    public Spent total() {
        Spent total = rows.getOrDefault(SpendingScope.TOTAL, Collections.emptySortedMap())
                .getOrDefault(ALL, Spent.NONE);
        if (detail == Detail.MODELS) {
            for (Spent model : by(SpendingScope.MODEL).values()) {
                total = total.plus(model);
            }
        }
        return total;
    }

    /** Returns the rows of a scope by name; where they grow with the data those that are kept, see {@link #others}. */
    public SortedMap<String, Spent> by(SpendingScope scope) {
        return Collections.unmodifiableSortedMap(
                switch (scope) {
                    case CONVERSATION -> conversations.kept();
                    case ATTRIBUTE -> values.kept();
                    default -> rows.getOrDefault(scope, Collections.emptySortedMap());
                });
    }

    /** Returns what the rows of a scope cost, by name. */
    public SortedMap<String, CostSum> costs(SpendingScope scope) {
        SortedMap<String, CostSum> costs = new TreeMap<>();
        by(scope).forEach((name, spent) -> costs.put(name, spent.cost()));
        return costs;
    }

    /** Returns what rows of a scope beyond the {@value #MAX_KEPT_APART} that are kept apart spent, or {@code null}. */
    public Spent others(SpendingScope scope) {
        return switch (scope) {
            case CONVERSATION -> conversations.others();
            case ATTRIBUTE -> values.others();
            default -> null;
        };
    }

    /** Returns what calls outside of all functions of the program spent, where single runs were asked for. */
    public Spent outsideFunctions() {
        return outsideFunctions;
    }

    /** What tokens, money and time are told apart by. Within one scope a model call is in one row at most. */
    public enum SpendingScope {
        /** Everything: one row. */
        TOTAL("total"),
        /** Workflows by the name of their first span; a run is one workflow. */
        WORKFLOW("workflow"),
        /** Agents; model calls count for the closest agent around them. A run is one run of the agent. */
        AGENT("agent"),
        /** Tools; model calls count for the closest tool around them. A run is one run of the tool. */
        TOOL("tool"),
        /**
         * {@linkplain OwnFunctions The program's own functions}; model calls count for the closest function around them. A run is one
         * call of the function.
         */
        FUNCTION("function"),
        /** Models, by the name asked for. A run is one call. */
        MODEL("model"),
        /** Conversations, by the closest conversation id around a call. There are no single runs. */
        CONVERSATION("conversation"),
        /** Values of the attribute that was asked for, by the closest span around a call that has it. There are no single runs. */
        ATTRIBUTE("attribute"),
        /** How workflows ended, in the words of {@link io.agentprofiler.analyzer.read.event.SpanStatus}. A run is one workflow. */
        OUTCOME("outcome"),
        /** Calls of language models by their number in the run of the closest agent, or in the workflow. A run is one call. */
        STEP("step");

        private final String word;

        SpendingScope(String word) {
            this.word = word;
        }

        /** Returns the word of options and files. */
        public String word() {
            return word;
        }

        @Override
        public String toString() {
            return word;
        }
    }
}
