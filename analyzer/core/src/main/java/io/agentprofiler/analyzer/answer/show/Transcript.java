// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What was said in a workflow, in order: what agents, functions and tools received and returned, and of each model call the messages.
 * A message that stood in an earlier call of the workflow, or of the conversation, is known by its text, or by its hash where no text was recorded.
 */
public final class Transcript {
    private final Trace trace;
    private final Map<Span, TurnMessages> messages = new HashMap<>();
    private final Map<String, NavigableMap<Long, Span>> toolsById = new HashMap<>();
    private final SaidBefore before;
    private final List<Turn> turns = new ArrayList<>();

    private Transcript(Trace trace, SaidBefore before) {
        this.trace = trace;
        this.before = before;
        for (Span span : trace.spans()) {
            String id = span.kind() == SpanKind.TOOL ? span.attributes().text(Attributes.TOOL_CALL_ID) : null;
            if (id != null) {
                toolsById.computeIfAbsent(id, any -> new TreeMap<>()).putIfAbsent(span.startNanos(), span);
            }
        }
        readCalls();
        readTurns();
    }

    /** Returns the transcript of a workflow. */
    public static Transcript of(Trace trace) {
        return of(trace, new SaidBefore());
    }

    /**
     * Returns the transcript of a workflow.
     *
     * @param before what earlier workflows of the same conversation said; what this one says is added
     */
    public static Transcript of(Trace trace, SaidBefore before) {
        return new Transcript(trace, before);
    }

    /**
     * What was said before, in a workflow or in several of one conversation.
     *
     * <p><b>Threading:</b> one thread.
     */
    public static final class SaidBefore {
        private final Map<Given, Span> givenFirst = new HashMap<>();
        private final Map<Long, Message.MessagePlace> messages = new HashMap<>();
        private final Beginning beginnings = new Beginning();

        /** Content by what it is and what it says. */
        private record Given(String name, Object identity) {}

        /** Returns the span that was given the same content first; {@code null} where it is new. */
        private Span given(SpanContent content, Span span) {
            Object identity = content.identity();
            return identity == null ? null : givenFirst.putIfAbsent(new Given(content.name(), identity), span);
        }
    }

    public Trace trace() {
        return trace;
    }

    /** Returns who said what, in order. */
    public List<Turn> turns() {
        return List.copyOf(turns);
    }

    /** Returns the tool span of a call that a model asked for, {@code null} where it was not recorded. */
    public Span toolOf(String callId, Span call) {
        NavigableMap<Long, Span> tools = callId == null ? null : toolsById.get(callId);
        // models may give an id more than once: the first that began after the call did
        Map.Entry<Long, Span> found = tools == null ? null : tools.ceilingEntry(call.startNanos());
        return found == null ? null : found.getValue();
    }

    private void readCalls() {
        List<Span> calls = new ArrayList<>(trace.spans().stream()
                .filter(span -> Calls.isModelCall(span) && !Calls.isWrapper(span))
                .toList());
        calls.sort(Comparator.comparingLong(Span::startNanos));
        Map<Long, Message.MessagePlace> seen = before.messages;
        for (Span call : calls) {
            List<Message> prompt = MessageReader.prompt(call.attributes());
            messages.put(
                    call,
                    new TurnMessages(
                            placed(prompt, call, seen),
                            placed(MessageReader.answer(call.attributes()), call, seen),
                            before.beginnings.add(call, prompt)));
        }
    }

    private static List<Message> placed(List<Message> messages, Span call, Map<Long, Message.MessagePlace> seen) {
        List<Message> placed = new ArrayList<>();
        for (Message message : messages) {
            Message.MessagePlace earlier = message.hash() == 0 ? null : seen.get(message.hash());
            placed.add(earlier == null || earlier.call() == call ? message : message.sameAs(earlier));
            if (message.hash() != 0) {
                seen.putIfAbsent(message.hash(), new Message.MessagePlace(call, message.answer(), message.number()));
            }
        }
        return placed;
    }

    /** What prompts begin with: a tree of their messages, so that many long prompts are compared in time that grows with their length. */
    private static final class Beginning {
        private final Map<Message.Said, Beginning> next = new HashMap<>();
        private Span last;
        private int messagesOfLast;

        /** Adds a prompt; returns what it shares with an earlier one, {@code null} for nothing. */
        TurnMessages.History add(Span call, List<Message> prompt) {
            TurnMessages.History history = null;
            Beginning at = this;
            for (int i = 0; i < prompt.size() && prompt.get(i).hash() != 0; i++) {
                at = at.next.computeIfAbsent(prompt.get(i).said(), any -> new Beginning());
                if (at.last != null) {
                    history = new TurnMessages.History(at.last, i + 1, i + 1 < at.messagesOfLast);
                }
                at.last = call;
                at.messagesOfLast = prompt.size();
            }
            return history;
        }
    }

    /** What is given to call after call, such as the definitions of tools, is to be read once. */
    private List<SpanContent> repeats(List<SpanContent> contents, Span span) {
        return contents.stream()
                .map(content -> {
                    Span first = before.given(content, span);
                    return first == null ? content : content.sameAs(first);
                })
                .toList();
    }

    private void readTurns() {
        AskedTools asked = AskedTools.in(trace);
        Deque<Span> open = new ArrayDeque<>();
        for (Span span : trace.spans()) {
            endOutside(open, span);
            if (Calls.isWrapper(span)) {
                continue;
            }
            boolean inner = span.children().stream().anyMatch(child -> child.kind() != SpanKind.HTTP);
            boolean call = messages.containsKey(span);
            List<SpanContent> received = repeats(SpanContent.received(span.attributes()), span);
            List<SpanContent> returned = call || !inner ? SpanContent.returned(span.attributes()) : List.of();
            boolean named = call
                    || switch (span.kind()) {
                        case TOOL, AGENT, EMBEDDING, RETRIEVAL -> true;
                        default -> false;
                    };
            if (named || !received.isEmpty() || !returned.isEmpty()) {
                turns.add(new Turn(
                        span,
                        true,
                        call || !inner,
                        messages.getOrDefault(span, TurnMessages.NONE),
                        received,
                        returned,
                        span.kind() == SpanKind.TOOL ? asked.askerOf(span) : null));
            }
            if (inner && !call) {
                open.push(span);
            }
        }
        endOutside(open, null);
    }

    /** Tells what those have returned that the next span is not in. */
    private void endOutside(Deque<Span> open, Span next) {
        while (!open.isEmpty()
                && (next == null
                        || next.index() >= open.peek().index() + open.peek().size())) {
            Span over = open.pop();
            List<SpanContent> returned = SpanContent.returned(over.attributes());
            if (!returned.isEmpty()) {
                turns.add(new Turn(over, false, true, TurnMessages.NONE, List.of(), returned, null));
            }
        }
    }

    /**
     * What one span says in a transcript. A span with others below it says what it received before them, and what it returned after
     * them, in two turns.
     *
     * @param span which
     * @param begins whether it says what it received
     * @param ends whether it says what it returned
     * @param messages what a model call was told and said
     * @param received other content that came in
     * @param returned other content that went out
     * @param askedBy the model call that asked for it; {@code null} for none
     */
    public record Turn(
            Span span,
            boolean begins,
            boolean ends,
            TurnMessages messages,
            List<SpanContent> received,
            List<SpanContent> returned,
            Span askedBy) {
        public Turn {
            received = List.copyOf(received);
            returned = List.copyOf(returned);
        }
    }

    /**
     * The messages of a model call.
     *
     * @param prompt those of its prompt
     * @param answer those of its answer
     * @param history what its prompt shares with an earlier one; {@code null} for none
     */
    public record TurnMessages(List<Message> prompt, List<Message> answer, History history) {
        private static final TurnMessages NONE = new TurnMessages(List.of(), List.of(), null);

        public TurnMessages {
            prompt = List.copyOf(prompt);
            answer = List.copyOf(answer);
        }

        /**
         * What a prompt shares with an earlier one of its workflow.
         *
         * @param call the earlier call: of those with the longest common beginning, the last
         * @param common how many messages both begin with
         * @param changed whether the earlier prompt goes on in another way, so that nothing behind the common beginning was there before
         */
        public record History(Span call, int common, boolean changed) {}
    }
}
