// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.gate.check.Figure;
import io.agentprofiler.analyzer.answer.gate.check.Judge.Policy;
import io.agentprofiler.analyzer.answer.gate.check.Limit;
import io.agentprofiler.analyzer.answer.gate.check.Limit.LimitException;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.IfUnknown;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.trace.metric.NamePattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options that say what is demanded of workflows. */
final class GateOptions {
    private static final long ONE_WORKFLOW = 1;

    @Option(
            names = "--max-model-calls",
            paramLabel = "COUNT",
            description = "Most requests to language models in one workflow.")
    private String modelCalls;

    @Option(names = "--max-tool-calls", paramLabel = "COUNT", description = "Most tool calls in one workflow.")
    private String toolCalls;

    @Option(
            names = "--max-tokens",
            paramLabel = "COUNT",
            description = "Most tokens of one workflow, input and output together, embeddings included.")
    private String tokens;

    @Option(names = "--max-input-tokens", paramLabel = "COUNT", description = "Most input tokens of one workflow.")
    private String inputTokens;

    @Option(names = "--max-output-tokens", paramLabel = "COUNT", description = "Most output tokens of one workflow.")
    private String outputTokens;

    @Option(
            names = "--max-cost",
            paramLabel = "DOLLARS",
            description = "Most US dollars that one workflow may cost, at list prices.")
    private String cost;

    @Option(
            names = "--max-time",
            paramLabel = "TIMES",
            description =
                    "Longest run time of any workflow, as in 2s; or percentiles over the workflows of a name, as in"
                            + " p50=800ms,p95=2s,max=5s.")
    private String time;

    @Option(
            names = "--max-first-chunk",
            paramLabel = "TIMES",
            description =
                    "Longest wait of any streamed model call for its first chunk; or percentiles of it, as with --max-time.")
    private String firstChunk;

    @Option(names = "--no-failures", description = "No failed workflow, and none that ended ok with failures.")
    private boolean failures;

    @Option(
            names = "--no-loops",
            description = "No tool called over and over with the same or similar arguments, as the findings loop and"
                    + " similar-loop have it.")
    private boolean loops;

    @Option(
            names = "--no-findings",
            paramLabel = "IMPACT",
            completionCandidates = Impacts.class,
            description = "No finding of this impact or a higher one: ${COMPLETION-CANDIDATES}.")
    private String findings;

    @Option(
            names = "--min-workflows",
            paramLabel = "COUNT",
            description =
                    "Minimum number of workflows, all services together. Default: 1, so that a build in which nothing"
                            + " was traced does not pass.")
    private Long fewest;

    @Option(
            names = "--gates",
            paramLabel = "FILE",
            description = "A JSON file of gates, each for workflows of its own.")
    private Path file;

    @Option(
            names = "--only",
            paramLabel = "NAMES",
            description = "Judge only workflows of these names; * stands for anything. May be given several times.")
    private List<String> only = List.of();

    @Option(
            names = "--except",
            paramLabel = "NAMES",
            description = "Judge no workflows of these names; * stands for anything. May be given several times.")
    private List<String> except = List.of();

    @Option(
            names = "--if-unknown",
            paramLabel = "WHAT",
            defaultValue = "fail",
            description = "What to do with a gate whose figure nobody reported, such as the tokens of a mock:"
                    + " ${COMPLETION-CANDIDATES}. Default: fail.")
    private IfUnknown unknown;

    @Option(
            names = "--if-incomplete",
            paramLabel = "WHAT",
            defaultValue = "fail",
            description = "What to do when a part of the data is missing, as after a killed process:"
                    + " ${COMPLETION-CANDIDATES}. Default: fail.")
    private IfUnknown incomplete;

    private GateFile read = GateFile.NONE;
    private List<Limit> limits = List.of();

    /**
     * Reads what the options name.
     *
     * @throws CommandException when a limit cannot be understood, or there is none
     */
    void read() throws CommandException {
        List<Limit> all = new ArrayList<>();
        try {
            for (Map.Entry<Figure, String> limit : given().entrySet()) {
                all.addAll(Limit.of(limit.getKey(), limit.getValue(), NamePattern.ANY));
            }
            if (failures) {
                all.add(Limit.none(Figure.FAILURES, NamePattern.ANY));
            }
            if (loops) {
                all.add(Limit.none(Figure.LOOPS, NamePattern.ANY));
            }
            read = file == null ? GateFile.NONE : GateFile.read(file);
        } catch (LimitException e) {
            throw new CommandException("--" + e.getMessage());
        } catch (IOException e) {
            throw new CommandException("--gates " + file + " cannot be read: " + Reasons.of(e));
        } catch (JsonFileException e) {
            throw new CommandException("--gates " + e.getMessage());
        }
        all.addAll(read.limits());
        limits = List.copyOf(all);
        if (fewest != null && fewest < 0) {
            throw new CommandException("--min-workflows takes a number of 0 or more, not " + fewest);
        }
        if (limits.isEmpty() && findings() == null && fewest == null && read.fewest() == null) {
            throw new CommandException("there is no gate: give at least one, such as --max-model-calls 3, --max-time"
                    + " p95=2s, --no-failures, or a file of them with --gates");
        }
    }

    /** Returns the values of the limits that were given. */
    private Map<Figure, String> given() {
        Map<Figure, String> given = new EnumMap<>(Figure.class);
        given.put(Figure.MODEL_CALLS, modelCalls);
        given.put(Figure.TOOL_CALLS, toolCalls);
        given.put(Figure.TOKENS, tokens);
        given.put(Figure.INPUT_TOKENS, inputTokens);
        given.put(Figure.OUTPUT_TOKENS, outputTokens);
        given.put(Figure.COST, cost);
        given.put(Figure.TIME, time);
        given.put(Figure.FIRST_CHUNK, firstChunk);
        given.values().removeIf(Objects::isNull);
        return given;
    }

    List<Limit> limits() {
        return limits;
    }

    /** Returns the impact limit: findings with at least this impact fail the gate. {@code null} if findings do not fail it. */
    Impact findings() throws CommandException {
        if (findings == null) {
            return read.findings();
        }
        for (Impact impact : Impact.values()) {
            if (impact.word().equals(findings)) {
                return impact;
            }
        }
        throw new CommandException("--no-findings takes high, medium or low, not '" + findings + "'");
    }

    long fewest() {
        if (fewest != null) {
            return fewest;
        }
        return read.fewest() == null ? ONE_WORKFLOW : read.fewest();
    }

    /** Returns which workflows are judged, by their names. */
    Predicate<String> judged() {
        List<NamePattern> in = only.stream().map(NamePattern::of).toList();
        List<NamePattern> out = except.stream().map(NamePattern::of).toList();
        return name -> (in.isEmpty() || in.stream().anyMatch(pattern -> pattern.matches(name)))
                && out.stream().noneMatch(pattern -> pattern.matches(name));
    }

    Policy policy() {
        return new Policy(unknown, incomplete);
    }

    /** What a shell can complete. */
    static final class Impacts implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Impact.values()).map(Impact::word).iterator();
        }
    }

    /**
     * Limits from a file, which {@code docs/attach/testing.md} describes.
     *
     * @param limits the limits
     * @param fewest the minimum number of workflows, {@code null} if the file sets none
     * @param findings findings with at least this impact fail the gate, {@code null} if none does
     */
    private record GateFile(List<Limit> limits, Long fewest, Impact findings) {
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
            if (figure.unit() == Figure.FigureUnit.NONE) {
                return value.flag() ? List.of(Limit.none(figure, only)) : List.of();
            }
            try {
                return Limit.of(
                        figure,
                        figure.unit() == Figure.FigureUnit.NANOS
                                ? value.text()
                                : value.amount().toPlainString(),
                        only);
            } catch (LimitException e) {
                throw value.problem(e.getMessage());
            }
        }
    }
}
