// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Calls of one operation that fail one after the other, within one agent. */
final class Failures {
    private Failures() {}

    /** Looks at the calls of one agent in the order they began. */
    static void look(Look look, List<Span> calls) {
        Map<Operation, List<Span>> failing = new HashMap<>();
        for (Span call : calls) {
            Operation operation = Operation.of(call);
            if (call.status() == SpanStatus.ERROR) {
                List<Span> run = failing.computeIfAbsent(operation, any -> new ArrayList<>());
                // begun before the last one had failed, nothing could be learnt from that
                if (!run.isEmpty()
                        && call.startNanos() < run.get(run.size() - 1).endNanos()) {
                    failed(look, operation, run);
                    run = new ArrayList<>();
                    failing.put(operation, run);
                }
                run.add(call);
            } else {
                failed(look, operation, failing.remove(operation));
            }
        }
        failing.forEach((operation, run) -> failed(look, operation, run));
    }

    private static void failed(Look look, Operation operation, List<Span> run) {
        if (run == null || run.size() < Math.max(2, look.of(Threshold.FAILURES_IN_A_ROW))) {
            return;
        }
        List<Span> again = run.subList(1, run.size());
        Tally tally = new Tally(1).most(run.size()).saves(look.savedWithout(new HashSet<>(again)));
        for (Span call : again) {
            tally.nanos(Look.lengthOf(call)).evidence(Evidence.of(look.trace(), call, Look.lengthOf(call)));
        }
        look.savesUse(tally, again);
        look.note(Rule.REPEATED_FAILURES, operation.label(), Grade.STRONG, tally);
    }
}
