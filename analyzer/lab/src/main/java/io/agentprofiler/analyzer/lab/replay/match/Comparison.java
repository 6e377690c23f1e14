// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.answer.show.JsonLines;
import io.agentprofiler.analyzer.lab.replay.match.Match.Difference;
import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts;
import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedAnswer;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedPrompt;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request beside a recorded call. What was not recorded is not compared.
 *
 * <p>Where texts were recorded they decide. Where only lengths were, the order of roles decides: lengths cannot, because a generated
 * answer or tool call changes what comes after it. They still tell calls apart, and are reported.
 */
final class Comparison {
    private static final long FARTHEST = Long.MAX_VALUE;
    private static final long WHOLE = 1000;

    private final AskedOnce once;
    private final Asked asked;
    private final RecordedCall call;
    /** What differs in words; {@code null} where nobody asked for words. */
    private final List<Difference> differences;

    private boolean differs;
    private boolean decides;
    private boolean lengthDiffers;
    private long alike;
    private long likeness;
    private long gap;

    /**
     * Compares both.
     *
     * @param words whether {@link #differences} is wanted: of thousands of calls only that of the one that is meant
     */
    Comparison(AskedOnce asked, RecordedCall call, boolean words) {
        this.once = asked;
        this.asked = asked.asked();
        this.call = call;
        this.differences = words ? new ArrayList<>() : null;
        compare();
    }

    private void compare() {
        if (asked.model() != null
                && call.request().model() != null
                && !asked.model().equals(call.request().model())) {
            differ(() -> new Difference("model", asked.model(), call.request().model(), true), true);
        }
        if (asked.operation() == Operation.CHAT) {
            messages(call.request().prompt());
            long tools = call.request().prompt().tools();
            if (tools >= 0 && tools != asked.tools().size()) {
                differ(
                        () -> new Difference(
                                "tools", String.valueOf(asked.tools().size()), String.valueOf(tools), false),
                        false);
            }
            call.request().parameters().forEach((name, value) -> {
                Double now = asked.parameters().get(name);
                if (now != null && Double.compare(now, value) != 0) {
                    String field = name.substring(name.lastIndexOf('.') + 1);
                    differ(() -> new Difference(field, now.toString(), value.toString(), false), false);
                }
            });
        } else if (call.ending().answer() != null && call.ending().attempts().size() == 1) {
            inputs(call.ending().answer());
        }
    }

    /** Compares texts to embed. What a retriever looked for may have been changed before, so that it only tells calls apart. */
    private void inputs(RecordedAnswer answer) {
        List<String> now = asked.embedding().inputs();
        if (answer.vectors().count() >= 0 && answer.vectors().count() != now.size()) {
            differ(
                    () -> new Difference(
                            "input", now.size() + " texts", answer.vectors().count() + " texts", false),
                    false);
            return;
        }
        EmbeddedTexts then = answer.vectors().embedded();
        if (then.texts().size() == now.size()) {
            for (int i = 0; i < now.size(); i++) {
                String text = then.texts().get(i);
                if (!now.get(i).strip().equals(text.strip())) {
                    int place = i;
                    differ(() -> Difference.ofTexts("input[" + place + "]", now.get(place), text, false), false);
                    return;
                }
                alike++;
            }
        } else if (then.chars() >= 0) {
            long chars = once.inputChars();
            // a list of one has a line end that a text alone has not
            if (chars != then.chars() && (now.size() > 1 || chars - 1 != then.chars())) {
                gap = Math.abs(chars - then.chars());
                differ(() -> new Difference("input.length", chars + " chars", then.chars() + " chars", false), false);
            }
        } else if (then.found() != null && now.size() == 1) {
            if (then.found().query() != null) {
                alike = now.get(0).strip().equals(then.found().query().strip()) ? 1 : 0;
            } else if (then.found().queryChars() >= 0) {
                gap = Math.abs(now.get(0).length() - then.found().queryChars());
            }
        }
    }

    private void differ(Supplier<Difference> difference, boolean deciding) {
        differs = true;
        decides |= deciding;
        if (differences != null) {
            differences.add(difference.get());
        }
    }

    private void messages(RecordedPrompt recorded) {
        if (!recorded.isKnown()) {
            gap = FARTHEST;
            long count = asked.messages().size();
            if (recorded.count() >= 0 && recorded.count() != count) {
                differ(
                        () -> new Difference("messages", count + " messages", recorded.count() + " messages", true),
                        true);
            }
        } else if (recorded.texts()) {
            texts(recorded.messages());
        } else {
            lengths(recorded);
        }
    }

    private void texts(List<PromptMessage> then) {
        List<AskedMessage> now = asked.messages();
        gap = Math.abs(now.size() - then.size());
        for (int i = 0; i < Math.min(now.size(), then.size()); i++) {
            Difference difference = difference("messages[" + i + "]", now.get(i), then.get(i));
            if (difference != null) {
                differ(() -> difference, difference.decides());
                likeness = likeness(now.get(i), then.get(i));
                return;
            }
            alike++;
        }
        if (now.size() != then.size()) {
            differ(() -> new Difference("messages", now.size() + " messages", then.size() + " messages", true), true);
        }
    }

    /** Returns how much of two messages is the same at their begin and their end, in thousandths of the longer one. */
    private static long likeness(AskedMessage now, PromptMessage then) {
        if (then.text() == null || !then.role().equals(now.role())) {
            return 0;
        }
        String one = now.text();
        String other = then.text();
        int least = Math.min(one.length(), other.length());
        int begin = 0;
        while (begin < least && one.charAt(begin) == other.charAt(begin)) {
            begin++;
        }
        int end = 0;
        while (end < least - begin && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        int most = Math.max(one.length(), other.length());
        return most == 0 ? WHOLE : WHOLE * (begin + end) / most;
    }

    private static Difference difference(String place, AskedMessage now, PromptMessage then) {
        if (!then.role().isEmpty() && !then.role().equals(now.role())) {
            return new Difference(place + ".role", now.role(), then.role(), true);
        }
        if (then.text() == null) {
            return null;
        }
        if (!then.text().equals(now.text()) && !isMedia(then)) {
            return Difference.ofTexts(place + ".content", now.text(), then.text(), true);
        }
        // some libraries' messages are recorded without the calls
        if (!then.calls().isEmpty()) {
            String callsNow = words(now.calls());
            String callsThen = words(then.calls());
            if (!callsNow.equals(callsThen)) {
                return Difference.ofTexts(place + ".tool_calls", callsNow, callsThen, true);
            }
        }
        return null;
    }

    /** What an image or a file holds is not recorded. */
    static boolean isMedia(PromptMessage message) {
        return message.text().contains("[media]");
    }

    private static String words(List<ToolCall> calls) {
        StringBuilder words = new StringBuilder();
        for (ToolCall call : calls) {
            words.append(call.name()).append(' ');
            // however the JSON is laid out
            words.append(ContentText.of(JsonLines.parsed(call.arguments())));
        }
        return words.toString();
    }

    private void lengths(RecordedPrompt recorded) {
        List<String> then = once.recordedRoles(recorded);
        List<String> now = once.roles();
        List<String> sent = once.sentRoles();
        boolean whole = recorded.leftOut() == 0;
        if (!isSame(now, then, whole) && !isSame(sent, then, whole)) {
            differ(() -> new Difference("roles", String.join(" ", now), String.join(" ", then), true), true);
        }
        if (recorded.messages().size() != asked.messages().size()) {
            gap = FARTHEST;
            return;
        }
        boolean same = true;
        for (int i = 0; i < recorded.messages().size(); i++) {
            PromptMessage message = recorded.messages().get(i);
            long bytes = once.bytes(i, message.bare());
            boolean own = message.role().equals(PromptMessage.SYSTEM)
                    || message.role().equals(PromptMessage.USER);
            if (message.bytes() >= 0 && bytes != message.bytes()) {
                gap += own ? Math.abs(bytes - message.bytes()) : 0;
                same = false;
                if (own && !lengthDiffers) {
                    lengthDiffers = true;
                    int place = i;
                    differ(
                            () -> new Difference(
                                    "messages[" + place + "].length",
                                    bytes + " bytes",
                                    message.bytes() + " bytes",
                                    false),
                            false);
                }
            }
            alike += same ? 1 : 0;
        }
    }

    /** Returns the roles in order; several messages of one role in a row count once, as providers and frameworks put them together. */
    static <T> List<String> roles(List<T> messages, Function<T, String> role) {
        List<String> roles = new ArrayList<>();
        for (T message : messages) {
            String word = role.apply(message);
            if (roles.isEmpty() || !roles.get(roles.size() - 1).equals(word)) {
                roles.add(word);
            }
        }
        return roles;
    }

    private static boolean isSame(List<String> now, List<String> then, boolean whole) {
        if (whole) {
            return now.equals(then);
        }
        int from = now.size() - then.size() + 1;
        return from >= 0 && now.subList(from, now.size()).equals(then.subList(1, then.size()));
    }

    /** Answers whether the request can be the recorded one. */
    boolean fits() {
        return !decides;
    }

    /** Answers whether nothing differs that is known. */
    boolean isExact() {
        return !differs;
    }

    /** Returns what differs, what decides first; to be called where words were asked for. */
    List<Difference> differences() {
        List<Difference> ordered = new ArrayList<>(differences);
        ordered.sort((left, right) -> Boolean.compare(right.decides(), left.decides()));
        return ordered;
    }

    /** Returns how many messages from the first on are the same, as far as is known. */
    long alike() {
        return alike;
    }

    /** Returns how much of the first message that differs is the same, in thousandths; 0 where texts are not known. */
    long likeness() {
        return likeness;
    }

    /**
     * Returns how far apart both are: by how many messages where texts are known, else by how many bytes messages of the system and
     * the user are unlike in length.
     */
    long gap() {
        return gap;
    }

    RecordedCall call() {
        return call;
    }
}
