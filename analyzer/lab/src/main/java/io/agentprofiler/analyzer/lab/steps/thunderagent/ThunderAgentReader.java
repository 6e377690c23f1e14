// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import io.agentprofiler.analyzer.lab.steps.thunderagent.ProfileJson.ProfileShape;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import java.io.IOException;

/**
 * Reads what ThunderAgent wrote. Of a table of steps each program is a workflow with a model call for each step; it is read twice,
 * first for where programs begin and end. Of averages each program is a workflow without calls. Metrics are samples of model servers.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class ThunderAgentReader implements TraceReader {
    @Override
    public String format() {
        return "ThunderAgent profile";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        return isTable(file) || ProfileShape.of(file.head()) != ProfileShape.NONE;
    }

    private static boolean isTable(TraceFile file) {
        String line = file.firstLine();
        return line != null && StepTable.isNamedIn(line);
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        TraceFile whole = TraceFile.of(file.path());
        if (isTable(whole)) {
            ProgramExtents extents = new ProgramExtents();
            Problems ignored = new Problems(file.path());
            file.read(bytes -> {}, ignored, stream -> StepTable.read(stream, ignored, extents::add));
            ProgramSpans spans = new ProgramSpans(extents, sink, problems);
            file.read(options.progress(), problems, stream -> StepTable.read(stream, problems, spans::send));
            problems.requireAny(!extents.isEmpty(), "holds no step");
            return;
        }
        ProfileShape shape = ProfileShape.of(whole.head());
        ProfileJson json = new ProfileJson(file.path(), sink);
        JsonRecords.read(file, options.progress(), problems, (record, line) -> json.read(record, shape));
        problems.requireAny(!json.isEmpty(), "holds no program and no backend");
    }
}
