// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.event.PublishedForecasts;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.trace.modelserver.ModelServers;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.trace.pipeline.outcome.SpanSample;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Joins the files of one run in their order: what one leaves open, a later one may close.
 *
 * <p><b>Threading:</b> one thread.
 */
final class RunJoin {
    private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{1,9})\\..*");

    private final RunFiles run;
    /** The part of what no file completes. */
    private final RunPart rest;

    private final SortedSet<Integer> segments = new TreeSet<>();
    private final SpanSample someSpans = new SpanSample();
    private RunEvent.Header header;
    private boolean headerExpected;
    private RunEvent.Counters counters;
    private boolean closed;
    private boolean useful;
    private final ProcessLog process = new ProcessLog();
    private final PublishedForecasts forecasts = new PublishedForecasts();
    private long samples;
    private int files;

    RunJoin(RunFiles run, RunPart rest) {
        this.run = run;
        this.rest = rest;
    }

    void add(RunPart pass) {
        rest.modelServers().addLater(pass.modelServers());
        rest.assembler().absorb(pass.assembler());
        headerExpected |= pass.input().reader().hasHeader();
        header = header == null ? pass.header() : header;
        counters = pass.counters() == null ? counters : pass.counters();
        closed = pass.closed();
        someSpans.add(pass.someSpans());
        samples += pass.samples();
        process.add(pass.process());
        forecasts.add(pass.forecasts());
        useful |= pass.isUseful();
        files++;
        noteSegment(pass.input().file().path());
    }

    private void noteSegment(Path path) {
        Matcher name = SEGMENT.matcher(path.getFileName().toString());
        if (name.matches()) {
            segments.add(Integer.valueOf(name.group(1)));
        }
    }

    void finish() throws IOException {
        rest.assembler().finish(rest.assembler().lastNanos());
        rest.close();
    }

    ModelServers modelServers() {
        return rest.modelServers();
    }

    boolean isUseful() {
        return useful;
    }

    RunFacts facts() {
        long last = rest.assembler().lastNanos();
        return new RunFacts(
                run.run(),
                header,
                counters,
                new RunFacts.FilesRead(files, missing(segments), headerExpected, closed),
                rest.assembler().counts(),
                last == Long.MIN_VALUE ? Unknown.LONG : last,
                someSpans,
                new RunFacts.ProcessRecords(samples, process, forecasts));
    }

    /** Returns the numbers below the last that are not there. */
    static List<Integer> missing(SortedSet<Integer> segments) {
        List<Integer> missing = new ArrayList<>();
        int expected = 1;
        for (int number : segments) {
            // a lone file of another numbering is no reason to list a million
            for (; expected < number && missing.size() < 1000; expected++) {
                missing.add(expected);
            }
            expected = number + 1;
        }
        return List.copyOf(missing);
    }
}
