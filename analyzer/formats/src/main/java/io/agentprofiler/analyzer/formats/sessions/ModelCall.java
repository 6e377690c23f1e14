// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun.Doing;
import io.agentprofiler.analyzer.read.text.ChatMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A call of a model: from what the agent was given last, a message or a tool's result, to the end of the answer.
 *
 * <p>Times are nanoseconds since 1970; a number that is not known is {@link Unknown#LONG}. <b>Threading:</b> one thread.
 */
public final class ModelCall implements Doing {
    /** The answer's id, or {@code null}. */
    public final String id;

    public String model;
    public String provider;
    public long startNanos = Unknown.LONG;
    public long endNanos = Unknown.LONG;
    /** All tokens of the prompt, cached ones included. */
    public long input = Unknown.LONG;

    public long cacheRead = Unknown.LONG;
    public long cacheWrite = Unknown.LONG;
    /** All tokens of the answer, reasoning included. */
    public long output = Unknown.LONG;

    public long reasoning = Unknown.LONG;
    /** Of the tokens written to the cache, those with a lifetime of an hour. */
    public long cacheWriteHour = Unknown.LONG;
    /** Searches that the provider ran for the answer. */
    public long webSearches = Unknown.LONG;
    /** What of the API answered, such as {@code batch} or {@code fast}; {@code null} where that is the usual. */
    public String tier;

    public String speed;
    /** What the log says that it cost, in US dollars, or {@code null}. */
    public Object usd;
    /** Whether the log holds only beginnings of the answer, so that it counts less than the whole. */
    public boolean unfinished;

    /** What the answer says, in the order it came. */
    final List<Object> parts = new ArrayList<>();

    public ModelCall(String id) {
        this.id = id;
    }

    /** Takes note that the answer had not ended before a moment. */
    public void until(long nanos) {
        endNanos = Math.max(endNanos, nanos);
    }

    /** Answers whether its tokens are known. */
    public boolean hasUsage() {
        return input != Unknown.LONG || output != Unknown.LONG;
    }

    /** Adds a text to the answer. */
    public void says(String text) {
        if (text != null && !text.isEmpty()) {
            Map<String, Object> part = ChatMessages.text(text);
            // a later copy of the answer repeats its beginning
            if (!parts.contains(part)) {
                parts.add(part);
            }
        }
    }

    /** Adds the call of a tool to the answer. */
    public void asksFor(ToolRun tool) {
        parts.add(ChatMessages.toolCall(tool.id, tool.name, tool.arguments));
    }
}
