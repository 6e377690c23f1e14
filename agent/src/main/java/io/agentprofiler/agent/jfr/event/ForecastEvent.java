// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.agent.jfr.annotation.SpanId;
import io.agentprofiler.agent.jfr.annotation.TraceId;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Outlook;
import io.agentprofiler.shared.forecast.StageTarget;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * What is forecast of a workflow that goes on.
 *
 * <p>The span's id is not in a field {@code spanId}: analyzers that do not know this event would take it for a span.
 *
 * <p><b>Threading:</b> made and committed on the ring's consumer, a little after the stage began.
 */
@Name("agentprofiler.Forecast")
@Label("Forecast")
@Description("What is still to come of a workflow, if agentprofiler.forecast names a model")
@Category("Agent Profiler")
@StackTrace(false)
@Threshold("0 ns")
public final class ForecastEvent extends Event {
    @Label("Trace Id")
    @TraceId
    String traceId;

    @Label("After Span")
    @Description("Id of the call that ended last; of the first span when the workflow has begun")
    @SpanId
    String afterSpan;

    @Label("Stage Time")
    @Description("When that call ended, in nanoseconds since 1970")
    long stageEpochNanos;

    @Label("Workflow")
    @Description("Name of the workflow's first span")
    String workflow;

    @Label("Ended Calls")
    @Description("Model and tool calls that have ended")
    int endedCalls;

    @Label("Last Call")
    @Description("The call that ended last, llm or tool and its name; empty when none has")
    String lastCall;

    @Label("Remaining Seconds")
    @Description("Time to the end of the workflow, in seconds; N/A when nothing is told")
    double remainingSeconds;

    @Label("Remaining Seconds Low")
    @Description("Lower end of the 90 % interval; N/A when there is none")
    double remainingSecondsLow;

    @Label("Remaining Seconds High")
    @Description("Upper end of the 90 % interval; N/A when there is none")
    double remainingSecondsHigh;

    @Label("Remaining Seconds From")
    @Description("From how many earlier workflows; N/A when nothing is told")
    double remainingSecondsFrom;

    @Label("Remaining Calls")
    @Description("Model and tool calls that have not ended; N/A when nothing is told")
    double remainingCalls;

    @Label("Remaining Calls Low")
    @Description("Lower end of the 90 % interval; N/A when there is none")
    double remainingCallsLow;

    @Label("Remaining Calls High")
    @Description("Upper end of the 90 % interval; N/A when there is none")
    double remainingCallsHigh;

    @Label("Remaining Calls From")
    @Description("From how many earlier workflows; N/A when nothing is told")
    double remainingCallsFrom;

    @Label("Remaining Cost")
    @Description(
            "What these cost by the price list the model was trained with, in US dollars; N/A when nothing is told")
    double remainingUsd;

    @Label("Remaining Cost Low")
    @Description("Lower end of the 90 % interval; N/A when there is none")
    double remainingUsdLow;

    @Label("Remaining Cost High")
    @Description("Upper end of the 90 % interval; N/A when there is none")
    double remainingUsdHigh;

    @Label("Remaining Cost From")
    @Description("From how many earlier workflows; N/A when nothing is told")
    double remainingUsdFrom;

    @Label("Next Input Tokens")
    @Description("Input tokens of the next model call to begin; N/A when nothing is told")
    double nextInputTokens;

    @Label("Next Input Tokens Low")
    @Description("Lower end of the 90 % interval; N/A when there is none")
    double nextInputTokensLow;

    @Label("Next Input Tokens High")
    @Description("Upper end of the 90 % interval; N/A when there is none")
    double nextInputTokensHigh;

    @Label("Next Input Tokens From")
    @Description("From how many earlier workflows; N/A when nothing is told")
    double nextInputTokensFrom;

    @Label("Next Output Tokens")
    @Description("Output tokens of that call; N/A when nothing is told")
    double nextOutputTokens;

    @Label("Next Output Tokens Low")
    @Description("Lower end of the 90 % interval; N/A when there is none")
    double nextOutputTokensLow;

    @Label("Next Output Tokens High")
    @Description("Upper end of the 90 % interval; N/A when there is none")
    double nextOutputTokensHigh;

    @Label("Next Output Tokens From")
    @Description("From how many earlier workflows; N/A when nothing is told")
    double nextOutputTokensFrom;

    @Label("Next Tool")
    @Description("The tool that is most likely next, (no tool) for none; empty when nothing is told")
    String nextTool;

    @Label("Next Tool Share")
    @Description("Share of the earlier workflows in which it came next; N/A when nothing is told")
    double nextToolShare;

    @Label("Next Tool From")
    @Description("From how many earlier workflows; N/A when nothing is told")
    double nextToolFrom;

    /** Fills the event. */
    public void fill(StageForecast forecast) {
        traceId = EventText.traceId(forecast.span().traceHigh, forecast.span().traceLow);
        afterSpan = EventText.spanId(forecast.span().id);
        stageEpochNanos = forecast.epochNanos();
        Outlook outlook = forecast.outlook();
        workflow = EventText.of(outlook.stage().workflow());
        endedCalls = outlook.stage().ended();
        lastCall = EventText.of(outlook.stage().last());
        Forecast remainingSecondsTold = outlook.forecast(StageTarget.SECONDS);
        remainingSeconds = value(remainingSecondsTold);
        remainingSecondsLow = low(remainingSecondsTold);
        remainingSecondsHigh = high(remainingSecondsTold);
        remainingSecondsFrom = from(remainingSecondsTold);
        Forecast remainingCallsTold = outlook.forecast(StageTarget.CALLS);
        remainingCalls = value(remainingCallsTold);
        remainingCallsLow = low(remainingCallsTold);
        remainingCallsHigh = high(remainingCallsTold);
        remainingCallsFrom = from(remainingCallsTold);
        Forecast remainingUsdTold = outlook.forecast(StageTarget.USD);
        remainingUsd = value(remainingUsdTold);
        remainingUsdLow = low(remainingUsdTold);
        remainingUsdHigh = high(remainingUsdTold);
        remainingUsdFrom = from(remainingUsdTold);
        Forecast nextInputTokensTold = outlook.forecast(StageTarget.INPUT);
        nextInputTokens = value(nextInputTokensTold);
        nextInputTokensLow = low(nextInputTokensTold);
        nextInputTokensHigh = high(nextInputTokensTold);
        nextInputTokensFrom = from(nextInputTokensTold);
        Forecast nextOutputTokensTold = outlook.forecast(StageTarget.OUTPUT);
        nextOutputTokens = value(nextOutputTokensTold);
        nextOutputTokensLow = low(nextOutputTokensTold);
        nextOutputTokensHigh = high(nextOutputTokensTold);
        nextOutputTokensFrom = from(nextOutputTokensTold);
        NextTools.Next next = outlook.nextTool();
        nextTool = next == null ? null : EventText.of(next.tool());
        nextToolShare = next == null ? EventText.UNKNOWN : next.share();
        nextToolFrom = next == null ? EventText.UNKNOWN : next.workflows();
    }

    private static double value(Forecast told) {
        return told == null ? EventText.UNKNOWN : told.value();
    }

    private static double low(Forecast told) {
        return told == null || !told.hasInterval() ? EventText.UNKNOWN : told.low();
    }

    private static double high(Forecast told) {
        return told == null || !told.hasInterval() ? EventText.UNKNOWN : told.high();
    }

    private static double from(Forecast told) {
        return told == null ? EventText.UNKNOWN : told.workflows();
    }
}
