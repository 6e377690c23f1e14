// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.jfr.annotation.Contextual;
import io.agentprofiler.agent.jfr.annotation.SpanKey;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A span as its thread's lane shows it, beside locks, I/O and garbage collections.
 *
 * <p>JFR takes the committing thread for an event's thread, so this one is committed where the traced call returns. It
 * holds ids and constants only: making text would cost the application's thread.
 *
 * <p><b>Threading:</b> one application thread, which reuses it for a later call.
 */
@Name("agentprofiler.Span")
@Label("Span on Thread")
@Description("A traced call on the thread that made it; the event with the same span key has the details")
@Category("Agent Profiler")
@StackTrace(false)
@Threshold("0 ns")
public final class LaneEvent extends Event {
    @Label("Trace Key")
    @Description("Lower half of the trace id, as a number")
    @MemoryAddress
    long traceKey;

    @Label("Span Key")
    @Description("The span id as a number")
    @SpanKey
    @Contextual
    @MemoryAddress
    long spanKey;

    @Label("Parent Key")
    @Description("The parent's span id as a number, 0 for the root of a workflow")
    @SpanKey
    @MemoryAddress
    long parentKey;

    @Label("Kind")
    @Contextual
    String kind;

    @Label("Rule")
    @Description("The rule that made the span, file/id")
    @Contextual
    String rule;

    @Label("Type")
    @Description("Class that declares the traced method")
    String type;

    @Label("Method")
    @Description("The traced method")
    String method;

    /** The span being shown; {@code null} while the event waits for reuse. */
    transient Span span;
    /** The span's parent when it began; the span itself may lose it. */
    transient Span parent;
    /** The next event that waits for reuse. */
    transient LaneEvent next;
}
