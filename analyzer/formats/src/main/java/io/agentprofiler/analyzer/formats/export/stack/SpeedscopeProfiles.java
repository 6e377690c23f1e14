// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.base.output.JsonEscapes;
import io.agentprofiler.analyzer.formats.export.stack.SpeedscopeFile.OwnFields;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes what of the file is known before its events: names, stacks, and the beginning of each lane's profile. */
final class SpeedscopeProfiles {
    private static final JsonFactory JSON =
            JsonFactory.builder().characterEscapes(JsonEscapes.PLAIN).build();

    private final Frames frames;

    SpeedscopeProfiles(Frames frames) {
        this.frames = frames;
    }

    private static byte[] json(Consumer<JsonGenerator> content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            content.accept(json);
        }
        return bytes.toByteArray();
    }

    /** Returns the file up to its first profile. The first lane is what is shown first. */
    byte[] beginning(Timeline timeline, Collection<PathWeights> sums, boolean hasLanes) {
        long stacks = sums.stream().filter(sum -> sum.subtree() > 0).count();
        String rest = new String(
                json(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("$schema", "https://www.speedscope.app/file-format-schema.json");
                    json.writeStringProperty("exporter", OwnFields.EXPORTER);
                    json.writeStringProperty(
                            "name",
                            timeline.runs().stream()
                                    .map(run -> run.facts().run())
                                    .collect(Collectors.joining(", ")));
                    json.writeNumberProperty("activeProfileIndex", hasLanes ? stacks : 0);
                    json.writeNumberProperty(OwnFields.ZERO, timeline.firstNanos());
                    json.writeObjectPropertyStart("shared");
                    json.writeArrayPropertyStart("frames");
                    for (Frames.Frame frame : frames.all()) {
                        json.writeStartObject();
                        json.writeStringProperty(
                                "name", frame.name().isBlank() ? frame.kind().word() : frame.name());
                        // colours are by file
                        json.writeStringProperty("file", frame.kind().word());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                    json.writeEndObject();
                }),
                StandardCharsets.UTF_8);
        return (rest.substring(0, rest.length() - 1) + ",\"profiles\":[\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the profile of all stacks by a measure; nothing where there is none. */
    byte[] stacks(StackWeight measure, PathWeights sum) {
        List<Long> weights = new ArrayList<>();
        List<int[]> samples = new ArrayList<>();
        long end = Stacks.<RuntimeException>of(sum, measure, (path, value) -> {
            weights.add(value);
            samples.add(path.stream()
                    .mapToInt(node -> frames.number(node.kind(), node.name()))
                    .toArray());
        });
        if (sum.subtree() <= 0) {
            return new byte[0];
        }
        return json(json -> {
            json.writeStartObject();
            json.writeStringProperty("type", "sampled");
            json.writeStringProperty(
                    "name",
                    switch (measure) {
                        case TIME -> "all workflows by self time";
                        case TOKENS -> OwnFields.BY_TOKENS;
                        case COST -> OwnFields.BY_COST;
                        case BYTES -> "all workflows by bytes allocated";
                    });
            json.writeStringProperty(
                    "unit",
                    switch (measure) {
                        case TIME -> "nanoseconds";
                        case TOKENS, COST -> "none";
                        case BYTES -> "bytes";
                    });
            json.writeNumberProperty("startValue", 0);
            json.writeNumberProperty("endValue", end);
            json.writeArrayPropertyStart("samples");
            for (int[] sample : samples) {
                json.writeArray(sample, 0, sample.length);
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("weights");
            weights.forEach(json::writeNumber);
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Returns the profile of a lane up to its first event. */
    byte[] lane(String name, long endNanos) {
        String whole = new String(
                json(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("type", "evented");
                    json.writeStringProperty("name", name);
                    json.writeStringProperty("unit", "nanoseconds");
                    json.writeNumberProperty("startValue", 0);
                    json.writeNumberProperty("endValue", endNanos);
                    json.writeArrayPropertyStart("events");
                    json.writeEndArray();
                    json.writeEndObject();
                }),
                StandardCharsets.UTF_8);
        return whole.substring(0, whole.length() - "]}".length()).getBytes(StandardCharsets.UTF_8);
    }
}
