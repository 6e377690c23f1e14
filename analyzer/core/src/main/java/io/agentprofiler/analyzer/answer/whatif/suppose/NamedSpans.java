// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.answer.whatif.model.NearNames;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Spans that the user names as reports do: by the span's name, by its tool, model or agent, or by either with the kind in front
 * ({@code tool search}). {@code *} and {@code ?} stand for other characters. A span inside a named one is part of that.
 *
 * @param names in the order given
 */
record NamedSpans(List<NamePattern> names) {
    NamedSpans {
        names = List.copyOf(names);
    }

    /**
     * Reads names with commas between them.
     *
     * @throws CommandException where one is empty, or stands there twice
     */
    static NamedSpans of(String text) throws CommandException {
        List<NamePattern> names = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            NamePattern pattern = NamePattern.of(name.strip());
            if (pattern.text().isEmpty()) {
                throw new CommandException("'" + text + "': a name is missing; names have commas between them");
            }
            if (names.stream().anyMatch(other -> other.text().equals(pattern.text()))) {
                throw new CommandException("'" + text + "' names " + pattern.text() + " twice");
            }
            names.add(pattern);
        }
        return new NamedSpans(names);
    }

    /** Returns a name as it was given. */
    String name(int place) {
        return names.get(place).text();
    }

    /** Returns the names as people read them: {@code a, b and c}. */
    String words() {
        List<String> all = names.stream().map(NamePattern::text).toList();
        int last = all.size() - 1;
        return last == 0 ? all.get(0) : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
    }

    /** Returns the place of the first name that a span has, -1 where it has none, by {@link Span#index}; -1 also inside of a named span. */
    int[] in(Trace trace) {
        int[] places = new int[trace.spans().size()];
        boolean[] inside = new boolean[places.length];
        // a span stands before its children
        for (Span span : trace.spans()) {
            int at = span.index();
            Span parent = span.parent();
            inside[at] = parent != null && (inside[parent.index()] || places[parent.index()] >= 0);
            places[at] = inside[at] ? -1 : place(span);
        }
        return places;
    }

    private int place(Span span) {
        for (int i = 0; i < names.size(); i++) {
            if (isNamed(span, names.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isNamed(Span span, NamePattern name) {
        if (name.matches(span.name()) || name.matches(span.toString())) {
            return true;
        }
        // a request counts for the call that made it, but is not that call
        return span.kind() != SpanKind.HTTP
                && (name.matches(Operation.of(span).name())
                        || name.matches(Operation.of(span).label()));
    }

    /** Returns the search for the names in a recording. */
    Analysis<NameSearch> search() {
        return Analysis.direct(
                "names", () -> new NameSearch(names.size()), (into, trace) -> into.add(trace, names), NameSearch::add);
    }

    /**
     * Which names there are.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    static final class NameSearch {
        /** More names are not kept for messages. */
        private static final int MOST = 1000;

        private final boolean[] found;
        private final SortedSet<String> others = new TreeSet<>();

        private NameSearch(int names) {
            this.found = new boolean[names];
        }

        /** What is inside of a named span was found, too. */
        private void add(Trace trace, List<NamePattern> names) {
            for (Span span : trace.spans()) {
                for (int i = 0; i < found.length; i++) {
                    found[i] = found[i] || isNamed(span, names.get(i));
                }
                if (span.kind() != SpanKind.HTTP) {
                    others.add(Operation.of(span).name());
                    others.add(span.name());
                }
                bound();
            }
        }

        private void add(NameSearch more) {
            for (int i = 0; i < found.length; i++) {
                found[i] |= more.found[i];
            }
            others.addAll(more.others);
            bound();
        }

        private void bound() {
            while (others.size() > MOST) {
                others.remove(others.last());
            }
        }

        /**
         * Makes sure that each name was found.
         *
         * @throws CommandException where one was not; the message says which are near
         */
        void expectAll(NamedSpans names) throws CommandException {
            for (int i = 0; i < found.length; i++) {
                if (!found[i]) {
                    List<String> near = NearNames.of(names.name(i), others);
                    throw new CommandException(names.name(i) + ": no call has that name; "
                            + (near.isEmpty()
                                    ? "'tree' and 'report --all' show the names"
                                    : NearNames.ask(names.name(i), others)));
                }
            }
        }
    }
}
