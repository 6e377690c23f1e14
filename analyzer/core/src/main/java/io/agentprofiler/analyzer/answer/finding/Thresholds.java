// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The effective thresholds and the read-only tools.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Thresholds {
    /** The defaults, without read-only tools. */
    public static final Thresholds STANDARD = new Thresholds(Map.of(), Set.of());

    private static final String READ_ONLY_TOOLS = "read-only-tools";

    /** Those that were set. */
    private final Map<Threshold, Double> values;

    private final Set<String> readOnlyTools;

    private Thresholds(Map<Threshold, Double> values, Set<String> readOnlyTools) {
        this.values = Map.copyOf(values);
        this.readOnlyTools = Set.copyOf(readOnlyTools);
    }

    /** Returns the value of a threshold. */
    public double of(Threshold threshold) {
        Double set = values.isEmpty() ? null : values.get(threshold);
        return set == null ? threshold.standard() : set;
    }

    /** Answers whether the user declared a tool read-only, so that its calls may run concurrently or be cached. */
    public boolean isReadOnly(String tool) {
        return readOnlyTools.contains(tool);
    }

    /** Returns a copy with one threshold set. */
    public Thresholds with(Threshold threshold, double value) {
        Map<Threshold, Double> set = new HashMap<>(values);
        set.put(threshold, value);
        return new Thresholds(set, readOnlyTools);
    }

    /** Returns a copy with these tools declared read-only. */
    public Thresholds withReadOnly(Set<String> tools) {
        return new Thresholds(values, tools);
    }

    /**
     * Reads a JSON object of thresholds by name; {@code read-only-tools} is a list of names.
     *
     * @throws JsonFileException when it names something else, or a number is not 0 or more
     */
    public static Thresholds read(Path file) throws IOException, JsonFileException {
        JsonNode whole = JsonNode.read(file);
        Map<Threshold, Double> set = new HashMap<>();
        Set<String> tools = new HashSet<>();
        for (Map.Entry<String, JsonNode> field : whole.fields().entrySet()) {
            Threshold threshold = FindingRules.threshold(field.getKey());
            if (field.getKey().equals(READ_ONLY_TOOLS)) {
                tools.addAll(field.getValue().texts());
            } else if (threshold == null) {
                throw field.getValue()
                        .problem("there is no threshold \"" + field.getKey() + "\"; there are " + names());
            } else {
                set.put(threshold, field.getValue().amount().doubleValue());
            }
        }
        return new Thresholds(set, tools);
    }

    /** Returns the names that can be set. */
    public static String names() {
        return FindingRules.thresholds().stream().map(Threshold::name).collect(Collectors.joining(", ")) + ", "
                + READ_ONLY_TOOLS;
    }

    /**
     * A limit from which a value is reported. Rules declare their thresholds; users can set all of them.
     *
     * @param name its name in files and options
     * @param standard the default value
     * @param meaning what it limits, for people
     */
    public record Threshold(String name, double standard, String meaning) {
        /** Nanoseconds in a millisecond, the unit of thresholds that limit a time. */
        public static final double MILLI = 1e6;
    }
}
