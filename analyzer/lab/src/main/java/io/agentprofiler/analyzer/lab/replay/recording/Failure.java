// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import java.util.List;
import java.util.Locale;

/**
 * How a model call failed.
 *
 * @param type class of the failure; {@code null} when unknown
 * @param message what it says; {@code null} where it was not recorded
 */
public record Failure(String type, String message) {
    /** What nothing better is known of. */
    public static final int SERVER_ERROR = 500;

    private static final List<Word> WORDS = List.of(
            new Word("ratelimit", 429),
            new Word("toomanyrequests", 429),
            new Word("unauthorized", 401),
            new Word("authentication", 401),
            new Word("permission", 403),
            new Word("forbidden", 403),
            new Word("notfound", 404),
            new Word("badrequest", 400),
            new Word("invalidrequest", 400),
            new Word("contentfiltered", 400),
            new Word("unprocessable", 422),
            new Word("unavailable", 503),
            new Word("overloaded", 503),
            new Word("internalserver", SERVER_ERROR));

    private record Word(String part, int status) {}

    /** Returns the status that a failure of this type stands for; -1 where its name does not tell. */
    public int status() {
        String name = lower();
        return WORDS.stream()
                .filter(word -> name.contains(word.part()))
                .mapToInt(Word::status)
                .findFirst()
                .orElse(-1);
    }

    /** Answers whether no answer came in time, or the connection broke. */
    public boolean isCut() {
        String name = lower();
        return name.contains("timeout")
                || name.contains("timedout")
                || name.contains("ioexception")
                || name.contains("connect")
                || name.contains("sockete")
                || name.contains("eofe");
    }

    private String lower() {
        return type == null ? "" : type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
