// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.List;

/**
 * Which model calls are meant: those of one model, all of them or those of one place.
 *
 * @param model the model asked for, as recorded
 * @param agent name of the closest agent around the call; {@code null} for any
 * @param operation name of the call itself or of a span around it; {@code null} for any
 * @param step number of the model call in its workflow, by start, from 1; 0 for any
 */
public record CallScope(String model, String agent, String operation, int step) {
    /** Returns all calls of a model. */
    public static CallScope all(String model) {
        return new CallScope(model, null, null, 0);
    }

    /** Returns the calls of a workflow that are meant, in the order of its spans. */
    public List<Span> calls(Trace trace) {
        List<Span> calls = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (isOfModel(span)) {
                calls.add(span);
            }
        }
        if (step > 0) {
            List<Span> all = CallingPlaces.modelCalls(trace);
            Span only = step <= all.size() ? all.get(step - 1) : null;
            calls.removeIf(call -> call != only);
        }
        return calls;
    }

    private boolean isOfModel(Span span) {
        return Calls.isModelCall(span)
                && Calls.model(span).equals(model)
                && (agent == null || agent.equals(CallingPlaces.agent(span)))
                && (operation == null || isIn(span));
    }

    private boolean isIn(Span call) {
        for (Span span = call; span != null; span = span.parent()) {
            if (span.name().equals(operation)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the place for people, after the model's name; empty for all calls. */
    public String words() {
        return (agent == null ? "" : " of agent " + agent)
                + (operation == null ? "" : " in " + operation)
                + (step == 0 ? "" : " as call " + step + " of its workflow");
    }
}
