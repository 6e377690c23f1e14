// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tools and model calls that stand as workflows of their own, though models ask for the tools: pieces of runs of an agent that is
 * not traced. Of a run with very many workflows the first ones count.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LooseCalls {
    private static final int MOST_WORKFLOWS = 100_000;
    private static final Pattern TRACE = Pattern.compile("\"trace\":\"([0-9a-f]+)\"");
    private static final Pattern KIND = Pattern.compile("\"kind\":\"(\\w+)\"");
    private static final String PARENT = "\"parent\":";
    private static final Pattern ASKS =
            Pattern.compile("(?i)\"gen_ai\\.response\\.finish_reasons\":\\[?\"[^\"]*(tool|function_call)");

    private final Map<String, WorkflowCalls> workflows = new HashMap<>();

    LooseCalls() {}

    /** Takes a line with the start of a span. */
    void start(String line) {
        WorkflowCalls workflow = workflow(line);
        Matcher kind = KIND.matcher(line);
        if (workflow == null || !kind.find()) {
            return;
        }
        int parent = line.indexOf(PARENT);
        if (parent < 0 || parent > kind.start()) {
            workflow.root = kind.group(1);
        }
        workflow.tool |= kind.group(1).equals("tool");
        workflow.model |= kind.group(1).equals("llm");
    }

    /** Takes a line with the end of a span. */
    void end(String line) {
        WorkflowCalls workflow = workflow(line);
        if (workflow != null && !workflow.asks) {
            workflow.asks = ASKS.matcher(line).find();
        }
    }

    private WorkflowCalls workflow(String line) {
        Matcher trace = TRACE.matcher(line);
        if (!trace.find()) {
            return null;
        }
        return workflows.size() < MOST_WORKFLOWS
                ? workflows.computeIfAbsent(trace.group(1), id -> new WorkflowCalls())
                : workflows.get(trace.group(1));
    }

    /** Returns how many workflows are one tool call. */
    public long tools() {
        return workflows.values().stream()
                .filter(workflow -> "tool".equals(workflow.root))
                .count();
    }

    /** Returns how many workflows are model calls, alone or below an agent, without a tool. */
    public long models() {
        return workflows.values().stream().filter(WorkflowCalls::isLooseModel).count();
    }

    /** Answers whether models ask for tools in workflows without any, and tools ran in others. */
    public boolean lackAgent() {
        return tools() > 0
                && workflows.values().stream().anyMatch(workflow -> workflow.isLooseModel() && workflow.asks);
    }

    private static final class WorkflowCalls {
        private String root;
        private boolean tool;
        private boolean model;
        private boolean asks;

        boolean isLooseModel() {
            return model && !tool && ("llm".equals(root) || "agent".equals(root));
        }
    }
}
