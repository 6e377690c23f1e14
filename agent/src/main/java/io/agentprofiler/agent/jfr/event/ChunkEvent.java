// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.annotation.SpanId;
import io.agentprofiler.agent.jfr.annotation.SpanKey;
import io.agentprofiler.agent.jfr.annotation.TraceId;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/**
 * One part of a streamed result. Off unless a recording asks for it: the span's event has the statistics.
 *
 * <p><b>Threading:</b> made and committed on the ring's consumer, a little after the part arrived; {@link #sinceStart}
 * is exact.
 */
@Name("agentprofiler.Chunk")
@Label("Chunk")
@Description("One part of a streamed result; off by default")
@Category("Agent Profiler")
@Enabled(false)
@StackTrace(false)
@Threshold("0 ns")
public final class ChunkEvent extends Event {
    @Label("Trace Id")
    @TraceId
    public String traceId;

    @Label("Span Id")
    @Description("Id of the span whose result this is a part of")
    @SpanId
    public String spanId;

    @Label("Span Key")
    @SpanKey
    @MemoryAddress
    public long spanKey;

    @Label("Number")
    @Description("Number of the part, from 0")
    public int number;

    @Label("Since Start")
    @Description("Time from the span's start to the arrival of the part; N/A when the span has no event of its own")
    @Timespan(Timespan.NANOSECONDS)
    public long sinceStart;

    @Label("Type")
    @Description("text, thinking, tool_call or item")
    public String type;

    @Label("Characters")
    @Description("Length of the part; N/A when unknown")
    public double chars;
}
