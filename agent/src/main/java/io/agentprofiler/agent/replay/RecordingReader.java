// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.RunSegments;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a run's files for the calls that rules can replay.
 *
 * <p><b>Threading:</b> one thread, one use.
 */
final class RecordingReader {
    private static final JsonFactory FACTORY = new JsonFactory();
    /** Embeddings are not among them: what they are for is a search, and its answer needs none. */
    private static final String MODELS = "llm";
    /** Kinds whose calls a user may expect to be answered: that they are not is said. */
    private static final Set<String> EXPECTED = Set.of("tool", "retrieval", "memory", "rerank");
    /** A span without any text takes some memory, too: of its ids, and of the map that holds it. */
    private static final long CHARS_OF_SPAN = 64;

    private final Operations operations;
    private final Map<String, CallNode> spans = new HashMap<>();
    private final Map<String, Integer> others = new TreeMap<>();
    private long room;
    private Path run;
    private String problem;
    private boolean payloadsDropped;
    private int noRoom;

    RecordingReader(Operations operations, long mostChars) {
        this.operations = operations;
        this.room = mostChars;
    }

    /**
     * Reads the run that a directory is, or the newest in it.
     *
     * @throws IOException with a message that says what is wrong with it
     */
    void read(String directory) throws IOException {
        run = run(directory);
        for (Path segment : RunSegments.in(run).values()) {
            RunSegments.read(segment, this::line);
        }
    }

    private static Path run(String directory) throws IOException {
        Path path;
        try {
            path = Path.of(directory);
        } catch (InvalidPathException e) {
            throw new IOException("is no path of this system", e);
        }
        if (!Files.isDirectory(path)) {
            throw new IOException("there is no such directory");
        }
        if (!RunSegments.in(path).isEmpty()) {
            return path;
        }
        for (Path run : RunSegments.runs(path)) {
            if (!RunSegments.in(run).isEmpty()) {
                return run;
            }
        }
        throw new IOException("there is no run in it, that is, no segment-*.jsonl");
    }

    private boolean line(String line) {
        if (!line.startsWith("{\"event\":\"" + TraceFormat.SPAN_CHUNK) && parsed(line) instanceof Map<?, ?> event) {
            take(event);
        }
        return problem == null;
    }

    private void take(Map<?, ?> event) {
        switch (String.valueOf(event.get("event"))) {
            case TraceFormat.HEADER -> header(event);
            case TraceFormat.SPAN_START -> start(event);
            case TraceFormat.SPAN_END -> end(event);
            case TraceFormat.BOOKS, TraceFormat.FOOTER ->
                payloadsDropped |= event.get("payloads_dropped") instanceof Long dropped && dropped > 0;
            default -> {
                // tells nothing of calls
            }
        }
    }

    /** A line that is cut off, as the last one may be, is none. */
    private static Object parsed(String line) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            return parser.nextToken() == null ? null : Data.read(parser);
        } catch (JacksonException e) {
            return null;
        }
    }

    private void header(Map<?, ?> event) {
        Object format = event.get("format");
        Object content = event.get("settings") instanceof Map<?, ?> settings ? settings.get("content") : null;
        if (!TraceFormat.FORMAT.equals(format)) {
            problem = "its format is not " + TraceFormat.FORMAT;
        } else if (!"full".equals(content)) {
            problem = "it was recorded with agentprofiler.content=" + content
                    + ", without the texts that answers are made of; record it again with -Dagentprofiler.content=full";
        }
    }

    private void start(Map<?, ?> event) {
        String id = (String) event.get("span");
        Object kind = event.get("kind");
        CallNode parent = spans.get(Objects.toString(event.get("parent"), ""));
        if (MODELS.equals(kind)) {
            for (CallNode above = parent; above != null && !above.models; above = above.parent) {
                above.models = true;
                if (above.call != null) {
                    above.call.models = true;
                }
            }
        }
        if (room < 0) {
            full(event);
            return;
        }
        RecordedCall call = null;
        Rule rule = operations.rule(Objects.toString(event.get("rule"), ""));
        String name = (String) event.get("name");
        String never =
                rule == null || rule.replay() == null ? null : rule.replay().never();
        if (rule != null && rule.replay() != null && never == null && event.get("t") instanceof Long time) {
            call = new RecordedCall(rule, name, time);
            take(call, event);
        } else if (never != null || EXPECTED.contains(kind)) {
            others.merge(
                    never == null
                            ? kind + " " + name + " (its rule says nothing of replay)"
                            : name + " (" + never + ")",
                    1,
                    Integer::sum);
        }
        room -= CHARS_OF_SPAN;
        spans.put(id, new CallNode(parent, call));
    }

    private void end(Map<?, ?> event) {
        CallNode node = spans.get(Objects.toString(event.get("span"), ""));
        if (node != null && node.call != null) {
            node.call.ended((String) event.get("status"), event.get("t"));
            take(node.call, event);
        }
    }

    private void take(RecordedCall call, Map<?, ?> event) {
        if (event.get("attributes") instanceof Map<?, ?> attributes) {
            room -= call.take(attributes);
        }
        if (room < 0 && !call.dropped) {
            call.drop();
            noRoom++;
        }
    }

    private void full(Map<?, ?> event) {
        Rule rule = operations.rule(Objects.toString(event.get("rule"), ""));
        if (rule != null && rule.replay() != null && rule.replay().never() == null) {
            noRoom++;
        }
    }

    String run() {
        return run.toString();
    }

    /** Returns what makes the recording useless, {@code null} for nothing. */
    String problem() {
        return problem;
    }

    /** Answers whether some payload was not written, so that what is absent may have been there. */
    boolean payloadsDropped() {
        return payloadsDropped;
    }

    /** Returns how many calls there were no room for. */
    int noRoom() {
        return noRoom;
    }

    /** Returns how many calls of tools and their like are always made, by name and reason. */
    Map<String, Integer> others() {
        return others;
    }

    /** Returns the calls. */
    List<RecordedCall> calls() {
        return spans.values().stream()
                .map(node -> node.call)
                .filter(call -> call != null && !call.dropped && !call.isWrapper() && !call.isExcepted())
                .toList();
    }

    private static final class CallNode {
        final CallNode parent;
        final RecordedCall call;
        boolean models;

        CallNode(CallNode parent, RecordedCall call) {
            this.parent = parent;
            this.call = call;
        }
    }
}
