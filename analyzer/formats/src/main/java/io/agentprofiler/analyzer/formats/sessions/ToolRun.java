// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun.Doing;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A tool's run: from the moment the model had asked for it to its result. The user's consent, where that is asked, is part of it.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ToolRun implements Doing {
    private static final Pattern ASKS_USER = Pattern.compile(
            "(?i)(?:.*__)?(?:ask_?(?:the_?)?(?:user|human)(?:_?questions?)?|ask_?follow_?up_?questions?|exit_?plan_?mode"
                    + "|(?:request|get|prompt)_?user_?(?:input|confirmation|approval))");

    final String id;
    final String name;
    final Object arguments;
    /** When the model had asked for it, or when it began where the log says that. */
    public long startNanos;

    public long endNanos = Unknown.LONG;
    /** How it ended, {@code null} where the log does not say. */
    public SpanStatus status;

    public Object result;
    /** Agents that it started, or gave more to do. */
    final List<AgentRun> agents = new ArrayList<>();
    /** When it waited for the user, as pairs of moments. */
    final List<long[]> waits = new ArrayList<>();

    /**
     * Makes a run without a result.
     *
     * @param id of the call, or {@code null}
     * @param arguments text, or values of JSON, or {@code null}
     */
    public ToolRun(String id, String name, Object arguments, long startNanos) {
        this.id = id;
        this.name = name;
        this.arguments = arguments;
        this.startNanos = startNanos;
    }

    /** Adds an agent that it started, or gave more to do. */
    public void starts(AgentRun agent) {
        agents.add(agent);
    }

    /** Takes note that it waited for the user, who was asked for consent, for example. What was said of the same beginning is over. */
    public void waits(long fromNanos, long toNanos) {
        waits.removeIf(wait -> wait[0] == fromNanos);
        if (fromNanos != Unknown.LONG && toNanos != Unknown.LONG && fromNanos < toNanos) {
            waits.add(new long[] {fromNanos, toNanos});
        }
    }

    /** Takes note that all it did was to wait for the user. */
    public void waitedThroughout() {
        waits.clear();
        waits(startNanos, endNanos);
    }

    /** Answers whether it asks the user, and does nothing else. */
    boolean asksUser() {
        return name != null && ASKS_USER.matcher(name).matches();
    }

    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** Answers whether no agent is known that it started. */
    public boolean hasNoAgent() {
        return agents.isEmpty();
    }

    /** Returns what it was called with. */
    public Object arguments() {
        return arguments;
    }

    /** Answers whether its result is not known yet. */
    public boolean isOpen() {
        return endNanos == Unknown.LONG && result == null;
    }

    /**
     * Takes the result.
     *
     * @param nanos absent where its time is not known
     * @param how {@code null} where the log does not say
     */
    public void ends(long nanos, Object with, SpanStatus how) {
        endNanos = nanos;
        result = with;
        status = how;
    }
}
