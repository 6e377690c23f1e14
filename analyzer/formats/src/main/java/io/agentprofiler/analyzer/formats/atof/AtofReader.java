// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atof;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads ATOF event logs, a line an event. In memory is one event, and what is open.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class AtofReader implements TraceReader {
    private static final Pattern VERSION = Pattern.compile("\"atof_version\"\\s*+:\\s*+\"0\\.\\d");
    private static final Pattern SCOPE = Pattern.compile("\"scope_category\"\\s*+:\\s*+\"(start|end)\"");
    private static final Pattern KIND = Pattern.compile("\"kind\"\\s*+:\\s*+\"(scope|mark)\"");
    private static final Pattern BEGIN = Pattern.compile("\\A\\uFEFF?\\s*+[{\\[]");

    @Override
    public String format() {
        return "ATOF event log";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        String head = file.headText();
        return BEGIN.matcher(head).lookingAt()
                && (VERSION.matcher(head).find() || SCOPE.matcher(head).find())
                && KIND.matcher(head).find();
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        Scopes scopes = new Scopes(sink, options.content());
        JsonRecords.read(file, options.progress(), problems, (record, line) -> scopes.take(record));
        problems.requireAny(scopes.begun() > 0, "holds no scope that begins");
    }
}
