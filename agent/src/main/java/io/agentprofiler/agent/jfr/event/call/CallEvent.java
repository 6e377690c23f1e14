// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event.call;

import io.agentprofiler.agent.jfr.annotation.SpanKey;
import io.agentprofiler.agent.jfr.annotation.TraceId;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A span in the few columns that fit a line of {@code jfr view}; a subclass has those of its kind, which stand first. Everything else
 * is in the span's event with the details, which has the same span key.
 *
 * <p><b>Threading:</b> filled and committed on the ring's consumer. JFR therefore reports the consumer as the event's thread: {@link
 * #startThread} is the application's.
 */
@Category("Agent Profiler")
@StackTrace(false)
@Threshold("0 ns")
public abstract class CallEvent extends Event {
    @Label("Thread")
    @Description("The application's thread that made the call; empty when it had died before the event was written")
    public Thread startThread;

    @Label("Status")
    @Description("ok, error or cancelled")
    public String status;

    @Label("Error Type")
    @Description("Class name or code of the failure; empty when there was none")
    public String errorType;

    @Label("Trace Id")
    @Description("Id of the workflow that the call belongs to")
    @TraceId
    public String traceId;

    @Label("Span Key")
    @Description("The span id as a number: the events with the details and on the thread's lane have the same")
    @SpanKey
    @MemoryAddress
    public long spanKey;
}
