// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.pipeline;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.InputFiles.Input;
import io.agentprofiler.analyzer.input.Problems;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.Reasons;
import io.agentprofiler.analyzer.input.event.RunEvent;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.RunSummary;
import io.agentprofiler.analyzer.modelserver.ModelServers;
import io.agentprofiler.analyzer.process.ProcessLog;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import io.agentprofiler.schema.TraceFormat;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The reading of one file: its events go into an assembler of its own, traces that are complete within the file go
 * straight to the analyses and outputs, and what is open at the file's end stays in the assembler for the run.
 *
 * <p><b>Threading:</b> one thread reads; afterwards another may take the results.
 */
final class FilePass implements EventSink {
    private final Input input;
    private final TraceDispatcher dispatcher;
    private final Assembler assembler;
    private final Problems problems;
    private final SpanSample someSpans = new SpanSample();
    private RunEvent.Header header;
    private RunEvent.Counters counters;
    private boolean closed;
    /** The runs whose headers were read: one, unless several files were made one. */
    private final Set<String> runs = new LinkedHashSet<>();

    private RunEvent.Counters earlierCounters;
    private boolean earlierClosed = true;
    private final ProcessLog process = new ProcessLog();
    private long samples;
    private String failure;

    FilePass(String run, Input input, List<Analysis<?>> analyses, List<TraceOutput.Part> parts, SpanBudget budget) {
        this.input = input;
        this.dispatcher = new TraceDispatcher(run, new RunSummary(analyses), parts);
        this.assembler = new Assembler(dispatcher, budget);
        this.problems = new Problems(input.file().path());
    }

    /** Reads the file; what of it cannot be read becomes {@link #failure}. */
    FilePass read(ReadOptions options) throws IOException {
        try {
            input.reader().read(input.file(), options, this, problems);
        } catch (IOException e) {
            failure = input.file() + ": " + Reasons.of(e);
        } finally {
            dispatcher.close();
        }
        return this;
    }

    @Override
    public void span(SpanEvent event) {
        closed = false;
        someSpans.add(event);
        assembler.accept(event);
    }

    @Override
    public void traceEnded(TraceId trace, long lastNanos, Object original) {
        assembler.finish(trace, lastNanos, original);
    }

    @Override
    public void run(RunEvent event) {
        if (event instanceof RunEvent.Header newHeader) {
            newRun(newHeader.run());
            header = header == null ? newHeader : header;
            dispatcher.modelServers().add(newHeader);
        } else if (event instanceof RunEvent.Counters newCounters) {
            counters = newCounters;
            closed = newCounters.last();
        } else if (event instanceof RunEvent.Sample sample) {
            samples++;
            if (sample.event().equals(TraceFormat.PROCESS)) {
                process.add(sample);
            } else {
                dispatcher.modelServers().add(sample);
            }
        }
    }

    /** Of each run that somebody has put into one file, the last counters are used. */
    private void newRun(String run) {
        if (runs.add(run) && runs.size() > 1) {
            earlierClosed &= closed;
            earlierCounters = counters();
            counters = null;
            closed = false;
        }
    }

    /** Returns what the user should know of the file besides its problems, or {@code null}. */
    String note() {
        return runs.size() < 2
                ? null
                : input.file() + ": holds several runs, " + String.join(" and ", runs)
                        + ": they are counted as one; split the file to tell them apart";
    }

    Input input() {
        return input;
    }

    RunSummary summary() {
        return dispatcher.summary();
    }

    Assembler assembler() {
        return assembler;
    }

    Problems problems() {
        return problems;
    }

    RunEvent.Header header() {
        return header;
    }

    RunEvent.Counters counters() {
        return earlierCounters == null || counters == null
                ? (counters == null ? earlierCounters : counters)
                : earlierCounters.plus(counters);
    }

    boolean closed() {
        return closed && earlierClosed;
    }

    ModelServers modelServers() {
        return dispatcher.modelServers();
    }

    SpanSample someSpans() {
        return someSpans;
    }

    ProcessLog process() {
        return process;
    }

    long samples() {
        return samples;
    }

    /** Returns why the file was not read to its end, or {@code null}. */
    String failure() {
        return failure;
    }

    /** Answers whether anything at all came out of the file. */
    boolean isUseful() {
        return header != null
                || counters != null
                || samples > 0
                || assembler.counts().events() > 0;
    }
}
