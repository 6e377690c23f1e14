// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether one answer of a model asked for tools that ran after it. If so, their arguments were fixed before the first of them ran. A
 * program that calls tools by itself may put the result of one into the arguments of the next.
 */
public enum RequestedTools {
    /** It did. */
    YES,
    /** Not for all of them: a model call between them is missing, or a program chose some. */
    NO,
    /** The recording does not show it. */
    UNKNOWN;

    /** Reasons why an answer ended that is a text. */
    private static final Set<String> ENDED = Set.of("stop", "end_turn", "length", "max_tokens", "completed");
    /** Providers, and models, that say "stop" whether or not they ask for tools. */
    private static final Set<String> ALIKE = Set.of("gemini", "google", "vertex", "gcp", "ollama");

    private static final String BLOCKS = "agentprofiler.prompt.blocks";

    /**
     * Looks at what the answer says, else at how many results the next prompt holds, else at the ids that the model gives to the calls it
     * asks for, else at why the answer ended.
     *
     * @param tools by start, in one span or several that only run tools
     */
    public static RequestedTools of(List<Span> tools) {
        Span beside = besideModel(tools.get(0));
        Span model = beside == null ? null : lastModelBefore(beside);
        if (model == null) {
            return UNKNOWN;
        }
        Object answer = model.attributes().get(Attributes.OUTPUT_MESSAGES);
        if (answer != null) {
            return of(names(FindingTexts.of(answer), tools));
        }
        long results = results(modelAfter(beside, tools.get(tools.size() - 1)));
        if (results > 0) {
            return of(results >= tools.size());
        }
        long ids = tools.stream()
                .map(RequestedTools::id)
                .filter(id -> id != null)
                .distinct()
                .count();
        if (ids > 0) {
            return of(ids == tools.size());
        }
        Object reasons = model.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
        // that it ended by itself says nothing: some models say so whether or not they ask for tools
        return reasons != null && reasons.toString().toLowerCase(Locale.ROOT).contains("tool") ? YES : UNKNOWN;
    }

    private static RequestedTools of(boolean yes) {
        return yes ? YES : NO;
    }

    private static String id(Span tool) {
        return tool.attributes().text(Attributes.TOOL_CALL_ID);
    }

    /** Answers whether a text names all tools, each as often as it ran. */
    private static boolean names(String answer, List<Span> tools) {
        String text = answer.toLowerCase(Locale.ROOT);
        Map<String, Integer> places = new HashMap<>();
        for (Span call : tools) {
            String tool = Operation.of(call).name().toLowerCase(Locale.ROOT);
            int at = text.indexOf(tool, places.getOrDefault(tool, 0));
            if (at < 0) {
                return false;
            }
            places.put(tool, at + tool.length());
        }
        return true;
    }

    /** Returns the call, or the plain function around it, that is beside a model call before it; {@code null} if there is none. */
    private static Span besideModel(Span call) {
        for (Span inside = call; inside.parent() != null; inside = inside.parent()) {
            if (lastModelBefore(inside) != null) {
                return inside;
            }
            if (inside.parent().kind() != SpanKind.FUNCTION) {
                return null;
            }
        }
        return null;
    }

    private static Span lastModelBefore(Span call) {
        Span model = null;
        for (Span beside : call.parent().children()) {
            if (beside == call) {
                break;
            }
            model = beside.kind() == SpanKind.LLM ? beside : model;
        }
        return model;
    }

    private static Span modelAfter(Span beside, Span last) {
        return beside.parent().children().stream()
                .filter(span -> span.kind() == SpanKind.LLM && span.startNanos() >= last.endNanos())
                .findFirst()
                .orElse(null);
    }

    /** Returns how many results of tools a prompt has after the model's last answer in it; 0 if that is not known. */
    private static long results(Span model) {
        Object blocks = model == null ? null : model.attributes().get(BLOCKS);
        if (!(blocks instanceof Map<?, ?> prompt
                && prompt.get("messages") instanceof Map<?, ?> messages
                && messages.get("roles") instanceof List<?> roles
                && messages.get("parts") instanceof List<?> parts
                && roles.size() == parts.size())) {
            return 0;
        }
        long results = 0;
        for (int i = roles.size() - 1; i >= 0 && !"assistant".equals(roles.get(i)); i--) {
            results += "tool".equals(roles.get(i)) && parts.get(i) instanceof Long count ? count : 0;
        }
        return results;
    }

    /** Answers whether a model's answer is to run tools: what comes next is done with their results. */
    public static boolean areAskedForBy(Span model) {
        if (model.kind() != SpanKind.LLM) {
            return false;
        }
        Object reasons = model.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
        return reasons != null && reasons.toString().contains("tool_call")
                || isToolCall(model.attributes().get(Attributes.OUTPUT_MESSAGES));
    }

    /**
     * Answers whether a model's answer may have been to run tools, given that one ran next. Its reason to end tells, else what the answer
     * says, else the id that a model gives to each call it asks for. Some providers end every answer alike: of theirs, and where no
     * reason was recorded, it is taken for granted.
     *
     * @param tool the tool that ran next
     */
    public static boolean mayBeAskedForBy(Span model, Span tool) {
        if (id(tool) != null) {
            return true;
        }
        Object reasons = model.attributes().get(Attributes.RESPONSE_FINISH_REASONS);
        String reason = reasons == null ? "" : reasons.toString().toLowerCase(Locale.ROOT);
        if (reason.contains("tool") || reason.contains("function")) {
            return true;
        }
        Object answer = model.attributes().get(Attributes.OUTPUT_MESSAGES);
        if (answer != null) {
            return isToolCall(answer);
        }
        return ENDED.stream().noneMatch(reason::contains) || endsEveryAnswerAlike(model);
    }

    private static boolean endsEveryAnswerAlike(Span model) {
        String who =
                (model.attributes().text(Attributes.PROVIDER_NAME) + ' ' + Calls.model(model)).toLowerCase(Locale.ROOT);
        return ALIKE.stream().anyMatch(who::contains);
    }

    private static boolean isToolCall(Object content) {
        if (content instanceof Map<?, ?> map) {
            return "tool_call".equals(map.get("type")) || map.values().stream().anyMatch(RequestedTools::isToolCall);
        }
        return content instanceof Collection<?> elements && elements.stream().anyMatch(RequestedTools::isToolCall);
    }
}
