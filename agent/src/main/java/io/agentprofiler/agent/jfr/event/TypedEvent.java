// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.annotation.SpanId;
import io.agentprofiler.agent.jfr.annotation.SpanKey;
import io.agentprofiler.agent.jfr.annotation.TraceId;
import io.agentprofiler.agent.jfr.event.call.CallEvent;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/**
 * What every span's event says, whatever its kind. A subclass adds the fields of its kind.
 *
 * <p>Text fields hold at most {@link EventText#MAX_BYTES} bytes and never payload. What is not known is a value that the JDK's tools show as
 * N/A.
 *
 * <p><b>Threading:</b> begun and ended on the application's threads, filled and committed on the ring's consumer; the
 * ring orders the one before the other. JFR therefore reports the consumer as the event's thread: {@link #startThread}
 * and {@link #endThread} name the real ones.
 */
@Category({"Agent Profiler", "Details"})
@StackTrace(false)
@Threshold("0 ns")
public abstract class TypedEvent extends Event {
    @Label("Trace Id")
    @Description("Id of the workflow that this span belongs to, 32 hexadecimal digits")
    @TraceId
    public String traceId;

    @Label("Span Id")
    @Description("Id of this span, 16 hexadecimal digits")
    @SpanId
    public String spanId;

    @Label("Parent Id")
    @Description("Id of the parent span; empty for the root of a workflow")
    @SpanId
    public String parentId;

    @Label("Span Key")
    @Description("The span id as a number: the agentprofiler.Span event with the same value shows the span's thread")
    @SpanKey
    @MemoryAddress
    public long spanKey;

    @Label("Name")
    @Description("The span's name, for example 'chat gpt-4o'")
    public String name;

    @Label("Kind")
    @Description("The kind of work: workflow, agent, llm, tool, retrieval, embedding, memory, prompt, guardrail,"
            + " evaluation, rerank, http or function")
    public String kind;

    @Label("Rule")
    @Description("The rule that made the span, file/id")
    public String rule;

    @Label("Status")
    @Description("ok, error or cancelled")
    public String status;

    @Label("Error Type")
    @Description("Class name or code of the failure; empty when there was none")
    public String errorType;

    @Label("Error Message")
    @Description("The failure's message, at most 1 KB; only under agentprofiler.content=full")
    public String errorMessage;

    @Label("Error Message Length")
    @Description("Characters of the failure's message; N/A when there was none")
    double errorMessageChars = EventText.UNKNOWN;

    @Label("Error Message Hash")
    @Description(
            "Hash of the failure's message, salted per run: equal messages of a run have equal ones; empty when there"
                    + " was none, and under agentprofiler.content=none")
    String errorMessageHash;

    @Label("Operation Name")
    @Description("gen_ai.operation.name; empty when the rule sets none")
    String operationName;

    @Label("Wrapper")
    @Description("True when the span only wraps another span of the same operation, which has the token usage")
    boolean wrapper;

    @Label("Remote Parent")
    @Description("True when the parent is a span of another process, named by an incoming traceparent")
    boolean remoteParent;

    @Label("Handed Over")
    @Description(
            "True when the span began after its workflow had ended, in a task or a call which that workflow had handed over")
    boolean handedOver;

    @Label("Start Thread")
    @Description("Thread the span started on; empty when that thread had died before the event was written")
    public Thread startThread;

    @Label("End Thread")
    @Description("Thread the span ended on; empty when that thread had died before the event was written")
    public Thread endThread;

    @Label("Start Thread Name")
    public String startThreadName;

    @Label("End Thread Name")
    public String endThreadName;

    @Label("CPU Time")
    @Description("CPU time of the span's thread between start and end; N/A when it was not measured")
    @Timespan(Timespan.NANOSECONDS)
    public long cpuTime = EventText.UNKNOWN_TIME;

    @Label("Allocated")
    @Description("Bytes allocated by the span's thread between start and end; N/A when it was not measured")
    @DataAmount
    public double allocated = EventText.UNKNOWN;

    @Label("Queued")
    @Description("Time the task waited for a free thread, on the first span of that task; N/A for other spans, and when"
            + " unknown")
    @Timespan(Timespan.NANOSECONDS)
    public long queuedTime = EventText.UNKNOWN_TIME;

    @Label("Chunk Count")
    @Description("Number of parts of a streamed result; N/A when the result was not streamed")
    public double chunkCount = EventText.UNKNOWN;

    @Label("First Chunk")
    @Description("Time from the start to the first part of a streamed result; N/A when there was none")
    @Timespan(Timespan.NANOSECONDS)
    public long firstChunk = EventText.UNKNOWN_TIME;

    @Label("Last Chunk")
    @Description("Time from the start to the last part of a streamed result; N/A when there was none")
    @Timespan(Timespan.NANOSECONDS)
    public long lastChunk = EventText.UNKNOWN_TIME;

    @Label("Longest Chunk Gap")
    @Description("Longest time between two parts of a streamed result; N/A when there were fewer than two")
    @Timespan(Timespan.NANOSECONDS)
    public long maxChunkGap = EventText.UNKNOWN_TIME;

    @Label("Handler Time")
    @Description("Total time the application spent handling elements of the streamed result")
    @Timespan(Timespan.NANOSECONDS)
    public long handlerTime = EventText.UNKNOWN_TIME;

    @Label("Handler Time Before First Chunk")
    @Description("Part of the handler time before the first chunk arrived")
    @Timespan(Timespan.NANOSECONDS)
    public long handlerTimeBefore = EventText.UNKNOWN_TIME;

    @Label("Handler Time After Last Chunk")
    @Description("Part of the handler time after the last chunk arrived")
    @Timespan(Timespan.NANOSECONDS)
    public long handlerTimeAfter = EventText.UNKNOWN_TIME;

    /** When the span started, nanoseconds since 1970, for the chunks; not part of the event. */
    public transient long startEpochNanos;

    /** The same span in a few columns. */
    public final transient CallEvent call;

    TypedEvent(CallEvent call) {
        this.call = call;
    }

    /** Answers whether a recording wants this event or the one in a few columns. */
    public final boolean isWanted() {
        return isEnabled() || call.isEnabled();
    }

    /** Fills the event in a few columns from this one, which is complete. */
    public final void complete() {
        call.startThread = startThread;
        call.status = status;
        call.errorType = errorType;
        call.traceId = traceId;
        call.spanKey = spanKey;
        fillCall();
    }

    /**
     * Stores an attribute of the span in the field made for it; one that has no field is left out, the segments have it.
     *
     * <p><b>Threading:</b> consumer thread only.
     */
    public final void attribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.OPERATION_NAME -> operationName = EventText.of(value);
            case Attributes.ERROR_TYPE -> errorType = EventText.of(value);
            case Attributes.ERROR_MESSAGE_LENGTH -> errorMessageLength(value);
            case Attributes.REMOTE_PARENT -> remoteParent = Boolean.TRUE.equals(value);
            case Attributes.HANDED_OVER -> handedOver = Boolean.TRUE.equals(value);
            case Attributes.WRAPPER -> wrapper = Boolean.TRUE.equals(value);
            default -> ownAttribute(attribute, value);
        }
    }

    private void errorMessageLength(Object told) {
        if (told instanceof Map<?, ?> map) {
            errorMessageChars = EventText.count(map.get("chars"));
            errorMessageHash = EventText.of(map.get("hash"));
        }
    }

    /** Puts every field of this class back to what a new event has. */
    final void clearSpan() {
        traceId = null;
        spanId = null;
        parentId = null;
        spanKey = 0;
        name = null;
        kind = null;
        rule = null;
        status = null;
        errorType = null;
        errorMessage = null;
        errorMessageChars = EventText.UNKNOWN;
        errorMessageHash = null;
        operationName = null;
        remoteParent = false;
        handedOver = false;
        wrapper = false;
        startThread = null;
        call.startThread = null;
        endThread = null;
        startThreadName = null;
        endThreadName = null;
        cpuTime = EventText.UNKNOWN_TIME;
        allocated = EventText.UNKNOWN;
        queuedTime = EventText.UNKNOWN_TIME;
        chunkCount = EventText.UNKNOWN;
        firstChunk = EventText.UNKNOWN_TIME;
        lastChunk = EventText.UNKNOWN_TIME;
        maxChunkGap = EventText.UNKNOWN_TIME;
        handlerTime = EventText.UNKNOWN_TIME;
        handlerTimeBefore = EventText.UNKNOWN_TIME;
        handlerTimeAfter = EventText.UNKNOWN_TIME;
        startEpochNanos = 0;
    }

    /** Stores an attribute that only this kind of event has a field for; takes any other without effect. */
    abstract void ownAttribute(String attribute, Object value);

    /** Fills the fields that only this kind of event has in a few columns. */
    abstract void fillCall();
}
