// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.input.event.AttributeSet;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.trace.LongMap;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settles what spans that other programs' instrumentations recorded say twice, once all spans of a trace are known. Our agent sees to
 * that while it records: each call is one span, and usage is on it alone.
 *
 * <ul>
 *   <li>Of model calls within each other, as two instrumentations of one call make them, the innermost count. Those around them are
 *       wrappers; if only the one around says what was used, the one inside is told.
 *   <li>Of tool calls of the same tool within each other the outermost counts; the inner one is a function.
 *   <li>What an agent's span says was used counts nothing, unless no call below it says so: then it belongs to no call.
 * </ul>
 */
final class OtherSpans {
    private static final List<String> USAGE = List.of(
            Attributes.INPUT_TOKENS,
            Attributes.OUTPUT_TOKENS,
            Attributes.CACHE_READ_TOKENS,
            Attributes.CACHE_CREATION_TOKENS,
            Attributes.REASONING_TOKENS);
    private static final String SERVICE = "service.name";

    private final List<SpanParts> spans = new ArrayList<>();
    private final LongMap<SpanParts> byId;
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
        if (all.stream().noneMatch(OtherSpans::isOther)) {
            return 0;
        }
        OtherSpans others = new OtherSpans(all);
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
        Map<SpanParts, List<SpanParts>> innerOf = new LinkedHashMap<>();
        for (SpanParts span : spans) {
            SpanKind kind = span.start().kind();
            if (kind == SpanKind.LLM || kind == SpanKind.EMBEDDING || kind == SpanKind.TOOL) {
                SpanParts outer = outer(span, kind);
                if (outer != null && kind == SpanKind.TOOL) {
                    span.replace(
                            with(span.start(), SpanKind.FUNCTION, span.start().attributes()));
                } else if (outer != null) {
                    innerOf.computeIfAbsent(outer, any -> new ArrayList<>()).add(span);
                }
            }
        }
        innerOf.forEach((outer, inner) -> {
            // usage goes inwards only to a call that has none around it that could be meant as well
            List<SpanParts> done = inner.stream()
                    .filter(one -> one.end() != null && one.end().status() == SpanStatus.OK)
                    .toList();
            boolean told = inner.stream().anyMatch(OtherSpans::saysUsage);
            if (!told && saysUsage(outer) && done.size() == 1 && !innerOf.containsKey(done.get(0))) {
                SpanParts call = done.get(0);
                call.replace(with(
                        call.start(),
                        call.start().kind(),
                        outer.start().attributes().with(call.start().attributes())));
                told = true;
            }
            if (told || !saysUsage(outer)) {
                wrap(outer);
            } else {
                // several calls, and only their sum is known: it stays where it is said
                inner.forEach(OtherSpans::wrap);
            }
        });
    }

    /** Finds the closest call of the kind around a span, with nothing between that would make them calls of their own. */
    private SpanParts outer(SpanParts span, SpanKind kind) {
        Set<SpanParts> seen = new HashSet<>();
        for (SpanParts up = parent(span); up != null && seen.add(up); up = parent(up)) {
            SpanKind around = up.start().kind();
            if (around == kind && isOther(up)) {
                return kind != SpanKind.TOOL || tool(up).equals(tool(span)) ? up : null;
            }
            if (around != SpanKind.FUNCTION && around != SpanKind.HTTP && around != SpanKind.PROMPT) {
                return null;
            }
        }
        return null;
    }

    private static String tool(SpanParts span) {
        String name = span.start().attributes().text(Attributes.TOOL_NAME);
        return name == null ? String.valueOf(span.start().name()) : name;
    }

    private static boolean saysUsage(SpanParts span) {
        AttributeSet attributes = span.start().attributes();
        return attributes.get(Attributes.INPUT_TOKENS) != null || attributes.get(Attributes.OUTPUT_TOKENS) != null;
    }

    private static void wrap(SpanParts span) {
        Map<String, Object> values =
                new LinkedHashMap<>(span.start().attributes().asMap());
        USAGE.forEach(values::remove);
        values.put(Attributes.WRAPPER, true);
        span.replace(with(span.start(), span.start().kind(), AttributeSet.of(values)));
    }

    private static SpanEvent.Start with(SpanEvent.Start start, SpanKind kind, AttributeSet attributes) {
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
        Set<SpanParts> told = new HashSet<>();
        List<SpanParts> agents = new ArrayList<>();
        for (SpanParts span : spans) {
            SpanKind kind = span.start().kind();
            if ((kind == SpanKind.LLM || kind == SpanKind.EMBEDDING) && saysUsage(span)) {
                tell(span, told);
            } else if (kind == SpanKind.AGENT && saysUsage(span)) {
                agents.add(span);
            }
        }
        List<SpanParts> untold =
                agents.stream().filter(agent -> !told.contains(agent)).toList();
        Set<SpanParts> around = new HashSet<>();
        untold.forEach(agent -> tell(agent, around));
        for (SpanParts agent : untold) {
            if (!around.contains(agent)) {
                Map<String, Object> values =
                        new LinkedHashMap<>(agent.start().attributes().asMap());
                values.put(Attributes.UNATTRIBUTED_INPUT_TOKENS, values.get(Attributes.INPUT_TOKENS));
                values.put(Attributes.UNATTRIBUTED_OUTPUT_TOKENS, values.get(Attributes.OUTPUT_TOKENS));
                agent.replace(with(agent.start(), SpanKind.AGENT, AttributeSet.of(values)));
            }
        }
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
                    && !String.valueOf(span.start().attributes().get(SERVICE))
                            .equals(String.valueOf(parent.start().attributes().get(SERVICE)))) {
                skewed++;
            }
        }
    }
}
