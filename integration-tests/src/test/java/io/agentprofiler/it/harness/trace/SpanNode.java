// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.trace;

import java.util.ArrayList;
import java.util.List;

/** One span as it was read back, with its children in order of their start. */
public final class SpanNode {
    String traceId;
    String id;
    String parentId;
    boolean remoteParent;
    String kind;
    String name;
    String status = "unfinished";
    String errorType;
    long start;
    long end = -1;
    long inputTokens = -1;
    long outputTokens = -1;
    long cachedTokens = -1;
    long reasoningTokens = -1;
    long chunks;
    String startThread;
    String responseId;
    final List<SpanNode> children = new ArrayList<>();

    SpanNode() {}

    /** Returns the trace's id, 32 hex digits. */
    public String traceId() {
        return traceId;
    }

    /** Returns the span's id, 16 hex digits. */
    public String id() {
        return id;
    }

    /** Returns the parent's id, {@code null} for none. */
    public String parentId() {
        return parentId;
    }

    /** Answers whether the parent is a span of another process. */
    public boolean isRemoteParent() {
        return remoteParent;
    }

    /** Returns the kind's word, for example {@code llm}. */
    public String kind() {
        return kind;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns {@code ok}, {@code error}, {@code cancelled}, or {@code unfinished} without an end. */
    public String status() {
        return status;
    }

    /** Returns the start; nanoseconds since the epoch from segments, ticks of an unknown origin from recordings. */
    public long start() {
        return start;
    }

    /** Returns the end in the start's unit, or -1. */
    public long end() {
        return end;
    }

    /** Returns the reported input tokens, or -1 when they are unknown. */
    public long inputTokens() {
        return inputTokens;
    }

    /** Returns the reported output tokens, or -1 when they are unknown. */
    public long outputTokens() {
        return outputTokens;
    }

    /** Returns the reported cached input tokens, or -1 when they are unknown. */
    public long cachedTokens() {
        return cachedTokens;
    }

    /** Returns the reported reasoning tokens, or -1 when they are unknown. */
    public long reasoningTokens() {
        return reasoningTokens;
    }

    /** Returns the id of the model's answer, {@code null} for none. */
    public String responseId() {
        return responseId;
    }

    /** Returns how many chunks it had. */
    public long chunks() {
        return chunks;
    }

    /** Returns the name of the thread it started on. */
    public String startThread() {
        return startThread;
    }

    /** Returns the children in order of their start. */
    public List<SpanNode> children() {
        return List.copyOf(children);
    }

    /** Returns what a tree shows of this span: kind, name, and whatever of status, error, tokens and chunks there is. */
    String line() {
        StringBuilder line = new StringBuilder(kind).append(' ').append(name);
        if (inputTokens >= 0) {
            line.append(" in=").append(inputTokens);
        }
        if (outputTokens >= 0) {
            line.append(" out=").append(outputTokens);
        }
        if (cachedTokens >= 0) {
            line.append(" cached=").append(cachedTokens);
        }
        if (reasoningTokens >= 0) {
            line.append(" reasoning=").append(reasoningTokens);
        }
        if (chunks > 0) {
            line.append(" chunks=").append(chunks);
        }
        if (!"ok".equals(status)) {
            line.append(" !").append(status);
        }
        if (errorType != null) {
            line.append(' ').append(errorType);
        }
        return line.toString();
    }
}
