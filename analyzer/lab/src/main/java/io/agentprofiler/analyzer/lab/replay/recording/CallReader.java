// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.show.Message;
import io.agentprofiler.analyzer.answer.show.Message.MessagePart;
import io.agentprofiler.analyzer.answer.show.MessageReader;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt.AttemptOutcome;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the model calls of a workflow. */
final class CallReader {
    private static final int REFUSED_FROM = 400;
    private static final List<String> PARAMETERS = List.of(
            Attributes.REQUEST_TEMPERATURE,
            Attributes.REQUEST_TOP_P,
            Attributes.REQUEST_TOP_K,
            Attributes.REQUEST_MAX_TOKENS,
            Attributes.REQUEST_FREQUENCY_PENALTY,
            Attributes.REQUEST_PRESENCE_PENALTY,
            Attributes.REQUEST_SEED);

    private final Trace trace;
    private final AskedTools asked;
    private final List<Span> spans;

    CallReader(Trace trace) {
        this.trace = trace;
        this.asked = AskedTools.in(trace);
        this.spans = trace.spans().stream()
                .filter(Calls::usesTokens)
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
    }

    /** Returns the calls in the order in which they began. */
    List<RecordedCall> calls() {
        List<RecordedPrompt> prompts =
                spans.stream().map(span -> PromptReader.of(span.attributes())).toList();
        List<RecordedCall> calls = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            boolean followed = i + 1 < spans.size() && endsWithTool(prompts.get(i + 1));
            calls.add(call(i + 1, spans.get(i), prompts.get(i), followed));
        }
        return calls;
    }

    private static boolean endsWithTool(RecordedPrompt prompt) {
        return prompt.isKnown()
                && prompt.messages().get(prompt.messages().size() - 1).role().equals(PromptMessage.TOOL);
    }

    private RecordedCall call(int number, Span span, RecordedPrompt prompt, boolean followed) {
        AttributeSet attributes = span.attributes();
        boolean chat = span.kind() == SpanKind.LLM;
        List<Span> requests = requests(span);
        List<String> holes = new ArrayList<>();
        Failure failure = span.status() == SpanStatus.ERROR ? new Failure(span.errorType(), span.errorMessage()) : null;
        RecordedAnswer answer = null;
        if (span.status() == SpanStatus.UNFINISHED) {
            holes.add("its end is not recorded: what it answered is not known, so it counts as not recorded");
        } else if (failure == null) {
            AnswerReader reader = new AnswerReader(span, asked.of(span), followed, holes);
            answer = chat ? reader.chat() : reader.embedding();
            if (chat || !requests.isEmpty()) {
                holes(span, chat, answer, holes);
            }
            if (chat && !prompt.isKnown() && prompt.count() < 0) {
                holes.add("nothing is recorded of its messages: it is found by its model and the order alone");
            }
        }
        List<Attempt> attempts = requests.isEmpty()
                ? List.of(single(span, failure, holes))
                : requests.stream()
                        .map(request -> attempt(request, request == requests.get(requests.size() - 1), failure, holes))
                        .toList();
        long from = requests.isEmpty()
                ? span.startNanos()
                : requests.get(requests.size() - 1).startNanos();
        return new RecordedCall(
                number,
                span.id(),
                new RecordedCall.CallRequest(
                        chat ? Operation.CHAT : Operation.EMBEDDING,
                        attributes.text(Attributes.REQUEST_MODEL),
                        parameters(attributes),
                        prompt),
                new RecordedCall.CallEnding(answer, failure, attempts, Timing.of(span, from)),
                !requests.isEmpty(),
                isNested(span),
                holes);
    }

    /** The agent answers no call below which chat models were called, and none around the whole workflow. */
    private static boolean isNested(Span call) {
        Span around = call.parent();
        return around != null && around.parent() != null && !callsModel(around);
    }

    private static boolean callsModel(Span span) {
        return span.kind() == SpanKind.LLM || span.children().stream().anyMatch(CallReader::callsModel);
    }

    private static void holes(Span span, boolean chat, RecordedAnswer answer, List<String> holes) {
        if (!span.isMeasured()) {
            holes.add("its times are not recorded: it is answered at once");
        }
        if (span.status() == SpanStatus.CANCELLED) {
            holes.add("the application gave it up: what would have come after that is not known");
        } else if (chat && answer.said().chars() < 0) {
            holes.add(
                    "the length of its answer is not recorded: it is taken from its output tokens, if these are known");
        }
        if (!answer.tokens().isKnown()) {
            holes.add("its tokens are not recorded: the answer names none");
        }
        if (!chat && answer.vectors().dimensions() < 0) {
            holes.add("the length of its vectors is not recorded");
        }
    }

    private List<Span> requests(Span call) {
        return trace.spans().subList(call.index(), call.index() + call.size()).stream()
                .filter(span -> span.requestedBy() == call)
                .sorted(Comparator.comparingLong(Span::startNanos))
                .toList();
    }

    private static Attempt attempt(Span request, boolean last, Failure failure, List<String> holes) {
        long nanos = request.isMeasured() ? request.durationNanos() : Unknown.LONG;
        long status = request.attributes().number(Attributes.HTTP_STATUS);
        if (status >= REFUSED_FROM) {
            return new Attempt(AttemptOutcome.REFUSED, (int) status, nanos);
        }
        if (status < 0 && last && failure != null) {
            return failed(failure, nanos, holes);
        }
        boolean answered = last ? failure == null : status >= 0 || request.errorType() == null;
        return new Attempt(answered ? AttemptOutcome.ANSWERED : AttemptOutcome.CUT, -1, nanos);
    }

    private static Attempt single(Span call, Failure failure, List<String> holes) {
        long nanos = call.isMeasured() ? call.durationNanos() : Unknown.LONG;
        return failure == null ? new Attempt(AttemptOutcome.ANSWERED, -1, nanos) : failed(failure, nanos, holes);
    }

    private static Attempt failed(Failure failure, long nanos, List<String> holes) {
        if (failure.status() > 0) {
            return new Attempt(AttemptOutcome.REFUSED, failure.status(), nanos);
        }
        if (failure.isCut()) {
            return new Attempt(AttemptOutcome.CUT, -1, nanos);
        }
        holes.add("it failed, and the status is not recorded: it is refused with " + Failure.SERVER_ERROR);
        return new Attempt(AttemptOutcome.REFUSED, Failure.SERVER_ERROR, nanos);
    }

    private static Map<String, Double> parameters(AttributeSet attributes) {
        Map<String, Double> known = new LinkedHashMap<>();
        for (String name : PARAMETERS) {
            if (attributes.get(name) instanceof Number number) {
                known.put(name, number.doubleValue());
            }
        }
        return known;
    }

    /** Reads what a model call was asked: the texts where they were recorded, else roles and lengths. */
    private static final class PromptReader {
        static final String REQUEST_MESSAGES = "agentprofiler.request.messages";
        static final String REQUEST_TOOLS = "agentprofiler.request.tools";

        private static final String CUT = " chars cut]";

        private final AttributeSet attributes;
        private final List<PromptMessage> messages = new ArrayList<>();
        private final Map<Integer, Long> bytesByNumber = new HashMap<>();
        private final List<PromptPart> parts;
        private long leftOut;

        private PromptReader(AttributeSet attributes) {
            this.attributes = attributes;
            this.parts = RecordedParts.of(attributes);
        }

        /** Returns what is known of a call's prompt. */
        static RecordedPrompt of(AttributeSet attributes) {
            return new PromptReader(attributes).read();
        }

        private RecordedPrompt read() {
            long from = 0;
            for (PromptPart part : parts) {
                switch (part.kind()) {
                    case TOOLS -> {}
                    case INSTRUCTIONS -> instructions(part.end() - from);
                    case EARLIER -> leftOut = part.number() - 1;
                    case MESSAGES, ANSWER, MESSAGE -> bytesByNumber.put(part.number(), part.end() - from);
                }
                from = part.end();
            }
            Object recorded = attributes.get(Attributes.INPUT_MESSAGES);
            if (parts.stream().noneMatch(part -> part.kind() == PromptPart.PromptPartKind.INSTRUCTIONS)
                    && attributes.get(Attributes.SYSTEM_INSTRUCTIONS) != null) {
                instructions(Unknown.LONG);
            }
            if (recorded != null) {
                leftOut = 0;
                texts(recorded);
            } else {
                lengths();
            }
            return new RecordedPrompt(
                    messages,
                    leftOut,
                    known(attributes.number(REQUEST_MESSAGES)),
                    known(attributes.number(REQUEST_TOOLS)),
                    recorded != null);
        }

        private static long known(long number) {
            return number < 0 ? Unknown.LONG : number;
        }

        private void instructions(long bytes) {
            Object recorded = attributes.get(Attributes.SYSTEM_INSTRUCTIONS);
            String text = recorded == null ? null : ContentText.of(recorded);
            messages.add(new PromptMessage(
                    PromptMessage.SYSTEM, isWhole(text, bytes) ? text.strip() : null, List.of(), bytes, true));
        }

        /** Long texts are cut and secrets blanked before they are written: what was sent is not known then. */
        private static boolean isWhole(String text, long bytes) {
            return text != null
                    && (bytes < 0 ? !text.contains(CUT) : bytes == text.getBytes(StandardCharsets.UTF_8).length);
        }

        private void texts(Object recorded) {
            List<?> elements = recorded instanceof List<?> several ? several : List.of(recorded);
            List<Message> read = MessageReader.prompt(attributes);
            for (int i = 0; i < read.size(); i++) {
                Message message = read.get(i);
                long bytes = bytesByNumber.getOrDefault(i + 1, Unknown.LONG);
                boolean whole = isWhole(ContentText.ofElement(elements.get(i)), bytes);
                message(PromptMessage.role(message.role()), message.parts(), bytes, whole);
            }
        }

        private void message(String role, List<MessagePart> all, long bytes, boolean whole) {
            StringBuilder text = new StringBuilder();
            List<ToolCall> calls = new ArrayList<>();
            List<String> results = new ArrayList<>();
            for (MessagePart part : all) {
                switch (part.kind()) {
                    case TEXT -> text.append(text.isEmpty() ? "" : "\n").append(part.text());
                    case TOOL_CALL -> calls.add(AnswerReader.call(part));
                    case TOOL_RESULT -> results.add(part.data() == null ? "" : ContentText.of(part.data()));
                    case MEDIA -> text.append(text.isEmpty() ? "" : "\n").append("[media]");
                    case REASONING -> {}
                }
            }
            long own = results.size() + (text.isEmpty() ? 0 : 1) > 1 ? Unknown.LONG : bytes;
            for (String result : results) {
                messages.add(
                        new PromptMessage(PromptMessage.TOOL, whole ? result.strip() : null, List.of(), own, false));
            }
            if (results.isEmpty() || !text.isEmpty()) {
                messages.add(new PromptMessage(
                        role, whole ? text.toString().strip() : null, whole ? calls : List.of(), own, false));
            }
        }

        private void lengths() {
            long from = 0;
            for (PromptPart part : parts) {
                switch (part.kind()) {
                    case TOOLS, INSTRUCTIONS, EARLIER, MESSAGES -> {}
                    case ANSWER, MESSAGE ->
                        messages.add(new PromptMessage(
                                PromptMessage.role(part.role()), null, List.of(), part.end() - from, false));
                }
                from = part.end();
            }
        }
    }
}
