// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.CodePlace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where in the application's code the calls of an operation were made, as far as that was recorded.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CodePlaces {
    /** The places of all operations, by the operation's label. */
    public static final RuleInput<SortedMap<String, CodePlaces>> BY_OPERATION = new RuleInput<>(
            TreeMap::new,
            CodePlaces::add,
            (into, more) -> more.forEach((operation, places) -> {
                CodePlaces known = into.computeIfAbsent(operation, any -> new CodePlaces());
                known.all += places.all;
                places.calls.forEach((place, count) -> known.calls.merge(place, count, Long::sum));
            }));

    private final SortedMap<CodePlace, Long> calls = new TreeMap<>();

    /** All calls, also those of which no place is known. */
    private long all;

    private CodePlaces() {}

    private static void add(SortedMap<String, CodePlaces> into, WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            Operation operation = Operation.of(span);
            if (span.kind() == operation.kind() && !span.isWrapper()) {
                CodePlaces places = into.computeIfAbsent(operation.label(), any -> new CodePlaces());
                places.all++;
                CodePlace place = CodePlace.of(span);
                if (place != null) {
                    places.calls.merge(place, 1L, Long::sum);
                }
            }
        }
    }

    /** Answers whether any place is known. */
    public boolean areKnown() {
        return !calls.isEmpty();
    }

    /** Returns the places with the number of calls made there, most calls first. */
    public List<Map.Entry<CodePlace, Long>> ranked() {
        return calls.entrySet().stream()
                .sorted(Map.Entry.<CodePlace, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    /** Returns where most calls were made, in a few words: {@code at Assistant.java:48 (Assistant.answer) in 3 of 5 calls}. */
    public String words() {
        Map.Entry<CodePlace, Long> first = ranked().get(0);
        return "at " + first.getKey().words()
                + (first.getValue() == all
                        ? ""
                        : " in " + Units.count(first.getValue()) + " of " + Units.count(all, "call"));
    }
}
