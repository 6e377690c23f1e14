// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.util.List;

/** The formats the analyzer reads. */
public final class TraceReaders {
    /** In the order they are asked. */
    private static final List<TraceReader> ALL = List.of(new SegmentReader(), new JfrReader(), new NatReader());

    private TraceReaders() {}

    /** Returns the reader that recognises the file, or {@code null}. */
    public static TraceReader of(TraceFile file) {
        for (TraceReader reader : ALL) {
            if (reader.recognizes(file)) {
                return reader;
            }
        }
        return null;
    }

    /** Returns the names of the formats, for messages. */
    public static List<String> formats() {
        return ALL.stream().map(TraceReader::format).toList();
    }
}
