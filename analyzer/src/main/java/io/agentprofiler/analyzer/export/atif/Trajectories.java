// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export.atif;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.Attributes;
import io.agentprofiler.schema.ContentText;
import io.agentprofiler.schema.SpanKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns traces into trajectories, as lists and maps.
 *
 * <p>A model call is a step, with the tool calls that follow it under the same parent before the next model call; a tool call without
 * a model call before it is a step of its own. An agent within an agent is a trajectory within the trajectory, where the version
 * has a place for such; else its steps stand among those of the agent around it.
 *
 * @param version what is written
 * @param content whether recorded texts are told
 */
record Trajectories(AtifVersion version, boolean content) {
    private static final String UNKNOWN = "unknown";
    /** Agents within agents beyond which they are not told apart. */
    private static final int MAX_DEPTH = 40;

    /** Returns the trajectory of a trace. */
    Map<String, Object> of(Trace trace) {
        Span root = trace.root();
        Map<String, Object> trajectory =
                new Agent(trace, root, trace.roots(), 0).trajectory(trace.id().toString());
        String conversation = root.conversation();
        trajectory.put("session_id", conversation == null ? trace.id().toString() : conversation);
        if (version.hasExtra()) {
            trajectory.put("extra", Map.of("agent_profiler", new OwnRecords(content).of(trace)));
        }
        return trajectory;
    }

    /** One agent's trajectory in the making. */
    private final class Agent {
        private final Trace trace;
        private final Span agent;
        private final List<Span> tops;
        private final int depth;
        private final List<Object> steps = new ArrayList<>();
        private final List<Object> subagents = new ArrayList<>();
        /** Steps whose calls may still be followed by tool calls, by the parent of the model call. */
        private final Map<Span, Map<String, Object>> open = new IdentityHashMap<>();

        private final Map<Span, List<Object>> references = new IdentityHashMap<>();
        private Tokens used = Tokens.NONE;

        Agent(Trace trace, Span agent, List<Span> tops, int depth) {
            this.trace = trace;
            this.agent = agent;
            this.tops = tops;
            this.depth = depth;
        }

        Map<String, Object> trajectory(String id) {
            Map<String, Object> user = step("user", text(agent.attributes().get(Attributes.INPUT)), agent.startNanos());
            if (depth == 0) {
                user.put("extra", Map.of("ancestry", node(agent, null)));
            }
            for (Span top : tops) {
                spans(top);
            }
            Map<String, Object> trajectory = new LinkedHashMap<>();
            trajectory.put("schema_version", version.word());
            trajectory.put("session_id", trace.id().toString());
            if (version.hasSubagents()) {
                trajectory.put("trajectory_id", id);
            }
            Map<String, Object> about = new LinkedHashMap<>();
            about.put("name", agent.kind() == SpanKind.AGENT ? Calls.agent(agent) : agent.name());
            about.put("version", UNKNOWN);
            trajectory.put("agent", about);
            trajectory.put("steps", steps);
            Map<String, Object> totals = new LinkedHashMap<>();
            number(totals, "total_prompt_tokens", used.input());
            number(totals, "total_completion_tokens", used.output());
            number(totals, "total_cached_tokens", used.cacheRead());
            totals.put("total_steps", (long) steps.size());
            trajectory.put("final_metrics", totals);
            if (!subagents.isEmpty()) {
                trajectory.put("subagent_trajectories", subagents);
            }
            return trajectory;
        }

        /** Goes through a span and all below it, in order. */
        private void spans(Span top) {
            int last = top.index() + top.size() - 1;
            for (int i = top.index(); i <= last; i++) {
                Span span = trace.spans().get(i);
                if (Calls.isModelCall(span)) {
                    modelCall(span);
                } else if (span.kind() == SpanKind.TOOL) {
                    toolCall(span);
                } else if (span.kind() == SpanKind.AGENT
                        && span != agent
                        && version.hasSubagents()
                        && depth < MAX_DEPTH) {
                    subagent(span);
                    i += span.size() - 1;
                }
            }
        }

        private void subagent(Span span) {
            String id = TraceId.spanText(span.id());
            subagents.add(new Agent(trace, span, List.of(span), depth + 1).trajectory(id));
            List<Object> reference = references.get(span.tool());
            if (reference == null) {
                Map<String, Object> step = step("agent", "", span.startNanos());
                step.put("llm_call_count", 0L);
                reference = new ArrayList<>();
                Map<String, Object> result = new LinkedHashMap<>();
                result.put("subagent_trajectory_ref", reference);
                step.put("observation", Map.of("results", new ArrayList<>(List.of(result))));
            }
            reference.add(Map.of("trajectory_id", id));
        }

        private Map<String, Object> step(String source, String message, long nanos) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("step_id", (long) steps.size() + 1);
            if (trace.isTimed()) {
                step.put("timestamp", Instant.ofEpochSecond(0, nanos).toString());
            }
            step.put("source", source);
            step.put("message", message);
            steps.add(step);
            return step;
        }

        private void modelCall(Span call) {
            Map<String, Object> step =
                    step("agent", text(call.attributes().get(Attributes.OUTPUT_MESSAGES)), call.endNanos());
            String model = Calls.model(call);
            if (!model.equals(Calls.UNKNOWN_MODEL)) {
                step.put("model_name", model);
            }
            Tokens tokens = Calls.usage(call);
            if (tokens.isKnown()) {
                used = used.plus(tokens);
                step.put("metrics", metrics(tokens));
            }
            if (version.hasSubagents()) {
                step.put("llm_call_count", 1L);
            }
            step.put("extra", extra(call));
            open.put(call.parent() == null ? call : call.parent(), step);
        }

        @SuppressWarnings("unchecked") // what is put in below
        private void toolCall(Span tool) {
            Map<String, Object> step = tool.parent() == null ? null : open.get(tool.parent());
            if (step == null) {
                step = step("agent", "", tool.endNanos());
                if (version.hasSubagents()) {
                    step.put("llm_call_count", 0L);
                }
            }
            String id = TraceId.spanText(tool.id());
            Map<String, Object> call = new LinkedHashMap<>();
            call.put("tool_call_id", id);
            call.put("function_name", Calls.tool(tool));
            call.put("arguments", arguments(tool.attributes().get(Attributes.TOOL_CALL_ARGUMENTS)));
            if (version.hasSubagents()) {
                call.put("extra", extra(tool));
            }
            ((List<Object>) step.computeIfAbsent("tool_calls", any -> new ArrayList<>())).add(call);
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("source_call_id", id);
            Object content = tool.attributes().get(Attributes.TOOL_CALL_RESULT);
            if (content != null && content()) {
                result.put("content", ContentText.of(content));
            }
            if (version.hasSubagents() && hasAgents(tool)) {
                List<Object> reference = new ArrayList<>();
                references.put(tool, reference);
                result.put("subagent_trajectory_ref", reference);
            }
            Map<String, Object> observation =
                    (Map<String, Object>) step.computeIfAbsent("observation", any -> new LinkedHashMap<>());
            ((List<Object>) observation.computeIfAbsent("results", any -> new ArrayList<>())).add(result);
        }

        /** Answers whether an agent below the tool has no other tool between them. */
        private boolean hasAgents(Span tool) {
            return depth < MAX_DEPTH
                    && trace.spans().subList(tool.index() + 1, tool.index() + tool.size()).stream()
                            .anyMatch(span -> span.kind() == SpanKind.AGENT
                                    && span.tool() == tool
                                    && span.agent() == tool.agent());
        }
    }

    private static Map<String, Object> metrics(Tokens tokens) {
        Map<String, Object> metrics = new LinkedHashMap<>();
        number(metrics, "prompt_tokens", tokens.input());
        number(metrics, "completion_tokens", tokens.output());
        number(metrics, "cached_tokens", tokens.cacheRead());
        Map<String, Object> extra = new LinkedHashMap<>();
        number(extra, "cache_creation_input_tokens", tokens.cacheWrite());
        number(extra, "reasoning_tokens", tokens.reasoning());
        if (!extra.isEmpty()) {
            metrics.put("extra", extra);
        }
        return metrics;
    }

    /** What NeMo Agent Toolkit's own converter writes: the node, and when it ran. */
    private static Map<String, Object> extra(Span span) {
        Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("ancestry", node(span, span.parent()));
        if (span.isMeasured()) {
            Map<String, Object> invocation = new LinkedHashMap<>();
            invocation.put("invocation_id", TraceId.spanText(span.id()));
            invocation.put("start_timestamp", BigDecimal.valueOf(span.startNanos(), 9));
            invocation.put("end_timestamp", BigDecimal.valueOf(span.endNanos(), 9));
            invocation.put(
                    "status",
                    span.status() == SpanStatus.OK ? "completed" : span.status().word());
            extra.put("invocation", invocation);
        }
        return extra;
    }

    private static Map<String, Object> node(Span span, Span parent) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("function_id", TraceId.spanText(span.id()));
        node.put("function_name", span.name());
        if (parent != null) {
            node.put("parent_id", TraceId.spanText(parent.id()));
            node.put("parent_name", parent.name());
        }
        return node;
    }

    private String text(Object recorded) {
        return content && recorded != null ? ContentText.of(recorded) : "";
    }

    private Object arguments(Object recorded) {
        if (!content || recorded == null) {
            return Map.of();
        }
        return recorded instanceof Map ? recorded : Map.of("arguments", recorded);
    }

    private static void number(Map<String, Object> into, String name, long number) {
        if (number != SpanEvent.ABSENT) {
            into.put(name, number);
        }
    }
}
