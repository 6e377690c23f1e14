// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.recording;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.simulate.server.Call;
import io.agentprofiler.analyzer.simulate.server.Program;
import io.agentprofiler.analyzer.stat.SplitMix64;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The workflows of a recording with their model calls.
 *
 * <p>A call waits for the last one that had ended when it began, and for as long after that as was recorded.
 */
public final class Workload {
    public static final Analysis<Workload> ANALYSIS =
            Analysis.of("workload", Workload::new, Workload::add, Workload::merge);

    private final List<Workflow> workflows = new ArrayList<>();
    private final Map<String, Long> holes = new LinkedHashMap<>();

    /** A workflow whose times were measured. */
    private record Workflow(String trace, long start, long end, List<Span> calls, String run) {}

    /**
     * What a server of one model is asked to do, and what was recorded of it.
     *
     * @param model the model
     * @param programs the workflows, their arrivals counted from the first; calls of other models take as long as recorded
     * @param calls the calls of the model that can be told, in the order in which they were sent
     * @param endNanos when each workflow had ended, from the first arrival on
     * @param holes how many calls cannot be told, by the words for why
     * @param isHashed whether the blocks of all prompts are known
     */
    public record OfModel(
            String model,
            List<Program> programs,
            List<Recorded> calls,
            long[] endNanos,
            Map<String, Long> holes,
            boolean isHashed) {}

    private Workload() {}

    private void add(Trace trace) {
        List<Span> calls = trace.spans().stream()
                .filter(span -> span.kind() == SpanKind.LLM && Calls.usesTokens(span))
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
        if (calls.isEmpty()) {
            return;
        }
        if (!trace.root().isMeasured() || trace.isFragment()) {
            hole("their workflow has lost its begin or its end: it is left out", calls.size());
        } else {
            workflows.add(
                    new Workflow(trace.id().toString(), trace.startNanos(), trace.endNanos(), calls, trace.run()));
        }
    }

    private void hole(String words, long count) {
        holes.merge(words, count, Long::sum);
    }

    private void merge(Workload more) {
        workflows.addAll(more.workflows);
        more.holes.forEach(this::hole);
    }

    /** Returns how many calls there are of each model, by its name. */
    public Map<String, Long> models() {
        Map<String, Long> models = new TreeMap<>();
        workflows.forEach(one -> one.calls().forEach(call -> models.merge(Calls.model(call), 1L, Long::sum)));
        return models;
    }

    /** Returns what a server of a model is asked to do. */
    public OfModel of(String model) {
        List<Workflow> ordered = new ArrayList<>(workflows);
        ordered.sort(Comparator.comparingLong(Workflow::start).thenComparing(Workflow::trace));
        long zero = ordered.isEmpty() ? 0 : ordered.get(0).start();
        List<Program> programs = new ArrayList<>();
        List<Recorded> told = new ArrayList<>();
        long[] ends = new long[ordered.size()];
        Map<String, Long> why = new LinkedHashMap<>(holes);
        for (Workflow workflow : ordered) {
            List<Call> calls = new ArrayList<>();
            List<Span> spans = workflow.calls();
            for (int i = 0; i < spans.size(); i++) {
                Span span = spans.get(i);
                int after = after(spans, i);
                long from = after < 0 ? workflow.start() : spans.get(after).endNanos();
                String hole = Calls.model(span).equals(model)
                        ? whyNot(span)
                        : "they are of other models, and take as long as recorded";
                if (hole != null) {
                    why.merge(hole, 1L, Long::sum);
                }
                Call call = call(span, after, Math.max(0, span.startNanos() - from), hole == null, workflow.run());
                calls.add(call);
                if (hole == null) {
                    long first = span.chunks() == null ? -1 : span.chunks().firstNanos();
                    told.add(new Recorded(
                            call,
                            programs.size(),
                            i,
                            span.startNanos() - zero,
                            first < span.startNanos() ? -1 : first - zero,
                            span.endNanos() - zero,
                            span.tokens().cacheRead() >= 0));
                }
            }
            long last = workflow.start();
            for (Span span : spans) {
                last = span.isMeasured() ? Math.max(last, span.endNanos()) : last;
            }
            ends[programs.size()] = workflow.end() - zero;
            programs.add(new Program(workflow.start() - zero, calls, Math.max(0, workflow.end() - last)));
        }
        told.sort(Comparator.comparingLong(Recorded::startNanos).thenComparingInt(Recorded::program));
        boolean hashed = !told.isEmpty()
                && told.stream()
                        .allMatch(one ->
                                one.call().blocks().length > 0 || one.call().input() < 64);
        return new OfModel(model, List.copyOf(programs), List.copyOf(told), ends, why, hashed);
    }

    private static String whyNot(Span span) {
        if (!span.isMeasured()) {
            return "their times are not recorded: they take none";
        }
        if (span.status() != SpanStatus.OK) {
            return "they failed or were given up: they take as long as recorded";
        }
        Tokens tokens = span.tokens();
        return tokens.input() <= 0 || tokens.output() < 0
                ? "their tokens are not recorded: they take as long as recorded"
                : null;
    }

    private static int after(List<Span> spans, int index) {
        int after = -1;
        for (int i = 0; i < index; i++) {
            Span before = spans.get(i);
            if (before.isMeasured()
                    && before.endNanos() <= spans.get(index).startNanos()
                    && (after < 0 || before.endNanos() > spans.get(after).endNanos())) {
                after = i;
            }
        }
        return after;
    }

    private static Call call(Span span, int after, long think, boolean isTold, String run) {
        if (!isTold) {
            long nanos = span.isMeasured() ? span.endNanos() - span.startNanos() : 0;
            return new Call(after, think, 0, 0, 0, new long[0], nanos);
        }
        Tokens tokens = span.tokens();
        long cached = tokens.cacheRead() == SpanEvent.ABSENT ? 0 : Math.min(tokens.input(), tokens.cacheRead());
        return new Call(after, think, tokens.input(), tokens.output(), cached, blocks(span, run), -1);
    }

    /** Hashes of different runs do not mean the same. */
    private static long[] blocks(Span span, String run) {
        long of = run == null ? 0 : SplitMix64.of(run);
        RecordedBlocks recorded = RecordedBlocks.of(span);
        if (recorded != null) {
            long[] blocks = new long[recorded.length()];
            long chain = 0;
            for (int i = 0; i < blocks.length; i++) {
                chain = recorded.chain(i, chain);
                blocks[i] = SplitMix64.mix(of, chain);
            }
            return blocks;
        }
        if (span.attributes().get(Attributes.PROMPT_BLOCK_IDS) instanceof Map<?, ?> map
                && map.get("ids") instanceof List<?> ids) {
            return ids.stream()
                    .mapToLong(id -> SplitMix64.mix(of, SplitMix64.of(String.valueOf(id))))
                    .toArray();
        }
        return new long[0];
    }
}
