// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads how recorded calls of a rule answer others. */
final class ReplayReader {
    private static final String RESULT_EXPECTED =
            "an attribute, or an object with each and as, with value and class, with json, with map, or with make";
    private static final String METHOD_EXPECTED = "Class#method(parameter types), or Class#new(parameter types),"
            + " for example com.acme.Answer#of(java.lang.String)";

    private ReplayReader() {}

    /** Returns what a rule says of it, {@code null} where it says nothing. */
    static Replay read(Fields rule) {
        Fields replay = rule.object("replay", "an object with by, when, except and result, or with never");
        if (replay == null) {
            return null;
        }
        if (replay.has("never")) {
            replay.only(List.of("never"));
            String reason = replay.text("never", "why its calls are always made");
            return reason == null ? null : Replay.never(reason);
        }
        replay.only(List.of("by", "when", "except", "result", "never"));
        List<String> by = texts(replay, "by", "attributes of start and content that equal calls have in common");
        if (by.isEmpty() && !replay.has("by")) {
            replay.missing("by", "the attributes of start and content that equal calls have in common");
        }
        return new Replay(
                by,
                conditions(replay, "when"),
                conditions(replay, "except"),
                replay.has("result") ? made(replay, "result", replay.get("result")) : null,
                null);
    }

    private static Map<String, List<String>> conditions(Fields replay, String key) {
        Fields conditions = replay.object(key, "an object of attributes, each with a text or an array of texts");
        Map<String, List<String>> when = new LinkedHashMap<>();
        if (conditions != null) {
            for (Json.Member member : conditions.members()) {
                if (!member.name().equals("comment")) {
                    when.put(member.name(), texts(conditions, member.name(), "a text or an array of texts"));
                }
            }
        }
        return when;
    }

    private static List<String> texts(Fields fields, String key, String expected) {
        return fields.texts(key, expected).stream().map(Json.Text::text).toList();
    }

    private static Replay.Made made(Fields fields, String key, Json json) {
        if (json instanceof Json.Text text && !text.text().isBlank()) {
            return new Replay.Recorded(text.text());
        }
        if (!(json instanceof Json.Obj object)) {
            fields.wrong(json, key, RESULT_EXPECTED);
            return null;
        }
        Fields form = new Fields(object, fields.key(key), fields.problems());
        if (form.has("each")) {
            form.only(List.of("each", "unless", "as"));
            if (!form.has("as")) {
                form.missing("as", "what each element becomes");
                return null;
            }
            List<String> unless = texts(form, "unless", "fields of elements that cannot be made again");
            return new Replay.EachElement(form.text("each", "an attribute"), unless, made(form, "as", form.get("as")));
        }
        if (form.has("map")) {
            form.only(List.of("map", "types", "keys"));
            return map(form);
        }
        if (form.has("json")) {
            form.only(List.of("json"));
            String name = form.text("json", "an attribute");
            return name == null ? null : new Replay.Written(name);
        }
        if (form.has("class")) {
            form.only(List.of("value", "class"));
            String value = form.text("value", "an attribute");
            String type = form.text("class", "an attribute with the name of a class");
            if (value == null && !form.has("value")) {
                form.missing("value", "an attribute");
            }
            return value == null || type == null ? null : new Replay.OfClass(value, type);
        }
        form.only(List.of("make", "of", "with", "build"));
        if (!form.has("make")) {
            form.missing("make", METHOD_EXPECTED);
            return null;
        }
        return called(form);
    }

    private static Replay.Made map(Fields form) {
        String keys = form.text("keys", "a class of constants");
        if (keys != null && !SignatureParser.isClassName(keys)) {
            form.wrong(form.get("keys"), "keys", "a class of constants, for example com.acme.Field");
        }
        return new Replay.MapOf(form.text("map", "an attribute"), form.text("types", "an attribute"), keys);
    }

    private static Replay.Made called(Fields form) {
        String text = form.text("make", METHOD_EXPECTED);
        int hash = text == null ? -1 : text.indexOf('#');
        if (hash < 0 || !SignatureParser.isClassName(text.substring(0, hash))) {
            form.wrong(form.get("make"), "make", METHOD_EXPECTED);
            return null;
        }
        MethodSignature method = signature(form, "make", text.substring(hash + 1));
        List<Replay.Made> of = new ArrayList<>();
        if (form.get("of") instanceof Json.Arr array) {
            for (Json item : array.items()) {
                of.add(made(form, "of", item));
            }
        } else if (form.has("of")) {
            of.add(made(form, "of", form.get("of")));
        }
        List<Replay.Setting> with = settings(form);
        MethodSignature build = form.has("build")
                ? signature(form, "build", form.text("build", "a method without parameters, for example build()"))
                : null;
        if (method == null || of.contains(null)) {
            return null;
        }
        if (method.parameters().size() != of.size()) {
            form.problem(
                    "of",
                    "has " + of.size() + " arguments, but " + text + " takes "
                            + method.parameters().size());
        }
        if (!with.isEmpty() && build == null) {
            form.missing("build", "the builder's method that returns the object");
        }
        if (build != null && !build.parameters().isEmpty()) {
            form.problem("build", "takes parameters, expected a method without any");
        }
        return new Replay.Called(text.substring(0, hash), method, of, with, build);
    }

    private static List<Replay.Setting> settings(Fields form) {
        List<Replay.Setting> with = new ArrayList<>();
        Fields methods = form.object(
                "with", "an object of the builder's methods, for example {\"text(java.lang.String)\": \"content\"}");
        if (methods == null) {
            return with;
        }
        for (Json.Member member : methods.members()) {
            if (member.name().equals("comment")) {
                continue;
            }
            MethodSignature method = signature(methods, member.name(), member.name());
            Replay.Made argument = made(methods, member.name(), member.value());
            if (method != null && method.parameters().size() != 1) {
                methods.problem(
                        member.name(),
                        "takes " + method.parameters().size() + " parameters, expected a method with one");
            } else if (method != null && argument != null) {
                with.add(new Replay.Setting(method, argument));
            }
        }
        return with;
    }

    private static MethodSignature signature(Fields form, String key, String text) {
        if (text == null) {
            return null;
        }
        try {
            MethodSignature method = SignatureParser.parse(text);
            if (method.parameters() != null && !method.name().equals("*")) {
                return method;
            }
            form.problem(key, "names no one method: expected a name and its parameter types, for example build()");
        } catch (SignatureParser.SignatureException e) {
            form.problem(key, e.getMessage());
        }
        return null;
    }
}
