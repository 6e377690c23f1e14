// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends the reading of inputs whose spans have too many different names to be held and written one by one. What is kept of
 * a name does not depend on how often it comes up, so names that hold an id cost as much memory as the input is long.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class NameLimit implements TraceOutput {
    /** Heap the statistics of a name are taken to need, with the room to work on them. */
    public static final long BYTES_PER_NAME = 8_000;

    private static final int FEWEST = 10_000;

    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final String what;
    private final long limit;
    private final long heapBytes;

    /**
     * Makes a limit.
     *
     * @param what what needs the memory, such as "report --out", for the message
     * @param bytesPerName heap a name needs there
     * @param heapBytes the most heap there can be
     */
    public NameLimit(String what, long bytesPerName, long heapBytes) {
        this.what = what;
        this.limit = Math.max(FEWEST, heapBytes / bytesPerName);
        this.heapBytes = heapBytes;
    }

    @Override
    public OutputPart open(int number, String run) {
        return new OutputPart() {
            @Override
            public void write(Trace trace) {
                trace.spans().forEach(NameLimit.this::add);
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }

    private void add(Span span) {
        if (names.add(span.name()) && names.size() > limit) {
            throw new TooMuchException(String.format(
                    Locale.ROOT,
                    "more than %,d different names of spans, such as \"%s\": %s cannot hold more in %,d MB of heap; names"
                            + " should not hold ids or texts; for more memory: java -Xmx%dg -jar analyzer.jar ...",
                    limit,
                    span.name().length() > 60 ? span.name().substring(0, 60) + "..." : span.name(),
                    what,
                    heapBytes >> 20,
                    Math.max(2, (heapBytes * 4 >> 30))));
        }
    }

    @Override
    public void finish() {
        names.clear();
    }
}
