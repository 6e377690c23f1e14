// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.proto;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpEvent;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.span.Skipped;
import io.agentprofiler.analyzer.formats.otlp.span.SpanBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes spans of messages, by the numbers of opentelemetry-proto's fields. */
final class SpanMessage {
    /** Values within values beyond which nobody has made them by hand. */
    private static final int MAX_DEPTH = 100;

    private SpanMessage() {}

    /** Returns the span, {@code null} where it cannot be one; that is then counted. */
    static OtlpSpan span(Message message, Skipped skipped, String place) throws DamagedException {
        SpanBuilder span = new SpanBuilder(skipped, place);
        while (message.next()) {
            switch (message.field()) {
                case 1 -> span.trace(message.bytes());
                case 2 -> span.id(message.bytes());
                case 4 -> span.parent(message.bytes());
                case 5 -> span.name(message.text());
                case 6 -> span.kind(message.number());
                case 7 -> span.start(message.number());
                case 8 -> span.end(message.number());
                case 9 -> attribute(message.message(), span.attributes(), 0);
                case 11 -> span.event(event(message.message()));
                case 15 -> status(message.message(), span);
                case 16 -> span.flags(message.number());
                default -> {
                    // trace state, links, counts of what was dropped
                }
            }
        }
        return span.build();
    }

    private static OtlpEvent event(Message message) throws DamagedException {
        long time = Unknown.LONG;
        String name = "";
        Map<String, Object> attributes = new LinkedHashMap<>();
        while (message.next()) {
            switch (message.field()) {
                case 1 -> time = message.number() <= 0 ? Unknown.LONG : message.number();
                case 2 -> name = message.text();
                case 3 -> attribute(message.message(), attributes, 0);
                default -> {
                    // a count of what was dropped
                }
            }
        }
        return new OtlpEvent(time, name, attributes);
    }

    private static void status(Message message, SpanBuilder span) throws DamagedException {
        String text = null;
        long code = 0;
        while (message.next()) {
            if (message.field() == 2 && !message.text().isEmpty()) {
                text = message.text();
            } else if (message.field() == 3) {
                code = message.number();
            }
        }
        span.status(code, text);
    }

    /** Returns the attributes of a resource. */
    static Map<String, Object> resource(Message message) throws DamagedException {
        Map<String, Object> attributes = new LinkedHashMap<>();
        while (message.next()) {
            if (message.field() == 1) {
                attribute(message.message(), attributes, 0);
            }
        }
        return attributes;
    }

    private static void attribute(Message message, Map<String, Object> into, int depth) throws DamagedException {
        String key = null;
        Object value = null;
        while (message.next()) {
            if (message.field() == 1) {
                key = message.text();
            } else if (message.field() == 2) {
                value = any(message.message(), depth);
            }
        }
        if (key != null && value != null) {
            into.put(key, value);
        }
    }

    private static Object any(Message message, int depth) throws DamagedException {
        if (depth > MAX_DEPTH) {
            throw new DamagedException("values within values, more than " + MAX_DEPTH + " deep");
        }
        Object value = null;
        while (message.next()) {
            value = switch (message.field()) {
                case 1 -> message.text();
                case 2 -> (Object) (message.number() != 0);
                case 3 -> (Object) message.number();
                case 4 -> (Object) message.fraction();
                case 5 -> array(message.message(), depth);
                case 6 -> pairs(message.message(), depth);
                // bytes, and what a later version may have
                default -> value;
            };
        }
        return value;
    }

    private static List<Object> array(Message message, int depth) throws DamagedException {
        List<Object> elements = new ArrayList<>();
        while (message.next()) {
            if (message.field() == 1) {
                elements.add(any(message.message(), depth + 1));
            }
        }
        return elements;
    }

    private static Map<String, Object> pairs(Message message, int depth) throws DamagedException {
        Map<String, Object> pairs = new LinkedHashMap<>();
        while (message.next()) {
            if (message.field() == 1) {
                attribute(message.message(), pairs, depth + 1);
            }
        }
        return pairs;
    }
}
