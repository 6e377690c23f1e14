// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.write;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.TrajectoryParser;
import io.agentprofiler.analyzer.formats.atif.write.Trajectories.TraceContext;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One agent's trajectory in the making.
 *
 * <p><b>Threading:</b> one thread.
 */
final class AgentSteps {
    private static final String UNKNOWN = "unknown";
    private static final Set<String> SYSTEM = Set.of("system", "developer");
    private static final Set<String> USER = Set.of("user");
    /** Agents within agents beyond which they are not told apart. */
    private static final int MAX_DEPTH = 40;

    private final TraceContext context;
    private final Span agent;
    private final int depth;
    private final List<Object> steps = new ArrayList<>();
    private final List<Object> subagents = new ArrayList<>();
    /** The steps of model calls. */
    private final Map<Span, Map<String, Object>> told = new IdentityHashMap<>();

    private final Map<Span, List<Object>> references = new IdentityHashMap<>();
    private List<?> before = List.of();
    private List<Object> tools;
    private Tokens used = Tokens.NONE;
    private StepCosts costs = StepCosts.NONE;

    /**
     * Starts with no step.
     *
     * @param depth agents around this one
     */
    AgentSteps(TraceContext context, Span agent, int depth) {
        this.context = context;
        this.agent = agent;
        this.depth = depth;
    }

    /**
     * Returns the trajectory.
     *
     * @param tops spans that are told with all below them
     */
    Map<String, Object> trajectory(List<Span> tops, String id) {
        asked();
        tops.forEach(this::spans);
        Map<String, Object> trajectory = new LinkedHashMap<>();
        trajectory.put("schema_version", context.version().word());
        trajectory.put("session_id", context.trace().id().toString());
        if (context.version().hasSubagents()) {
            trajectory.put("trajectory_id", id);
        }
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("name", agent.kind() == SpanKind.AGENT ? Calls.agentName(agent) : agent.name());
        about.put("version", UNKNOWN);
        if (tools != null) {
            about.put("tool_definitions", tools);
        }
        trajectory.put("agent", about);
        trajectory.put("steps", steps);
        Map<String, Object> totals = new LinkedHashMap<>();
        Unknown.putKnown(totals, "total_prompt_tokens", used.input());
        Unknown.putKnown(totals, "total_completion_tokens", used.output());
        Unknown.putKnown(totals, "total_cached_tokens", used.cacheRead());
        costs.describeTotals(totals);
        totals.put("total_steps", (long) steps.size());
        trajectory.put("final_metrics", totals);
        if (!subagents.isEmpty()) {
            trajectory.put("subagent_trajectories", subagents);
        }
        return trajectory;
    }

    /** Tells what the agent was told and asked before it did anything. */
    private void asked() {
        Span first = firstCall();
        Object system = content(first, Attributes.SYSTEM_INSTRUCTIONS);
        Object messages = content(first, Attributes.INPUT_MESSAGES);
        Object instructions = system == null ? MessageParts.withRole(messages, SYSTEM) : system;
        Object told = context.parts().said(instructions);
        if (!"".equals(told)) {
            step("system", told, agent, agent.startNanos());
        }
        Map<String, Object> user = step("user", question(messages), agent, agent.startNanos());
        if (depth == 0) {
            user.put("extra", Map.of("ancestry", StepExtra.node(agent, null)));
        }
        if (messages instanceof List<?> list) {
            before = list;
        }
    }

    /** Returns what the agent was asked; where its model was sent images or sounds with that, as the model was. */
    private Object question(Object messages) {
        List<Map<?, ?>> users = MessageParts.withRole(messages, USER);
        Object sent = users.isEmpty() ? "" : context.parts().said(users.get(users.size() - 1));
        Object input = content(agent, Attributes.INPUT);
        return input == null || sent instanceof List ? sent : context.parts().said(input);
    }

    /** Returns the first model call that is this agent's own, {@code null} where there is none. */
    private Span firstCall() {
        return context.trace().spans().subList(agent.index(), agent.index() + agent.size()).stream()
                .filter(span -> Calls.isModelCall(span) && (span.agent() == agent || span.agent() == null))
                .findFirst()
                .orElse(null);
    }

    private Object content(Span span, String attribute) {
        return span == null || !context.content() ? null : span.attributes().get(attribute);
    }

    /** Goes through a span and all below it, in order. */
    private void spans(Span top) {
        int last = top.index() + top.size() - 1;
        for (int i = top.index(); i <= last; i++) {
            Span span = context.trace().spans().get(i);
            if (Calls.isModelCall(span)) {
                modelCall(span);
            } else if (span.kind() == SpanKind.TOOL) {
                toolCall(span);
            } else if (span.kind() == SpanKind.AGENT
                    && span != agent
                    && context.version().hasSubagents()
                    && depth < MAX_DEPTH) {
                subagent(span);
                i += span.size() - 1;
            }
        }
    }

    private void subagent(Span span) {
        String id = TraceId.spanText(span.id());
        subagents.add(new AgentSteps(context, span, depth + 1).trajectory(List.of(span), id));
        List<Object> reference = references.get(span.tool());
        if (reference == null) {
            Map<String, Object> step = step("agent", "", span, span.startNanos());
            step.put("llm_call_count", 0L);
            reference = new ArrayList<>();
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("subagent_trajectory_ref", reference);
            step.put("observation", Map.of("results", new ArrayList<>(List.of(result))));
        }
        reference.add(Map.of("trajectory_id", id));
    }

    private Map<String, Object> step(String source, Object message, Span span, long nanos) {
        Map<String, Object> step = new LinkedHashMap<>();
        step.put("step_id", (long) steps.size() + 1);
        if (span.hasMoment()) {
            // some readers know no more digits; the nanoseconds travel beside it
            step.put(
                    "timestamp",
                    Instant.ofEpochSecond(0, nanos)
                            .truncatedTo(ChronoUnit.MICROS)
                            .toString());
        }
        step.put("source", source);
        step.put("message", message);
        steps.add(step);
        return step;
    }

    private void modelCall(Span call) {
        askedSince(call);
        Object answer = content(call, Attributes.OUTPUT_MESSAGES);
        Map<String, Object> step = step("agent", context.parts().said(answer), call, call.endNanos());
        String model = Calls.model(call);
        if (!model.equals(Calls.UNKNOWN_MODEL)) {
            step.put("model_name", model);
        }
        String thoughts = MessageParts.thoughts(answer);
        if (thoughts != null) {
            step.put("reasoning_content", thoughts);
        }
        Tokens tokens = Calls.usage(call);
        Map<String, Object> metrics = StepExtra.metrics(tokens);
        StepCosts cost = StepCosts.of(call, context.prices());
        cost.describeStep(metrics);
        costs = costs.plus(cost);
        if (!metrics.isEmpty()) {
            used = used.plus(tokens);
            step.put("metrics", metrics);
        }
        if (context.version().hasSubagents()) {
            step.put("llm_call_count", 1L);
        }
        step.put("extra", StepExtra.of(call));
        told.put(call, step);
        if (tools == null && context.version().hasTools()) {
            tools = MessageParts.tools(content(call, Attributes.TOOL_DEFINITIONS));
        }
    }

    /** Tells what people said since the last prompt, if this one goes on from there. */
    private void askedSince(Span call) {
        if (content(call, Attributes.INPUT_MESSAGES) instanceof List<?> messages) {
            if (messages.size() > before.size()
                    && messages.subList(0, before.size()).equals(before)) {
                for (Map<?, ?> said : MessageParts.withRole(messages.subList(before.size(), messages.size()), USER)) {
                    step("user", context.parts().said(said), call, call.startNanos());
                }
            }
            before = messages;
        }
    }

    @SuppressWarnings("unchecked") // what is put in below
    private void toolCall(Span tool) {
        Map<String, Object> step = told.get(context.asked().askerOf(tool));
        if (step == null) {
            step = step("agent", "", tool, tool.endNanos());
            if (context.version().hasSubagents()) {
                step.put("llm_call_count", 0L);
            }
        }
        List<Object> calls = (List<Object>) step.computeIfAbsent("tool_calls", any -> new ArrayList<>());
        String id = id(tool, calls);
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("tool_call_id", id);
        call.put("function_name", Calls.tool(tool));
        call.put("arguments", arguments(content(tool, Attributes.TOOL_CALL_ARGUMENTS)));
        if (context.version().hasSubagents()) {
            call.put("extra", StepExtra.of(tool));
        }
        calls.add(call);
        Map<String, Object> observation =
                (Map<String, Object>) step.computeIfAbsent("observation", any -> new LinkedHashMap<>());
        ((List<Object>) observation.computeIfAbsent("results", any -> new ArrayList<>())).add(result(tool, id));
    }

    /** Returns the id that the model gave the call; where that is not known, or not unique in its step, the span's. */
    private static String id(Span tool, List<Object> calls) {
        String given = tool.attributes().text(Attributes.TOOL_CALL_ID);
        Set<Object> taken = new HashSet<>();
        calls.forEach(call -> taken.add(((Map<?, ?>) call).get("tool_call_id")));
        return given == null || given.isBlank() || taken.contains(given) ? TraceId.spanText(tool.id()) : given;
    }

    private Map<String, Object> result(Span tool, String id) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("source_call_id", id);
        Object content = content(tool, Attributes.TOOL_CALL_RESULT);
        if (content == null && context.content()) {
            content = tool.errorMessage();
        }
        if (content != null) {
            result.put("content", ContentText.of(content));
        }
        if (context.version().hasSubagents() && hasAgents(tool)) {
            List<Object> reference = new ArrayList<>();
            references.put(tool, reference);
            result.put("subagent_trajectory_ref", reference);
        }
        return result;
    }

    /** Answers whether an agent below the tool has no other tool between them. */
    private boolean hasAgents(Span tool) {
        return depth < MAX_DEPTH
                && context.trace().spans().subList(tool.index() + 1, tool.index() + tool.size()).stream()
                        .anyMatch(span ->
                                span.kind() == SpanKind.AGENT && span.tool() == tool && span.agent() == tool.agent());
    }

    private static Object arguments(Object recorded) {
        if (recorded == null) {
            return Map.of();
        }
        return recorded instanceof Map ? recorded : Map.of("arguments", recorded);
    }

    /**
     * What model calls cost, and who says so: the trace itself, or else the price list. A reader that adds such amounts up must be able to
     * tell them apart, so each amount that is not, or not only, what the trace reports says so in the {@code extra} beside it.
     *
     * @param usd US dollars of the calls whose cost is known
     * @param reported calls of which the trace names the cost
     * @param computed calls priced by the list
     * @param unknown calls whose cost nobody knows
     */
    private record StepCosts(BigDecimal usd, long reported, long computed, long unknown) {
        private static final String LIST_PRICES = "list_prices";
        /** Of no call. */
        static final StepCosts NONE = new StepCosts(BigDecimal.ZERO, 0, 0, 0);

        /** Returns the cost of a call. One that failed and tells of no tokens has none that anyone knows of, and is left out of sums. */
        static StepCosts of(Span call, PriceList prices) {
            CallPrice price = prices.price(call);
            if (price.reported() != null) {
                return new StepCosts(price.reported(), 1, 0, 0);
            }
            if (price.isKnown()) {
                return new StepCosts(price.cost().total(), 0, 1, 0);
            }
            boolean silent = call.status() == SpanStatus.ERROR && !call.tokens().isKnown();
            return silent ? NONE : new StepCosts(BigDecimal.ZERO, 0, 0, 1);
        }

        StepCosts plus(StepCosts more) {
            return new StepCosts(
                    usd.add(more.usd), reported + more.reported, computed + more.computed, unknown + more.unknown);
        }

        /** Puts the cost into a step's metrics. */
        void describeStep(Map<String, Object> metrics) {
            describe("cost_usd", metrics);
        }

        /** Puts the sum into a trajectory's totals, unless it would lack calls. */
        void describeTotals(Map<String, Object> totals) {
            if (unknown == 0) {
                describe("total_cost_usd", totals);
            }
        }

        private void describe(String field, Map<String, Object> into) {
            if (reported + computed == 0) {
                return;
            }
            into.put(field, usd);
            if (computed > 0) {
                Map<String, Object> extra = new LinkedHashMap<>();
                if (into.get("extra") instanceof Map<?, ?> others) {
                    others.forEach((name, value) -> extra.put(name.toString(), value));
                }
                extra.put(TrajectoryParser.COST_SOURCE, reported == 0 ? LIST_PRICES : "reported_and_list_prices");
                into.put("extra", extra);
            }
        }
    }

    /** What steps and calls carry besides what was said: what the model used, which node ran, and when. */
    private static final class StepExtra {
        private StepExtra() {}

        /** Returns what a model call reported, nothing of what it did not. */
        static Map<String, Object> metrics(Tokens tokens) {
            Map<String, Object> metrics = new LinkedHashMap<>();
            Unknown.putKnown(metrics, "prompt_tokens", tokens.input());
            Unknown.putKnown(metrics, "completion_tokens", tokens.output());
            Unknown.putKnown(metrics, "cached_tokens", tokens.cacheRead());
            Map<String, Object> extra = new LinkedHashMap<>();
            Unknown.putKnown(extra, "cache_creation_input_tokens", tokens.cacheWrite());
            Unknown.putKnown(extra, "reasoning_tokens", tokens.reasoning());
            if (!extra.isEmpty()) {
                metrics.put("extra", extra);
            }
            return metrics;
        }

        /** Returns what NeMo Agent Toolkit's own converter writes: the node, and when it ran. */
        static Map<String, Object> of(Span span) {
            Map<String, Object> extra = new LinkedHashMap<>();
            extra.put("ancestry", node(span, span.parent()));
            if (span.isMeasured()) {
                Map<String, Object> invocation = new LinkedHashMap<>();
                invocation.put("invocation_id", TraceId.spanText(span.id()));
                invocation.put("start_timestamp", BigDecimal.valueOf(span.startNanos(), 9));
                invocation.put("end_timestamp", BigDecimal.valueOf(span.endNanos(), 9));
                if (span.tellsStatus()) {
                    invocation.put("status", span.status() == SpanStatus.OK ? "completed" : span.statusWord());
                }
                extra.put("invocation", invocation);
            }
            return extra;
        }

        static Map<String, Object> node(Span span, Span parent) {
            Map<String, Object> node = new LinkedHashMap<>();
            node.put("function_id", TraceId.spanText(span.id()));
            node.put("function_name", span.name());
            if (parent != null) {
                node.put("parent_id", TraceId.spanText(parent.id()));
                node.put("parent_name", parent.name());
            }
            return node;
        }
    }
}
