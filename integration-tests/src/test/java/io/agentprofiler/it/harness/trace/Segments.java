// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The records of one run directory, read without any class of the product. */
public final class Segments {
    private static final JsonMapper JSON = new JsonMapper();

    private final Path dir;
    private final List<JsonNode> records = new ArrayList<>();

    private Segments(Path dir) {
        this.dir = dir;
    }

    /** Reads all segments of a run directory. Only the last line of an open segment may be torn. */
    public static Segments read(Path dir) {
        Segments segments = new Segments(dir);
        for (Path file : files(dir)) {
            segments.readFile(file);
        }
        return segments;
    }

    /** Returns the segment files of a run directory in order. */
    public static List<Path> files(Path dir) {
        try (Stream<Path> children = Files.list(dir)) {
            return children.filter(file -> file.getFileName().toString().startsWith("segment-"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readFile(Path file) {
        String text;
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            text = new String(plain.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int from = 0;
        while (from < text.length()) {
            int newline = text.indexOf('\n', from);
            if (newline < 0) {
                assertThat(file.toString())
                        .as("only an open segment may end in a torn line")
                        .endsWith(".open");
                return;
            }
            try {
                records.add(JSON.readTree(text.substring(from, newline)));
            } catch (JacksonException e) {
                throw new AssertionError("not JSON in " + file + ": " + text.substring(from, newline), e);
            }
            from = newline + 1;
        }
    }

    /** Returns the directory. */
    public Path dir() {
        return dir;
    }

    /** Returns all records, in file order. */
    public List<JsonNode> records() {
        return records;
    }

    /** Returns the records of one type. */
    public List<JsonNode> records(String event) {
        return records.stream()
                .filter(json -> json.path("event").asString("").equals(event))
                .toList();
    }

    /** Returns the last footer, or fails. */
    public JsonNode footer() {
        List<JsonNode> footers = records("FOOTER");
        assertThat(footers).as("footers in " + dir).isNotEmpty();
        return footers.get(footers.size() - 1);
    }

    /**
     * Returns one attribute of all spans of a kind, in order of their start: its text, or else its JSON; {@code ""} where a
     * span lacks it.
     */
    public List<String> attributes(String kind, String name) {
        Map<String, JsonNode> ends = new LinkedHashMap<>();
        records("SPAN_END").forEach(end -> ends.put(end.path("span").asString(""), end));
        return records("SPAN_START").stream()
                .filter(start -> start.path("kind").asString("").equals(kind))
                .sorted(Comparator.comparingLong(start -> start.path("t").asLong()))
                .map(start -> Stream.of(start, ends.get(start.path("span").asString("")))
                        .map(json -> json.path("attributes").path(name))
                        .filter(value -> !value.isMissingNode())
                        .findFirst()
                        .map(value -> value.isString() ? value.asString() : value.toString())
                        .orElse(""))
                .toList();
    }

    /** Returns the spans as trees. */
    public SpanTree tree() {
        Map<String, SpanNode> spans = new LinkedHashMap<>();
        for (JsonNode json : records) {
            String id = json.path("span").asString("");
            switch (json.path("event").asString("")) {
                case "SPAN_START" -> {
                    if (spans.put(id, started(json, id)) != null) {
                        throw new AssertionError("two starts of span " + id + " in " + dir);
                    }
                }
                case "SPAN_END" -> end(json, spans.get(id));
                default -> {
                    // the span's end counts chunks; the other records are not spans
                }
            }
        }
        return SpanTree.of(spans.values());
    }

    private static SpanNode started(JsonNode json, String id) {
        SpanNode span = new SpanNode();
        span.id = id;
        span.traceId = json.path("trace").asString("");
        span.parentId = json.path("parent").asString(null);
        span.remoteParent =
                json.path("attributes").path("agentprofiler.remote_parent").asBoolean(false);
        span.kind = json.path("kind").asString("");
        span.name = json.path("name").asString("");
        span.start = json.path("t").asLong();
        span.startThread = json.path("thread").asString("");
        return span;
    }

    private static void end(JsonNode json, SpanNode span) {
        if (span == null) {
            throw new AssertionError("an end without a start: " + json);
        }
        if (span.end != -1) {
            throw new AssertionError("two ends of one span: " + json);
        }
        span.end = json.path("t").asLong();
        span.status = json.path("status").asString("");
        span.errorType = json.path("error").path("type").asString(null);
        span.chunks = json.path("chunks").path("count").asLong(0);
        JsonNode attributes = json.path("attributes");
        span.responseId = attributes.path("gen_ai.response.id").asString(null);
        span.inputTokens = attributes.path("gen_ai.usage.input_tokens").asLong(-1);
        span.outputTokens = attributes.path("gen_ai.usage.output_tokens").asLong(-1);
        span.cachedTokens =
                attributes.path("gen_ai.usage.cache_read.input_tokens").asLong(-1);
        span.reasoningTokens =
                attributes.path("gen_ai.usage.reasoning.output_tokens").asLong(-1);
    }

    /** Fails unless the footer's sums add up, event type by event type and span by span. */
    public Segments assertBooksExact() {
        JsonNode footer = footer();
        for (String type : List.of("SPAN_START", "SPAN_CHUNK", "SPAN_END")) {
            long dropped = 0;
            for (JsonNode count : footer.path("dropped").path(type)) {
                dropped += count.asLong();
            }
            assertThat(footer.path("queued").path(type).asLong(0))
                    .as("queued " + type)
                    .isZero();
            assertThat(footer.path("emitted").path(type).asLong(0))
                    .as("emitted = written + dropped of " + type + " in " + footer)
                    .isEqualTo(footer.path("written").path(type).asLong(0) + dropped);
            assertThat(footer.path("written").path(type).asLong(0))
                    .as("written " + type + " = lines in the files")
                    .isEqualTo(records(type).size());
        }
        assertThat(footer.path("started").asLong())
                .as("started = ended + open + abandoned in " + footer)
                .isEqualTo(footer.path("ended").asLong()
                        + footer.path("open").asLong()
                        + footer.path("abandoned").asLong());
        return this;
    }

    /** Fails unless nothing at all was dropped. */
    public Segments assertNothingDropped() {
        assertBooksExact();
        JsonNode footer = footer();
        for (JsonNode reasons : footer.path("dropped")) {
            for (JsonNode count : reasons) {
                assertThat(count.asLong()).as("dropped in " + footer).isZero();
            }
        }
        return this;
    }
}
