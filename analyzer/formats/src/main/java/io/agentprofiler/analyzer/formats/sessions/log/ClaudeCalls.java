// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions.log;

import io.agentprofiler.analyzer.formats.sessions.AgentRun;
import io.agentprofiler.analyzer.formats.sessions.ModelCall;
import io.agentprofiler.analyzer.formats.sessions.ToolRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The calls of models and tools of one session, by their ids, with whose they are.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ClaudeCalls {
    /** A call of a model that any of an answer's records may go on with. */
    record Answer(ClaudeLine line, String request, ModelCall call) {}

    private record Owned(ClaudeLine line, AgentRun run) {}

    private final Map<String, List<Answer>> answers = new HashMap<>();
    private final Map<String, ToolRun> tools = new LinkedHashMap<>();
    private final Map<ToolRun, Owned> owners = new HashMap<>();
    private Set<String> named;

    /** Finds the answer with an id, of a request where both say which; {@code null} where there is none. */
    Answer answer(String message, String request) {
        for (Answer answer : answers.getOrDefault(message, List.of())) {
            if (request == null || answer.request() == null || answer.request().equals(request)) {
                return answer;
            }
        }
        return null;
    }

    void add(String message, Answer answer) {
        answers.computeIfAbsent(message, any -> new ArrayList<>()).add(answer);
    }

    /** Adds a tool's call; answers {@code false} where it is known. */
    boolean add(ToolRun tool, ClaudeLine line, AgentRun run) {
        if (tool.id() != null && tools.putIfAbsent(tool.id(), tool) != null) {
            return false;
        }
        owners.put(tool, new Owned(line, run));
        return true;
    }

    ToolRun tool(String id) {
        return id == null ? null : tools.get(id);
    }

    /** Returns the tools with an id, in the order they were called. */
    Collection<ToolRun> tools() {
        return tools.values();
    }

    /** Returns the run that called a tool. */
    AgentRun owner(ToolRun tool) {
        return owners.get(tool).run();
    }

    /** Returns the agent that called a tool. */
    ClaudeLine line(ToolRun tool) {
        return owners.get(tool).line();
    }

    /** Answers whether the log names the agent that a tool's call started. */
    boolean isNamed(ToolRun tool, AgentLinks links, Set<String> agents) {
        if (named == null) {
            named = new HashSet<>();
            agents.forEach(agent -> named.add(links.tool(agent)));
        }
        return named.contains(tool.id());
    }
}
