// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse;

import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.JsonTree;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.parse.json.Problem;
import io.agentprofiler.rules.parse.json.Problems;
import io.agentprofiler.rules.parse.json.RuleFileException;
import io.agentprofiler.rules.parse.rule.CoroutinesReader;
import io.agentprofiler.rules.parse.rule.KeptNames;
import io.agentprofiler.rules.parse.rule.Origin;
import io.agentprofiler.rules.parse.rule.ReactiveReader;
import io.agentprofiler.rules.parse.rule.RuleReader;
import io.agentprofiler.rules.parse.rule.SignatureParser;
import io.agentprofiler.shared.schema.Metadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parses a rule file.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Errors:</b> {@link RuleFileException} with every problem of the file; nothing else whatever the text is.
 */
public final class RuleParser {
    /** The format this version reads. */
    public static final String FORMAT = "agent-profiler-rules/1";

    /** Rules of the largest file that is accepted. */
    static final int MOST_RULES = 2000;

    private static final List<String> KEYS =
            List.of("format", "title", "packages", "shared", "reactive", "rules", "metadata", "$schema");

    private final String name;
    private final Origin origin;
    private final Problems problems;

    private RuleParser(String file, Origin origin) {
        this.name = nameOf(file);
        this.origin = origin;
        this.problems = new Problems(file, origin == Origin.USER);
    }

    /**
     * Parses the text of a rule file.
     *
     * @param file the file as its user knows it; its name without folders and {@code .json} names the rules
     * @param text the file's content
     * @param origin where it comes from
     */
    public static RuleFile parse(String file, String text, Origin origin) throws RuleFileException {
        Json json = JsonTree.read(file, text);
        RuleParser parser = new RuleParser(file, origin);
        if (!(json instanceof Json.Obj object)) {
            throw new RuleFileException(new Problem(
                    file,
                    json.at().line(),
                    json.at().column(),
                    null,
                    null,
                    "found " + json.describe() + ", expected an object with " + String.join(", ", KEYS)));
        }
        RuleFile parsed = parser.file(new Fields(object, null, parser.problems));
        parser.problems.throwIfAny();
        return parsed;
    }

    private List<String> knownKeys() {
        if (origin == Origin.USER) {
            return KEYS;
        }
        List<String> known = new ArrayList<>(KEYS);
        known.add(CoroutinesReader.KEY);
        known.add("onRequest");
        return known;
    }

    private static String nameOf(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        return name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
    }

    private RuleFile file(Fields fields) {
        fields.only(knownKeys());
        if (!fields.has("format")) {
            fields.missing("format", "\"" + FORMAT + "\"");
        } else if (!(fields.get("format") instanceof Json.Text text
                && text.text().equals(FORMAT))) {
            fields.wrong(fields.get("format"), "format", "\"" + FORMAT + "\"");
        }
        String title = fields.text("title", "what the file covers");
        List<Rule> rules = rules(fields);
        checkOperations(fields, rules);
        List<ReactiveType> reactive = ReactiveReader.read(fields);
        return new RuleFile(
                name,
                title != null ? title : name,
                packages(fields, rules),
                metadata(fields, rules),
                origin == Origin.BUNDLED && fields.bool("onRequest", false),
                rules,
                reactive,
                origin == Origin.USER ? null : CoroutinesReader.read(fields));
    }

    private List<Rule> rules(Fields fields) {
        List<Rule> rules = new ArrayList<>();
        Json json = fields.get("rules");
        if (json == null) {
            fields.missing("rules", "an array of rules");
            return rules;
        }
        if (!(json instanceof Json.Arr array)) {
            fields.wrong(json, "rules", "an array of rules");
            return rules;
        }
        if (array.items().size() > MOST_RULES) {
            problems.add(
                    array.at(),
                    "rules",
                    "has " + array.items().size() + " rules, at most " + MOST_RULES
                            + " are allowed in a file: match several methods with one rule, or split the file");
            return rules;
        }
        Fields shared = fields.object("shared", "an object of values by name");
        RuleReader reader = new RuleReader(name, origin, shared);
        Map<String, Json.Place> ids = new HashMap<>();
        for (Json item : array.items()) {
            if (!(item instanceof Json.Obj object)) {
                fields.wrong(item, "rules", "a rule: an object with id and match");
                continue;
            }
            Rule rule = reader.read(new Fields(object, null, problems));
            Json.Place first = rule.id() == null ? null : ids.putIfAbsent(rule.id(), object.at());
            if (first != null) {
                problems.add(object.get("id").at(), "id", "is also the id of the rule in line " + first.line());
            }
            problems.rule(null);
            rules.add(rule);
        }
        return rules;
    }

    /** Notes rules that act on a span no rule of the file opens. */
    private void checkOperations(Fields fields, List<Rule> rules) {
        TreeSet<String> opened = new TreeSet<>();
        for (Rule rule : rules) {
            if (rule.operation() != null && opens(rule)) {
                opened.add(rule.operation());
            }
        }
        if (!(fields.get("rules") instanceof Json.Arr array)) {
            return;
        }
        List<Json.Obj> objects = array.items().stream()
                .filter(Json.Obj.class::isInstance)
                .map(Json.Obj.class::cast)
                .toList();
        KeptNames.check(rules, objects, problems);
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            Json operation = objects.get(i).get("operation");
            // what has no name at all has been told as such
            boolean named = operation != null && rule.operation() != null;
            if (named && !opens(rule) && !opened.contains(rule.operation())) {
                problems.rule(rule.id());
                problems.add(
                        operation.at(),
                        "operation",
                        "no rule of this file opens a span of operation '"
                                + rule.operation() + "'" + Nearest.hint(rule.operation(), opened)
                                + "; it has " + (opened.isEmpty() ? "none" : String.join(", ", opened)));
                problems.rule(null);
            }
        }
    }

    private static boolean opens(Rule rule) {
        return rule.role() == Role.SPAN
                || rule.role() == Role.OPEN
                || rule.role() == Role.CARRY
                || rule.role() == Role.TASK
                || rule.role() == Role.PROPAGATE
                || rule.role() == Role.LEARN
                || rule.role().isOfCoroutines();
    }

    private List<String> packages(Fields fields, List<Rule> rules) {
        List<String> packages = new ArrayList<>();
        String expected = "an array of package names, each with a trailing dot, for example [\"com.acme.\"]";
        for (Json.Text text : fields.texts("packages", expected)) {
            String prefix = text.text();
            if (prefix.endsWith(".") && SignatureParser.isClassName(prefix.substring(0, prefix.length() - 1))) {
                packages.add(prefix);
            } else {
                fields.wrong(text, "packages", expected);
            }
        }
        if (!rules.isEmpty() && packages.isEmpty() && origin == Origin.BUNDLED && !fields.has("packages")) {
            fields.missing("packages", expected);
        }
        return packages.isEmpty() && !fields.has("packages") ? packagesOf(rules) : packages;
    }

    /** Returns the attributes declared as metadata; a declaration of one that no rule reads, or that is content, is a mistake. */
    private Set<String> metadata(Fields fields, List<Rule> rules) {
        Set<String> read = new TreeSet<>();
        for (Rule rule : rules) {
            read.addAll(rule.start().keySet());
            read.addAll(rule.end().keySet());
        }
        Set<String> declared = new TreeSet<>();
        for (Json.Text text :
                fields.texts("metadata", "an array of names of attributes, for example [\"acme.tenant\"]")) {
            String name = text.text();
            if (Metadata.isContent(name)) {
                problems.add(text.at(), "metadata", "'" + name + "' is content, and cannot be declared to be none");
            } else if (!read.contains(name)) {
                problems.add(
                        text.at(),
                        "metadata",
                        "no rule of this file has '" + name + "' under start or end" + Nearest.hint(name, read));
            } else {
                declared.add(name);
            }
        }
        return declared;
    }

    /** Returns the packages of the classes the rules name; a class of no package stands for itself. */
    static List<String> packagesOf(List<Rule> rules) {
        Map<String, Boolean> packages = new LinkedHashMap<>();
        for (Rule rule : rules) {
            if (rule.match() != null) {
                String type = rule.match().type();
                int dot = type.lastIndexOf('.');
                packages.put(dot < 0 ? type : type.substring(0, dot + 1), true);
            }
        }
        return List.copyOf(packages.keySet());
    }
}
