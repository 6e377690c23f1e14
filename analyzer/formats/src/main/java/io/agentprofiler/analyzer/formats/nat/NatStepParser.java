// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.formats.nat.NatStep.Function;
import io.agentprofiler.analyzer.formats.nat.NatStep.NatUsage;
import io.agentprofiler.analyzer.read.HeapLimit;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads steps from JSON, in the spellings of several versions: payload fields in {@code payload} or beside it,
 * {@code UUID} in either case, event types with or without the name of their enum, usage with or without
 * {@code token_usage}, times as numbers or ISO 8601.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class NatStepParser {
    private static final double NANOS = 1e9;
    /** Spans of our own beside a step are made a second tree and events before they are let go. */
    private static final int OWN_SHARE = 4;

    private final boolean content;
    private final long most;
    private final long mostOwn;
    /** What the values that are kept take, in bytes of text, and from where on those of a value that is read count. */
    private long kept;

    private String parentId;
    private Function function;
    private String eventType;
    private double timestamp;
    private double spanTimestamp;
    private String framework;
    private String name;
    private String uuid;
    private NatUsage usage;
    private Map<String, Object> data;
    private Map<String, Object> extras;

    /**
     * Makes a parser.
     *
     * @param content whether inputs, outputs and metadata are kept; lengths of chunks are kept either way
     * @param most bytes that the texts and values of a request may have, their objects and lists counted at what they take more
     */
    public NatStepParser(boolean content, long most) {
        this.content = content;
        this.most = most;
        this.mostOwn = most / OWN_SHARE;
    }

    /** Thrown for a request whose values are more than it may have; the parser then stands within one. */
    public static final class StepsTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final long bytes;

        StepsTooLargeException(long bytes) {
            this.bytes = bytes;
        }

        /** Returns how many bytes it may have. */
        public long most() {
            return bytes;
        }
    }

    /** Begins a request. */
    public void beginRequest() {
        kept = 0;
    }

    /** Thrown for a step that lacks what every version has. */
    public static final class BadStepException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadStepException(String message) {
            super(message);
        }
    }

    /**
     * Reads the object whose first field name, or end, the parser stands on; afterwards it stands on its end.
     *
     * @throws BadStepException when it is no step; the parser then stands on the object's end all the same
     */
    public NatStep step(JsonParser parser) {
        parentId = null;
        function = Function.NONE;
        eventType = null;
        timestamp = Double.NaN;
        spanTimestamp = Double.NaN;
        framework = null;
        name = null;
        uuid = null;
        usage = null;
        data = null;
        extras = Map.of();
        String first = parser.currentToken() == JsonToken.PROPERTY_NAME ? parser.currentName() : null;
        for (String field = first; field != null; field = parser.nextName()) {
            parser.nextToken();
            switch (field) {
                case "parent_id" -> parentId = text(parser);
                case "function_ancestry", "invocation_node" -> function = function(parser);
                case "payload" -> {
                    if (parser.currentToken() == JsonToken.START_OBJECT) {
                        payload(parser);
                    } else {
                        parser.skipChildren();
                    }
                }
                default -> payloadField(field, parser);
            }
        }
        return build();
    }

    private NatStep build() {
        if (eventType == null) {
            throw new BadStepException("a step without \"event_type\"");
        }
        if (uuid == null) {
            throw new BadStepException("a step (" + eventType + ") without \"UUID\"");
        }
        if (!Double.isFinite(timestamp)) {
            throw new BadStepException("a step (" + eventType + ") without \"event_timestamp\"");
        }
        return new NatStep(
                parentId,
                function,
                eventType,
                new NatStep.NatTime(timestamp, spanTimestamp),
                new NatStep.NatSubject(framework, name, uuid),
                usage,
                data,
                extras);
    }

    private void payload(JsonParser parser) {
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            parser.nextToken();
            payloadField(field, parser);
        }
    }

    private void payloadField(String field, JsonParser parser) {
        switch (field) {
            case "event_type" -> eventType = eventType(text(parser));
            case "event_timestamp", "timestamp" -> timestamp = seconds(parser);
            case "span_event_timestamp" -> spanTimestamp = seconds(parser);
            case "framework" -> framework = word(text(parser));
            case "name" -> name = text(parser);
            case "UUID", "uuid" -> uuid = text(parser);
            case "usage_info", "token_usage" -> usage = usage(parser);
            case "data" -> data = data(parser);
            default -> {
                if (content) {
                    extra(field, field.equals(NatStep.METADATA) ? metadata(parser) : value(parser, most));
                } else if (field.equals(NatStep.METADATA)) {
                    extra(field, metadata(parser));
                } else {
                    parser.skipChildren();
                }
            }
        }
    }

    private void extra(String field, Object value) {
        if (extras.isEmpty()) {
            extras = new LinkedHashMap<>(4);
        }
        extras.put(field, value);
    }

    /** Without content keeps nothing of the metadata but whether the call failed, and what our own export put there. */
    private Object metadata(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            if (content) {
                return value(parser, most);
            }
            parser.skipChildren();
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>(4);
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            parser.nextToken();
            if (field.equals(NatStep.PROVIDED)) {
                fields.put(field, value(parser, Math.min(most, kept + mostOwn)));
            } else if (content || field.equals("error")) {
                fields.put(field, value(parser, most));
            } else {
                parser.skipChildren();
            }
        }
        return fields.isEmpty() && !content ? null : fields;
    }

    private Map<String, Object> data(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>(8);
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            parser.nextToken();
            if (content || field.equals("chunk")) {
                fields.put(field, value(parser, most));
            } else {
                parser.skipChildren();
            }
        }
        return fields;
    }

    /** Returns any value the parser stands on, and counts it, up to a limit. */
    private Object value(JsonParser parser, long limit) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            String text = parser.getString();
            count(text.length(), limit);
            return text;
        }
        if (!token.isStructStart()) {
            return any(parser);
        }
        count(HeapLimit.NODE_BYTES, limit);
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> object = new LinkedHashMap<>();
            for (String field = parser.nextName(); field != null; field = parser.nextName()) {
                parser.nextToken();
                count(HeapLimit.NODE_BYTES, limit);
                object.put(field, value(parser, limit));
            }
            return object;
        }
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            count(1, limit);
            array.add(value(parser, limit));
        }
        return array;
    }

    private void count(long bytes, long limit) {
        kept += bytes;
        if (kept > limit) {
            throw new StepsTooLargeException(limit);
        }
    }

    private static Function function(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return Function.NONE;
        }
        String id = NatStep.ROOT;
        String functionName = NatStep.ROOT;
        String parent = null;
        String parentName = null;
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            parser.nextToken();
            switch (field) {
                case "function_id" -> id = text(parser);
                case "function_name" -> functionName = text(parser);
                case "parent_id" -> parent = text(parser);
                case "parent_name" -> parentName = text(parser);
                default -> parser.skipChildren();
            }
        }
        return new Function(id, functionName, parent, parentName);
    }

    private static NatUsage usage(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return null;
        }
        long[] numbers = new long[7];
        usage(parser, numbers);
        return new NatUsage(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
    }

    private static void usage(JsonParser parser, long[] numbers) {
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            parser.nextToken();
            int place = switch (field) {
                case "prompt_tokens", "input_tokens" -> 0;
                case "completion_tokens", "output_tokens" -> 1;
                case "cached_tokens" -> 2;
                case "reasoning_tokens" -> 3;
                case "total_tokens" -> 4;
                case "num_llm_calls" -> 5;
                case "seconds_between_calls" -> 6;
                default -> -1;
            };
            if (place >= 0 && parser.currentToken().isNumeric()) {
                numbers[place] = (long) parser.getDoubleValue();
            } else if (field.equals("token_usage") && parser.currentToken() == JsonToken.START_OBJECT) {
                usage(parser, numbers);
            } else {
                parser.skipChildren();
            }
        }
    }

    private static String eventType(String word) {
        return word == null ? null : word.substring(word.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
    }

    private static String word(String text) {
        return text == null ? null : text.substring(text.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String text(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        if (parser.currentToken().isNumeric()) {
            return parser.getString();
        }
        parser.skipChildren();
        return null;
    }

    private static double seconds(JsonParser parser) {
        if (parser.currentToken().isNumeric()) {
            return parser.getDoubleValue();
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            try {
                OffsetDateTime time = OffsetDateTime.parse(parser.getString());
                return time.toEpochSecond() + time.getNano() / NANOS;
            } catch (DateTimeException e) {
                return Double.NaN;
            }
        }
        parser.skipChildren();
        return Double.NaN;
    }

    /** Returns any value the parser stands on. */
    public static Object any(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case START_OBJECT -> {
                Map<String, Object> object = new LinkedHashMap<>();
                for (String field = parser.nextName(); field != null; field = parser.nextName()) {
                    parser.nextToken();
                    object.put(field, any(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(any(parser));
                }
                yield array;
            }
            default -> null;
        };
    }
}
