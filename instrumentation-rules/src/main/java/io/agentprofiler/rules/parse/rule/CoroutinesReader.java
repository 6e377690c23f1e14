// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code coroutines}: how a language's coroutines are compiled. */
public final class CoroutinesReader {
    /** Where a file has it; only bundled ones may. */
    public static final String KEY = "coroutines";

    public static final List<String> KEYS = List.of(
            "continuation",
            "suspended",
            "failure",
            "nothing",
            "frame",
            "step",
            "label",
            "callers",
            "roots",
            "generated");

    private static final String CLASS = "a fully qualified class name, nested classes with $";
    private static final String STEP = "a method of the frame, for example \"run(java.lang.Object):java.lang.Object\"";

    private CoroutinesReader() {}

    /** Returns what the file says; {@code null} where it says nothing. With problems it is not to be used. */
    public static Coroutines read(Fields file) {
        Fields fields = file.object(KEY, "an object with " + String.join(", ", KEYS));
        if (fields == null) {
            return null;
        }
        fields.only(KEYS);
        for (String key : KEYS) {
            if (!fields.has(key)) {
                fields.missing(key, "a value");
            }
        }
        Fields suspended = pair(fields, "suspended", "type", "name");
        Fields failure = pair(fields, "failure", "type", "field");
        return new Coroutines(
                className(fields, "continuation"),
                suspended == null ? null : member(suspended, "name", "name of an enum constant"),
                failure == null ? null : member(failure, "field", "name of a field"),
                className(fields, "nothing"),
                new Coroutines.Frame(className(fields, "frame"), step(fields), fields.text("label", "name of a field")),
                callers(fields),
                classNames(fields, "roots"),
                classNames(fields, "generated"));
    }

    private static Fields pair(Fields fields, String name, String first, String second) {
        Fields pair = fields.object(name, "an object with " + first + " and " + second);
        if (pair != null) {
            pair.only(List.of(first, second));
            for (String key : List.of(first, second)) {
                if (!pair.has(key)) {
                    pair.missing(key, "a name");
                }
            }
        }
        return pair;
    }

    private static Coroutines.NamedMember member(Fields pair, String name, String expected) {
        return new Coroutines.NamedMember(className(pair, "type"), pair.text(name, expected));
    }

    private static String className(Fields fields, String name) {
        String text = fields.text(name, CLASS);
        if (text != null && !SignatureParser.isClassName(text)) {
            fields.wrong(fields.get(name), name, CLASS);
        }
        return text;
    }

    private static Set<String> classNames(Fields fields, String name) {
        Set<String> names = new HashSet<>();
        for (Json.Text text : fields.texts(name, CLASS)) {
            if (!SignatureParser.isClassName(text.text())) {
                fields.wrong(text, name, CLASS);
            }
            names.add(text.text());
        }
        return names;
    }

    private static MethodSignature step(Fields fields) {
        String text = fields.text("step", STEP);
        if (text == null) {
            return null;
        }
        try {
            MethodSignature method = SignatureParser.parse(text);
            if (method.parameters() != null && method.parameters().size() == 1 && method.returns() != null) {
                return method;
            }
            fields.wrong(fields.get("step"), "step", STEP);
        } catch (SignatureParser.SignatureException e) {
            fields.problem("step", e.getMessage());
        }
        return null;
    }

    private static Map<String, String> callers(Fields fields) {
        Map<String, String> callers = new LinkedHashMap<>();
        Fields byClass = fields.object("callers", "an object of names of fields by class");
        if (byClass == null) {
            return callers;
        }
        for (Json.Member member : byClass.members()) {
            String field = byClass.text(member.name(), "name of a field");
            if (field != null) {
                callers.put(member.name(), field);
            }
        }
        return callers;
    }
}
