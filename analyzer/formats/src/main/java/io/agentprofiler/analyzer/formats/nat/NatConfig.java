// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The profiler's settings in a configuration of NVIDIA's NeMo Agent Toolkit: the section {@code eval.general.profiler} of its YAML file,
 * or the same as JSON, alone or in its place.
 *
 * <p>Of YAML, block mappings of scalars are read, and mappings in braces on one line: that is what the section consists of. Anything else
 * in the file is passed over.
 *
 * @param llmMetrics whether the table has the columns of a router's metrics
 * @param excludesText whether the table lacks the columns of texts
 * @param limits what counts as a prefix, a spike and a pattern; {@code null} for each that the section does not set
 */
public record NatConfig(boolean llmMetrics, boolean excludesText, NatLimits limits) {
    private static final String[] PLACES = {"eval.general.profiler.", "profiler.", ""};
    private static final Pattern LINE =
            Pattern.compile("( *)(\"[^\"]*\"|'[^']*'|[^\\s#:\"'\\-][^:#]*?)\\s*:(?:\\s+(.*))?");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*$");

    /** Limits that are set; {@code null} for the others. */
    public record NatLimits(
            Double minFrequency, Double spikeThreshold, Double minSupport, Double minCoverage, Double most) {}

    /** A configuration that cannot be used; the message names the file and the setting. */
    public static final class NatConfigException extends Exception {
        private static final long serialVersionUID = 1L;

        NatConfigException(String message) {
            super(message);
        }
    }

    /** Reads a configuration. */
    public static NatConfig read(Path file) throws IOException, NatConfigException {
        String text = Files.readString(file);
        Map<String, String> values = new HashMap<>();
        if (text.stripLeading().startsWith("{")) {
            try {
                json("", JsonNode.read(file), values);
            } catch (JsonFileException e) {
                throw new NatConfigException(e.getMessage());
            }
        } else {
            yaml(text, values);
        }
        NatSettings settings = new NatSettings(file, values);
        return new NatConfig(
                settings.isTrue("compute_llm_metrics"),
                settings.isTrue("csv_exclude_io_text"),
                new NatLimits(
                        settings.number("prompt_caching_prefixes.min_frequency", 0, 1),
                        settings.number("concurrency_spike_analysis.spike_threshold", 1, Integer.MAX_VALUE),
                        settings.number("prefix_span_analysis.min_support", 0, Integer.MAX_VALUE),
                        settings.number("prefix_span_analysis.min_coverage", 0, 1),
                        settings.number("prefix_span_analysis.top_k", 1, Integer.MAX_VALUE)));
    }

    private static void json(String path, JsonNode node, Map<String, String> into) throws JsonFileException {
        for (Map.Entry<String, JsonNode> field : node.fields().entrySet()) {
            JsonNode value = field.getValue();
            if (value.isObject()) {
                json(path + field.getKey() + ".", value, into);
            } else if (!value.isArray() && node.get(field.getKey()) != null) {
                into.put(path + field.getKey(), value.isFlag() ? String.valueOf(value.flag()) : value.scalar());
            }
        }
    }

    private static void yaml(String text, Map<String, String> into) {
        List<Integer> indents = new ArrayList<>();
        List<String> path = new ArrayList<>();
        for (String raw : text.lines().toList()) {
            Matcher line = LINE.matcher(COMMENT.matcher(raw).replaceFirst("").stripTrailing());
            if (!line.matches()) {
                continue;
            }
            int indent = line.group(1).length();
            while (!indents.isEmpty() && indents.get(indents.size() - 1) >= indent) {
                indents.remove(indents.size() - 1);
                path.remove(path.size() - 1);
            }
            indents.add(indent);
            path.add(unquoted(line.group(2)));
            String value = line.group(3) == null ? "" : line.group(3).strip();
            if (value.startsWith("{") && value.endsWith("}")) {
                for (String part : value.substring(1, value.length() - 1).split(",")) {
                    int colon = part.indexOf(':');
                    if (colon > 0) {
                        into.put(
                                String.join(".", path) + "."
                                        + unquoted(part.substring(0, colon).strip()),
                                unquoted(part.substring(colon + 1).strip()));
                    }
                }
            } else if (!value.isEmpty()) {
                into.put(String.join(".", path), unquoted(value));
            }
        }
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() > 1
                && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                && text.charAt(text.length() - 1) == text.charAt(0);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Returns limits, with those that the section sets in place of others. A support below 1 is a share of the requests. */
    public CallLimits over(CallLimits others) {
        Limits patterns = others.patterns();
        double support = or(limits.minSupport, patterns.minSupport());
        double coverage = or(limits.minCoverage, patterns.minCoverage());
        return new CallLimits(
                or(limits.minFrequency, others.minFrequency()),
                (int) or(limits.spikeThreshold, others.spikeThreshold()),
                new Limits(
                        (int) Math.max(1, Math.ceil(support)),
                        patterns.maxGap(),
                        support < 1 ? Math.max(support, coverage) : coverage,
                        (int) or(limits.most, patterns.most()),
                        patterns.minLength()));
    }

    private static double or(Double set, double otherwise) {
        return set == null ? otherwise : set;
    }

    /** The settings of a file by their paths. */
    private record NatSettings(Path file, Map<String, String> values) {
        /** Returns a setting of the section, {@code null} if it is not set. */
        String value(String key) {
            for (String place : PLACES) {
                String value = values.get(place + key);
                if (value != null) {
                    return value.equals("null") || value.equals("~") ? null : value;
                }
            }
            return null;
        }

        boolean isTrue(String key) {
            return "true".equalsIgnoreCase(value(key));
        }

        Double number(String key, double least, double most) throws NatConfigException {
            String text = value(key);
            if (text == null) {
                return null;
            }
            try {
                double number = Double.parseDouble(text);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new NatConfigException(file + ": " + key + " is " + text + ", expected a number "
                    + (most == 1 ? "from 0 to 1" : "of " + (long) least + " or more"));
        }
    }
}
