// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One turn of a thread of Codex.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CodexTurn {
    /** The call of a tool that started the agent of another thread, or gave it more to do. */
    record Link(String thread, ToolRun tool, String name) {}

    private static final Pattern ID_WITH_TIME =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final AgentRun run;
    private final String copiedFrom;
    final CodexEvents events = new CodexEvents();
    final Map<String, Link> links = new LinkedHashMap<>();
    /** What the thread's totals grew by in it. */
    long inputGrowth;

    long outputGrowth;
    boolean hasGrowth;
    String turnId;
    long startedAt = Unknown.LONG;
    private long contents = 1;
    private boolean hasContents;
    private long lastNanos = Unknown.LONG;

    CodexTurn(String agent, String copiedFrom) {
        this.run = new AgentRun(agent);
        this.copiedFrom = copiedFrom;
    }

    AgentRun run() {
        return run;
    }

    /** Returns the thread of which records were copied before it, or {@code null}. */
    String copiedFrom() {
        return copiedFrom;
    }

    /** Returns when it began, in seconds since 1970, if the log says so apart from the record's own time. */
    long startedAt() {
        return startedAt;
    }

    /** Returns when its id was made, in milliseconds since 1970, if the id is a UUID that says so; else it is absent. */
    long createdMillis() {
        return turnId != null && ID_WITH_TIME.matcher(turnId).matches()
                ? Long.parseLong(turnId.substring(0, 8) + turnId.substring(9, 13), 16)
                : Unknown.LONG;
    }

    long lastNanos() {
        return lastNanos;
    }

    /** Takes note of a record that a copy of the turn repeats. */
    void holds(Object content, long nanos) {
        contents = contents * 0x9e3779b97f4a7c15L + content.hashCode();
        hasContents = true;
        seen(nanos);
    }

    void seen(long nanos) {
        lastNanos = Math.max(lastNanos, nanos);
    }

    /** Returns what it has in common with its copies. */
    List<Object> marks() {
        List<Object> marks = new ArrayList<>();
        if (turnId != null) {
            marks.add(turnId);
        }
        if (hasContents) {
            marks.add(contents);
        }
        return marks;
    }

    /** Tells the runs what the thread's totals grew by beyond their calls. */
    static void reconcile(List<CodexTurn> turns) {
        long input = 0;
        long output = 0;
        AgentRun last = null;
        for (CodexTurn turn : turns) {
            if (turn.hasGrowth) {
                input += turn.inputGrowth;
                output += turn.outputGrowth;
                for (ModelCall call : turn.run.calls()) {
                    input -= Math.max(0, call.input);
                    output -= Math.max(0, call.output);
                }
            }
            last = turn.run.isIdle() ? last : turn.run;
        }
        if (last != null) {
            last.unattributed(input, output, 0);
        }
    }
}
