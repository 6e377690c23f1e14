// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.InputFiles.Input;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.segment.SegmentReader;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.assembly.JoinedTrace;
import io.agentprofiler.shared.schema.Attributes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Workflows of which several runs recorded a part, because one process called another. Each becomes one workflow, in the run of the
 * caller. Parts are held until all runs are read, in up to half of the memory for spans. The parts of workflows that do not fit stay
 * separate workflows; which ones depends only on the runs.
 *
 * <p>If one of several runs was called by another process, all runs are read an extra time, for span ids only.
 *
 * <p><b>Threading:</b> {@link #hold} by any thread, the rest by one.
 */
final class SharedWorkflows {
    private static final byte[] MARK = ('"' + Attributes.REMOTE_PARENT + '"').getBytes(StandardCharsets.UTF_8);
    private static final int BUFFER_BYTES = 1 << 16;

    private final List<RunFiles> runs;
    private final Set<TraceId> shared;
    private final SpanBudget budget;
    private final Map<TraceId, List<Held>> held = new HashMap<>();
    private final ClockDifferences clocks = new ClockDifferences();
    private final long notJoined;

    private record Held(RunFiles run, Trace part) {}

    /**
     * Chooses those there is memory for.
     *
     * @param spans how many spans of each workflow begin in all runs together
     */
    private SharedWorkflows(List<RunFiles> runs, SortedMap<TraceId, Integer> spans, SpanBudget budget) {
        this.runs = runs;
        this.budget = budget;
        Set<TraceId> some = new HashSet<>();
        long left = budget.limit() / 2;
        for (Map.Entry<TraceId, Integer> each : spans.entrySet()) {
            if (each.getValue() <= left) {
                left -= each.getValue();
                some.add(each.getKey());
            }
        }
        this.shared = some;
        this.notJoined = spans.size() - some.size();
    }

    /** Looks for them in files of the agent's. */
    static SharedWorkflows among(Inputs inputs, SpanBudget budget) {
        List<RunFiles> runs = inputs.runs().stream()
                .filter(run ->
                        run.files().stream().anyMatch(file -> file.reader().hasHeader()))
                .toList();
        Set<TraceId> called = new HashSet<>();
        if (runs.size() > 1) {
            runs.parallelStream()
                    .filter(SharedWorkflows::mayBeCalled)
                    .map(run -> spans(run, SharedWorkflows::isCalled).keySet())
                    .forEachOrdered(called::addAll);
        }
        Map<TraceId, Integer> once = new HashMap<>();
        SortedMap<TraceId, Integer> several = new TreeMap<>();
        if (!called.isEmpty()) {
            runs.parallelStream()
                    .map(run -> spans(run, start -> called.contains(start.trace())))
                    .forEachOrdered(spans -> spans.forEach((id, count) -> {
                        Integer before = once.put(id, once.getOrDefault(id, 0) + count);
                        if (before != null) {
                            several.put(id, before + count);
                        }
                    }));
        }
        return new SharedWorkflows(inputs.runs(), several, budget);
    }

    private static boolean isCalled(SpanEvent.Start start) {
        return start.attributes().isTrue(Attributes.REMOTE_PARENT);
    }

    /** Looks for a word in segments, which is quick; other files are read. */
    private static boolean mayBeCalled(RunFiles run) {
        for (Input input : run.files()) {
            if (!(input.reader() instanceof SegmentReader) || holdsMark(input.file())) {
                return true;
            }
        }
        return false;
    }

    private static boolean holdsMark(TraceFile file) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream stream = file.open(bytes -> {})) {
            int found = 0;
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    // what comes after a quote is none until the end
                    found = buffer[i] == MARK[found] ? found + 1 : buffer[i] == MARK[0] ? 1 : 0;
                    if (found == MARK.length) {
                        return true;
                    }
                }
            }
        } catch (IOException e) {
            // told when the file is read for what it holds
            return false;
        }
        return false;
    }

    /** Returns, by workflow, how many of its spans begin in a run. */
    private static Map<TraceId, Integer> spans(RunFiles run, Predicate<SpanEvent.Start> meant) {
        Map<TraceId, Integer> spans = new HashMap<>();
        EventSink sink = new EventSink() {
            @Override
            public void span(SpanEvent event) {
                if (event instanceof SpanEvent.Start start && meant.test(start)) {
                    spans.merge(start.trace(), 1, Integer::sum);
                }
            }

            @Override
            public void run(RunEvent event) {
                // says nothing of workflows
            }
        };
        for (Input input : run.files()) {
            try {
                input.reader()
                        .read(
                                input.file(),
                                input.others(),
                                ReadOptions.WITHOUT_CONTENT,
                                sink,
                                new Problems(input.file().path()));
            } catch (IOException e) {
                // told when it is read for what it holds; what was read of it counts
                continue;
            }
        }
        return spans;
    }

    /** Takes a part of a workflow that goes through several runs; answers whether it did. */
    boolean hold(RunFiles run, Trace part) {
        if (!shared.contains(part.id())) {
            return false;
        }
        budget.add(part.spans().size());
        synchronized (held) {
            held.computeIfAbsent(part.id(), any -> new ArrayList<>()).add(new Held(run, part));
        }
        return true;
    }

    /**
     * Gives each workflow, whole, to who takes those of the run it began in, in an order that depends on the runs only. Parts that no
     * call connects, as their callers are in none of the runs, are a workflow each.
     */
    void join(Map<RunFiles, Consumer<Trace>> takers) {
        List<List<Held>> all = new ArrayList<>(held.values());
        all.forEach(parts -> parts.sort(Comparator.comparing((Held part) -> runs.indexOf(part.run))
                .thenComparing(part -> part.part.startNanos())));
        all.sort(Comparator.comparing((List<Held> parts) -> parts.get(0).part.startNanos())
                .thenComparing(parts -> parts.get(0).part.id()));
        for (List<Held> parts : all) {
            for (List<Held> some : connected(parts)) {
                if (some.size() == 1) {
                    takers.get(some.get(0).run).accept(some.get(0).part);
                } else {
                    Trace joined = joined(some);
                    clocks.add(joined);
                    takers.get(runOf(joined, some)).accept(joined);
                }
            }
        }
        held.clear();
    }

    /** Puts parts together of which one has the caller of another, or a span of another. */
    private static Collection<List<Held>> connected(List<Held> parts) {
        int[] group = new int[parts.size()];
        Map<Long, Integer> partOf = new HashMap<>();
        for (int i = 0; i < group.length; i++) {
            group[i] = i;
            for (Span span : parts.get(i).part.spans()) {
                connect(group, i, partOf.putIfAbsent(span.id(), i));
            }
        }
        for (int i = 0; i < group.length; i++) {
            for (Span root : parts.get(i).part.roots()) {
                connect(group, i, partOf.get(root.parentId()));
            }
        }
        Map<Integer, List<Held>> groups = new LinkedHashMap<>();
        for (int i = 0; i < group.length; i++) {
            groups.computeIfAbsent(first(group, i), any -> new ArrayList<>()).add(parts.get(i));
        }
        return groups.values();
    }

    private static void connect(int[] group, int part, Integer other) {
        if (other != null) {
            group[first(group, part)] = first(group, other);
        }
    }

    private static int first(int[] group, int part) {
        int first = part;
        while (group[first] != first) {
            first = group[first];
        }
        return first;
    }

    /** Returns the runs of which parts are held, in their order. */
    Collection<RunFiles> runs() {
        Set<RunFiles> some = new HashSet<>();
        held.values().forEach(parts -> parts.forEach(part -> some.add(part.run)));
        return runs.stream().filter(some::contains).toList();
    }

    private static Trace joined(List<Held> parts) {
        Map<String, Set<String>> runsOf = new TreeMap<>();
        for (Held part : parts) {
            runsOf.computeIfAbsent(name(part.run), any -> new HashSet<>()).add(part.run.run());
        }
        JoinedTrace trace = null;
        for (Held part : parts) {
            String name = name(part.run);
            String service = runsOf.get(name).size() == 1 ? name : name + " (" + part.run.run() + ")";
            if (trace == null) {
                trace = new JoinedTrace(part.part, service);
            } else {
                trace.add(part.part, service);
            }
        }
        return trace.build();
    }

    private static String name(RunFiles run) {
        return run.service() == null ? run.run() : run.service();
    }

    private static RunFiles runOf(Trace joined, List<Held> parts) {
        for (Held part : parts) {
            for (Span span : part.part.spans()) {
                if (span.id() == joined.root().id()) {
                    return part.run;
                }
            }
        }
        throw new IllegalStateException("a workflow begins with a span of one of its parts");
    }

    /** Returns what the user should know of them, a line each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(clocks.notes());
        if (notJoined > 0) {
            notes.add(
                    "workflows that several processes took part in, of which each part counts as one for want of memory: "
                            + notJoined + "; start with a larger -Xmx");
        }
        return notes;
    }
}
