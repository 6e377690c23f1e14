// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code match}. */
final class MatchReader {
    private static final List<String> KEYS = List.of("class", "subtypeOf", "prefix", "except", "method");
    private static final Map<String, Match.By> WAYS = new LinkedHashMap<>();

    static {
        WAYS.put("class", Match.By.CLASS);
        WAYS.put("subtypeOf", Match.By.SUBTYPE);
        WAYS.put("prefix", Match.By.PREFIX);
    }

    private MatchReader() {}

    /** Returns the match, {@code null} when it is absent or its class is. */
    static Match read(Fields rule, Origin origin) {
        if (!rule.has("match")) {
            rule.missing("match", "an object that names a class and a method");
            return null;
        }
        Fields match = rule.object("match", "an object that names a class and a method");
        if (match == null) {
            return null;
        }
        match.only(KEYS);
        List<String> except = classNames(match, "except");
        List<MethodSignature> methods = methods(match, origin);
        List<String> ways = WAYS.keySet().stream().filter(match::has).toList();
        if (ways.size() != 1) {
            rule.problem(
                    "match",
                    (ways.isEmpty() ? "names no class" : "has " + String.join(" and ", ways))
                            + ", expected exactly one of class, subtypeOf, prefix");
            return null;
        }
        String way = ways.get(0);
        String type = match.text(way, "a fully qualified class name");
        if (type == null) {
            return null;
        }
        if (!isName(type, way)) {
            match.wrong(match.get(way), way, "a fully qualified class name, nested classes with $");
        }
        return new Match(WAYS.get(way), type, except, methods);
    }

    /** A prefix may end anywhere in a name, also behind a dot. */
    private static boolean isName(String type, String way) {
        boolean cut = way.equals("prefix") && type.endsWith(".");
        return SignatureParser.isClassName(cut ? type.substring(0, type.length() - 1) : type);
    }

    private static List<String> classNames(Fields match, String name) {
        List<String> names = new ArrayList<>();
        for (Json.Text text : match.texts(name, "a class name or an array of class names")) {
            if (SignatureParser.isClassName(text.text())) {
                names.add(text.text());
            } else {
                match.wrong(text, name, "a fully qualified class name, nested classes with $");
            }
        }
        return names;
    }

    private static List<MethodSignature> methods(Fields match, Origin origin) {
        String expected = "a method or an array of methods, for example \"chat(java.lang.String):java.lang.String\"";
        if (!match.has("method")) {
            match.missing("method", expected);
            return List.of();
        }
        List<MethodSignature> methods = new ArrayList<>();
        List<Json.Text> texts = match.texts("method", expected);
        for (Json.Text text : texts) {
            try {
                MethodSignature method = SignatureParser.parse(text.text());
                methods.add(method);
                if (origin == Origin.BUNDLED && !isComplete(method)) {
                    match.wrong(
                            text,
                            "method",
                            "name, parameter types and return type: a bundled rule matches no more than "
                                    + "it was made for");
                }
            } catch (SignatureParser.SignatureException e) {
                match.problems().add(text.at(), match.key("method"), e.getMessage());
            }
        }
        if (texts.isEmpty() && match.get("method") instanceof Json.Arr) {
            match.wrong(match.get("method"), "method", "at least one method");
        }
        return methods;
    }

    private static boolean isComplete(MethodSignature method) {
        return !method.name().equals("*") && method.parameters() != null && method.returns() != null;
    }
}
