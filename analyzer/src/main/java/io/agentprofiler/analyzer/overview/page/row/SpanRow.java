// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page.row;

import io.agentprofiler.analyzer.overview.page.ChunkMarks;
import java.util.List;

/**
 * What the page shows of a span. Times are nanoseconds; a number that is not known is -1, an array of which nothing is
 * known {@code null}.
 *
 * @param id id of the span
 * @param parent place of the parent among the workflow's rows, -1 at the top
 * @param kind ordinal of the kind
 * @param name name for people
 * @param label model, tool or agent, or {@code null} for other kinds
 * @param start since the workflow's start
 * @param duration length
 * @param self self time
 * @param startThread thread it started on, or {@code null}
 * @param endThread thread it ended on, or {@code null}
 * @param state {@link #WRAPPER}, the status in the two lowest bits, the flags from {@link #FLAGS} on
 * @param stream chunks, first and last chunk since the span's start, longest gap; or {@code null}
 * @param marks when its chunks came: numbers of {@link ChunkMarks}; or {@code null}
 * @param usage tokens: input, output, cache read, cache written, reasoning; or {@code null}
 * @param resources CPU time of the span's own thread, bytes it allocated; or {@code null}
 * @param load requests running and waiting at the model server; or {@code null}
 * @param cost price of the call in 10^-12 US dollars, -1 when not known
 * @param path stretches of the critical path, from and to since the workflow's start in turns; {@code null} off it
 * @param slack how much longer the span could have taken without making the workflow longer, -1 when nothing waits for it
 * @param split parts of a model call by {@link io.agentprofiler.analyzer.critical.latency.LatencyPart}, -1 for those that are not
 *     known; or {@code null}
 * @param error class name and message of the failure, either may be {@code null}; or {@code null}
 * @param facts names and values of attributes in turns
 * @param texts names and values of what was said, in turns
 */
public record SpanRow(
        long id,
        int parent,
        int kind,
        String name,
        String label,
        long start,
        long duration,
        long self,
        String startThread,
        String endThread,
        int state,
        long[] stream,
        long[] marks,
        long[] usage,
        long[] resources,
        long[] load,
        long cost,
        long[] path,
        long slack,
        long[] split,
        String[] error,
        List<String> facts,
        List<String> texts) {
    /** Bit of {@link #state}: only wraps another span of its own operation. */
    static final int WRAPPER = 4;
    /** Where the bits of the flags begin in {@link #state}. */
    static final int FLAGS = 3;
}
