// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.read.InputFiles.Input;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.shared.CompilerDirectives;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Runs inputs through readers, assembler, analyses and outputs.
 *
 * <p>Every file is read on its own, on one of the threads. Each thread adds up what its files tell, and what they leave open is joined
 * in file order: as sums do not depend on the order of adding, what comes out depends on the files only, never on the number of
 * threads. Where too few files are left to keep all threads busy, the traces of a
 * file are added up on threads of their own.
 *
 * <p><b>Threading:</b> {@link #run} is called by one thread and does the joining on it.
 */
public final class Pipeline {
    /** So many files for each thread are read, or wait to be, while the first of them is not joined. */
    private static final int AHEAD = 2;

    private final List<Analysis<?>> analyses;
    private final List<TraceOutput> outputs;
    private final ReadOptions options;
    private final int threads;
    private final SpanBudget budget;
    private final TraceFilter filter;
    private final LongAdder met = new LongAdder();
    private final LongAdder wanted = new LongAdder();
    private RepeatedWorkflows repeats;
    private SharedWorkflows shared;

    /** Makes a pipeline for all workflows that uses all processors and the heap this JVM has. */
    public Pipeline(List<Analysis<?>> analyses, List<TraceOutput> outputs, ReadOptions options) {
        this(analyses, outputs, options, TraceFilter.ALL);
    }

    /** Makes a pipeline for some workflows. */
    public Pipeline(List<Analysis<?>> analyses, List<TraceOutput> outputs, ReadOptions options, TraceFilter filter) {
        this(analyses, outputs, options, filter, Runtime.getRuntime().availableProcessors(), SpanBudget.ofHeap());
    }

    Pipeline(
            List<Analysis<?>> analyses,
            List<TraceOutput> outputs,
            ReadOptions options,
            TraceFilter filter,
            int threads,
            SpanBudget budget) {
        this.analyses = List.copyOf(analyses);
        this.outputs = List.copyOf(outputs);
        this.options = options;
        this.filter = filter;
        this.threads = threads;
        this.budget = budget;
    }

    /** A file that is being read, with the run it belongs to. */
    private record Reading(RunFiles run, int index, int part, Future<RunPart> pass) {
        boolean isLastOfRun() {
            return index == run.files().size() - 1;
        }
    }

    /**
     * Reads the inputs.
     *
     * @throws IOException when an output cannot be written
     */
    public Outcome run(Inputs inputs) throws IOException {
        try (QuickCompilation quick = QuickCompilation.begin(inputs.bytes())) {
            return read(inputs);
        }
    }

    private Outcome read(Inputs inputs) throws IOException {
        Joiner joiner = new Joiner(inputs.notes());
        repeats = RepeatedWorkflows.among(inputs);
        shared = SharedWorkflows.among(inputs, budget);
        try (ReadingThreads readers = new ReadingThreads(threads, analyses)) {
            Deque<Reading> ahead = new ArrayDeque<>();
            int part = 0;
            long later = inputs.bytes();
            for (RunFiles run : inputs.runs()) {
                for (int index = 0; index < run.files().size(); index++) {
                    // files that were read and wait to be joined cost memory: not too many of them
                    if (ahead.size() >= AHEAD * threads) {
                        joiner.join(ahead.remove());
                    }
                    Input file = run.files().get(index);
                    later -= file.bytes();
                    int adding = addingThreads(file, later);
                    ReadingThreads.Lane reader = readers.next(file.bytes());
                    RunPart pass = part(part, run, reader.summary());
                    ahead.add(new Reading(run, index, part++, reader.submit(() -> pass.read(file, options, adding))));
                }
                // the part of what only the joined run completes
                part++;
            }
            while (!ahead.isEmpty()) {
                joiner.join(ahead.remove());
            }
            joinShared(part, joiner.summary);
            readers.addTo(joiner.summary);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (TraceOutput output : outputs) {
            output.finish();
        }
        return joiner.outcome();
    }

    /**
     * Returns how many threads add up the traces of a file: none where the files after it keep the other threads busy for as long as
     * it is read.
     */
    private int addingThreads(Input file, long laterBytes) {
        return laterBytes >= file.bytes() * (threads - 1) ? 0 : threads;
    }

    /** Answers whether a trace is meant, and counts workflows; called by all readers. */
    private boolean isWanted(RunFiles run, Trace trace) {
        if (repeats.isRepeat(run, trace)) {
            return false;
        }
        boolean meant = filter.wanted().test(trace);
        if (!trace.isFragment()) {
            met.increment();
            if (meant) {
                wanted.increment();
            }
        }
        return meant;
    }

    /** Adds workflows that go through several runs, in parts of their own. */
    private void joinShared(int firstPart, RunSummary summary) throws IOException {
        Map<RunFiles, Consumer<Trace>> takers = new HashMap<>();
        List<RunPart> parts = new ArrayList<>();
        for (RunFiles run : shared.runs()) {
            RunPart part = new RunPart(
                    run.run(),
                    analyses,
                    summary,
                    open(firstPart + parts.size(), run),
                    budget,
                    trace -> false,
                    trace -> isWanted(run, trace));
            parts.add(part);
            takers.put(run, part::add);
        }
        shared.join(takers);
        for (RunPart part : parts) {
            part.close();
        }
    }

    private RunPart part(int number, RunFiles run, RunSummary summary) throws IOException {
        RunPart part = new RunPart(
                run.run(),
                analyses,
                summary,
                open(number, run),
                budget,
                trace -> shared.hold(run, trace),
                trace -> isWanted(run, trace));
        keepSpread(run, part);
        return part;
    }

    /** A trace that is complete in one file may go on in another, or much later in the same. */
    private static void keepSpread(RunFiles run, RunPart part) {
        TraceReader reader = run.files().get(0).reader();
        if (reader.isScattered() || run.files().size() > 1 && reader.isSpread()) {
            part.assembler().keepComplete();
        }
    }

    private List<TraceOutput.OutputPart> open(int part, RunFiles run) throws IOException {
        List<TraceOutput.OutputPart> parts = new ArrayList<>();
        for (TraceOutput output : outputs) {
            parts.add(output.open(part, run.run()));
        }
        return parts;
    }

    /** Joins what the files of the runs gave, in order. */
    private final class Joiner {
        private final RunSummary summary = new RunSummary(analyses);
        private final ModelServers modelServers = new ModelServers();
        private final List<RunFacts> runs = new ArrayList<>();
        private final List<Problems> problems = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();
        private final List<String> notes;
        private RunJoin current;

        Joiner(List<String> notes) {
            this.notes = new ArrayList<>(notes);
        }

        void join(Reading reading) throws IOException {
            RunFiles run = reading.run();
            if (current == null) {
                int part = reading.part() - reading.index() + run.files().size();
                current = new RunJoin(run, part(part, run, summary));
            }
            RunPart pass = await(reading.pass());
            current.add(pass);
            problems.addAll(pass.problems().all());
            if (pass.failure() != null) {
                failures.add(pass.failure());
            }
            if (pass.note() != null) {
                notes.add(pass.note());
            }
            if (reading.isLastOfRun()) {
                current.finish();
                modelServers.addOther(current.modelServers());
                if (current.isUseful()) {
                    runs.add(current.facts());
                }
                current = null;
            }
        }

        private RunPart await(Future<RunPart> pass) throws IOException {
            try {
                return pass.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException io) {
                    throw io;
                }
                if (e.getCause() instanceof RuntimeException runtime) {
                    throw runtime;
                }
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }

        Outcome outcome() {
            notes.addAll(repeats.notes());
            notes.addAll(shared.notes());
            return new Outcome(
                    List.copyOf(runs),
                    summary,
                    modelServers,
                    List.copyOf(problems),
                    List.copyOf(failures),
                    List.copyOf(notes),
                    filter.isAll()
                            ? TraceFilter.FilterResult.NONE
                            : new TraceFilter.FilterResult(
                                    filter.text(),
                                    wanted.sum(),
                                    met.sum(),
                                    filter.remarks().get()));
        }
    }

    /**
     * Keeps the JVM's optimizing compiler from most of what gets hot while inputs are read; the quick one compiles it. A command reads its
     * inputs once. To optimize all of it takes more than is saved by it: half the time for a million events, and a fifth for five million.
     * What is optimized all the same are a few small methods that go over every byte, or are called for every field, and, if there is
     * much to read, the JDK's lists, maps and texts.
     *
     * <p>It needs a JVM with HotSpot's compiler directives, and the package that the manifest of {@code analyzer.jar} opens; elsewhere
     * nothing changes.
     *
     * <p><b>Threading:</b> one thread begins and closes it.
     */
    static final class QuickCompilation implements AutoCloseable {
        /** Small methods of readers and traces that take much of the time, class and method, as directives name them. */
        static final List<String> SMALL_METHODS = List.of(
                "io/agentprofiler/analyzer/read/segment/TextPool.*",
                "io/agentprofiler/analyzer/read/event/AttributeSet.*",
                "io/agentprofiler/analyzer/read/segment/JsonValues.hex",
                "io/agentprofiler/analyzer/read/segment/PlainValues.*",
                "io/agentprofiler/analyzer/trace/LongMap.*");

        /** Classes of the JDK that everything goes through. To optimize them takes more than a second of CPU time. */
        private static final List<String> COLLECTIONS = List.of(
                "java/lang/String*.*",
                "java/util/ArrayList*.*",
                "java/util/HashMap*.*",
                "java/util/ImmutableCollections*.*",
                "java/util/LinkedHashMap*.*",
                "java/util/TreeMap*.*");

        /** From so many bytes on, about four million events, optimizing {@link #COLLECTIONS} saves more than it takes. */
        static final long LARGE_INPUT_BYTES = 1L << 30;

        /** {@code null} where compilers cannot be told anything. */
        private final CompilerDirectives directives;

        private QuickCompilation(CompilerDirectives directives) {
            this.directives = directives;
        }

        /**
         * Begins it, until it is closed.
         *
         * @param bytes that are to be read
         */
        public static QuickCompilation begin(long bytes) {
            try {
                CompilerDirectives directives = CompilerDirectives.open();
                // what was not added must not be taken back: the last would be the user's own
                return new QuickCompilation(
                        directives.add(directives(bytes)).contains(CompilerDirectives.ADDED) ? directives : null);
            } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
                // another JVM, or started from a class path: inputs are read all the same, only slower
                return new QuickCompilation(null);
            }
        }

        /** Two directives: of those that match a method the first counts. */
        private static String directives(long bytes) {
            List<String> optimized = new ArrayList<>(SMALL_METHODS);
            if (bytes >= LARGE_INPUT_BYTES) {
                optimized.addAll(COLLECTIONS);
            }
            return "[{match: [\"" + String.join("\", \"", optimized)
                    + "\"], c2: {Exclude: false}}, {match: [\"*.*\"], c2: {Exclude: true}}]";
        }

        @Override
        public void close() {
            if (directives != null) {
                try {
                    // there are two
                    directives.removeLast();
                    directives.removeLast();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("the JVM took the directives and does not give them back", e);
                }
            }
        }
    }

    /**
     * Threads that read files, each of which adds what its files tell to one summary: what is gathered of many files need not be made
     * anew for each, nor joined for each, and what cannot be among the first of all is given up soon.
     *
     * <p>A file goes to the thread that was given the fewest bytes before it, so what is in a summary depends on the files and the number
     * of threads only.
     *
     * <p><b>Threading:</b> one thread hands out work. The summaries may be used by it when all of that is done.
     */
    static final class ReadingThreads implements AutoCloseable {
        private final List<Lane> lanes = new ArrayList<>();

        /**
         * Starts with nothing to do.
         *
         * @param threads how many to use
         * @param analyses those of the summaries
         */
        ReadingThreads(int threads, List<Analysis<?>> analyses) {
            for (int i = 0; i < threads; i++) {
                lanes.add(new Lane(new RunSummary(analyses)));
            }
        }

        /** Returns the thread that is to read a file of so many bytes. */
        Lane next(long bytes) {
            Lane least = lanes.get(0);
            for (Lane lane : lanes) {
                least = lane.bytes < least.bytes ? lane : least;
            }
            least.bytes += bytes;
            return least;
        }

        /** Adds what all threads have gathered; no work may be left. */
        void addTo(RunSummary whole) {
            lanes.forEach(lane -> whole.add(lane.summary));
        }

        /** Gives up what was not begun, and interrupts the rest. */
        @Override
        public void close() {
            lanes.forEach(lane -> lane.thread.shutdownNow());
        }

        /** A thread with its summary. */
        static final class Lane {
            private final RunSummary summary;
            private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
                Thread made = new Thread(task, "reader");
                made.setDaemon(true);
                return made;
            });
            private long bytes;

            private Lane(RunSummary summary) {
                this.summary = summary;
            }

            /** Returns what the thread adds to. */
            RunSummary summary() {
                return summary;
            }

            /** Has the thread do something after all it was given before. */
            <T> Future<T> submit(Callable<T> work) {
                return thread.submit(work);
            }
        }
    }
}
