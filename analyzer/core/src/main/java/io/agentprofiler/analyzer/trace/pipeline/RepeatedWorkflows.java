// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.InputFiles.Input;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.LongMap;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which workflows stand in several runs, so that each counts once: in the run that holds most of it, the first of several that hold as
 * much. Formats whose files do not say what run they are of give the same ids to the same workflow, whatever the file; runs of the
 * agent's own files may share a workflow that several processes took part in, and are none of its business.
 *
 * <p>Such files are read an extra time where there are several, for their ids alone: what comes out then depends on the files and not on
 * which thread was first.
 *
 * <p><b>Threading:</b> safe.
 */
final class RepeatedWorkflows {
    private static final long MIX = 0x9e3779b97f4a7c15L;
    private static final long MILLI = 1_000_000;

    private final List<RunFiles> runs;
    private final Map<RunFiles, Integer> numbers = new HashMap<>();
    /** The run that a workflow counts for, of those that stand in several. */
    private final LongMap<Integer> owners = new LongMap<>(16);

    /** The same by what its calls of models say, for workflows that two formats tell of. */
    private final LongMap<Integer> tellers = new LongMap<>(16);

    private final AtomicLongArray repeated;

    private RepeatedWorkflows(List<RunFiles> runs) {
        this.runs = runs;
        this.repeated = new AtomicLongArray(runs.size());
        for (int run = 0; run < runs.size(); run++) {
            numbers.put(runs.get(run), run);
        }
    }

    /** Looks through the files of formats that do not say what run they are of. */
    static RepeatedWorkflows among(Inputs inputs) {
        RepeatedWorkflows repeats = new RepeatedWorkflows(inputs.runs().stream()
                .filter(run ->
                        run.files().stream().noneMatch(file -> file.reader().hasHeader()))
                .toList());
        if (repeats.runs.size() > 1) {
            repeats.compare(
                    repeats.runs.parallelStream().map(RepeatedWorkflows::read).toList());
        }
        return repeats;
    }

    /** Answers whether a workflow of a run counts for another one, and takes note if so. */
    boolean isRepeat(RunFiles run, Trace trace) {
        Integer number = numbers.get(run);
        if (number == null || owners.size() + tellers.size() == 0) {
            return false;
        }
        Integer owner = owners.get(key(trace.id()));
        if (owner == null) {
            owner = tellers.get(calls(trace));
            owner = owner == null || isOfOneFormat(owner, number) ? number : owner;
        }
        if (owner.equals(number)) {
            return false;
        }
        repeated.incrementAndGet(number);
        return true;
    }

    private boolean isOfOneFormat(int run, int other) {
        return runs.get(run).files().get(0).reader()
                == runs.get(other).files().get(0).reader();
    }

    /** Returns what the calls of models of a workflow say of when they were; 0 where that is not known of all of them. */
    private static long calls(Trace trace) {
        long calls = 0;
        for (Span span : trace.spans()) {
            if (span.kind() == SpanKind.LLM) {
                if (!span.isMeasured()) {
                    return 0;
                }
                calls += call(
                        span.startNanos(), span.endNanos(), span.attributes().text(Attributes.REQUEST_MODEL));
            }
        }
        return calls;
    }

    private static long call(long startNanos, long endNanos, String model) {
        // formats write times with three digits of a second or more
        long times = startNanos / MILLI * MIX ^ endNanos / MILLI;
        return (times * MIX ^ Objects.hashCode(model)) * MIX;
    }

    /** Returns a line for each run of which some did not count. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            long count = repeated.get(run);
            if (count > 0) {
                notes.add(runs.get(run).run() + ": " + count + (count == 1 ? " workflow" : " workflows")
                        + " that another input holds, too: counted once");
            }
        }
        return notes;
    }

    private static long key(TraceId trace) {
        long key = (trace.high() * MIX ^ trace.low()) * MIX;
        return key == 0 ? 1 : key;
    }

    /** Returns what a run tells of, without its contents. */
    private static Keys read(RunFiles run) {
        Keys keys = new Keys();
        for (Input input : run.files()) {
            try {
                input.reader()
                        .read(
                                input.file(),
                                input.others(),
                                ReadOptions.WITHOUT_CONTENT,
                                keys,
                                new Problems(input.file().path()));
            } catch (IOException e) {
                // told when it is read for what it holds; what was read of it counts
                continue;
            }
        }
        keys.end();
        return keys;
    }

    private void compare(List<Keys> all) {
        LongMap<int[]> best = new LongMap<>(1024);
        LongMap<int[]> told = new LongMap<>(1024);
        for (int run = 0; run < all.size(); run++) {
            Keys keys = all.get(run);
            for (int start = 0, end; start < keys.size; start = end) {
                end = keys.endOf(start);
                best(best, keys.keys[start], run, end - start, owners, false);
            }
            for (long call : keys.calls.sortedKeys()) {
                best(told, call, run, keys.calls.get(call), tellers, true);
            }
        }
    }

    /** Takes note that a run holds some spans of a workflow; of several that do, one is its owner. */
    private void best(
            LongMap<int[]> best, long key, int run, int spans, LongMap<Integer> into, boolean ofSeveralFormats) {
        int[] known = best.get(key);
        if (known == null) {
            best.put(key, new int[] {run, spans});
            return;
        }
        boolean differ = !isOfOneFormat(known[0], run);
        if (spans > known[1]) {
            known[0] = run;
            known[1] = spans;
        }
        if (differ || !ofSeveralFormats || into.get(key) != null) {
            into.put(key, known[0]);
        }
    }

    /** Collects the keys of all spans that begin, and what calls of models say of when they were. */
    private static final class Keys implements EventSink {
        private long[] keys = new long[64];
        private int size;
        private final LongMap<Integer> calls = new LongMap<>(16);
        /** Of each workflow: the sum over its calls, and 1 where one of them is not known. */
        private final Map<TraceId, long[]> sums = new HashMap<>();

        private final Map<Long, SpanEvent.Start> open = new HashMap<>();

        @Override
        public void span(SpanEvent event) {
            if (event instanceof SpanEvent.Start start) {
                keys = size == keys.length ? Arrays.copyOf(keys, size * 2) : keys;
                keys[size++] = key(start.trace());
                if (start.kind() == SpanKind.LLM) {
                    open.put(start.span(), start);
                }
            } else if (event instanceof SpanEvent.End end) {
                SpanEvent.Start start = open.remove(end.span());
                if (start != null) {
                    long[] sum = sums.computeIfAbsent(start.trace(), any -> new long[2]);
                    boolean measured = start.attributes().text(Attributes.TIMING) == null;
                    sum[0] += call(
                            start.epochNanos(),
                            end.epochNanos(),
                            start.attributes().text(Attributes.REQUEST_MODEL));
                    sum[1] = measured ? sum[1] : 1;
                }
            }
        }

        @Override
        public void run(RunEvent event) {
            // says nothing of workflows
        }

        void end() {
            keys = Arrays.copyOf(keys, size);
            Arrays.sort(keys);
            sums.forEach((trace, sum) -> {
                if (sum[0] != 0 && sum[1] == 0) {
                    int start = Arrays.binarySearch(keys, key(trace));
                    while (start > 0 && keys[start - 1] == keys[start]) {
                        start--;
                    }
                    calls.put(sum[0], endOf(start) - start);
                }
            });
            sums.clear();
            open.clear();
        }

        /** Returns where the keys end that are equal to the one at a place. */
        int endOf(int start) {
            int end = start + 1;
            while (end < size && keys[end] == keys[start]) {
                end++;
            }
            return end;
        }
    }
}
