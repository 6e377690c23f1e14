// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.json;

import io.agentprofiler.analyzer.formats.otlp.span.Origin;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.span.Skipped;
import io.agentprofiler.analyzer.formats.otlp.span.SpanTaker;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import java.io.IOException;
import java.io.InputStream;
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
    private final SpanTaker spans;
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
    public JsonSpans(InputStream in, long most, SpanTaker spans, Problems problems) {
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
        Origin origin = Origin.UNKNOWN;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("resource") && value == JsonToken.START_OBJECT) {
                Object resource = bounded(place + "/resource");
                if (resource instanceof Map<?, ?> map) {
                    origin = new Origin(fields.attributes(map.get("attributes"), place + "/resource/attributes"));
                }
            } else if (SCOPES.contains(name)) {
                Origin from = origin;
                array(value, place + '/' + name, at -> scope(at, from));
            } else {
                parser.skipChildren();
            }
        }
    }

    private void scope(String place, Origin origin) {
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

    private void span(String place, Origin origin) {
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
}
