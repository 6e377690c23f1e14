// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an agent did for one question of a user, or for the agent that called it.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class AgentRun {
    /** How it is called; a log may say so only when its answer is there. */
    public String name;

    final List<Doing> doings = new ArrayList<>();
    /** Agents it started of which no call of a tool is known. */
    final List<AgentRun> agents = new ArrayList<>();

    private final Map<String, ToolRun> tools = new LinkedHashMap<>();
    /** What its source says was used beyond the calls that it tells of. */
    private final long[] unattributed = new long[3];

    long firstNanos = Unknown.LONG;
    long lastNanos = Unknown.LONG;
    /** How it ended; {@code null} where the log does not say in words. */
    public SpanStatus status;
    /** What it was asked, as text or values of JSON. */
    public Object question;

    private String answer;
    private long givenNanos = Unknown.LONG;
    private ModelCall last;

    public AgentRun(String name) {
        this.name = name;
    }

    /** Answers whether it did nothing that a log tells. */
    public boolean isIdle() {
        return doings.isEmpty() && agents.isEmpty();
    }

    /** Answers whether it has answered, and no tool is still to give its result. */
    public boolean isAtRest() {
        return last != null && tools.values().stream().noneMatch(ToolRun::isOpen);
    }

    /** Returns its first moment, absent where none is known. */
    public long firstNanos() {
        return firstNanos;
    }

    /** Returns its last moment, absent where none is known. */
    public long lastNanos() {
        return lastNanos;
    }

    /** Forgets all times, which are those of a copy. */
    public void forgetTimes() {
        firstNanos = Unknown.LONG;
        lastNanos = Unknown.LONG;
        for (Doing doing : doings) {
            if (doing instanceof ModelCall call) {
                call.startNanos = Unknown.LONG;
                call.endNanos = Unknown.LONG;
            } else if (doing instanceof ToolRun tool) {
                tool.startNanos = Unknown.LONG;
                tool.endNanos = Unknown.LONG;
                tool.waits.clear();
            }
        }
    }

    /** Takes note that a total of its source holds more tokens than its calls. */
    public void unattributed(long input, long output, long either) {
        unattributed[0] += Math.max(0, input);
        unattributed[1] += Math.max(0, output);
        unattributed[2] += Math.max(0, either);
    }

    /** Returns tokens beyond those of the calls: of prompts, of answers, of either. */
    long[] unattributed() {
        return unattributed;
    }

    /** Returns its calls of models, in order. */
    public List<ModelCall> calls() {
        return doings.stream()
                .filter(ModelCall.class::isInstance)
                .map(ModelCall.class::cast)
                .toList();
    }

    /** Takes note of a moment in which it ran. */
    public void moment(long nanos) {
        if (nanos != Unknown.LONG) {
            firstNanos = firstNanos == Unknown.LONG ? nanos : Math.min(firstNanos, nanos);
            lastNanos = Math.max(lastNanos, nanos);
        }
    }

    /** Takes note that it was given something that its next call of a model begins with. */
    public void given(long nanos) {
        moment(nanos);
        givenNanos = nanos == Unknown.LONG ? givenNanos : nanos;
    }

    /** Takes note that the client gave it something for its next call, which is no work: the time before may be the user's. */
    public void told(long nanos) {
        givenNanos = nanos == Unknown.LONG ? givenNanos : nanos;
    }

    /** Takes note that it was given something at a moment that is not known. */
    public void givenSometime() {
        givenNanos = Unknown.LONG;
    }

    /** Returns the last call of a model, {@code null} before the first. */
    public ModelCall last() {
        return last;
    }

    /** Begins a call of a model, at what the agent was given last. */
    public ModelCall call(String id, long nanos) {
        ModelCall call = new ModelCall(id);
        call.startNanos = givenNanos != Unknown.LONG && givenNanos <= nanos ? givenNanos : Unknown.LONG;
        call.until(nanos);
        moment(call.startNanos);
        moment(nanos);
        doings.add(call);
        last = call;
        return call;
    }

    /** Adds a tool's run. */
    public void runs(ToolRun tool) {
        moment(tool.startNanos);
        doings.add(tool);
        if (tool.id != null) {
            tools.put(tool.id, tool);
        }
    }

    /** Returns the run of a tool with the id, or {@code null}. */
    public ToolRun tool(String id) {
        return id == null ? null : tools.get(id);
    }

    /** Returns its tools with an id. */
    public Iterable<ToolRun> tools() {
        return tools.values();
    }

    /** Adds an agent that it started, as what a tool did where that is known. */
    public void starts(AgentRun agent, ToolRun tool) {
        (tool == null ? agents : tool.agents).add(agent);
    }

    /** Takes note of what it answered so far. */
    public void answers(String text) {
        answer = text == null || text.isEmpty() ? answer : text;
    }

    /** Answers whether the model has said something. */
    public boolean hasAnswered() {
        return answer != null;
    }

    /** Returns how it ended: well where nothing came after the model's last answer, which asked for no tool; else nobody knows. */
    SpanStatus outcome() {
        boolean answered = answer != null && !doings.isEmpty() && doings.get(doings.size() - 1) == last;
        return status != null ? status : answered ? SpanStatus.OK : null;
    }

    String answer() {
        return answer;
    }

    /** Something an agent does. */
    sealed interface Doing permits ModelCall, ToolRun {}
}
