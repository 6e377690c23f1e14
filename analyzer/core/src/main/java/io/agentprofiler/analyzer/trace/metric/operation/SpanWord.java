// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The words by which spans and workflows are chosen and grouped, beside the names of attributes. */
public enum SpanWord {
    WORKFLOW(Scope.BELOW, "the name of the workflow", span -> span.parent() == null ? span.name() : null),
    FUNCTION(Scope.BELOW, "the name of one of your own functions", span -> OwnFunctions.is(span) ? span.name() : null),
    AGENT(Scope.BELOW, "the name of the agent", span -> span.kind() == SpanKind.AGENT ? Calls.agent(span) : null),
    CONVERSATION(
            Scope.ATTRIBUTE,
            "the id of the conversation",
            span -> span.attributes().text(Attributes.CONVERSATION_ID)),
    KIND(Scope.SPAN, "the kind of span", span -> span.kind().word()),
    NAME(Scope.SPAN, "the name of the span", Span::name),
    MODEL(Scope.SPAN, "the model that was asked for", span -> Calls.usesTokens(span) ? Calls.model(span) : null),
    TOOL(Scope.SPAN, "the name of the tool", span -> span.kind() == SpanKind.TOOL ? Calls.tool(span) : null),
    STATUS(Scope.SPAN, "how the span ended", Span::statusWord),
    ERROR(Scope.SPAN, "the class of the failure", SpanWord::failure);

    /** What the word for a failed span is in questions, beside that of the trace format. */
    private static final String FAILED = "failed";

    private static final String WILDCARDS = ".*[*?].*";

    /** Of what a word speaks. */
    private enum Scope {
        /** Of one span alone. */
        SPAN,
        /** Of a span and all that happens within it. */
        BELOW,
        /** Of whatever an attribute speaks of. */
        ATTRIBUTE
    }

    private final Scope scope;
    private final String meaning;
    private final Function<Span, String> value;

    SpanWord(Scope scope, String meaning, Function<Span, String> value) {
        this.scope = scope;
        this.meaning = meaning;
        this.value = value;
    }

    private static String failure(Span span) {
        return span.errorType() != null || span.status() != SpanStatus.ERROR
                ? span.errorType()
                : SpanStatus.ERROR.word();
    }

    /** Returns the word as it is written; {@code null} where there is no such word. */
    public static SpanWord ofWord(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    /** Returns how it is written. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what its values are, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** Answers whether it speaks of one span alone, and not of what happens within it. */
    public boolean isOfOneSpan() {
        return scope == Scope.SPAN;
    }

    /** Answers whether several conditions are to hold of one and the same span, rather than of spans of one workflow. */
    public boolean isJoint() {
        return scope != Scope.ATTRIBUTE && this != WORKFLOW;
    }

    /** Returns what a span says by itself; {@code null} for nothing. */
    public String of(Span span) {
        return value.apply(span);
    }

    /** Returns what else a value may be called: a class without its package. {@code null} for nothing. */
    public String otherwise(String known) {
        return switch (this) {
            case ERROR -> known.substring(known.lastIndexOf('.') + 1);
            case STATUS -> known.equals(SpanStatus.ERROR.word()) ? FAILED : null;
            default -> null;
        };
    }

    /**
     * Checks what is asked for where there are only a few values.
     *
     * @throws IllegalArgumentException when none of them is meant
     */
    public void requirePossible(String asked) {
        List<String> possible = switch (this) {
            case KIND -> Arrays.stream(SpanKind.values()).map(SpanKind::word).toList();
            case STATUS ->
                Arrays.stream(SpanStatus.values())
                        .map(status -> status == SpanStatus.ERROR ? FAILED : status.word())
                        .toList();
            default -> List.of();
        };
        boolean named = possible.isEmpty()
                || asked.matches(WILDCARDS)
                || possible.contains(asked)
                || this == STATUS && asked.equals(SpanStatus.ERROR.word());
        if (!named) {
            throw new IllegalArgumentException(word() + " is "
                    + possible.stream().limit(possible.size() - 1L).collect(Collectors.joining(", ")) + " or "
                    + possible.get(possible.size() - 1) + ", not " + asked);
        }
    }
}
