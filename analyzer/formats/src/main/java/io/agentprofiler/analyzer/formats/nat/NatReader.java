// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.TraceReader;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the intermediate steps of NVIDIA's NeMo Agent Toolkit: {@code all_requests_profiler_traces.json} (a list of
 * requests), a list of steps, a list of such lists, or objects that hold {@code intermediate_steps} among other things,
 * one or several, as lists or one after the other.
 *
 * <p>One request is in memory at a time.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class NatReader implements TraceReader {
    private static final String STEPS = "intermediate_steps";
    private static final Pattern HEAD = Pattern.compile("\\A[\\s\\uFEFF]*+[\\[{]");
    private static final Pattern MARK = Pattern.compile(
            "\"" + STEPS + "\"\\s*+:" + "|\"event_type\"\\s*+:\\s*+\"[A-Za-z_.]{1,60}_(START|END|CHUNK|TOKEN)\"");

    /** Heap a step of a request is taken to need, as long as the request is read and while its workflow is looked at. */
    private static final int BYTES_PER_STEP = 1500;

    private static final long MOST_STEPS = Math.max(20_000, Runtime.getRuntime().maxMemory() / BYTES_PER_STEP);

    /** The same for its texts, where they are wanted: they are held once as read and once while they are looked at. */
    private static final long MOST_BYTES = HeapLimit.part(6);

    private final JsonFactory json = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength((int) Math.min(MOST_BYTES, Integer.MAX_VALUE - 8))
                    .build())
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    @Override
    public String format() {
        return "NeMo Agent Toolkit trace";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        String head = file.headText();
        return HEAD.matcher(head).find() && MARK.matcher(head).find() && !isSummary(file.path());
    }

    /** Answers whether a file only repeats steps of the traces beside it: what the toolkit's evaluation writes of each item. */
    private static boolean isSummary(Path path) {
        return String.valueOf(path.getFileName()).equals("workflow_output.json")
                && Files.exists(path.resolveSibling("all_requests_profiler_traces.json"));
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        Pass pass = new Pass(options, sink, problems);
        try (InputStream stream = file.open(options.progress());
                JsonParser parser = json.createParser(ObjectReadContext.empty(), stream)) {
            try {
                while (parser.nextToken() != null) {
                    pass.value(parser);
                }
            } catch (RequestTooLargeException e) {
                throw new UnreadableFileException(e.getMessage() + "; what comes before it was read");
            } catch (JacksonIOException e) {
                pass.flush();
                throw e.getCause();
            } catch (JacksonException e) {
                pass.flush();
                throw new UnreadableFileException(
                        "line " + parser.currentLocation().getLineNr() + ", column "
                                + parser.currentLocation().getColumnNr() + ": " + firstLine(e)
                                + "; what stands before it was read");
            }
            pass.flush();
        }
        if (pass.steps == 0 && problems.skipped() == 0) {
            throw new UnreadableFileException(
                    pass.requests == 0
                            ? "holds no request"
                            : "not one step in its " + pass.requests + (pass.requests == 1 ? " request" : " requests"));
        }
    }

    private static String firstLine(JacksonException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("not JSON");
    }

    /** A request that does not fit into memory. */
    private static final class RequestTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RequestTooLargeException(String message) {
            super(message);
        }
    }

    /** One reading of one file. */
    private static final class Pass {
        private final EventSink sink;
        private final Problems problems;
        private final NatStepParser stepParser;
        private final boolean content;
        private List<NatStep> open = new ArrayList<>();
        private int number = -1;
        private int requests;
        private long steps;

        Pass(ReadOptions options, EventSink sink, Problems problems) {
            this.sink = sink;
            this.problems = problems;
            this.content = options.content();
            this.stepParser = new NatStepParser(content, MOST_BYTES);
        }

        /** Takes a list or an object; a list that holds steps is a request. */
        void value(JsonParser parser) {
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
                    value(parser);
                }
                if (!open.isEmpty()) {
                    request();
                }
            } else if (parser.currentToken() == JsonToken.START_OBJECT) {
                object(parser);
            } else {
                problems.skipped(line(parser), "neither a request nor a step");
            }
        }

        /** Tells a request from a step by its first fields, which are kept for the step. */
        private void object(JsonParser parser) {
            int seen = -1;
            boolean request = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                if (isOfStep(name)) {
                    // steps one after the other make one request together
                    step(parser);
                    return;
                }
                parser.nextToken();
                if (name.equals("request_number") && parser.currentToken().isNumeric()) {
                    seen = parser.getIntValue();
                } else if (name.equals(STEPS) && parser.currentToken() == JsonToken.START_ARRAY) {
                    request = true;
                    number = seen;
                    steps(parser);
                } else {
                    parser.skipChildren();
                }
            }
            if (request) {
                number = seen;
                request();
            } else {
                problems.skipped(line(parser), "an object that is neither a request nor a step");
            }
        }

        private static boolean isOfStep(String name) {
            return switch (name) {
                case "payload", "event_type", "function_ancestry", "parent_id", "UUID", "event_timestamp" -> true;
                default -> false;
            };
        }

        private void steps(JsonParser parser) {
            while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    parser.nextToken();
                    step(parser);
                } else {
                    problems.skipped(line(parser), "request " + requests + ": not a step");
                    parser.skipChildren();
                }
            }
        }

        /** Reads a step whose first field name, or end, the parser stands on. */
        private void step(JsonParser parser) {
            int line = line(parser);
            try {
                if (open.isEmpty()) {
                    stepParser.beginRequest();
                }
                open.add(stepParser.step(parser));
                steps++;
                if (open.size() > MOST_STEPS) {
                    throw tooLarge(
                            line,
                            "more than " + MOST_STEPS + " steps, too many for " + HeapLimit.heap() + ": "
                                    + HeapLimit.remedy());
                }
            } catch (NatStepParser.StepsTooLargeException e) {
                throw tooLarge(line, HeapLimit.exceeded(e.most()));
            } catch (StreamConstraintsException e) {
                if (parser.currentToken() == JsonToken.VALUE_STRING) {
                    throw tooLarge(line, HeapLimit.exceeded(MOST_BYTES));
                }
                throw e;
            } catch (NatStepParser.BadStepException e) {
                problems.skipped(line, "request " + requests + ": " + e.getMessage());
            }
        }

        private RequestTooLargeException tooLarge(int line, String limit) {
            String place = "line " + line + ", request " + (number >= 0 ? number : requests) + ", step " + open.size();
            open = new ArrayList<>();
            return new RequestTooLargeException(place + ": " + limit);
        }

        private static int line(JsonParser parser) {
            return parser.currentLocation().getLineNr();
        }

        /** Sends the request that is open. */
        private void request() {
            NatRequest request = new NatRequest(number >= 0 ? number : requests, List.copyOf(open));
            open = new ArrayList<>();
            number = -1;
            requests++;
            if (request.steps().isEmpty()) {
                return;
            }
            if (NatOwnSpans.send(request, content, sink, problems)) {
                return;
            }
            int lost = NatSpanEvents.send(request, sink::span);
            if (lost > 0) {
                problems.skipped(0, "request " + request.number() + ": " + lost + " chunks without START and END");
            }
            sink.traceEnded(
                    NatSpanEvents.traceId(request),
                    NatSpanEvents.nanos(request.lastSeconds()),
                    content ? request : new NatRequest(request.number(), List.of()));
        }

        void flush() {
            if (!open.isEmpty()) {
                request();
            }
        }
    }
}
