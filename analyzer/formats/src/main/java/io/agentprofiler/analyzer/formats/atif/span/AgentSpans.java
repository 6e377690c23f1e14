// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.Step;
import io.agentprofiler.analyzer.formats.atif.Timing;
import io.agentprofiler.analyzer.formats.atif.Trajectory;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes the spans of one agent: its trajectory and the parts that continue it.
 *
 * <p>A tool call stands beside the model call that asked for it, not below: it does not run within it. Where a producer says which
 * node of the program called which, spans stand below those.
 *
 * <p><b>Threading:</b> one thread.
 */
final class AgentSpans {
    private static final Pattern PART = Pattern.compile("-cont-\\d+\\z");

    private final TrajectorySpans all;
    private final PlannedSpan agent;
    private final Trajectory first;
    private final boolean content;
    private final Transcript transcript;
    private final Map<String, List<PlannedSpan>> byNode = new HashMap<>();
    private final List<PlannedSpan> nested = new ArrayList<>();
    private final Unattributed use = new Unattributed();
    private final Nodes nodes;
    private long begun = Unknown.LONG;
    private Trajectory part;
    private PlannedSpan container;
    private boolean answered;
    private int turns;
    private Object said;
    private Object answer;

    private AgentSpans(TrajectorySpans all, PlannedSpan agent, List<Trajectory> parts, boolean content) {
        this.all = all;
        this.agent = agent;
        this.first = parts.get(0);
        this.nodes = Nodes.of(parts);
        this.content = content;
        this.transcript = new Transcript(first.agent().tools(), content);
        this.container = agent;
    }

    /**
     * Makes the spans.
     *
     * @param parts the trajectory and those that continue it
     * @return what the agent and those it calls used
     */
    static Unattributed of(TrajectorySpans all, PlannedSpan agent, List<Trajectory> parts, boolean content) {
        AgentSpans spans = new AgentSpans(all, agent, parts, content);
        spans.describe();
        boolean several = turns(parts) > 1;
        for (Trajectory part : parts) {
            spans.part(part, several);
        }
        spans.end(parts);
        return spans.use;
    }

    private void describe() {
        agent.attributes.add(Attributes.AGENT_NAME, first.agent().name());
        // of one run, not of the agent
        agent.attributes.add("agentprofiler.atif.trajectory_id", first.ids().trajectory());
        String session = first.ids().session();
        agent.attributes.add(
                Attributes.CONVERSATION_ID,
                session == null ? null : PART.matcher(session).replaceFirst(""));
    }

    /** Counts how often a user spoke after an answer, and was answered. */
    private static int turns(List<Trajectory> parts) {
        int turns = 0;
        boolean asked = true;
        for (Trajectory part : parts) {
            for (Step step : part.steps()) {
                if (step.source() == Step.Source.USER && !step.context().copied()) {
                    asked = true;
                } else if (step.source() == Step.Source.AGENT && !step.context().copied() && asked) {
                    turns++;
                    asked = false;
                }
            }
        }
        return turns;
    }

    private void part(Trajectory trajectory, boolean severalTurns) {
        part = trajectory;
        if (trajectory.steps().stream().anyMatch(step -> step.context().copied())) {
            // what it copies is what its calls are sent
            transcript.clear();
        }
        answered |= trajectory == first;
        for (Step step : trajectory.steps()) {
            if (!step.context().copied()) {
                agent.moment(step.epochNanos());
                if (severalTurns && answered && step.source() == Step.Source.USER) {
                    container = all.span(agent, key(step, "turn"), SpanKind.AGENT, agent.name + " turn");
                    container.attributes.add(
                            Attributes.AGENT_NAME, first.agent().name());
                    answered = false;
                    turns++;
                }
                if (container != agent) {
                    container.moment(step.epochNanos());
                }
                spans(step);
            }
            tell(step);
        }
    }

    private String key(Step step, String what) {
        return agent.key + '/' + part.place() + '/' + step.number() + '/' + what;
    }

    private void spans(Step step) {
        if (step.source() == Step.Source.USER) {
            said = said == null ? step.message() : said;
            if (nodes.isAgent(step)) {
                timeAgent(step);
            }
        } else if (step.source() == Step.Source.SYSTEM) {
            system(step);
        } else {
            answered = true;
            agentStep(step);
        }
        tools(step);
    }

    /** Takes what a step says of the agent's own times: it was called at its first step and done at its last one. */
    private void timeAgent(Step step) {
        Timing timing = step.timing();
        if (timing.isExact() && timing.endNanos() > timing.startNanos()) {
            agent.timing = timing;
        } else if (!agent.timing.isExact() || agent.timing.startNanos() == begun) {
            begun = begun == Unknown.LONG && step.source() == Step.Source.USER ? step.epochNanos() : begun;
            if (step.source() == Step.Source.AGENT && begun != Unknown.LONG && step.epochNanos() > begun) {
                agent.timing = new Timing(null, null, null, begun, step.epochNanos(), timing.status());
            }
        }
        if (step.source() == Step.Source.AGENT) {
            agent.status = status(timing);
        }
        byNode.computeIfAbsent(timing.functionId(), any -> new ArrayList<>()).add(agent);
    }

    private void system(Step step) {
        Timing timing = step.timing();
        if (step.context().change() != null) {
            timed(
                    all.span(
                            container,
                            key(step, "context"),
                            SpanKind.MEMORY,
                            step.context().change()),
                    step,
                    timing);
        } else if (nodes.isAgent(step)) {
            timeAgent(step);
        } else if (timing.hasNode() || timing.isExact()) {
            String name = timing.functionName() == null ? "system" : timing.functionName();
            timed(all.span(container, key(step, "function"), SpanKind.FUNCTION, name), step, timing);
        }
    }

    private void agentStep(Step step) {
        answer = step.message() == null || "".equals(step.message()) ? answer : step.message();
        Timing timing = step.timing();
        if (isModelCall(step)) {
            modelCall(step);
        } else if (nodes.isAgent(step)) {
            timeAgent(step);
        } else if (step.agent().calls().isEmpty() && (timing.hasNode() || timing.isExact())) {
            String name = timing.functionName() == null ? "step" : timing.functionName();
            timed(all.span(container, key(step, "function"), SpanKind.FUNCTION, name), step, timing);
        }
    }

    /** Where a step does not say how many model calls it stands for, it is one by convention, unless it can only be something else. */
    private boolean isModelCall(Step step) {
        if (step.agent().modelCalls() >= 0) {
            return step.agent().modelCalls() > 0;
        }
        if (step.agent().metrics() != null || step.agent().reasoning() != null) {
            return true;
        }
        if (nodes.isAgent(step)) {
            // a message alone is what the agent answered in the end
            return step.agent().model() != null;
        }
        // a function that is called without a model has a step of its own, without a message
        boolean silent = step.message() == null || "".equals(step.message());
        boolean tellsNodes =
                step.agent().calls().stream().anyMatch(call -> call.timing().hasNode());
        // so has a tool, where nothing names a model
        boolean modelless = step.agent().model() == null
                && first.agent().model() == null
                && !step.agent().calls().isEmpty();
        return !(silent && (modelless || tellsNodes && !step.timing().isExact()));
    }

    private void modelCall(Step step) {
        String model = step.agent().model() == null
                ? first.agent().model()
                : step.agent().model();
        PlannedSpan call =
                all.span(container, key(step, "model"), SpanKind.LLM, model == null ? "chat" : "chat " + model);
        timed(call, step, nodes.ofModel(step, model));
        call.status = status(step.timing());
        if (step.timing().status() == null && tellsAnswer(step)) {
            call.status = SpanStatus.OK;
        }
        call.attributes.add(Attributes.REQUEST_MODEL, model);
        int slash = model == null ? -1 : model.indexOf('/');
        if (slash > 0 && slash < model.length() - 1 && model.indexOf('/', slash + 1) < 0) {
            // the way routers name a provider's model
            call.attributes.add(Attributes.PROVIDER_NAME, model.substring(0, slash));
            call.attributes.add(Attributes.RESPONSE_MODEL, model.substring(slash + 1));
        }
        if (step.agent().modelCalls() > 1) {
            call.attributes.add("agentprofiler.atif.model_calls", step.agent().modelCalls());
        }
        transcript.describe(call.attributes);
        Object output = List.of(StepMessages.answer(step));
        Transcript.payload(call.attributes, Attributes.OUTPUT_MESSAGES, output, content);
        Step.Metrics metrics = step.agent().metrics();
        if (metrics != null) {
            call.attributes.add(Attributes.INPUT_TOKENS, metrics.input());
            call.attributes.add(Attributes.OUTPUT_TOKENS, metrics.output());
            call.attributes.add(Attributes.CACHE_READ_TOKENS, metrics.cacheRead());
            call.attributes.add(Attributes.CACHE_CREATION_TOKENS, metrics.cacheWrite());
            call.attributes.add(Attributes.REASONING_TOKENS, metrics.reasoning());
            call.attributes.add(
                    Attributes.REPORTED_COST,
                    metrics.usd() == null ? null : (Object) metrics.usd().doubleValue());
            if (content) {
                call.attributes.add(Attributes.PROMPT_TOKEN_IDS, metrics.promptIds());
                call.attributes.add(Attributes.OUTPUT_TOKEN_IDS, metrics.outputIds());
            }
            use.add(metrics);
        }
    }

    /** Answers whether a step holds what the model answered: then its call was no failure. */
    private static boolean tellsAnswer(Step step) {
        return step.message() != null && !"".equals(step.message())
                || step.agent().reasoning() != null
                || !step.agent().calls().isEmpty()
                || step.agent().metrics() != null
                        && step.agent().metrics().output() != null
                        && step.agent().metrics().output() > 0;
    }

    private static SpanStatus status(Timing timing) {
        if (timing.status() == null) {
            return null;
        }
        return switch (timing.status().toLowerCase(Locale.ROOT)) {
            case "error", "failed", "failure", "exception", "timeout" -> SpanStatus.ERROR;
            case "cancelled", "canceled", "aborted" -> SpanStatus.CANCELLED;
            case "completed", "complete", "success", "succeeded", "ok", "finished", "done" -> SpanStatus.OK;
            // words that the format does not have
            default -> null;
        };
    }

    /** Makes the spans of a step's tools, and of the agents that did what was observed. */
    private void tools(Step step) {
        List<Step.Result> left = new ArrayList<>(step.results());
        for (int i = 0; i < step.agent().calls().size(); i++) {
            Step.Call call = step.agent().calls().get(i);
            String name = call.tool() == null ? "tool" : call.tool();
            boolean function = nodes.isFunction(call);
            PlannedSpan tool =
                    all.span(container, key(step, "tool/" + i), function ? SpanKind.FUNCTION : SpanKind.TOOL, name);
            timed(tool, step, nodes.ofCall(call));
            tool.status = status(call.timing());
            tool.attributes.add(Attributes.TOOL_NAME, function ? null : call.tool());
            tool.attributes.add(Attributes.TOOL_CALL_ID, call.id());
            Transcript.payload(tool.attributes, Attributes.TOOL_CALL_ARGUMENTS, call.arguments(), content);
            Step.Result result = take(left, call, step.agent().calls().size() == 1);
            if (result != null) {
                Transcript.payload(tool.attributes, Attributes.TOOL_CALL_RESULT, result.content(), content);
                subagents(tool, step, result);
            }
        }
        left.forEach(result -> subagents(container, step, result));
    }

    /** Takes the result of a call; of a single call also one that does not say whose it is. */
    private static Step.Result take(List<Step.Result> left, Step.Call call, boolean single) {
        for (Step.Result result : left) {
            boolean own = result.callId() != null && result.callId().equals(call.id());
            if (own || single && left.size() == 1 && result.callId() == null) {
                left.remove(result);
                return result;
            }
        }
        return null;
    }

    private void subagents(PlannedSpan caller, Step step, Step.Result result) {
        for (Step.Reference reference : result.subagents()) {
            use.add(all.subagent(caller, part, step, reference));
        }
    }

    private void timed(PlannedSpan span, Step step, Timing timing) {
        span.timing = timing;
        span.moment(step.epochNanos());
        if (timing.hasNode()) {
            byNode.computeIfAbsent(timing.functionId(), any -> new ArrayList<>())
                    .add(span);
        }
        if (timing.parentId() != null) {
            nested.add(span);
        }
    }

    /** Adds a step to what later calls are told. */
    private void tell(Step step) {
        switch (step.source()) {
            case SYSTEM -> transcript.add(StepMessages.message("system", step.message()));
            case USER -> transcript.add(StepMessages.message("user", step.message()));
            case AGENT -> transcript.add(StepMessages.answer(step));
        }
        if (step.context().replaces() && observes(step)) {
            transcript.clear();
        }
        step.results().forEach(result -> {
            if (result.content() != null) {
                transcript.add(StepMessages.result(result));
            }
        });
    }

    private static boolean observes(Step step) {
        return step.results().stream().anyMatch(result -> result.content() != null);
    }

    private void end(List<Trajectory> parts) {
        nest();
        nameWorkflow();
        for (Trajectory trajectory : parts) {
            for (Trajectory subagent : trajectory.subagents()) {
                use.add(all.unnamed(agent, subagent));
            }
        }
        Transcript.payload(agent.attributes, Attributes.INPUT, said, content);
        Transcript.payload(agent.attributes, Attributes.OUTPUT, answer, content);
        use.settle(parts, agent.attributes);
    }

    /**
     * Where the toolkit tells of functions, its agent is a placeholder: the trajectory is that of a workflow, which has the name of
     * the one function that it calls.
     */
    private void nameWorkflow() {
        List<String> functions = agent.children.stream()
                .filter(child -> child.kind == SpanKind.FUNCTION && nodes.function(child.timing.functionId()) != null)
                .map(child -> child.name)
                .distinct()
                .toList();
        if (agent.parent == null && functions.size() == 1 && nodes.hasNamelessAgent()) {
            agent.kind = SpanKind.WORKFLOW;
            agent.name = functions.get(0);
        }
    }

    /** Puts spans below those that called them, once all are known: a caller may come after what it called. */
    private void nest() {
        for (int i = 0; i < nested.size(); i++) {
            addNode(nested.get(i).timing.parentId());
        }
        for (PlannedSpan span : nested) {
            PlannedSpan caller = caller(span);
            if (caller != null && caller != agent && !caller.isIn(span)) {
                span.parent.children.remove(span);
                span.parent = caller;
                caller.children.add(span);
            }
        }
    }

    /** A function whose calls have steps, and which has none itself. */
    private void addNode(String id) {
        Nodes.Node node = nodes.function(id);
        if (node == null || byNode.containsKey(id)) {
            return;
        }
        PlannedSpan span = all.span(agent, agent.key + "/node/" + id, SpanKind.FUNCTION, node.name());
        span.timing = new Timing(id, node.name(), node.parent(), Unknown.LONG, Unknown.LONG, null);
        byNode.computeIfAbsent(id, any -> new ArrayList<>()).add(span);
        if (node.parent() != null) {
            nested.add(span);
        }
    }

    /** Returns the call of the node that called a span: that within whose time it ran, else the last one before it. */
    private PlannedSpan caller(PlannedSpan span) {
        PlannedSpan found = null;
        for (PlannedSpan candidate : byNode.getOrDefault(span.timing.parentId(), List.of())) {
            if (candidate == span || candidate.kind == SpanKind.LLM) {
                continue;
            }
            boolean around = candidate.timing.isExact()
                    && span.timing.isExact()
                    && candidate.timing.startNanos() <= span.timing.startNanos()
                    && candidate.timing.endNanos() >= span.timing.endNanos();
            if (around) {
                return candidate;
            }
            found = candidate;
        }
        return found;
    }
}
