// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.limit;

import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Limits from a file, which {@code docs/testing.md} describes.
 *
 * @param limits the limits
 * @param fewest the minimum number of workflows, {@code null} if the file sets none
 * @param findings findings with at least this impact fail the gate, {@code null} if none does
 */
public record GateFile(List<Limit> limits, Long fewest, Impact findings) {
    static final String FORMAT = "agent-profiler-gates/1";

    private static final String IMPACTS =
            Arrays.stream(Impact.values()).map(Impact::word).collect(Collectors.joining(", "));

    /** No file. */
    public static final GateFile NONE = new GateFile(List.of(), null, null);

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read
     * @throws JsonFileException when it does not say what it should
     */
    public static GateFile read(Path file) throws IOException, JsonFileException {
        JsonNode root = JsonNode.read(file);
        root.fields(Set.of("format", "comment", "min_workflows", "no_findings", "gates"));
        JsonNode format = root.require("format");
        if (!format.text().equals(FORMAT)) {
            throw format.problem("\"format\" is " + format + ", expected \"" + FORMAT + "\"");
        }
        List<Limit> limits = new ArrayList<>();
        JsonNode gates = root.get("gates");
        for (JsonNode gate : gates == null ? List.<JsonNode>of() : gates.items()) {
            limits.addAll(limits(gate));
        }
        JsonNode fewest = root.get("min_workflows");
        JsonNode findings = root.get("no_findings");
        if (limits.isEmpty() && fewest == null && findings == null) {
            throw root.problem("there is no gate in it: expected \"gates\", \"min_workflows\" or \"no_findings\"");
        }
        return new GateFile(
                List.copyOf(limits),
                fewest == null ? null : fewest.count(),
                findings == null ? null : impact(findings));
    }

    private static Impact impact(JsonNode node) throws JsonFileException {
        for (Impact impact : Impact.values()) {
            if (impact.word().equals(node.text())) {
                return impact;
            }
        }
        throw node.problem("\"no_findings\" is " + node + ", expected one of " + IMPACTS);
    }

    private static List<Limit> limits(JsonNode gate) throws JsonFileException {
        Set<String> names = new TreeSet<>(Set.of("workflow", "comment"));
        for (Figure figure : Figure.values()) {
            names.add(figure.field());
        }
        Map<String, JsonNode> fields = gate.fields(names);
        JsonNode workflow = gate.get("workflow");
        NamePattern only = workflow == null ? NamePattern.ANY : NamePattern.of(workflow.text());
        List<Limit> limits = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            JsonNode value = fields.get(figure.field());
            if (value != null) {
                limits.addAll(limits(figure, value, only));
            }
        }
        if (limits.isEmpty()) {
            throw gate.problem("the gate limits nothing, expected one of " + String.join(", ", names));
        }
        return limits;
    }

    private static List<Limit> limits(Figure figure, JsonNode value, NamePattern only) throws JsonFileException {
        if (figure.unit() == Figure.Unit.NONE) {
            return value.flag() ? List.of(Limit.none(figure, only)) : List.of();
        }
        try {
            return Limit.of(
                    figure,
                    figure.unit() == Figure.Unit.NANOS
                            ? value.text()
                            : value.amount().toPlainString(),
                    only);
        } catch (LimitException e) {
            throw value.problem(e.getMessage());
        }
    }
}
