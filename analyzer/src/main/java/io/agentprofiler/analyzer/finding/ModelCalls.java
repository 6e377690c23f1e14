// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.cost.price.ListedModel;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.critical.latency.LatencySplit;
import io.agentprofiler.analyzer.critical.latency.ServerTime;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.Attributes;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Model calls one by one: time before their requests, requests sent again, and prompts that fill the window. */
final class ModelCalls {
    private ModelCalls() {}

    static void look(Look look) {
        Map<String, Map<Span, Long>> retried = new TreeMap<>();
        Map<String, Map<Span, Long>> late = new TreeMap<>();
        for (Span span : look.trace().spans()) {
            if (Calls.isModelCall(span)) {
                context(look, span);
                retries(look, span, retried);
            }
            if (Calls.usesTokens(span)) {
                beforeRequest(look, span, late);
            }
        }
        late.forEach((name, lost) -> noteLate(look, name, lost));
        retried.forEach((name, lost) -> {
            Tally tally = new Tally(0);
            lost.forEach((call, nanos) -> {
                LatencySplit split = LatencySplit.of(call);
                tally.addSameWorkflow(new Tally(split.requests() - 1L))
                        .most(split.requests())
                        .nanos(nanos)
                        .evidence(Evidence.of(look.trace(), call, nanos));
            });
            look.note(Rule.RETRIES, name, Grade.CERTAIN, tally.saves(look.saved(new Change() {
                @Override
                public long length(Span span, long nanos) {
                    return Math.max(0, nanos - lost.getOrDefault(span, 0L));
                }
            })));
        });
    }

    private static void noteLate(Look look, String name, Map<Span, Long> lost) {
        Tally tally = new Tally(0);
        lost.forEach((call, nanos) -> tally.addSameWorkflow(new Tally(1))
                .most(nanos)
                .nanos(nanos)
                .evidence(Evidence.of(look.trace(), call, nanos)));
        look.note(Rule.BEFORE_REQUEST, name, Grade.STRONG, tally.saves(look.saved(new Change() {
            @Override
            public long own(Span span, long startNanos, long nanos) {
                return lost.containsKey(span)
                        ? nanos - look.path().serverTime(span).before(startNanos, startNanos + nanos)
                        : nanos;
            }
        })));
    }

    private static void beforeRequest(Look look, Span call, Map<String, Map<Span, Long>> late) {
        ServerTime time = call.isMeasured() ? ServerTime.of(call) : null;
        long before = time == null ? 0 : time.before(call.startNanos(), call.endNanos());
        if (before > 0 && before >= look.of(Threshold.BEFORE_REQUEST_MS) * Wording.MILLI) {
            late.computeIfAbsent(Operation.of(call).label(), any -> new HashMap<>())
                    .put(call, before);
        }
    }

    private static void retries(Look look, Span call, Map<String, Map<Span, Long>> retried) {
        if (call.children().isEmpty()) {
            return;
        }
        LatencySplit split = LatencySplit.of(call);
        if (split.requests() > Math.max(1, look.of(Threshold.RETRIES_PER_CALL))) {
            retried.computeIfAbsent(Operation.of(call).label(), any -> new HashMap<>())
                    .put(call, split.nanos(LatencyPart.RETRYING));
        }
    }

    private static void context(Look look, Span call) {
        long input = call.tokens().input();
        ListedModel model = input > 0 ? look.price(call).model() : null;
        if (model == null || model.contextWindow() <= 0) {
            return;
        }
        long reserved = Math.max(0, call.attributes().number(Attributes.REQUEST_MAX_TOKENS));
        double share = (input + reserved) / (double) model.contextWindow();
        if (share >= look.of(Threshold.CONTEXT_SHARE)) {
            look.note(
                    Rule.LARGE_CONTEXT,
                    Operation.of(call).label(),
                    Grade.MEASURED,
                    new Tally(1)
                            .most(share)
                            .nanos(Look.lengthOf(call))
                            .evidence(Evidence.of(look.trace(), call, input)));
        }
    }
}
