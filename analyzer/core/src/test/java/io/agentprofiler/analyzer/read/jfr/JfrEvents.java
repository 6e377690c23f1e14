// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.jfr;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What the agent's events look like in a file, as far as they are read. */
final class JfrEvents {
    static final TraceId TRACE = new TraceId(0x0123456789abcdefL, 0xfedcba9876543210L);

    private JfrEvents() {}

    @StackTrace(false)
    abstract static class SpanLike extends Event {
        String traceId = TRACE.toString();
        String spanId;
        String parentId;
        String name;
        String kind;
        String rule = "acme/rule";
        String status = "ok";
        String errorType;
        String errorMessage;
        int errorMessageChars = -1;
        String errorMessageHash;
        boolean wrapper;
        Thread startThread = Thread.currentThread();
        String startThreadName;
        Thread endThread;
        String endThreadName = "callback";

        @Timespan(Timespan.NANOSECONDS)
        long cpuTime = -1;

        @DataAmount
        long allocated = -1;

        int chunkCount = -1;

        @Timespan(Timespan.NANOSECONDS)
        long firstChunk = -1;

        @Timespan(Timespan.NANOSECONDS)
        long lastChunk = -1;

        @Timespan(Timespan.NANOSECONDS)
        long maxChunkGap = -1;

        @Timespan(Timespan.NANOSECONDS)
        long queuedTime = -1;

        @Timespan(Timespan.NANOSECONDS)
        long handlerTime = -1;

        @Timespan(Timespan.NANOSECONDS)
        long handlerTimeBefore = -1;

        @Timespan(Timespan.NANOSECONDS)
        long handlerTimeAfter = -1;
    }

    @Name("agentprofiler.Llm")
    static final class Llm extends SpanLike {
        String provider;
        String requestModel;
        String finishReasons;
        double temperature = -1;
        int maxTokens = -1;
        int inputTokens = -1;
        int outputTokens = -1;
    }

    /** Numbers that may be missing are doubles; in recordings of older agents they are whole, and -1. */
    @Name("agentprofiler.LlmDetails")
    static final class LlmDetails extends SpanLike {
        double temperature = Double.NaN;
        double maxTokens = 200;
        double inputTokens = 3_000_000_000.0;
        double outputTokens = Double.NaN;
    }

    /** The same call in a few columns. */
    @Name("agentprofiler.Llm")
    static final class Call extends Event {
        String traceId = TRACE.toString();
        long spanKey = 1;
        double inputTokens = 3_000_000_000.0;
    }

    @Name("agentprofiler.Tool")
    static final class Tool extends SpanLike {
        String toolName;
    }

    @Name("agentprofiler.Chunk")
    @StackTrace(false)
    static final class Chunk extends Event {
        String spanId;
        int number;

        @Timespan(Timespan.NANOSECONDS)
        long sinceStart;

        String type = "text";
        int chars;
    }

    @Name("agentprofiler.Span")
    static final class Lane extends Event {
        long spanKey = 1;
    }

    @Name("agentprofiler.Pipeline")
    @StackTrace(false)
    static final class Pipeline extends Event {
        String service = "acme";
        long pid = 17;
        long emittedStarts;
        long emittedChunks = 15;
        long emittedEnds = 2;
        String dropReasons = "SPAN_CHUNK ring_full 12, SPAN_CHUNK shed 1";
        long queuedStarts;
        long queuedChunks = 1;
        long queuedEnds;
        long payloadsDropped = 4;
        long started = 3;
        long ended = 2;
        long open = 1;
        long abandoned;
        long committed = 9;
        long tooEarly = 6;
        long absorbed = 5;
    }

    @Name("agentprofiler.Backend")
    @StackTrace(false)
    static final class Backend extends Event {
        String endpoint = "http://box";
        boolean up;
        String failure;
        String server;
        String model;
        int engines = -1;
        long running = -1;
        long waiting = -1;
        double kvCacheUsage = -1;
    }

    @Name("agentprofiler.Forecast")
    @StackTrace(false)
    static final class Published extends Event {
        String traceId = "000000000000000000000000000000a1";
        String afterSpan = "00000000000000b2";
        long stageEpochNanos = 77;
        int endedCalls = 2;
        String lastCall = "llm m";
        double remainingSeconds = 1.5;
        double remainingSecondsLow = 1;
        double remainingSecondsHigh = 2;
        int remainingSecondsFrom = 39;
        double remainingCalls = 3;
        double remainingCallsLow = -1;
        double remainingCallsHigh = -1;
        int remainingCallsFrom = 7;
        double remainingUsd = -1;
        int remainingUsdFrom = -1;
        String nextTool = "search";
        double nextToolShare = 0.75;
        int nextToolFrom = 39;
    }

    /** Records what {@code events} commits, in a directory. */
    static Path recorded(Path directory, Runnable events) throws IOException {
        Path file = directory.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            events.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }
}
