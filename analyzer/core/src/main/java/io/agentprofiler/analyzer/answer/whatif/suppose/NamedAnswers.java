// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a recording shows for and against streaming the answers of named spans.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class NamedAnswers {
    /** More operations that follow are not named. */
    private static final int MOST_NAMED = 5;

    private static final String JSON = "json";

    private final NamedSpans names;
    private final SortedSet<String> models = new TreeSet<>();
    /** After how many answers an operation was the next to begin, by its label. */
    private final SortedMap<String, Long> after = new TreeMap<>();

    private long answers;
    private long followed;
    private long json;
    private long asking;

    private NamedAnswers(NamedSpans names) {
        this.names = names;
    }

    static Analysis<NamedAnswers> of(NamedSpans names) {
        return Analysis.direct("named answers", () -> new NamedAnswers(names), NamedAnswers::add, NamedAnswers::add);
    }

    /** Returns the named spans of a workflow; none where the format does not tell times. */
    static List<Span> in(Trace trace, NamedSpans names) {
        int[] places = names.in(trace);
        List<Span> found = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (places[span.index()] >= 0 && trace.isTimed()) {
                found.add(span);
            }
        }
        return found;
    }

    /** Returns the last model call to begin of those in a span, itself included; {@code null} where there is none. */
    static Span lastModelCall(Trace trace, Span span) {
        Span last = null;
        for (Span each : trace.spans().subList(span.index(), span.index() + span.size())) {
            if (Calls.isModelCall(each) && (last == null || each.startNanos() >= last.startNanos())) {
                last = each;
            }
        }
        return last;
    }

    /** Answers whether chunks of an answer were recorded. */
    static boolean isStreamed(Span call) {
        return call.chunks() != null && call.chunks().count() > 0;
    }

    /** Answers whether a call came to its end. */
    static boolean isComplete(Span call) {
        return call.status() == SpanStatus.OK && !call.has(SpanFlag.UNFINISHED);
    }

    /** Returns the place of the first span, of some by start, that began at a time or later. */
    static int firstFrom(List<Span> byStart, long nanos) {
        int low = 0;
        int high = byStart.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byStart.get(middle).startNanos() < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void add(Trace trace) {
        List<Span> named = in(trace, names);
        if (named.isEmpty()) {
            return;
        }
        List<Span> byStart = new ArrayList<>(trace.spans());
        byStart.removeIf(span -> span.kind() == SpanKind.HTTP);
        byStart.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        for (Span span : named) {
            Span call = lastModelCall(trace, span);
            if (call != null && !isStreamed(call) && isComplete(call)) {
                answers++;
                models.add(Calls.model(call));
                asking += RequestedTools.areAskedForBy(call) ? 1 : 0;
                json += isJson(call) ? 1 : 0;
                int next = firstFrom(byStart, call.endNanos());
                if (next < byStart.size()) {
                    followed++;
                    after.merge(Operation.of(byStart.get(next)).label(), 1L, Long::sum);
                }
            }
        }
    }

    private static boolean isJson(Span call) {
        return JSON.equals(call.attributes().text("gen_ai.output.type"));
    }

    private void add(NamedAnswers more) {
        answers += more.answers;
        followed += more.followed;
        json += more.json;
        asking += more.asking;
        models.addAll(more.models);
        more.after.forEach((label, count) -> after.merge(label, count, Long::sum));
    }

    /**
     * Returns what the recording shows, a line each.
     *
     * @param begins the median time in nanoseconds until streamed answers of models begin; {@code null} where it was given
     */
    List<String> lines(SortedMap<String, Long> begins) {
        EvidenceLines lines = new EvidenceLines();
        String of = " of " + Units.count(answers, "answer");
        if (answers == 0) {
            lines.notKnown("there is no complete answer of " + names.words() + " that is not streamed already");
        }
        if (begins != null) {
            for (String model : models) {
                Long nanos = begins.get(model);
                if (nanos == null) {
                    lines.notKnown("when a streamed answer of " + model
                            + " begins: fewer than five were recorded; --first-chunk says it");
                } else {
                    lines.inFavour(model + ": half of its streamed answers begin within " + Units.duration(nanos)
                            + " of their request");
                }
            }
        }
        if (followed > 0) {
            lines.against(named() + " began after the answer in " + followed + of
                    + ": what needs the whole answer has to wait for its end");
        } else if (answers > 0) {
            lines.inFavour("nothing began after the answer (" + Units.count(answers, "answer") + ")");
        }
        if (json > 0) {
            lines.against("JSON was asked for in " + json + of + ": a part of it is not valid JSON");
        }
        if (asking > 0) {
            lines.against(asking + of + (asking == 1 ? " asks" : " ask") + " for tools: there is nothing to show");
        }
        return lines.all();
    }

    /** Returns the operations that most often followed. */
    private String named() {
        List<String> often = after.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        String first = String.join(", ", often.subList(0, Math.min(MOST_NAMED, often.size())));
        return first + (often.size() > MOST_NAMED ? " and " + (often.size() - MOST_NAMED) + " more" : "");
    }
}
