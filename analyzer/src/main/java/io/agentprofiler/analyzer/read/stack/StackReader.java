// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.stack;

import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A format that holds sums by call path, instead of workflows or beside them. {@link #read} of a file without workflows fails and
 * says what the file holds.
 */
public interface StackReader extends TraceReader {
    /** What a file holds, and which command reads that. */
    String ONLY_SUMS =
            "holds sums by call path, and no workflows, calls or times of them: only the command flame can read it";

    /**
     * What a file holds.
     *
     * @param workflows whether it holds spans with their times
     * @param sums what of sums by call path it holds
     */
    record Contents(boolean workflows, Set<StackUnit> sums) {
        public Contents {
            EnumSet<StackUnit> copy = EnumSet.noneOf(StackUnit.class);
            copy.addAll(sums);
            sums = Collections.unmodifiableSet(copy);
        }
    }

    /**
     * Looks through a file.
     *
     * @throws IOException when it cannot be read
     */
    Contents contents(TraceFile file) throws IOException;

    /**
     * Reads the sums of one unit. What cannot be understood is reported to {@code problems} and skipped.
     *
     * @throws IOException when the file cannot be read
     */
    void readStacks(TraceFile file, StackUnit unit, ReadOptions options, StackSink sink, Problems problems)
            throws IOException;
}
