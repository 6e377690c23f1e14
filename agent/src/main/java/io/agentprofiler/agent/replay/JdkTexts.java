// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Values of the JDK that are recorded as their text, of which their class makes an equal one.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class JdkTexts {
    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.ofEntries(
            Map.entry(UUID.class, UUID::fromString),
            Map.entry(URI.class, URI::create),
            Map.entry(Instant.class, Instant::parse),
            Map.entry(LocalDate.class, LocalDate::parse),
            Map.entry(LocalTime.class, LocalTime::parse),
            Map.entry(LocalDateTime.class, LocalDateTime::parse),
            Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
            Map.entry(OffsetTime.class, OffsetTime::parse),
            Map.entry(ZonedDateTime.class, ZonedDateTime::parse),
            Map.entry(ZoneOffset.class, ZoneOffset::of),
            Map.entry(Year.class, Year::parse),
            Map.entry(YearMonth.class, YearMonth::parse),
            Map.entry(MonthDay.class, MonthDay::parse));

    private JdkTexts() {}

    /** Answers whether values of a type are recorded as their text. */
    public static boolean isKnown(Class<?> type) {
        return PARSERS.containsKey(type);
    }

    /** Returns the value of a text; {@code null} if its text would be another. */
    static Object of(Class<?> type, String text) {
        try {
            Object value = PARSERS.get(type).apply(text);
            return value.toString().equals(text) ? value : null;
        } catch (DateTimeException | IllegalArgumentException e) {
            return null;
        }
    }
}
