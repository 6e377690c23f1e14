// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.pipeline;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.event.RunEvent;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.input.run.InputFiles.Input;
import io.agentprofiler.analyzer.input.run.InputFiles.Inputs;
import io.agentprofiler.analyzer.input.run.InputFiles.RunFiles;
import io.agentprofiler.analyzer.trace.LongMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
final class Repeats {
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final List<RunFiles> runs;
    private final Map<RunFiles, Integer> numbers = new HashMap<>();
    /** The run that a workflow counts for, of those that stand in several. */
    private final LongMap<Integer> owners = new LongMap<>(16);

    private final AtomicLongArray repeated;

    private Repeats(List<RunFiles> runs) {
        this.runs = runs;
        this.repeated = new AtomicLongArray(runs.size());
        for (int run = 0; run < runs.size(); run++) {
            numbers.put(runs.get(run), run);
        }
    }

    /** Looks through the files of formats that do not say what run they are of. */
    static Repeats among(Inputs inputs) {
        Repeats repeats = new Repeats(inputs.runs().stream()
                .filter(run -> run.files().stream()
                        .noneMatch(file -> file.reader().hasHeader()))
                .toList());
        if (repeats.runs.size() > 1) {
            repeats.compare(
                    repeats.runs.parallelStream().map(Repeats::read).toList());
        }
        return repeats;
    }

    /** Answers whether a workflow of a run counts for another one, and takes note if so. */
    boolean isRepeat(RunFiles run, TraceId trace) {
        Integer number = numbers.get(run);
        Integer owner = number == null ? null : owners.get(key(trace));
        if (owner == null || owner.equals(number)) {
            return false;
        }
        repeated.incrementAndGet(number);
        return true;
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

    /** Returns the keys of a run's workflows in order, each as often as it has spans. */
    private static long[] read(RunFiles run) {
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
        return keys.sorted();
    }

    private void compare(List<long[]> all) {
        LongMap<int[]> best = new LongMap<>(1024);
        for (int run = 0; run < all.size(); run++) {
            long[] keys = all.get(run);
            int end;
            for (int start = 0; start < keys.length; start = end) {
                end = start + 1;
                while (end < keys.length && keys[end] == keys[start]) {
                    end++;
                }
                int[] known = best.get(keys[start]);
                if (known == null) {
                    best.put(keys[start], new int[] {run, end - start});
                    continue;
                }
                if (end - start > known[1]) {
                    known[0] = run;
                    known[1] = end - start;
                }
                owners.put(keys[start], known[0]);
            }
        }
    }

    /** Collects the keys of all spans that begin. */
    private static final class Keys implements EventSink {
        private long[] keys = new long[64];
        private int size;

        @Override
        public void span(SpanEvent event) {
            if (event instanceof SpanEvent.Start start) {
                keys = size == keys.length ? Arrays.copyOf(keys, size * 2) : keys;
                keys[size++] = key(start.trace());
            }
        }

        @Override
        public void run(RunEvent event) {
            // says nothing of workflows
        }

        long[] sorted() {
            long[] sorted = Arrays.copyOf(keys, size);
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
