// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.analysis.Calls;
import io.agentprofiler.analyzer.critical.Operation;
import io.agentprofiler.analyzer.read.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls in a row, within one agent: of a tool with the same arguments, or failing ones of one operation. */
final class Loops {
    private Loops() {}

    static void look(Look look) {
        Map<Span, List<Span>> byAgent = new HashMap<>();
        List<Span> calls = new ArrayList<>();
        for (Span span : look.trace().spans()) {
            if (Calls.isCall(span)) {
                calls.add(span);
            }
        }
        calls.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        calls.forEach(call -> byAgent.computeIfAbsent(Calls.enclosing(call, SpanKind.AGENT), any -> new ArrayList<>())
                .add(call));
        byAgent.values().forEach(inOrder -> {
            sameArguments(look, inOrder);
            failures(look, inOrder);
        });
    }

    private static void sameArguments(Look look, List<Span> calls) {
        List<Span> run = new ArrayList<>();
        List<Span> since = new ArrayList<>();
        String running = null;
        for (Span call : calls) {
            if (call.kind() == SpanKind.TOOL) {
                String key = CallKey.of(call);
                if (key == null || !key.equals(running)) {
                    loop(look, run, since);
                    run = new ArrayList<>();
                    since = new ArrayList<>();
                }
                running = key;
                run.add(call);
            }
            if (!run.isEmpty()) {
                since.add(call);
            }
        }
        loop(look, run, since);
    }

    /** Notes a loop: its calls but the first, and the model calls between them. */
    private static void loop(Look look, List<Span> run, List<Span> since) {
        if (run.size() < Math.max(2, look.of(Threshold.LOOP_CALLS)) || CallKey.of(run.get(0)) == null) {
            return;
        }
        Span last = run.get(run.size() - 1);
        Set<Span> wasted = new HashSet<>(since.subList(1, since.indexOf(last) + 1));
        Tally tally = new Tally(1).most(run.size()).saves(look.savedWithout(wasted));
        for (Span call : wasted) {
            tally.nanos(call.durationNanos());
            if (call.kind() == SpanKind.LLM) {
                tally.savesUsd(look.usd(call))
                        .savesTokens(call.tokens().input())
                        .savesTokens(call.tokens().output());
            } else {
                tally.evidence(Evidence.of(look.trace(), call, call.durationNanos()));
            }
        }
        look.note(Rule.LOOP, Operation.of(last).label(), Grade.STRONG, tally);
    }

    private static void failures(Look look, List<Span> calls) {
        Map<Operation, List<Span>> failing = new HashMap<>();
        for (Span call : calls) {
            Operation operation = Operation.of(call);
            if (call.status() == SpanStatus.ERROR) {
                failing.computeIfAbsent(operation, any -> new ArrayList<>()).add(call);
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
            tally.nanos(call.durationNanos())
                    .savesUsd(call.kind() == SpanKind.LLM ? look.usd(call) : null)
                    .evidence(Evidence.of(look.trace(), call, call.durationNanos()));
        }
        look.note(Rule.REPEATED_FAILURES, operation.label(), Grade.STRONG, tally);
    }
}
