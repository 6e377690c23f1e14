// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts threads of Codex that tools of other threads started below these tools.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CodexAgents {
    private static final List<String> STARTED = List.of(
            "new_thread_id",
            "new_process_id",
            "new_agent_thread_id",
            "agent_thread_id",
            "receiver_thread_id",
            "receiver_process_id");
    private static final List<String> NAMES = List.of(
            "new_agent_role",
            "receiver_agent_role",
            "agent_role",
            "new_agent_nickname",
            "receiver_agent_nickname",
            "agent_nickname");

    private final Set<CodexTurn> parts = new HashSet<>();
    private final Set<Object> copies = new HashSet<>();

    /** A tool's call that made a thread work, and the run that called it. */
    private record Caller(CodexThread thread, CodexTurn.Link link) {}

    CodexAgents(Map<String, CodexThread> threads) {
        Map<String, List<Caller>> callers = new HashMap<>();
        for (CodexThread thread : threads.values()) {
            for (CodexTurn turn : thread.own()) {
                for (CodexTurn.Link link : turn.links.values()) {
                    if (!link.thread().equals(thread.id())) {
                        callers.computeIfAbsent(link.thread(), any -> new ArrayList<>())
                                .add(new Caller(thread, link));
                    }
                }
            }
        }
        Map<String, String> above = new HashMap<>();
        for (CodexThread thread : threads.values()) {
            List<Caller> own = callers.getOrDefault(thread.id(), List.of());
            CodexThread parent = own.isEmpty() ? null : own.get(0).thread();
            parent = thread.parent() != null && threads.containsKey(thread.parent())
                    ? threads.get(thread.parent())
                    : parent;
            if (parent != null && !isBelow(parent.id(), thread.id(), above)) {
                above.put(thread.id(), parent.id());
                place(thread, parent, own);
            }
        }
    }

    private static boolean isBelow(String thread, String other, Map<String, String> above) {
        for (String up = thread; up != null; up = above.get(up)) {
            if (up.equals(other)) {
                return true;
            }
        }
        return false;
    }

    private void place(CodexThread thread, CodexThread parent, List<Caller> callers) {
        String name = thread.name();
        for (Caller caller : callers) {
            name = name == null ? caller.link().name() : name;
        }
        boolean first = true;
        for (CodexTurn turn : thread.own()) {
            AgentRun run = turn.run();
            if (run.isIdle()) {
                continue;
            }
            ToolRun tool = null;
            for (Caller caller : callers) {
                ToolRun asked = caller.link().tool();
                if (caller.thread() == parent && (tool == null || !first && asked.startNanos <= run.firstNanos())) {
                    tool = asked;
                }
            }
            AgentRun around = tool == null ? around(parent, run.firstNanos()) : null;
            if (tool != null || around != null) {
                run.name = name == null ? run.name : name;
                if (tool == null) {
                    around.starts(run, null);
                } else {
                    tool.starts(run);
                }
                parts.add(turn);
            }
            first = false;
        }
    }

    /** Returns the run of a thread in whose time something began, {@code null} where none is known. */
    private static AgentRun around(CodexThread parent, long nanos) {
        AgentRun around = null;
        for (CodexTurn turn : parent.own()) {
            long first = turn.run().firstNanos();
            if (!turn.run().isIdle() && first != Unknown.LONG && first <= nanos) {
                around = turn.run();
            }
        }
        return around;
    }

    /** Answers whether a turn stands below the tool that started its agent. */
    boolean isPart(CodexTurn turn) {
        return parts.contains(turn);
    }

    /** Answers whether no equal copy of a turn was sent. */
    boolean sendsCopy(CodexTurn turn) {
        boolean isNew = turn.marks().stream().noneMatch(copies::contains);
        copies.addAll(turn.marks());
        return isNew;
    }

    /** Returns the thread that an event says was made to work, or {@code null}. */
    static String started(Located event) {
        for (String field : STARTED) {
            if (event.get(field).isText()) {
                return (String) event.get(field).value();
            }
        }
        return null;
    }

    /** Returns the sort of the agent that an event says was made to work, or {@code null}. */
    static String name(Located event) {
        for (String field : NAMES) {
            if (event.get(field).isText()) {
                return (String) event.get(field).value();
            }
        }
        return null;
    }
}
