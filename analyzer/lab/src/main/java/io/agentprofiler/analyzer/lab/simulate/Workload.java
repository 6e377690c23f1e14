// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate;

import io.agentprofiler.analyzer.answer.critical.Attempts;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.simulate.Recorded.Prompt;
import io.agentprofiler.analyzer.lab.simulate.Recorded.RecordedPlace;
import io.agentprofiler.analyzer.lab.simulate.Workflow.WorkloadCall;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The workflows of a recording that have model calls. */
public final class Workload {
    public static final Analysis<Workload> ANALYSIS =
            Analysis.of("workload", Workload::new, Workload::add, Workload::merge);

    private final List<Measured> workflows = new ArrayList<>();
    private final Map<String, Long> holes = new LinkedHashMap<>();

    /** A workflow whose times were measured. */
    private record Measured(String trace, long start, long end, List<Span> calls, String run) {}

    private Workload() {}

    private void add(Trace trace) {
        List<Span> calls = trace.spans().stream()
                .filter(Calls::isModelCall)
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
        if (calls.isEmpty()) {
            return;
        }
        if (!trace.root().isMeasured() || trace.isFragment()) {
            hole("their workflow has lost its begin or its end: it is left out", calls.size());
            return;
        }
        List<Span> measured = calls.stream().filter(Span::isMeasured).toList();
        if (measured.size() < calls.size()) {
            hole("their times are not recorded: they take none", calls.size() - measured.size());
        }
        workflows.add(new Measured(trace.id().toString(), trace.startNanos(), trace.endNanos(), measured, trace.run()));
    }

    private void hole(String words, long count) {
        holes.merge(words, count, Long::sum);
    }

    private void merge(Workload more) {
        workflows.addAll(more.workflows);
        more.holes.forEach(this::hole);
    }

    /** Returns the number of model calls that cannot be simulated, by reason. */
    public Map<String, Long> holes() {
        return holes;
    }

    /** Returns the workflows in the order in which they began, their times counted from the first of them. */
    public List<Workflow> workflows() {
        List<Measured> ordered = new ArrayList<>(workflows);
        ordered.sort(Comparator.comparingLong(Measured::start).thenComparing(Measured::trace));
        List<Workflow> read = new ArrayList<>();
        for (Measured one : ordered) {
            read.add(WorkflowReader.read(
                    one.start(),
                    one.end(),
                    one.calls(),
                    read.size(),
                    ordered.get(0).start(),
                    one.run()));
        }
        return read;
    }

    /**
     * Reads the requests of a workflow. A call waits for the last one that had ended when it began, and for as long after that as was
     * recorded; a request that was made again for the one before it.
     *
     * <p>Where no HTTP requests were recorded below a call, or not their times, the call counts as one request.
     */
    private static final class WorkflowReader {
        private static final String HOST = "server.address";
        private static final String PORT = "server.port";

        private final int program;
        private final long zero;
        private final String run;
        private final List<Recorded> requests = new ArrayList<>();
        private final List<WorkloadCall> calls = new ArrayList<>();

        private WorkflowReader(int program, long zero, String run) {
            this.program = program;
            this.zero = zero;
            this.run = run;
        }

        /**
         * Reads a workflow.
         *
         * @param spans its model calls in the order in which they began, all measured
         * @param program its index
         * @param zero when the first workflow arrived
         * @param run of which it is
         */
        static Workflow read(long startNanos, long endNanos, List<Span> spans, int program, long zero, String run) {
            WorkflowReader reader = new WorkflowReader(program, zero, run);
            for (int i = 0; i < spans.size(); i++) {
                reader.add(spans, i, startNanos);
            }
            return new Workflow(startNanos - zero, endNanos - zero, reader.requests, reader.calls);
        }

        private void add(List<Span> spans, int index, long begin) {
            Span call = spans.get(index);
            List<Span> attempts = Attempts.of(call).attempts();
            if (attempts.stream().anyMatch(one -> !one.isMeasured())) {
                attempts = List.of();
            }
            int before = before(spans, index);
            int after = before < 0 ? -1 : calls.get(before).last();
            long reached = before < 0 ? begin : requests.get(after).endNanos() + zero;
            int first = requests.size();
            String model = Calls.model(call);
            for (int i = 0; i < attempts.size() - 1; i++) {
                Span attempt = attempts.get(i);
                long start = within(call, attempt.startNanos(), call.startNanos());
                long end = within(call, attempt.endNanos(), start);
                add(
                        call,
                        attempt,
                        place(after, start - reached),
                        Outcome.ofAttempt(attempt),
                        start,
                        Unknown.LONG,
                        end,
                        Prompt.UNKNOWN);
                after = requests.size() - 1;
                reached = end;
            }
            Span last = attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
            long start = last == null ? call.startNanos() : within(call, last.startNanos(), call.startNanos());
            long end = last == null ? call.endNanos() : within(call, last.endNanos(), start);
            long firstChunk = Unknown.LONG;
            if (call.chunks() != null && call.chunks().firstNanos() >= start) {
                firstChunk = within(call, call.chunks().firstNanos(), start);
                end = Math.max(
                        end, within(call, Math.max(firstChunk, call.chunks().lastNanos()), start));
            }
            Outcome outcome = Outcome.ofLast(call, last);
            Prompt prompt = outcome == Outcome.ANSWERED ? prompt(call) : Prompt.UNKNOWN;
            add(call, last, place(after, start - reached), outcome, start, firstChunk, end, prompt);
            calls.add(new WorkloadCall(
                    program,
                    first,
                    requests.size() - 1,
                    model,
                    requests.get(first).startNanos() + zero - call.startNanos(),
                    call.endNanos() - end,
                    call.startNanos() - zero,
                    call.endNanos() - zero));
        }

        private void add(
                Span call,
                Span request,
                RecordedPlace place,
                Outcome outcome,
                long start,
                long firstChunk,
                long end,
                Prompt prompt) {
            requests.add(new Recorded(
                    place,
                    Calls.model(call),
                    request == null ? "" : address(request),
                    outcome,
                    start - zero,
                    firstChunk < 0 ? Unknown.LONG : firstChunk - zero,
                    end - zero,
                    prompt));
        }

        private RecordedPlace place(int after, long think) {
            return new RecordedPlace(program, requests.size(), after, Math.max(0, think));
        }

        /** Requests may lie outside of their call by the differences of clocks. */
        private static long within(Span call, long nanos, long least) {
            return Math.max(least, Math.min(nanos, call.endNanos()));
        }

        private static String address(Span request) {
            String host = request.attributes().text(HOST);
            long port = request.attributes().number(PORT);
            return host == null ? "" : port < 0 ? host : host + ":" + port;
        }

        private static int before(List<Span> spans, int index) {
            int before = -1;
            for (int i = 0; i < index; i++) {
                if (spans.get(i).endNanos() <= spans.get(index).startNanos()
                        && (before < 0
                                || spans.get(i).endNanos() > spans.get(before).endNanos())) {
                    before = i;
                }
            }
            return before;
        }

        private Prompt prompt(Span call) {
            Tokens tokens = call.tokens();
            boolean known = tokens.cacheRead() != Unknown.LONG;
            return new Prompt(
                    tokens.input(),
                    tokens.output(),
                    known ? Math.min(tokens.input(), tokens.cacheRead()) : 0,
                    known,
                    blocks(call));
        }

        /** Hashes of different runs do not mean the same, and a cache holds nothing of one model for another. */
        private long[] blocks(Span span) {
            long of = SplitMix64.mix(run == null ? 0 : SplitMix64.of(run), SplitMix64.of(Calls.model(span)));
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
}
