// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.AttributeNames;
import io.agentprofiler.rules.parse.rule.RuleReader;
import io.agentprofiler.rules.parse.rule.SignatureParser;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.value.ConditionalValue;
import io.agentprofiler.rules.value.ConstantValue;
import io.agentprofiler.rules.value.DataValue;
import io.agentprofiler.rules.value.TemplateParser;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The short form of rules, for a user's own methods: {@code com.acme.Planner#plan;com.acme.tools.*#*}.
 *
 * <p>Each entry is a class, {@code #} and a method. The class and everything below it is meant; a name that ends in
 * {@code *} means every class whose name starts so. The method is {@code *}, a name, or a signature as in rule files. Attributes
 * may follow in brackets, {@code [action=plan,team=search]}: the spans have them. Every match is a span of kind {@code function},
 * whatever its result is, with its arguments, what it yields, and what it returns as content.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class TraceSpec {
    /** Name of the rule file the entries become. */
    public static final String FILE = "trace";

    /** Yielded values that are kept of one call: each lives as long as the call. */
    private static final int YIELDS = 256;

    private static final Path YIELDED = PathParser.parse("kept.yields");
    private static final Map<String, Rule.Keep> KEEP =
            Map.of("yields", new Rule.Keep(PathParser.parse("return"), Rule.Keep.Which.ALL, YIELDS));
    private static final Map<String, Value> CONTENT = content();

    /** Which methods can be answered so is known once their types are: those that return a value. */
    private static final Replay REPLAY =
            new Replay(List.of(Attributes.INPUT), Map.of(), Map.of(), new Replay.Recorded(Attributes.OUTPUT), null);

    /** Attributes at the end of an entry; the brackets of an array hold nothing. */
    private static final Pattern ATTRIBUTES = Pattern.compile("\\[([^\\[\\]]+)]$");

    private static final String EXAMPLE = "for example com.acme.Planner#plan;com.acme.tools.*#*";

    private final String property;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private final Map<String, Map<String, Value>> entries = new HashMap<>();

    private TraceSpec(String property) {
        this.property = property;
    }

    /**
     * Parses the short form.
     *
     * @param property the property it was given in, for messages
     * @param value its value; empty entries are skipped
     * @throws RuleFileException with every problem, each naming the property and the column
     */
    public static RuleFile parse(String property, String value) throws RuleFileException {
        TraceSpec spec = new TraceSpec(property);
        int start = 0;
        for (String entry : value.split(";", -1)) {
            if (!entry.isBlank()) {
                int indent = entry.indexOf(entry.strip().charAt(0));
                spec.entry(entry.strip(), start + indent + 1);
            }
            start += entry.length() + 1;
        }
        if (spec.rules.isEmpty() && spec.problems.isEmpty()) {
            spec.problem(0, "found nothing, expected Class#method, " + EXAMPLE);
        }
        if (!spec.problems.isEmpty()) {
            throw new RuleFileException(spec.problems);
        }
        return new RuleFile(
                FILE,
                "methods named by " + property,
                RuleParser.packagesOf(spec.rules),
                Set.of(),
                false,
                spec.rules,
                List.of(),
                null);
    }

    private static Map<String, Value> content() {
        Map<String, Value> content = new LinkedHashMap<>();
        content.put(Attributes.INPUT, data("arg*"));
        content.put(Attributes.YIELDS, data("kept.yields"));
        content.put(Attributes.OUTPUT, new ConditionalValue(YIELDED, Set.of(), null, data("return")));
        return content;
    }

    private static Value data(String path) {
        return new DataValue(PathParser.parse(path), Map.of(), Map.of());
    }

    private void entry(String entry, int column) {
        int hash = entry.indexOf('#');
        if (hash < 0) {
            problem(column, "found '" + entry + "', expected Class#method, " + EXAMPLE);
            return;
        }
        String type = entry.substring(0, hash);
        boolean prefix = type.endsWith("*");
        String name = prefix ? type.substring(0, type.length() - 1) : type;
        String bare = prefix && name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (!SignatureParser.isClassName(bare)) {
            problem(
                    column,
                    "found class '" + type
                            + "', expected a fully qualified class name, or the beginning of one and a *, " + EXAMPLE);
            return;
        }
        Matcher bracket = ATTRIBUTES.matcher(entry);
        boolean found = bracket.find(hash);
        String id = found ? entry.substring(0, bracket.start()).stripTrailing() : entry;
        Map<String, Value> attributes = found ? attributes(bracket.group(1), column + bracket.start(1)) : Map.of();
        try {
            MethodSignature method = SignatureParser.parse(id.substring(hash + 1));
            Match match = new Match(prefix ? Match.By.PREFIX : Match.By.SUBTYPE, name, List.of(), List.of(method));
            add(id, match, attributes, column);
        } catch (SignatureParser.SignatureException e) {
            problem(column + hash + 1, e.getMessage());
        }
    }

    private Map<String, Value> attributes(String text, int column) {
        Map<String, Value> attributes = new TreeMap<>();
        int start = 0;
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? "" : part.substring(0, equals).strip();
            String wrong = AttributeNames.problem(name);
            if (equals < 0) {
                problem(column + start, "found '" + part.strip() + "', expected NAME=VALUE, for example action=plan");
            } else if (wrong != null) {
                problem(column + start, "'" + name + "' " + wrong);
            } else if (attributes.put(
                            name, new ConstantValue(part.substring(equals + 1).strip()))
                    != null) {
                problem(column + start, "'" + name + "' is there twice");
            }
            start += part.length() + 1;
        }
        return attributes;
    }

    /** Adds the rule of an entry, once. */
    private void add(String id, Match match, Map<String, Value> attributes, int column) {
        Map<String, Value> before = entries.putIfAbsent(id, attributes);
        if (before != null) {
            if (!before.equals(attributes)) {
                problem(column, "'" + id + "' is there twice, with other attributes");
            }
            return;
        }
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = FILE;
        rule.id = id;
        rule.kind = SpanKind.FUNCTION;
        rule.operation = id;
        rule.match = match;
        rule.shape = Shape.AUTO;
        rule.name = TemplateParser.parse(RuleReader.DEFAULT_NAME, false);
        rule.start = attributes;
        rule.content = CONTENT;
        rule.keep = KEEP;
        rule.replay = REPLAY;
        rules.add(rule.build());
    }

    private void problem(int column, String text) {
        problems.add(new Problem("-D" + property, 0, column, null, null, text));
    }
}
