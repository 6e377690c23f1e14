// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.send;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: twice as long each time, half of it at random, so that many senders do not come back at once;
 * or as long as the receiver says.
 *
 * @param random for the half
 * @param clock by which a receiver's time of day is taken
 */
record Waits(RandomGenerator random, Clock clock) {
    /** How often a request is sent. */
    static final int ATTEMPTS = 6;
    /** How long a receiver may ask to wait. */
    static final Duration LONGEST = Duration.ofMinutes(5);

    private static final Duration FIRST = Duration.ofSeconds(1);

    /**
     * Returns the wait after an attempt that failed.
     *
     * @param attempt its number, from 1
     * @param retryAfter what the receiver asked for, or {@code null}
     */
    Duration after(int attempt, String retryAfter) {
        Duration asked = asked(retryAfter);
        if (asked != null) {
            return asked;
        }
        long half = FIRST.toMillis() << attempt - 1 >> 1;
        return Duration.ofMillis(half + random.nextLong(half + 1));
    }

    /** Reads seconds or a date; anything else asks for nothing. */
    private Duration asked(String retryAfter) {
        if (retryAfter == null) {
            return null;
        }
        String text = retryAfter.strip();
        if (text.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(clock.instant(), until);
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
