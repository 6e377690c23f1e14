// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.LongMap;
import io.agentprofiler.analyzer.trace.SpanLabel;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Settles what spans that other programs' instrumentations recorded say twice, once all spans of a trace are known. Our agent sees to
 * that while it records: each call is one span, and usage is on it alone.
 *
 * <ul>
 *   <li>Calls that tell {@linkplain RunningTotals running totals} are given their own part.
 *   <li>Of model calls within each other, as two instrumentations of one call make them, the innermost count. Those around them are
 *       wrappers; if only the one around says what was used, the one inside is told.
 *   <li>Of tool calls of the same tool within each other the outermost counts; the inner one is a function.
 *   <li>What an agent's span says was used counts nothing, but for what is more than all calls below it: that belongs to no call. What
 *       it says that it cost counts nothing, unless no call below it says so. The same holds for the cost that a wrapper tells of
 *       several calls.
 * </ul>
 */
final class OtherSpans {
    private static final List<String> USAGE = List.of(
            Attributes.INPUT_TOKENS,
            Attributes.OUTPUT_TOKENS,
            Attributes.CACHE_READ_TOKENS,
            Attributes.CACHE_CREATION_TOKENS,
            Attributes.REASONING_TOKENS);

    private final List<SpanParts> spans = new ArrayList<>();
    private final LongMap<SpanParts> byId;
    /** Calls within a call that are none of its recordings. */
    private Set<SpanParts> separate = Set.of();

    private int skewed;

    private OtherSpans(List<SpanParts> all) {
        byId = new LongMap<>(all.size());
        for (SpanParts span : all) {
            if (span.start() != null) {
                byId.put(span.start().span(), span);
                if (isOther(span)) {
                    spans.add(span);
                }
            }
        }
    }

    private static boolean isOther(SpanParts span) {
        return span.start() != null && span.start().attributes().get(Attributes.SOURCE) != null;
    }

    private static boolean areAllOurs(List<SpanParts> spans) {
        for (SpanParts span : spans) {
            if (isOther(span)) {
                return false;
            }
        }
        return true;
    }

    /** Answers whether nothing of a trace says anything of models, tools or agents. */
    static boolean areAllPlain(List<SpanParts> spans) {
        for (SpanParts span : spans) {
            if (span.start() == null
                    || !Attributes.SOURCE_NONE.equals(span.start().attributes().get(Attributes.SOURCE))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Settles a trace.
     *
     * @return how many spans of another service begin before the span that called it: its clock is another one
     */
    static int settle(List<SpanParts> all) {
        if (areAllOurs(all)) {
            return 0;
        }
        OtherSpans others = new OtherSpans(all);
        others.separate = RunningTotals.settle(others.spans, others::parent);
        others.calls();
        others.agents();
        others.clocks();
        return others.skewed;
    }

    private SpanParts parent(SpanParts span) {
        SpanParts parent =
                span.start().parent() == 0 ? null : byId.get(span.start().parent());
        return parent == span ? null : parent;
    }

    private void calls() {
        Map<SpanParts, SpanParts> outerOf = new LinkedHashMap<>();
        Map<SpanParts, List<SpanParts>> innerOf = new LinkedHashMap<>();
        for (SpanParts span : spans) {
            SpanKind kind = span.start().kind();
            if (kind == SpanKind.LLM || kind == SpanKind.EMBEDDING || kind == SpanKind.TOOL) {
                SpanParts outer = outer(span, kind);
                if (outer != null && kind == SpanKind.TOOL) {
                    span.replace(
                            with(span.start(), SpanKind.FUNCTION, span.start().attributes()));
                } else if (outer != null) {
                    outerOf.put(span, outer);
                    innerOf.computeIfAbsent(outer, any -> new ArrayList<>()).add(span);
                }
            }
        }
        // both are known before anything changes, so that the order of the spans decides nothing
        Set<SpanParts> used = around(outerOf, OtherSpans::saysUsage);
        Set<SpanParts> paid = around(outerOf, OtherSpans::saysCost);
        innerOf.forEach((outer, inner) -> {
            SpanParts call = innermost(outer, innerOf);
            if (used.contains(outer) || !saysUsage(outer)) {
                if (!paid.contains(outer) && saysCost(outer)) {
                    cost(outer, call);
                }
                wrap(outer);
            } else if (call != null) {
                call.replace(with(
                        call.start(),
                        call.start().kind(),
                        outer.start().attributes().with(call.start().attributes())));
                wrap(outer);
            } else {
                // several calls, and only their sum is known: it stays where it is said
                wrapInside(outer, innerOf);
            }
        });
    }

    /** Finds the calls around others that say something. */
    private Set<SpanParts> around(Map<SpanParts, SpanParts> outerOf, Predicate<SpanParts> says) {
        Set<SpanParts> around = new HashSet<>();
        for (SpanParts span : outerOf.keySet()) {
            if (says.test(span)) {
                SpanParts up = outerOf.get(span);
                while (up != null && around.add(up)) {
                    up = outerOf.get(up);
                }
            }
        }
        return around;
    }

    /** Finds the one call that those around it can mean; {@code null} where there are several, or none that answered. */
    private static SpanParts innermost(SpanParts outer, Map<SpanParts, List<SpanParts>> innerOf) {
        Set<SpanParts> seen = new HashSet<>();
        SpanParts call = outer;
        while (innerOf.containsKey(call) && seen.add(call)) {
            List<SpanParts> done =
                    innerOf.get(call).stream().filter(OtherSpans::isDone).toList();
            if (done.size() != 1) {
                return null;
            }
            call = done.get(0);
        }
        return innerOf.containsKey(call) ? null : call;
    }

    private static void wrapInside(SpanParts outer, Map<SpanParts, List<SpanParts>> innerOf) {
        Set<SpanParts> seen = new HashSet<>(Set.of(outer));
        Deque<SpanParts> open = new ArrayDeque<>(innerOf.getOrDefault(outer, List.of()));
        while (!open.isEmpty()) {
            SpanParts inner = open.pop();
            if (seen.add(inner)) {
                wrap(inner);
                open.addAll(innerOf.getOrDefault(inner, List.of()));
            }
        }
    }

    /** Tells the one call inside what a wrapper says that it cost; the cost of several belongs to none of them. */
    private static void cost(SpanParts outer, SpanParts call) {
        Object usd = outer.start().attributes().get(Attributes.REPORTED_COST);
        if (call == null) {
            put(outer, Map.of(Attributes.UNATTRIBUTED_COST, usd));
        } else {
            put(call, Map.of(Attributes.REPORTED_COST, usd));
        }
    }

    /** Finds the closest call of the kind around a span, with nothing between that would make them calls of their own. */
    private SpanParts outer(SpanParts span, SpanKind kind) {
        Set<SpanParts> seen = new HashSet<>();
        for (SpanParts up = parent(span); up != null && seen.add(up); up = parent(up)) {
            SpanKind around = up.start().kind();
            if (around == kind && isOther(up)) {
                if (separate.contains(span) || isAfter(span, up)) {
                    return null;
                }
                return kind != SpanKind.TOOL || tool(up).equals(tool(span)) ? up : null;
            }
            if (around != SpanKind.FUNCTION && around != SpanKind.HTTP && around != SpanKind.PROMPT) {
                return null;
            }
        }
        return null;
    }

    private static boolean isDone(SpanParts span) {
        return span.end() != null && span.end().status() == SpanStatus.OK;
    }

    /** Answers whether a call began when the one around it was over: whoever recorded it took the wrong parent. */
    private static boolean isAfter(SpanParts span, SpanParts up) {
        return up.end() != null
                && span.start().epochNanos() >= up.end().epochNanos()
                && String.valueOf(span.start().attributes().get(SpanLabel.SERVICE))
                        .equals(String.valueOf(up.start().attributes().get(SpanLabel.SERVICE)))
                && up.end().epochNanos() > up.start().epochNanos();
    }

    private static String tool(SpanParts span) {
        String name = span.start().attributes().text(Attributes.TOOL_NAME);
        return name == null ? String.valueOf(span.start().name()) : name;
    }

    private static boolean saysUsage(SpanParts span) {
        AttributeSet attributes = span.start().attributes();
        return attributes.get(Attributes.INPUT_TOKENS) != null || attributes.get(Attributes.OUTPUT_TOKENS) != null;
    }

    private static boolean saysCost(SpanParts span) {
        return span.start().attributes().get(Attributes.REPORTED_COST) != null;
    }

    private static void put(SpanParts span, Map<String, Object> more) {
        Map<String, Object> values =
                new LinkedHashMap<>(span.start().attributes().asMap());
        values.putAll(more);
        span.replace(with(span.start(), span.start().kind(), AttributeSet.of(values)));
    }

    private static void wrap(SpanParts span) {
        Map<String, Object> values =
                new LinkedHashMap<>(span.start().attributes().asMap());
        USAGE.forEach(values::remove);
        values.remove(Attributes.REPORTED_COST);
        values.put(Attributes.WRAPPER, true);
        span.replace(with(span.start(), span.start().kind(), AttributeSet.of(values)));
    }

    static SpanEvent.Start with(SpanEvent.Start start, SpanKind kind, AttributeSet attributes) {
        return new SpanEvent.Start(
                start.trace(),
                start.span(),
                start.parent(),
                start.epochNanos(),
                kind,
                start.name(),
                start.rule(),
                start.thread(),
                start.queuedNanos(),
                attributes);
    }

    private void agents() {
        totals();
        for (SpanParts agent : untold(OtherSpans::saysCost)) {
            put(
                    agent,
                    Map.of(
                            Attributes.UNATTRIBUTED_COST,
                            agent.start().attributes().get(Attributes.REPORTED_COST)));
        }
    }

    /** Compares what agents say that was used with the calls below them, the innermost agents first. */
    private void totals() {
        Map<SpanParts, long[]> below = new HashMap<>();
        List<SpanParts> agents = new ArrayList<>();
        for (SpanParts span : spans) {
            SpanKind kind = span.start().kind();
            if ((kind == SpanKind.LLM || kind == SpanKind.EMBEDDING) && saysUsage(span)) {
                add(
                        span,
                        new long[] {used(span, Attributes.INPUT_TOKENS), used(span, Attributes.OUTPUT_TOKENS)},
                        below);
            } else if (kind == SpanKind.AGENT && saysUsage(span)) {
                agents.add(span);
            }
        }
        Map<SpanParts, Integer> depths = new HashMap<>();
        agents.forEach(agent -> depths.put(agent, above(agent).size()));
        agents.sort(Comparator.comparing(depths::get, Comparator.reverseOrder()));
        for (SpanParts agent : agents) {
            long[] known = below.getOrDefault(agent, new long[2]);
            long input = Math.max(0, used(agent, Attributes.INPUT_TOKENS) - known[0]);
            long output = Math.max(0, used(agent, Attributes.OUTPUT_TOKENS) - known[1]);
            Map<String, Object> more = new LinkedHashMap<>();
            if (input > 0) {
                more.put(Attributes.UNATTRIBUTED_INPUT_TOKENS, input);
            }
            if (output > 0) {
                more.put(Attributes.UNATTRIBUTED_OUTPUT_TOKENS, output);
            }
            if (!more.isEmpty()) {
                put(agent, more);
                add(agent, new long[] {input, output}, below);
            }
        }
    }

    private void add(SpanParts span, long[] used, Map<SpanParts, long[]> below) {
        for (SpanParts up : above(span)) {
            below.merge(up, used, (one, other) -> new long[] {one[0] + other[0], one[1] + other[1]});
        }
    }

    /** Returns the spans around a span. */
    private Set<SpanParts> above(SpanParts span) {
        Set<SpanParts> above = new HashSet<>();
        SpanParts up = parent(span);
        while (up != null && up != span && above.add(up)) {
            up = parent(up);
        }
        return above;
    }

    private static long used(SpanParts span, String name) {
        return span.start().attributes().get(name) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    /** Finds the innermost agents that say something that no call below them says. */
    private List<SpanParts> untold(Predicate<SpanParts> says) {
        Set<SpanParts> told = new HashSet<>();
        List<SpanParts> agents = new ArrayList<>();
        for (SpanParts span : spans) {
            SpanKind kind = span.start().kind();
            if ((kind == SpanKind.LLM || kind == SpanKind.EMBEDDING) && says.test(span)) {
                tell(span, told);
            } else if (kind == SpanKind.AGENT && says.test(span)) {
                agents.add(span);
            }
        }
        List<SpanParts> untold =
                agents.stream().filter(agent -> !told.contains(agent)).toList();
        Set<SpanParts> around = new HashSet<>();
        untold.forEach(agent -> tell(agent, around));
        return untold.stream().filter(agent -> !around.contains(agent)).toList();
    }

    private void tell(SpanParts span, Set<SpanParts> told) {
        SpanParts up = parent(span);
        while (up != null && told.add(up)) {
            up = parent(up);
        }
    }

    private void clocks() {
        for (SpanParts span : spans) {
            SpanParts parent = parent(span);
            if (parent != null
                    && isOther(parent)
                    && span.start().epochNanos() < parent.start().epochNanos()
                    && !String.valueOf(span.start().attributes().get(SpanLabel.SERVICE))
                            .equals(String.valueOf(parent.start().attributes().get(SpanLabel.SERVICE)))) {
                skewed++;
            }
        }
    }

    /**
     * Model calls that tell what they and all calls before them used, as some frameworks report usage in a loop of tools: each is given its own
     * part. Which calls those are is said by the span around them ({@link Attributes#RUNNING_TOTALS}).
     *
     * <p>In such a loop the next call of a stream may begin within the one before. It is told from a second recording of the same call by the
     * id of its answer.
     */
    private static final class RunningTotals {
        private static final List<String> SUMS = List.of(Attributes.INPUT_TOKENS, Attributes.OUTPUT_TOKENS);

        private final UnaryOperator<SpanParts> parent;
        private final Map<SpanParts, List<SpanParts>> loops = new LinkedHashMap<>();
        private final Set<SpanParts> nested = new HashSet<>();

        private RunningTotals(UnaryOperator<SpanParts> parent) {
            this.parent = parent;
        }

        /**
         * Gives calls their own part.
         *
         * @param parent finds the parent of a span, {@code null} for none
         * @return calls that are not recordings of the call around them, though they lie within it
         */
        static Set<SpanParts> settle(List<SpanParts> spans, UnaryOperator<SpanParts> parent) {
            if (spans.stream().noneMatch(RunningTotals::isLoop)) {
                return Set.of();
            }
            RunningTotals totals = new RunningTotals(parent);
            spans.forEach(totals::take);
            totals.loops.values().forEach(RunningTotals::settle);
            return totals.nested;
        }

        private static boolean isLoop(SpanParts span) {
            return Boolean.TRUE.equals(span.start().attributes().get(Attributes.RUNNING_TOTALS));
        }

        private void take(SpanParts call) {
            Set<SpanParts> seen = new HashSet<>();
            SpanParts inner = call;
            while (inner != null && inner.start().kind() == SpanKind.LLM && seen.add(inner)) {
                SpanParts around = parent.apply(inner);
                if (around != null && isLoop(around)) {
                    loops.computeIfAbsent(around, any -> new ArrayList<>()).add(call);
                    if (inner != call) {
                        nested.add(call);
                    }
                    return;
                }
                if (around == null || isSameCall(inner, around)) {
                    return;
                }
                inner = around;
            }
        }

        private static boolean isSameCall(SpanParts inner, SpanParts around) {
            String id = inner.start().attributes().text(Attributes.RESPONSE_ID);
            String other = around.start().attributes().text(Attributes.RESPONSE_ID);
            return id == null || other == null || id.equals(other);
        }

        private static void settle(List<SpanParts> calls) {
            calls.sort(Comparator.comparingLong((SpanParts call) -> call.start().epochNanos()));
            long[] before = new long[SUMS.size()];
            for (SpanParts call : calls) {
                AttributeSet attributes = call.start().attributes();
                long[] now = SUMS.stream().mapToLong(attributes::number).toArray();
                Map<String, Object> own = new LinkedHashMap<>(attributes.asMap());
                boolean known = false;
                boolean falls = false;
                for (int i = 0; i < now.length; i++) {
                    if (now[i] == Unknown.LONG) {
                        continue;
                    }
                    known = true;
                    if (before[i] == Unknown.LONG) {
                        // some of it is of a call that did not say how much
                        own.remove(SUMS.get(i));
                    } else {
                        falls |= now[i] < before[i];
                        own.put(SUMS.get(i), now[i] - before[i]);
                    }
                }
                if (known && !falls) {
                    call.replace(OtherSpans.with(call.start(), SpanKind.LLM, AttributeSet.of(own)));
                }
                if (known) {
                    // what falls is no total of those before, so the next one is none of these either
                    before = now;
                }
            }
        }
    }
}
