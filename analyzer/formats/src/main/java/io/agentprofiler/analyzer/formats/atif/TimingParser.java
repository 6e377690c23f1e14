// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.tree.Located;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Reads what NVIDIA's NeMo Agent Toolkit and others put beside steps and calls, in all the places they ever put it:
 *
 * <ul>
 *   <li>{@code extra.ancestry} and {@code extra.invocation} of the step and of each call;
 *   <li>{@code extra.tool_ancestry} and {@code extra.tool_invocations} of the step, aligned with its calls;
 *   <li>{@code function_ancestry} of the step and {@code tool_ancestry} of the call, as fields of their own;
 *   <li>{@code extra.function_id}, {@code extra.parent_function_id}, {@code extra.span_event_timestamp} of the step, and
 *       {@code extra.nat_tool_ancestry} of the step or the call.
 * </ul>
 */
final class TimingParser {
    private static final BigDecimal LAST_SECOND = BigDecimal.valueOf(9_200_000_000L);
    private static final long LAST_YEAR_SECOND = 9_200_000_000L;

    private TimingParser() {}

    static Timing ofStep(Located step) {
        Located extra = step.get("extra");
        Located node =
                first(extra.object("ancestry"), step.object("function_ancestry"), extra.object("function_ancestry"));
        Timing timing = timing(node, extra.object("invocation"));
        if (!timing.hasNode() && extra.get("function_id").isText()) {
            timing = new Timing(
                    extra.text("function_id"),
                    extra.text("function_name"),
                    extra.text("parent_function_id"),
                    timing.startNanos(),
                    timing.endNanos(),
                    timing.status());
        }
        if (timing.startNanos() == Unknown.LONG
                && extra.get("span_event_timestamp").isThere()) {
            long start = time(extra.get("span_event_timestamp"));
            return new Timing(
                    timing.functionId(),
                    timing.functionName(),
                    timing.parentId(),
                    start,
                    Unknown.LONG,
                    timing.status());
        }
        return timing;
    }

    /** Reads what is said of a step's call. */
    static Timing ofCall(Located step, Located call, int index) {
        Located extra = call.get("extra");
        Located around = step.get("extra");
        Located node = first(
                extra.object("ancestry"),
                call.object("tool_ancestry"),
                extra.object("tool_ancestry"),
                extra.object("nat_tool_ancestry"),
                element(around.get("tool_ancestry"), index),
                element(around.get("nat_tool_ancestry"), index));
        Located invocation = first(extra.object("invocation"), element(around.get("tool_invocations"), index));
        return timing(node, invocation);
    }

    private static Located element(Located list, int index) {
        if (list.isThere() && !list.isList()) {
            list.problem("expected a list aligned with the tool calls; left out");
            return list.get("");
        }
        // of two lists of different lengths nobody knows what belongs together
        return list.isList()
                        && index < list.elements().size()
                        && list.elements().get(index).isObject()
                ? list.elements().get(index)
                : list.get("");
    }

    private static Located first(Located... places) {
        for (Located place : places) {
            if (place.isThere()) {
                return place;
            }
        }
        return places[0];
    }

    private static Timing timing(Located node, Located invocation) {
        long start = seconds(invocation.get("start_timestamp"));
        long end = seconds(invocation.get("end_timestamp"));
        boolean both = start != Unknown.LONG && end != Unknown.LONG;
        if (both && end < start) {
            invocation.problem("it ends before it starts; its times are left out");
            both = false;
        } else if (!both && start != end) {
            invocation.problem("expected both start_timestamp and end_timestamp; left out");
        }
        return new Timing(
                node.text("function_id"),
                node.text("function_name"),
                node.text("parent_id"),
                both ? start : Unknown.LONG,
                both ? end : Unknown.LONG,
                invocation.text("status"));
    }

    private static long seconds(Located place) {
        Object value = place.value();
        BigDecimal seconds = value instanceof Long whole
                ? BigDecimal.valueOf(whole)
                : value instanceof BigDecimal number ? number : null;
        if (seconds == null || seconds.signum() < 0 || seconds.compareTo(LAST_SECOND) > 0) {
            if (value != null) {
                place.problem("expected seconds since 1970; left out");
            }
            return Unknown.LONG;
        }
        return seconds.movePointRight(9).longValue();
    }

    /** Returns a time that is written by ISO 8601, or as seconds since 1970. */
    static long time(Located place) {
        if (!place.isThere()) {
            return Unknown.LONG;
        }
        if (!(place.value() instanceof String text)) {
            return seconds(place);
        }
        try {
            Instant time = instant(text.strip().replace(' ', 'T'));
            if (time.getEpochSecond() >= 0 && time.getEpochSecond() < LAST_YEAR_SECOND) {
                return time.getEpochSecond() * 1_000_000_000L + time.getNano();
            }
        } catch (DateTimeException e) {
            // said below
        }
        place.problem("expected a time by ISO 8601, such as 2026-01-31T12:00:00Z; left out");
        return Unknown.LONG;
    }

    private static Instant instant(String text) {
        String time = text.indexOf('T') < 0 ? text + "T00:00" : text;
        boolean zoned = time.endsWith("Z") || time.endsWith("z") || time.matches(".*T.*[+-]\\d\\d:?(\\d\\d)?");
        if (!zoned) {
            return LocalDateTime.parse(time).toInstant(ZoneOffset.UTC);
        }
        // Java wants the colon, ISO 8601 does not
        return OffsetDateTime.parse(
                        time.replaceFirst("([+-]\\d\\d)(\\d\\d)\\z", "$1:$2").replaceFirst("([+-]\\d\\d)\\z", "$1:00"))
                .toInstant();
    }
}
