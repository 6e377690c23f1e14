// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads one step. */
final class StepParser {
    private static final Set<String> STEP = Set.of(
            "step_id",
            "timestamp",
            "source",
            "actor",
            "message",
            "model_name",
            "reasoning_effort",
            "reasoning_content",
            "tool_calls",
            "observation",
            "metrics",
            "is_copied_context",
            "llm_call_count",
            "extra",
            "function_ancestry");
    private static final Set<String> CALL =
            Set.of("tool_call_id", "function_name", "arguments", "extra", "tool_ancestry");
    private static final Set<String> RESULT = Set.of("source_call_id", "content", "subagent_trajectory_ref", "extra");
    private static final Set<String> REFERENCE = Set.of("trajectory_id", "trajectory_path", "session_id", "extra");
    private static final Set<String> METRICS = Set.of(
            "prompt_tokens",
            "completion_tokens",
            "cached_tokens",
            "cost_usd",
            "prompt_token_ids",
            "completion_token_ids",
            "logprobs",
            "extra",
            "cache_write_tokens",
            "cache_creation_input_tokens",
            "reasoning_tokens");

    private StepParser() {}

    /** Returns the step, {@code null} where it is none. */
    static Step step(Located step, int number) {
        if (!step.isObject()) {
            step.problem("expected a step, an object; left out");
            return null;
        }
        step.only(STEP, "ATIF");
        Step.Source source = source(step);
        if (source == null) {
            return null;
        }
        Long id = step.count("step_id");
        if (id == null || id != number) {
            step.get("step_id").problem("expected " + number + ": steps are taken in the order of the list");
        }
        step.object("extra");
        boolean agent = source == Step.Source.AGENT;
        List<Step.Call> calls = agent ? calls(step) : List.of();
        Step.Metrics metrics = agent ? metrics(step) : null;
        if (!agent) {
            for (String field :
                    List.of("model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics")) {
                if (step.get(field).isThere()) {
                    step.get(field).problem("only steps of an agent have it; left out");
                }
            }
        }
        Long modelCalls = step.count("llm_call_count");
        if (modelCalls != null && modelCalls == 0 && metrics != null) {
            step.get("metrics").problem("a step without a model call cannot have used tokens; left out");
            metrics = null;
        }
        return new Step(
                number,
                TimingParser.time(step.get("timestamp")),
                source,
                content(step.get("message")),
                new Step.AgentPart(
                        agent ? step.text("model_name") : null,
                        agent ? step.text("reasoning_content") : null,
                        calls,
                        metrics,
                        modelCalls == null ? -1 : modelCalls),
                results(step, calls),
                context(step),
                TimingParser.ofStep(step));
    }

    private static Step.Source source(Located step) {
        String word = step.text("source");
        if (word == null && step.get("actor").isText()) {
            word = step.text("actor");
            step.get("actor").problem("expected \"source\"; read as that");
        }
        if (word == null) {
            step.get("source").problem("expected system, user or agent, found nothing; the step is left out");
            return null;
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "system" -> Step.Source.SYSTEM;
            case "user" -> Step.Source.USER;
            case "agent" -> Step.Source.AGENT;
            default -> {
                step.get("source").problem("expected system, user or agent; the step is left out");
                yield null;
            }
        };
    }

    /** Returns a text or a list of parts; {@code null} for anything else. */
    private static Object content(Located content) {
        if (!content.isThere() || content.isText()) {
            return content.value();
        }
        if (!content.isList()) {
            content.problem("expected a text or a list of parts; left out");
            return null;
        }
        List<Object> parts = new ArrayList<>();
        for (Located part : content.elements()) {
            Object read = ContentParts.read(part);
            if (read != null) {
                parts.add(read);
            }
        }
        return parts;
    }

    private static List<Step.Call> calls(Located step) {
        List<Step.Call> calls = new ArrayList<>();
        int index = -1;
        for (Located call : step.list("tool_calls")) {
            index++;
            if (!call.isObject()) {
                call.problem("expected a tool call, an object; left out");
                continue;
            }
            call.only(CALL, "ATIF");
            call.object("extra");
            String id = call.text("tool_call_id");
            String tool = call.text("function_name");
            if (tool == null) {
                call.get("function_name").problem("expected the tool's name; the call is read without it");
            }
            Located arguments = call.get("arguments");
            if (arguments.isThere() && !arguments.isObject() && !arguments.isText()) {
                arguments.problem("expected an object; left out");
            }
            boolean usable = arguments.isObject() || arguments.isText();
            calls.add(
                    new Step.Call(id, tool, usable ? arguments.value() : null, TimingParser.ofCall(step, call, index)));
        }
        return calls;
    }

    private static List<Step.Result> results(Located step, List<Step.Call> calls) {
        Located observation = step.get("observation");
        if (!observation.isThere()) {
            return List.of();
        }
        if (observation.isText()) {
            observation.problem("expected an object with \"results\"; read as one result");
            return List.of(new Step.Result(null, observation.value(), List.of()));
        }
        List<Located> results;
        if (observation.isList()) {
            observation.problem("expected an object with \"results\"; read as its results");
            results = observation.elements();
        } else if (observation.isObject()) {
            observation.only(Set.of("results"), "ATIF");
            results = observation.list("results");
        } else {
            observation.problem("expected an object with \"results\"; left out");
            return List.of();
        }
        Set<String> ids = new HashSet<>();
        calls.forEach(call -> ids.add(call.id()));
        List<Step.Result> read = new ArrayList<>();
        for (Located result : results) {
            if (result.isObject()) {
                read.add(result(result, ids));
            } else if (result.isText()) {
                result.problem("expected an object; read as its content");
                read.add(new Step.Result(null, result.value(), List.of()));
            } else {
                result.problem("expected a result, an object; left out");
            }
        }
        return read;
    }

    private static Step.Result result(Located result, Set<String> calls) {
        result.only(RESULT, "ATIF");
        String call = result.text("source_call_id");
        if (call != null && !calls.contains(call)) {
            result.get("source_call_id").problem("no call of this step has the id; read as a result of the step");
            call = null;
        }
        List<Step.Reference> references = new ArrayList<>();
        Located list = result.get("subagent_trajectory_ref");
        if (list.isObject()) {
            list.problem("expected a list of references; read as one");
            reference(list, references);
        }
        for (Located reference : list.isObject() ? List.<Located>of() : result.list("subagent_trajectory_ref")) {
            reference(reference, references);
        }
        return new Step.Result(call, content(result.get("content")), List.copyOf(references));
    }

    private static void reference(Located reference, List<Step.Reference> into) {
        if (!reference.isObject()) {
            reference.problem("expected a reference to a trajectory, an object; left out");
            return;
        }
        reference.only(REFERENCE, "ATIF");
        Step.Reference read = new Step.Reference(
                reference.pointer(),
                reference.text("trajectory_id"),
                reference.text("trajectory_path"),
                reference.text("session_id"));
        if (read.name() == null) {
            reference.problem("expected trajectory_id or trajectory_path; left out");
        } else {
            into.add(read);
        }
    }

    private static Step.Metrics metrics(Located step) {
        Located metrics = step.object("metrics");
        if (!metrics.isThere()) {
            return null;
        }
        metrics.only(METRICS, "ATIF");
        Located extra = metrics.object("extra");
        Long input = metrics.count("prompt_tokens");
        Long output = metrics.count("completion_tokens");
        Long cached = within(metrics.get("cached_tokens"), metrics.count("cached_tokens"), input, "prompt_tokens");
        Long reasoning = first(
                metrics.count("reasoning_tokens"),
                count(extra, "reasoning_tokens"),
                count(extra, "thoughts_tokens"),
                count(extra, "reasoning_output_tokens"));
        Long written = first(
                metrics.count("cache_write_tokens"),
                metrics.count("cache_creation_input_tokens"),
                count(extra, "cache_creation_input_tokens"),
                count(extra, "cache_write_tokens"));
        return new Step.Metrics(
                input,
                output,
                cached,
                within(
                        metrics,
                        written,
                        input == null || cached == null ? input : Long.valueOf(input - cached),
                        "prompt_tokens"),
                within(metrics, reasoning, output, "completion_tokens"),
                TrajectoryParser.reported(metrics, "cost_usd"),
                ids(metrics, "prompt_token_ids"),
                ids(metrics, "completion_token_ids"));
    }

    /** What producers put into extra is theirs: what does not fit is not what is looked for. */
    private static Long count(Located extra, String field) {
        return extra.get(field).value() instanceof Long number && number >= 0 ? number : null;
    }

    private static Long first(Long... counts) {
        for (Long count : counts) {
            if (count != null) {
                return count;
            }
        }
        return null;
    }

    private static Long within(Located place, Long part, Long whole, String of) {
        if (part != null && whole != null && part > whole) {
            place.problem("a part of " + of + " cannot be larger than the whole; left out");
            return null;
        }
        return part;
    }

    private static List<?> ids(Located metrics, String field) {
        List<Located> ids = metrics.list(field);
        for (Located id : ids) {
            if (!(id.value() instanceof Long)) {
                metrics.get(field).problem("expected whole numbers; left out");
                return null;
            }
        }
        return ids.isEmpty() ? null : (List<?>) metrics.get(field).value();
    }

    private static Step.Context context(Located step) {
        boolean copied = step.flag("is_copied_context");
        Located change = step.get("extra").object("context_management");
        if (!change.isThere()) {
            return new Step.Context(copied, null, false);
        }
        String type = change.text("type");
        return new Step.Context(copied, type == null ? "context" : type, "replace".equals(change.text("boundary")));
    }

    /** Reads the parts of a message: texts, and images and sounds, which are named, never held. */
    private static final class ContentParts {
        private ContentParts() {}

        /** Returns a part as messages of a trace have it, {@code null} where it is none. */
        static Map<String, Object> read(Located part) {
            String type = part.isObject() ? part.text("type") : null;
            if ("text".equals(type) && part.get("text").isText()) {
                return part("text", "content", part.text("text"));
            }
            Located source = part.get("source");
            if (("image".equals(type) || "audio".equals(type))
                    && source.isObject()
                    && source.get("path").isText()) {
                Map<String, Object> media = part(type, "content", source.text("path"));
                if (source.get("media_type").isText()) {
                    media.put("mime_type", source.text("media_type"));
                }
                return media;
            }
            part.problem("expected a part: a text, or an image or audio with its source; left out");
            return null;
        }

        private static Map<String, Object> part(String type, String name, String value) {
            Map<String, Object> part = new LinkedHashMap<>();
            part.put("type", type);
            part.put(name, value);
            return part;
        }
    }
}
