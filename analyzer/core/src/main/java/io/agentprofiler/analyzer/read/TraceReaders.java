// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import io.agentprofiler.analyzer.read.jfr.JfrReader;
import io.agentprofiler.analyzer.read.segment.SegmentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The formats the analyzer reads: those of this package first, then those that other packages name in {@code
 * META-INF/services}, so that this package need not know them.
 */
public final class TraceReaders {
    /** In the order they are asked. */
    private static final List<TraceReader> ALL = all();

    private TraceReaders() {}

    private static List<TraceReader> all() {
        List<TraceReader> readers = new ArrayList<>(List.of(new SegmentReader(), new JfrReader()));
        ServiceLoader.load(TraceReader.class, TraceReaders.class.getClassLoader())
                .forEach(readers::add);
        return List.copyOf(readers);
    }

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
