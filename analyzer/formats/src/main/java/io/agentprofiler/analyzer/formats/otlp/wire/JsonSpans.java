// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.wire;

import io.agentprofiler.analyzer.formats.otlp.wire.JsonEncoding.SpanFields;
import io.agentprofiler.analyzer.formats.otlp.wire.SpanBuilder.Skipped;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * The spans of a file of OTLP's JSON: requests one a line, or documents of any layout, one or several. A span at a time is in memory.
 *
 * <p>After a place that is not JSON, reading goes on at the next line that begins a document.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class JsonSpans implements Skipped {
    private static final Set<String> RESOURCES = Set.of("resourceSpans", "resource_spans", "batches");
    private static final Set<String> SCOPES =
            Set.of("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans");
    /** What stands beside spans in files of several signals, and says nothing of spans. */
    private static final Set<String> OTHER_SIGNALS = Set.of(
            "resourceLogs",
            "resource_logs",
            "resourceMetrics",
            "resource_metrics",
            "resourceProfiles",
            "resource_profiles",
            "partialSuccess",
            "partial_success");

    private final ReplayStream stream;
    private final long most;
    private final OtlpSpan.SpanTaker spans;
    private final Problems problems;
    private final SpanFields fields = new SpanFields(this);
    private final JsonFactory json;
    private JsonParser parser;
    private JsonValues values;
    /** Where the parser's first byte is in the file. */
    private long base;

    private long documentStart;
    private boolean any;

    /**
     * Prepares.
     *
     * @param most bytes that a span may have
     */
    public JsonSpans(InputStream in, long most, OtlpSpan.SpanTaker spans, Problems problems) {
        this.stream = new ReplayStream(in);
        this.most = most;
        this.spans = spans;
        this.problems = problems;
        this.json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(200)
                        .maxStringLength((int) Math.min(most, Integer.MAX_VALUE - 8))
                        .build())
                .build();
    }

    /** Reads to the end of the file. */
    public void read() throws IOException {
        boolean more = true;
        while (more) {
            base = stream.position();
            parser = json.createParser(ObjectReadContext.empty(), stream);
            values = new JsonValues(parser, most);
            try {
                documents();
                more = false;
            } catch (JacksonIOException e) {
                throw e.getCause();
            } catch (JacksonException e) {
                more = recover(e);
            }
        }
    }

    @Override
    public void count(String place, String what) {
        problems.skipped(line(), (place.isEmpty() ? "/" : place) + ": " + what);
    }

    private long line() {
        return stream.line(Math.max(stream.earliest(), offset()));
    }

    private long offset() {
        return base + Math.max(0, parser.currentLocation().getByteOffset());
    }

    /** Says what is wrong, and goes to where reading can go on; answers whether there is such a place. */
    private boolean recover(JacksonException failure) throws IOException {
        long at = offset();
        boolean cut = failure instanceof UnexpectedEndOfInputException;
        // an end that is missing is noticed only where the next document begins
        long line = Math.max(stream.earliest(), at);
        while (line > stream.earliest() && stream.at(line - 1) != '\n') {
            line--;
        }
        boolean nextLine = line > documentStart && line > base && stream.at(line - 1) == '\n' && at - line <= 1;
        boolean again = nextLine && stream.at(line) == '{';
        if (cut && !again) {
            problems.torn();
            return false;
        }
        long wrong = nextLine ? line - 1 : Math.max(stream.earliest(), at - 1);
        String what = failure instanceof StreamConstraintsException
                ? tooLarge(failure)
                : "not JSON: "
                        + failure.getOriginalMessage().lines().findFirst().orElse("");
        problems.skipped(
                stream.line(wrong), withoutText(what) + "; reading goes on at the next line that begins a document");
        if (again) {
            stream.goTo(line);
            return true;
        }
        stream.goTo(wrong);
        boolean lineStart = false;
        for (int one = stream.read(); one >= 0; one = stream.read()) {
            if (lineStart && (one == '{' || one == '[')) {
                stream.goTo(stream.position() - 1);
                return true;
            }
            lineStart = one == '\n';
        }
        return false;
    }

    /** A text that is too large is read no further, and the parser knows how long it got. */
    private String tooLarge(JacksonException failure) {
        return failure.getOriginalMessage().startsWith("String value length")
                ? "a text of " + HeapLimit.exceeded(most)
                : "too large or too deep to be a span";
    }

    /** A parser's message may quote what people said. */
    private static String withoutText(String message) {
        return message.replaceAll("'[^']{9,}'", "'…'").replaceAll("\"[^\"]{9,}\"", "\"…\"");
    }

    private void documents() {
        int number = 0;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            documentStart = base + parser.currentTokenLocation().getByteOffset();
            any = false;
            if (token == JsonToken.START_ARRAY) {
                for (JsonToken element = parser.nextToken();
                        element != JsonToken.END_ARRAY;
                        element = parser.nextToken()) {
                    document(element, "/" + number++);
                }
            } else {
                document(token, "");
            }
        }
    }

    private void document(JsonToken token, String place) {
        if (token != JsonToken.START_OBJECT) {
            count(place, "expected an object with resourceSpans; left out");
            parser.skipChildren();
            return;
        }
        boolean other = true;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (RESOURCES.contains(name)) {
                any = true;
                array(value, place + '/' + name, this::resource);
            } else {
                other &= OTHER_SIGNALS.contains(name);
                if (value == JsonToken.START_OBJECT && (name.equals("trace") || name.equals("result"))) {
                    document(value, place + '/' + name);
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (!any && !other) {
            count(place, "expected an object with resourceSpans; left out");
        }
    }

    /** Reads one element of a list. */
    private interface Element {
        void read(String place);
    }

    private void array(JsonToken token, String place, Element element) {
        if (token != JsonToken.START_ARRAY) {
            if (token != JsonToken.VALUE_NULL) {
                count(place, "expected a list; left out");
            }
            parser.skipChildren();
            return;
        }
        int index = 0;
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            String at = place + '/' + index++;
            if (next == JsonToken.START_OBJECT) {
                element.read(at);
            } else {
                count(at, "expected an object; left out");
                parser.skipChildren();
            }
        }
    }

    private void resource(String place) {
        Resource origin = Resource.UNKNOWN;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("resource") && value == JsonToken.START_OBJECT) {
                Object resource = bounded(place + "/resource");
                if (resource instanceof Map<?, ?> map) {
                    origin = Resource.of(fields.attributes(map.get("attributes"), place + "/resource/attributes"));
                }
            } else if (SCOPES.contains(name)) {
                Resource from = origin;
                array(value, place + '/' + name, at -> scope(at, from));
            } else {
                parser.skipChildren();
            }
        }
    }

    private void scope(String place, Resource origin) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("spans")) {
                array(value, place + "/spans", at -> span(at, origin));
            } else {
                parser.skipChildren();
            }
        }
    }

    private void span(String place, Resource origin) {
        Object value = bounded(place);
        OtlpSpan span = value == null ? null : fields.span(value, place);
        if (span != null) {
            spans.take(origin, span);
        }
    }

    /** Returns the object that the parser stands on; of one that is too large {@code null}, which is counted. */
    private Object bounded(String place) {
        int depth = parser.streamReadContext().getNestingDepth();
        try {
            return values.value();
        } catch (JsonValues.TooLargeException e) {
            count(place, HeapLimit.exceeded(most) + "; left out");
            while (parser.streamReadContext().getNestingDepth() >= depth) {
                parser.nextToken();
            }
            return null;
        }
    }

    /**
     * A file that is read once, of which the last bytes can be read again: a parser that has failed has read further than it got.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class ReplayStream extends InputStream {
        /** What a parser may ask for at once; its own buffer is smaller. */
        private static final int MOST_READ = 16 * 1024;

        private static final int WINDOW = 8 * MOST_READ;

        private final InputStream in;
        private final byte[] window = new byte[WINDOW];
        /** Where in the file the window begins, and the lines that end before it. */
        private long windowStart;

        private long linesBefore;
        private int filled;
        private long position;

        ReplayStream(InputStream in) {
            this.in = in;
        }

        /** Returns where the next byte is in the file. */
        long position() {
            return position;
        }

        /** Goes back, at most to {@link #earliest}. */
        void goTo(long newPosition) {
            position = newPosition;
        }

        /** Returns the place that it can go back to. */
        long earliest() {
            return windowStart;
        }

        /** Returns the line, from 1, of a place that can be gone back to. */
        long line(long place) {
            long lines = linesBefore + 1;
            for (int i = 0; i < place - windowStart && i < filled; i++) {
                lines += window[i] == '\n' ? 1 : 0;
            }
            return lines;
        }

        /** Returns the byte at a place that can be gone back to; -1 where that is not known. */
        int at(long place) {
            return place < windowStart || place >= windowStart + filled
                    ? -1
                    : window[(int) (place - windowStart)] & 0xff;
        }

        @Override
        public int read() throws IOException {
            if (position == windowStart + filled && fill(MOST_READ) < 0) {
                return -1;
            }
            return window[(int) (position++ - windowStart)] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int ahead = (int) (windowStart + filled - position);
            if (ahead == 0) {
                // more than was asked for: whoever looks for the next document asks for single bytes
                int read = fill(MOST_READ);
                if (read < 0) {
                    return -1;
                }
                ahead = read;
            }
            int given = Math.min(ahead, length);
            System.arraycopy(window, (int) (position - windowStart), buffer, offset, given);
            position += given;
            return given;
        }

        private int fill(int most) throws IOException {
            if (filled + most > WINDOW) {
                int dropped = WINDOW / 2;
                for (int i = 0; i < dropped; i++) {
                    linesBefore += window[i] == '\n' ? 1 : 0;
                }
                System.arraycopy(window, dropped, window, 0, filled - dropped);
                filled -= dropped;
                windowStart += dropped;
            }
            int read = in.read(window, filled, most);
            filled += Math.max(0, read);
            return read;
        }
    }

    /**
     * Takes a value off a parser: String, Long, Double, Boolean, List, Map, or {@code null}. A number that is no Long is taken as a Double,
     * and one with more digits than a measurement has as its text.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class JsonValues {
        private static final int MAX_DIGITS = 40;

        private final JsonParser parser;
        private final long most;
        private long from;
        private long nodes;

        /** A value is larger than the heap allows. */
        static final class TooLargeException extends RuntimeException {
            private static final long serialVersionUID = 1;

            @Override
            public synchronized Throwable fillInStackTrace() {
                return this;
            }
        }

        /**
         * Reads from a parser.
         *
         * @param most bytes of a value, its objects and lists counted at what they take more
         */
        JsonValues(JsonParser parser, long most) {
            this.parser = parser;
            this.most = most;
        }

        /**
         * Returns the value whose first token the parser stands on.
         *
         * @throws TooLargeException when it is too large; the parser then stands somewhere in it
         */
        Object value() {
            from = offset();
            nodes = 0;
            return any(parser.currentToken());
        }

        private long offset() {
            return parser.currentLocation().getByteOffset();
        }

        private Object any(JsonToken token) {
            nodes += token.isStructStart() ? 1 : 0;
            if (offset() - from + nodes * HeapLimit.NODE_BYTES > most) {
                throw new TooLargeException();
            }
            return switch (token) {
                case START_OBJECT -> object();
                case START_ARRAY -> array();
                case VALUE_STRING -> parser.getString();
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
                case VALUE_TRUE -> Boolean.TRUE;
                case VALUE_FALSE -> Boolean.FALSE;
                default -> null;
            };
        }

        private Object number() {
            if (parser.getStringLength() > MAX_DIGITS) {
                return parser.getString();
            }
            if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                    && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                return parser.getLongValue();
            }
            return Double.valueOf(parser.getString());
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                object.put(name, any(parser.nextToken()));
            }
            return object;
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                array.add(any(token));
            }
            return array;
        }
    }
}
