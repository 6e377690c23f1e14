// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What the recording says about a call that went wrong, in one line: which call, with which arguments, with which message, and what the
 * model was told. Texts are only recorded with {@code agentprofiler.content=full}; where there are none, nothing is quoted.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Quotes {
    private static final int ARGUMENTS = 60;
    private static final int WORDS = 120;
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final String ASSISTANT = "assistant";

    private Quotes() {}

    /**
     * Returns what a failed tool says of its failure besides the message, and the message: its arguments, or what the model was told;
     * {@code null} if neither was recorded.
     */
    public static String beyondMessage(Trace trace, Span call) {
        return call.kind() == SpanKind.TOOL
                        && (call.attributes().get(Attributes.TOOL_CALL_ARGUMENTS) != null || told(trace, call) != null)
                ? failure(trace, call)
                : null;
    }

    /** Returns what a failed call says of its failure, and what the model was told if it was a tool; {@code null} if nothing was recorded. */
    public static String failure(Trace trace, Span call) {
        String told = call.kind() == SpanKind.TOOL ? told(trace, call) : null;
        if (call.errorMessage() == null && told == null) {
            return null;
        }
        Object arguments = call.kind() == SpanKind.TOOL ? call.attributes().get(Attributes.TOOL_CALL_ARGUMENTS) : null;
        return Operation.of(call).label()
                + (arguments == null ? "" : " (" + cut(ContentText.of(arguments), ARGUMENTS) + ")")
                + " failed"
                + (call.errorMessage() == null ? "" : ": " + quoted(call.errorMessage()))
                + (told == null
                        ? ""
                        : "; the model was told " + (told.equals(call.errorMessage()) ? "the same" : quoted(told)));
    }

    /**
     * Returns what became of the first of several attempts; it holds no text below {@code agentprofiler.content=full}.
     *
     * @param attempts by start, two or more
     * @return {@code null} where the recording does not say how the attempt ended
     */
    public static String retry(Span call, List<Span> attempts) {
        Span first = attempts.get(0);
        long status = first.attributes().number(Attributes.HTTP_STATUS);
        String message = first.errorMessage();
        String type = first.errorType();
        if (status <= 0 && type == null) {
            return null;
        }
        long pause = attempts.get(1).startNanos() - first.endNanos();
        return Operation.of(call).label() + ": attempt 1 of " + attempts.size() + " ended after "
                + Units.duration(first.durationNanos()) + " with " + (status > 0 ? "HTTP " + status : type)
                + (message == null ? "" : ": " + quoted(message))
                + (pause > 0 ? "; the next began " + Units.duration(pause) + " later" : "");
    }

    /** Returns an answer and what was sent back to the model; {@code null} if either was not recorded. */
    public static String rejection(Span first, Span next) {
        String answer = said(last(first.attributes().get(Attributes.OUTPUT_MESSAGES)));
        String complaint = said(last(next.attributes().get(Attributes.INPUT_MESSAGES)));
        return answer == null || complaint == null
                ? null
                : "the answer " + quoted(answer) + " was sent back with " + quoted(complaint);
    }

    /** Returns the result of a tool as the next prompt of the agent has it, {@code null} if that is not known. */
    private static String told(Trace trace, Span tool) {
        Span next = null;
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)
                    && span.agent() == tool.agent()
                    && span.startNanos() >= tool.endNanos()
                    && (next == null || span.startNanos() < next.startNanos())) {
                next = span;
            }
        }
        Object prompt = next == null ? null : next.attributes().get(Attributes.INPUT_MESSAGES);
        if (!(prompt instanceof List<?> messages)) {
            return null;
        }
        List<Object> results = new ArrayList<>();
        String id = tool.attributes().text(Attributes.TOOL_CALL_ID);
        for (int i = messages.size() - 1; i >= 0 && !ASSISTANT.equals(role(messages.get(i))); i--) {
            for (Object part : parts(messages.get(i))) {
                if (part instanceof Map<?, ?> map
                        && "tool_call_response".equals(map.get("type"))
                        && (id == null || Objects.equals(id, map.get("id")))) {
                    results.add(result(map));
                }
            }
        }
        // without an id, one of several results may be another tool's
        return results.size() == 1 && results.get(0) != null ? ContentText.of(results.get(0)) : null;
    }

    private static Object last(Object messages) {
        return messages instanceof List<?> list ? list.isEmpty() ? null : list.get(list.size() - 1) : messages;
    }

    private static Object role(Object message) {
        return message instanceof Map<?, ?> map ? map.get("role") : null;
    }

    private static List<?> parts(Object message) {
        return message instanceof Map<?, ?> map && map.get("parts") instanceof List<?> parts ? parts : List.of();
    }

    private static Object result(Map<?, ?> part) {
        return part.get("response") == null ? part.get("result") : part.get("response");
    }

    /** Returns the texts of a message, {@code null} if it has none. */
    private static String said(Object message) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts(message)) {
            if (part instanceof Map<?, ?> map) {
                Object said = "tool_call_response".equals(map.get("type")) ? result(map) : map.get("content");
                text.append(said == null ? "" : ContentText.of(said)).append(' ');
            }
        }
        String said = text.toString().strip();
        return said.isEmpty() ? null : said;
    }

    private static String quoted(String text) {
        return "\"" + cut(text, WORDS) + "\"";
    }

    private static String cut(String text, int most) {
        // one line, whatever its length; what follows is cut anyway
        String start = text.length() <= 4 * most ? text : text.substring(0, 4 * most);
        String line = SPACE.matcher(start).replaceAll(" ").strip();
        return line.length() <= most && start.length() == text.length()
                ? line
                : line.substring(0, Math.min(most, line.length())).stripTrailing() + "…";
    }
}
