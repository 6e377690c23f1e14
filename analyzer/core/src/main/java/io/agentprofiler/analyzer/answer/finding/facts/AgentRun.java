// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The model calls that one agent makes before another agent goes on. Agents are told apart by name, model and instructions, because
 * some frameworks give all agents the same name.
 *
 * @param agent the identity of the agent; {@code null} where the agent is not known, or where its calls ran beside others
 * @param label kind and name of the agent
 * @param calls its model calls, by start
 * @param handovers tool calls after the last of them, with which it handed over to the next agent
 * @param said what it said in the end: name and arguments of these tools, else its answer, by hash; {@code null} where it is not known
 * @param worked whether it called a tool whose result it read, or retrieved something
 */
public record AgentRun(
        String agent, String label, List<Span> calls, List<Span> handovers, String said, boolean worked) {
    /** The runs in a workflow, by start. */
    public static final Function<WorkflowScan, List<AgentRun>> IN_WORKFLOW = AgentRun::find;

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    private static List<AgentRun> find(WorkflowScan workflow) {
        List<Span> calls = new ArrayList<>();
        List<Span> work = new ArrayList<>();
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)) {
                calls.add(span);
            } else if (span.kind() == SpanKind.TOOL || span.kind() == SpanKind.RETRIEVAL) {
                work.add(span);
            }
        }
        if (calls.size() < 2 || areOfOneAgent(calls)) {
            return List.of();
        }
        calls.sort(BY_START);
        work.sort(BY_START);
        List<AgentRun> runs = new ArrayList<>();
        List<Span> open = new ArrayList<>();
        String agent = null;
        int next = 0;
        while (next < work.size() && work.get(next).startNanos() < calls.get(0).startNanos()) {
            next++;
        }
        for (int i = 0; i <= calls.size(); i++) {
            Span call = i < calls.size() ? calls.get(i) : null;
            String asked = call == null ? null : agent(calls, i);
            if (!open.isEmpty() && (call == null || asked == null || !asked.equals(agent))) {
                int first = next;
                // what runs between two agents may have been for either
                while (next < work.size() && (call == null || work.get(next).startNanos() < call.startNanos())) {
                    next++;
                }
                runs.add(run(agent, open, work.subList(first, next)));
                open = new ArrayList<>();
            }
            agent = asked;
            if (call != null) {
                open.add(call);
            }
        }
        return runs;
    }

    /** Answers whether all are in one agent's span: most of the workflows in which a model is called often. */
    private static boolean areOfOneAgent(List<Span> calls) {
        Span agent = calls.get(0).agent();
        for (Span call : calls) {
            if (agent == null || call.agent() != agent) {
                return false;
            }
        }
        return true;
    }

    /** Returns whose call it is, {@code null} where that is not known, or another call ran at the same time. */
    private static String agent(List<Span> calls, int place) {
        Span call = calls.get(place);
        boolean beside = place > 0 && calls.get(place - 1).endNanos() > call.startNanos()
                || place + 1 < calls.size() && calls.get(place + 1).startNanos() < call.endNanos();
        String instructions = HashedCall.instructions(call);
        return beside
                        || !call.isMeasured()
                        || call.status() != SpanStatus.OK
                        || instructions == null && call.agent() == null
                ? null
                : Operation.asking(call).label() + '\n' + Calls.model(call) + '\n' + instructions;
    }

    private static AgentRun run(String agent, List<Span> calls, List<Span> work) {
        Span last = calls.get(calls.size() - 1);
        List<Span> handovers = new ArrayList<>();
        boolean worked = false;
        StringBuilder said = new StringBuilder();
        for (Span span : work) {
            String arguments = TextDigests.hash(span, Attributes.TOOL_CALL_ARGUMENTS);
            if (span.kind() == SpanKind.TOOL && span.startNanos() >= last.endNanos() && span.agent() == last.agent()) {
                handovers.add(span);
                said.append("tool ")
                        .append(Calls.tool(span))
                        .append(' ')
                        .append(arguments)
                        .append('\n');
            } else {
                worked = true;
            }
        }
        return new AgentRun(
                agent,
                Operation.asking(last).label(),
                List.copyOf(calls),
                List.copyOf(handovers),
                handovers.isEmpty() ? HashedCall.answer(last) : said.toString(),
                worked);
    }

    /** Returns the first of its model calls. */
    public Span first() {
        return calls.get(0);
    }

    /** Returns the last of its model calls. */
    public Span last() {
        return calls.get(calls.size() - 1);
    }

    /** Answers whether another run is of the same agent, which said the same. */
    public boolean saidAlso(AgentRun other) {
        return agent != null && said != null && agent.equals(other.agent) && said.equals(other.said);
    }
}
