// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;

/**
 * Reads what ThunderAgent wrote. Of a table of steps each program is a workflow with a model call for each step; it is read twice,
 * first for where programs begin and end. Of averages each program is a workflow without calls. Metrics are samples of model servers.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class ThunderAgentReader implements TraceReader {
    private static final String DAMAGED = "the compressed data ends early or is damaged; what comes before is read";

    @Override
    public String format() {
        return "ThunderAgent profile";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return isTable(file.head()) || ProfileShape.of(file.head()) != ProfileShape.NONE;
    }

    private static boolean isTable(byte[] head) {
        int end = 0;
        while (end < head.length && head[end] != '\n') {
            end++;
        }
        return end < head.length && StepTable.isNamedIn(new String(Arrays.copyOf(head, end), StandardCharsets.UTF_8));
    }

    @Override
    public Head head(TraceFile file) {
        return Head.NONE;
    }

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        byte[] head = TraceFile.of(file.path()).head();
        if (isTable(head)) {
            ProgramExtents extents = new ProgramExtents();
            table(file, bytes -> {}, new Problems(file.path()), extents::add);
            ProgramSpans spans = new ProgramSpans(extents, sink, problems);
            table(file, options.progress(), problems, spans::send);
            if (extents.isEmpty() && problems.skipped() == 0) {
                throw new UnreadableFileException("holds no step");
            }
            return;
        }
        ProfileShape shape = ProfileShape.of(head);
        ProfileJson json = new ProfileJson(file.path(), sink);
        JsonRecords.read(file, options.progress(), problems, (record, line) -> json.read(record, shape));
        if (json.isEmpty() && problems.skipped() == 0) {
            throw new UnreadableFileException("holds no program and no backend");
        }
    }

    private static void table(TraceFile file, LongConsumer progress, Problems problems, StepTable.Rows rows)
            throws IOException {
        try (InputStream stream = file.open(progress)) {
            StepTable.read(stream, problems, rows);
        } catch (EOFException | ZipException e) {
            problems.skipped(0, DAMAGED);
        }
    }
}
