// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.answer.ReplayedAnswer.Finish;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.match.Match;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedAnswer;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.ArrayList;
import java.util.List;

/** Makes the answer to a request that was found in the recording. */
public final class Answers {
    private static final int CHARS_PER_TOKEN = 4;
    private static final int USUAL_CHARS = 40;

    private final Vectors vectors;

    /** Makes answers for a replay with these vectors. */
    public Answers(Vectors vectors) {
        this.vectors = vectors;
    }

    /** Returns the answer to a request whose due attempt was answered, or cut off in the middle. */
    public ReplayedAnswer of(Match match, Asked asked) {
        RecordedCall call = match.call();
        String label = "[replay " + match.workflow() + "." + call.number() + "]";
        RecordedAnswer answer = call.ending().answer();
        if (answer == null) {
            // it was cut off: as much of a text comes as its chunks may have held
            long chars = call.ending().timing().chunks() * CHARS_PER_TOKEN;
            return new ReplayedAnswer(
                    GeneratedText.of(chars, label),
                    null,
                    List.of(),
                    Finish.STOP,
                    Tokens.NONE,
                    id(match, null),
                    asked.model(),
                    List.of());
        }
        String model = answer.model() == null ? asked.model() : answer.model();
        if (call.request().operation() == Operation.EMBEDDING) {
            return new ReplayedAnswer(
                    null,
                    null,
                    List.of(),
                    Finish.STOP,
                    share(answer.tokens(), match),
                    id(match, answer),
                    model,
                    vectors.of(match, asked));
        }
        List<ToolCall> calls = calls(match, answer, asked, label);
        return new ReplayedAnswer(
                text(answer, calls, asked, label),
                answer.said().reasoning(),
                calls,
                Finish.of(answer.finish(), !calls.isEmpty()),
                answer.tokens(),
                id(match, answer),
                model,
                List.of());
    }

    private static String id(Match match, RecordedAnswer answer) {
        return answer != null && answer.id() != null
                ? answer.id()
                : "replay-" + match.workflow() + "-" + match.call().number();
    }

    private static String text(RecordedAnswer answer, List<ToolCall> calls, Asked asked, String label) {
        if (answer.said().text() != null || answer.said().chars() == 0) {
            return answer.said().text();
        }
        long chars = answer.said().chars();
        if (chars < 0) {
            if (!calls.isEmpty()) {
                return null;
            }
            chars = answer.tokens().output() < 0 ? USUAL_CHARS : answer.tokens().output() * CHARS_PER_TOKEN;
        }
        return asked.schema() == null || !calls.isEmpty()
                ? GeneratedText.of(chars, label)
                : GeneratedJson.of(asked.schema(), chars, label);
    }

    private static List<ToolCall> calls(Match match, RecordedAnswer answer, Asked asked, String label) {
        List<ToolCall> calls = new ArrayList<>();
        for (ToolCall call : answer.calls()) {
            String id = call.id() != null
                    ? call.id()
                    : "call_" + match.workflow() + "_" + match.call().number() + "_" + (calls.size() + 1);
            String arguments = call.arguments() != null
                    ? call.arguments()
                    : GeneratedJson.of(parameters(asked.tools().get(call.name())), call.chars(), label);
            calls.add(new ToolCall(id, call.name(), arguments, arguments.length()));
        }
        return calls;
    }

    private static Object parameters(AskedTool tool) {
        return tool == null ? null : tool.parameters();
    }

    /** Of a call that made several requests, only the sum of the tokens is known: each request gets its share. */
    private static Tokens share(Tokens all, Match match) {
        long requests = match.call().ending().attempts().stream()
                .filter(attempt -> attempt.outcome() == Attempt.AttemptOutcome.ANSWERED)
                .count();
        long before = match.call().ending().attempts().subList(0, match.attempt()).stream()
                .filter(attempt -> attempt.outcome() == Attempt.AttemptOutcome.ANSWERED)
                .count();
        if (requests <= 1 || all.input() < 0) {
            return all;
        }
        long input = all.input() / requests + (before < all.input() % requests ? 1 : 0);
        return new Tokens(input, Unknown.LONG, Unknown.LONG, Unknown.LONG, Unknown.LONG);
    }

    /** Text of a given length that nobody takes for an answer of a model. */
    static final class GeneratedText {
        private static final String FILLER =
                "this text stands for the recorded one, of which only the length is known; ";

        private GeneratedText() {}

        /**
         * Returns a text.
         *
         * @param chars its length
         * @param label begins the text, so that texts of different calls are different ones
         */
        static String of(long chars, String label) {
            int length = (int) Math.min(Integer.MAX_VALUE / 4, Math.max(0, chars));
            StringBuilder text = new StringBuilder(length + FILLER.length());
            text.append(label).append(' ');
            while (text.length() < length) {
                text.append(FILLER);
            }
            text.setLength(length);
            // a blank at the end is easily lost on the way
            if (length > 0 && text.charAt(length - 1) == ' ') {
                text.setCharAt(length - 1, '.');
            }
            return text.toString();
        }
    }
}
