// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.PublishedForecast;
import io.agentprofiler.analyzer.read.event.PublishedModel;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.util.List;
import java.util.SortedSet;

/**
 * A run that is read while it is written: events in, finished traces out, and at any time what is known of the run and of the traces
 * that are still open. The {@link Pipeline} does the same for files that are whole.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class RunFeed implements EventSink {
    private final String run;
    private final Taker taker;
    private final RunPart part;

    /** Takes what is known for good. */
    public interface Taker {
        /** Takes a finished trace, as one of the run. */
        void finished(Trace trace);

        /** Takes what the agent forecast of a workflow that goes on. */
        void forecast(PublishedForecast forecast, PublishedModel model);
    }

    /**
     * Starts with nothing.
     *
     * @param run id of the run
     * @param taker takes what is known for good
     * @param budget how many spans may be held, shared with other runs
     */
    public RunFeed(String run, Taker taker, SpanBudget budget) {
        this.run = run;
        this.taker = taker;
        this.part = new RunPart(
                run,
                List.of(),
                new RunSummary(List.of()),
                List.of(new TraceOutput.OutputPart() {
                    @Override
                    public void write(Trace trace) {
                        taker.finished(trace);
                    }

                    @Override
                    public void close() {
                        // holds nothing
                    }
                }),
                budget,
                trace -> false,
                trace -> true);
        part.assembler().watch();
    }

    @Override
    public void span(SpanEvent event) {
        part.span(event);
    }

    @Override
    public void run(RunEvent event) {
        part.run(event);
        PublishedForecast forecast = event instanceof RunEvent.Forecast record ? PublishedForecast.of(record) : null;
        if (forecast != null) {
            taker.forecast(forecast, PublishedModel.of(part.header()));
        }
    }

    /** Shows what is known of traces that changed since this was called last; see {@link Assembler#forEachChanged}. */
    public void forEachChanged(Assembler.SnapshotConsumer taker) {
        part.assembler().forEachChanged(new Assembler.SnapshotConsumer() {
            @Override
            public boolean wants(TraceId id, int spans) {
                return taker.wants(id, spans);
            }

            @Override
            public void accept(Trace trace, boolean complete) {
                taker.accept(trace.inRun(run), complete);
            }
        });
    }

    /** Hands over what has been complete for some time; see {@link Assembler#finishComplete}. */
    public void finishComplete(long nowNanos, long graceNanos) {
        part.assembler().finishComplete(nowNanos, graceNanos);
    }

    /** Hands over everything: the process is gone. */
    public void finish() {
        part.assembler().finish(part.assembler().lastNanos());
    }

    /** Answers whether the last thing read is the final counts of a process that ended properly. */
    public boolean isClosed() {
        return part.closed();
    }

    /** Returns what was sampled of model servers. */
    public ModelServers modelServers() {
        return part.modelServers();
    }

    /**
     * Returns what is known of the run besides its spans; what it holds goes on growing.
     *
     * @param files how many files were read
     * @param segments their numbers
     */
    public RunFacts facts(int files, SortedSet<Integer> segments) {
        long last = part.assembler().lastNanos();
        return new RunFacts(
                run,
                part.header(),
                part.counters(),
                new RunFacts.FilesRead(files, RunJoin.missing(segments), true, part.closed()),
                part.assembler().counts(),
                last == Long.MIN_VALUE ? Unknown.LONG : last,
                part.someSpans(),
                new RunFacts.ProcessRecords(part.samples(), part.process(), part.forecasts()));
    }
}
