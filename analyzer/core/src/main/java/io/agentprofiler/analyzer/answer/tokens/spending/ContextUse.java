// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spent.Worst;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.OwnFunctions;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much of a model's context window its calls took, in all and by {@linkplain OwnFunctions function}. The window is the price list's;
 * tokens are prompt and answer together, which share it, and those of the prompt alone.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class ContextUse {
    /**
     * A row: calls of one model with one window.
     *
     * @param model the model asked for
     * @param window tokens its context takes, or {@link Unknown#LONG} when that is not known
     */
    public record ContextRow(String model, long window) implements Comparable<ContextRow> {
        @Override
        public int compareTo(ContextRow other) {
            int order = model.compareTo(other.model);
            return order != 0 ? order : Long.compare(window, other.window);
        }
    }

    private final SortedMap<ContextRow, Fill> rows = new TreeMap<>();
    private final SortedMap<String, SortedMap<ContextRow, Fill>> byFunction = new TreeMap<>();

    private ContextUse() {}

    /** Returns the analysis under a price list; the instance is the key of its answer. */
    public static Analysis<ContextUse> question(PriceList prices) {
        return Analysis.direct("context use", ContextUse::new, (use, trace) -> use.add(trace, prices), ContextUse::add);
    }

    private void add(Trace trace, PriceList prices) {
        Span[] functions = OwnFunctions.around(trace);
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span) && span.tokens().input() != Unknown.LONG) {
                ListedModel listed = prices.price(span).model();
                ContextRow row =
                        new ContextRow(Calls.model(span), listed == null ? Unknown.LONG : listed.contextWindow());
                fill(rows, row).add(trace, span, row.window());
                Span function = functions[span.index()];
                if (function != null) {
                    fill(in(function.name()), row).add(trace, span, row.window());
                }
            }
        }
    }

    private void add(ContextUse more) {
        more.rows.forEach((row, calls) -> fill(rows, row).add(calls));
        more.byFunction.forEach((function, own) ->
                own.forEach((row, calls) -> fill(in(function), row).add(calls)));
    }

    private SortedMap<ContextRow, Fill> in(String function) {
        return byFunction.computeIfAbsent(function, any -> new TreeMap<>());
    }

    private static Fill fill(SortedMap<ContextRow, Fill> into, ContextRow row) {
        return into.computeIfAbsent(row, any -> new Fill());
    }

    /** Returns the rows; only calls that reported their input are in them. */
    public SortedMap<ContextRow, Fill> rows() {
        return Collections.unmodifiableSortedMap(rows);
    }

    /** Returns the rows of calls in each of the program's own functions, by its name; a call counts for the closest one around it. */
    public SortedMap<String, SortedMap<ContextRow, Fill>> byFunction() {
        return Collections.unmodifiableSortedMap(byFunction);
    }

    /** Returns the tokens that a call took of its window. */
    public static long used(Span call) {
        return call.tokens().input() + Math.max(0, call.tokens().output());
    }

    /** How full windows were. <b>Threading:</b> one thread at a time. */
    public static final class Fill {
        private final Distribution tokens = new Distribution();
        private final Distribution input = new Distribution();
        private long overHalf;
        private long inputOverHalf;
        private long over80;
        private long over95;
        private Worst fullest;

        private void add(Trace trace, Span call, long window) {
            long used = used(call);
            tokens.add(used);
            input.add(call.tokens().input());
            fullest = Worst.of(fullest, new Worst(BigDecimal.valueOf(used), trace.id(), call.id()));
            if (window > 0) {
                overHalf += isOver(used, 50, window);
                inputOverHalf += isOver(call.tokens().input(), 50, window);
                over80 += isOver(used, 80, window);
                over95 += isOver(used, 95, window);
            }
        }

        private static long isOver(long used, long percent, long window) {
            return used * 100.0 > window * (double) percent ? 1 : 0;
        }

        private void add(Fill more) {
            tokens.add(more.tokens);
            input.add(more.input);
            overHalf += more.overHalf;
            inputOverHalf += more.inputOverHalf;
            over80 += more.over80;
            over95 += more.over95;
            fullest = Worst.of(fullest, more.fullest);
        }

        /** Returns the tokens per call, prompt and answer together. */
        public Distribution tokens() {
            return tokens;
        }

        /** Returns the tokens of the prompt per call. */
        public Distribution input() {
            return input;
        }

        /** Returns how many prompts alone took more than half of the window. */
        public long inputOverHalf() {
            return inputOverHalf;
        }

        /** Returns how many calls took more than half of the window. */
        public long overHalf() {
            return overHalf;
        }

        /** Returns how many took more than 80 %. */
        public long over80() {
            return over80;
        }

        /** Returns how many took more than 95 %. */
        public long over95() {
            return over95;
        }

        /** Returns the call that took most tokens. */
        public Worst fullest() {
            return Objects.requireNonNull(fullest);
        }
    }
}
