// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where each model is called from: by which agents, in which operations, and as which calls of a workflow.
 *
 * <p>Of each kind of name the first {@value #MOST} in alphabetical order are kept.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallingPlaces {
    /** How many names of a kind are kept for each model. */
    public static final int MOST = 1000;

    /** The analysis. */
    public static final Analysis<CallingPlaces> ANALYSIS =
            Analysis.direct("places of model calls", CallingPlaces::new, CallingPlaces::add, CallingPlaces::add);

    /** The places of one model. */
    public static final class Places {
        private final SortedSet<String> agents = new TreeSet<>();
        private final SortedSet<String> operations = new TreeSet<>();
        private final SortedSet<Integer> steps = new TreeSet<>();

        /** Returns the names of the closest agents around its calls. */
        public SortedSet<String> agents() {
            return Collections.unmodifiableSortedSet(agents);
        }

        /** Returns the names of the calls and of the spans around them. */
        public SortedSet<String> operations() {
            return Collections.unmodifiableSortedSet(operations);
        }

        /** Returns as which calls of a workflow it was called, from 1. */
        public SortedSet<Integer> steps() {
            return Collections.unmodifiableSortedSet(steps);
        }

        private void add(Places more) {
            agents.addAll(more.agents);
            operations.addAll(more.operations);
            steps.addAll(more.steps);
            bound();
        }

        private void bound() {
            bound(agents);
            bound(operations);
            bound(steps);
        }

        private static <T> void bound(SortedSet<T> names) {
            while (names.size() > MOST) {
                names.remove(names.last());
            }
        }
    }

    private final SortedMap<String, Places> byModel = new TreeMap<>();

    private CallingPlaces() {}

    private void add(Trace trace) {
        List<Span> calls = modelCalls(trace);
        for (int i = 0; i < calls.size(); i++) {
            Span call = calls.get(i);
            Places places = byModel.computeIfAbsent(Calls.model(call), any -> new Places());
            String agent = agent(call);
            if (agent != null) {
                places.agents.add(agent);
            }
            for (Span span = call; span != null; span = span.parent()) {
                places.operations.add(span.name());
            }
            places.steps.add(i + 1);
            places.bound();
        }
    }

    private void add(CallingPlaces more) {
        more.byModel.forEach((model, places) ->
                byModel.computeIfAbsent(model, any -> new Places()).add(places));
    }

    /** Returns the places by the model asked for. */
    public SortedMap<String, Places> byModel() {
        return Collections.unmodifiableSortedMap(byModel);
    }

    /** Returns the model calls of a workflow by start. */
    static List<Span> modelCalls(Trace trace) {
        List<Span> calls = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                calls.add(span);
            }
        }
        calls.sort(Comparator.comparingLong(Span::startNanos));
        return calls;
    }

    /** Returns the name of the closest agent around a call, {@code null} where there is none. */
    static String agent(Span call) {
        return call.agent() == null ? null : Calls.agent(call.agent());
    }
}
