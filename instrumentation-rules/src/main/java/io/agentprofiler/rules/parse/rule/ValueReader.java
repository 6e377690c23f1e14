// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import io.agentprofiler.rules.parse.json.Nearest;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.value.ConditionalValue;
import io.agentprofiler.rules.value.ConstantValue;
import io.agentprofiler.rules.value.DataValue;
import io.agentprofiler.rules.value.MinusValue;
import io.agentprofiler.rules.value.ObjectValue;
import io.agentprofiler.rules.value.PathValue;
import io.agentprofiler.rules.value.PlusValue;
import io.agentprofiler.rules.value.RouteValue;
import io.agentprofiler.rules.value.SpelledValue;
import io.agentprofiler.rules.value.TemplateParser;
import io.agentprofiler.rules.value.TemplateSyntaxException;
import io.agentprofiler.rules.value.TextValue;
import io.agentprofiler.rules.value.TypesValue;
import io.agentprofiler.rules.value.UrlValue;
import io.agentprofiler.rules.value.list.EachValue;
import io.agentprofiler.rules.value.list.GroupValue;
import io.agentprofiler.rules.value.list.JoinValue;
import io.agentprofiler.rules.value.list.ListValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads values: a string is a path, an object says by its keys what it is, an array is a list of values. */
public final class ValueReader {
    private static final String EXPECTED =
            "a path, an array of values, or an object with one of const, text, each, object, of, minus, plus, if, data, join, "
                    + "group, url, route, types, shared";
    private static final Map<String, List<String>> FORMS = new LinkedHashMap<>();
    private static final Map<String, UrlValue.UrlPart> URL_PARTS = new LinkedHashMap<>();

    static {
        URL_PARTS.put("host", UrlValue.UrlPart.HOST);
        URL_PARTS.put("port", UrlValue.UrlPart.PORT);
        URL_PARTS.put("path", UrlValue.UrlPart.PATH);
        FORMS.put("const", List.of("const"));
        FORMS.put("text", List.of("text"));
        FORMS.put("each", List.of("each", "as"));
        FORMS.put("object", List.of("object"));
        FORMS.put("of", List.of("of", "map", "prefixMap"));
        FORMS.put("minus", List.of("minus"));
        FORMS.put("plus", List.of("plus"));
        FORMS.put("if", List.of("if", "in", "then", "else"));
        FORMS.put("data", List.of("data", "classes", "names"));
        FORMS.put("join", List.of("join"));
        FORMS.put("group", List.of("group", "by", "as"));
        FORMS.put("url", List.of("url", "part", "like"));
        FORMS.put("route", List.of("route"));
        FORMS.put("types", List.of("types"));
        FORMS.put("shared", List.of("shared"));
    }

    private final boolean inEach;
    private final Fields shared;

    /**
     * Creates a reader.
     *
     * @param inEach whether paths start at an element
     * @param shared the file's shared values by name, {@code null} where there are none to use
     */
    ValueReader(boolean inEach, Fields shared) {
        this.inEach = inEach;
        this.shared = shared;
    }

    /** Returns the keys of each form that is written as an object. */
    static List<List<String>> forms() {
        return List.copyOf(FORMS.values());
    }

    /** Returns the value of {@code name}, {@code null} when it is absent or wrong. */
    Value read(Fields fields, String name) {
        Json json = fields.get(name);
        return json == null ? null : read(fields, name, json);
    }

    private Value read(Fields fields, String name, Json json) {
        if (json instanceof Json.Text text) {
            Path path = fields.path(name, text, inEach);
            return path == null ? null : new PathValue(path);
        }
        if (json instanceof Json.Arr array) {
            return list(fields, name, array);
        }
        if (json instanceof Json.Obj object) {
            return form(new Fields(object, fields.key(name), fields.problems()), fields, name, json);
        }
        fields.wrong(
                json,
                name,
                json instanceof Json.Scalar
                        ? EXPECTED + "; a fixed value is written {\"const\": " + json.describe() + "}"
                        : EXPECTED);
        return null;
    }

    private Value form(Fields form, Fields parent, String name, Json json) {
        String chosen = FORMS.keySet().stream().filter(form::has).findFirst().orElse(null);
        if (chosen == null) {
            parent.wrong(json, name, EXPECTED);
            return null;
        }
        form.only(FORMS.get(chosen));
        return switch (chosen) {
            case "const" -> constant(form);
            case "text" -> template(form, "text");
            case "each" -> each(form);
            case "object" -> object(form, "object");
            case "of" -> spelled(form);
            case "minus" -> minus(form);
            case "plus" -> plus(form);
            case "if" -> conditional(form);
            case "data" -> data(form);
            case "join" -> join(form);
            case "group" -> group(form);
            case "url" -> url(form);
            case "route" -> route(form);
            case "types" -> types(form);
            default -> shared(form);
        };
    }

    private Value list(Fields fields, String name, Json.Arr array) {
        List<Value> values = new ArrayList<>();
        for (Json item : array.items()) {
            Value value = read(fields, name, item);
            if (value != null) {
                values.add(value);
            }
        }
        if (array.items().isEmpty()) {
            fields.wrong(array, name, "at least one value; a fixed empty array is written {\"const\": []}");
        }
        return values.isEmpty() ? null : new ListValue(values);
    }

    private static Value constant(Fields form) {
        Object value = plain(form, "const", form.get("const"));
        return value == null ? null : new ConstantValue(value);
    }

    private static Object plain(Fields form, String name, Json json) {
        if (json instanceof Json.Text text) {
            return text.text();
        }
        if (json instanceof Json.Scalar scalar) {
            return scalar.value();
        }
        if (json instanceof Json.Arr array) {
            List<Object> list = new ArrayList<>();
            for (Json item : array.items()) {
                Object value = plain(form, name, item);
                if (value != null) {
                    list.add(value);
                }
            }
            return List.copyOf(list);
        }
        form.wrong(json, name, "a string, number, boolean or an array of these");
        return null;
    }

    /** Reads a template, {@code null} when it is absent or wrong. */
    TextValue template(Fields fields, String name) {
        String text = fields.text(name, "a text, for example \"chat {gen_ai.request.model}\"");
        if (text == null) {
            return null;
        }
        try {
            TextValue template = TemplateParser.parse(text, inEach);
            for (TextValue.Part part : template.parts()) {
                if (part instanceof TextValue.PathPart read) {
                    fields.refuseCalls(name, fields.at(name), read.path());
                }
            }
            return template;
        } catch (TemplateSyntaxException e) {
            fields.problem(name, e.getMessage());
            return null;
        }
    }

    private Value each(Fields form) {
        String text = form.text("each", "a path to a collection, for example \"arg0.messages\"");
        Path path = text == null ? null : form.path("each", new Json.Text(form.at("each"), text), inEach);
        ValueReader elements = new ValueReader(true, shared);
        Value as;
        if (!form.has("as")) {
            form.missing("as", "what to write of each element: a path, or an object of named values");
            return null;
        } else if (form.get("as") instanceof Json.Obj) {
            as = elements.object(form, "as");
        } else {
            as = elements.read(form, "as");
        }
        return path == null || as == null ? null : new EachValue(path, as);
    }

    private Value data(Fields form) {
        Path path = path(form, "data", "arg0");
        Map<String, Map<String, Object>> classes = new LinkedHashMap<>();
        Fields written = form.object("classes", "an object of what is written of each class");
        if (written != null) {
            for (Json.Member member : written.members()) {
                classes.put(member.name(), constants(written, member.name()));
            }
        }
        Map<String, String> names = spellings(form, "names", false);
        return path == null ? null : new DataValue(path, classes, names);
    }

    private static Map<String, Object> constants(Fields fields, String name) {
        Map<String, Object> constants = new LinkedHashMap<>();
        Fields object = fields.object(name, "an object of constants, for example {\"type\": \"string\"}");
        if (object != null) {
            for (Json.Member member : object.members()) {
                Object value = plain(object, member.name(), member.value());
                if (value != null) {
                    constants.put(member.name(), value);
                }
            }
        }
        return constants;
    }

    private Value join(Fields form) {
        Path path = path(form, "join", "kept.texts");
        return path == null ? null : new JoinValue(path);
    }

    private Value group(Fields form) {
        Path path = path(form, "group", "kept.calls");
        ValueReader elements = new ValueReader(true, shared);
        if (!form.has("by")) {
            form.missing("by", "a path from an element to what the elements of a group have in common");
        }
        Path by = elements.path(form, "by", "index");
        Fields as = form.object("as", "an object of named values, for example {\"name\": \"name\"}");
        if (as == null) {
            if (!form.has("as")) {
                form.missing("as", "an object of named values");
            }
            return null;
        }
        Map<String, Value> fields = elements.values(as);
        return path == null || by == null || fields.isEmpty() ? null : new GroupValue(path, by, fields);
    }

    private Value url(Fields form) {
        Path path = path(form, "url", "arg0.url");
        if (!form.has("part")) {
            form.missing("part", "host, port or path");
            return null;
        }
        UrlValue.UrlPart part = form.word("part", URL_PARTS, null);
        List<String> like = like(form);
        if (!like.isEmpty() && part != null && part != UrlValue.UrlPart.PATH) {
            form.problem("like", "names a piece of a path: part must be path");
        }
        return path == null || part == null ? null : new UrlValue(path, part, like);
    }

    private static List<String> like(Fields form) {
        List<String> patterns = new ArrayList<>();
        for (Json.Text text : form.texts("like", "patterns of paths, for example [\"*/models/{}:*\"]")) {
            String pattern = text.text();
            int at = pattern.indexOf(UrlValue.PIECE);
            if (at >= 0 && at == pattern.lastIndexOf(UrlValue.PIECE)) {
                patterns.add(pattern);
            } else {
                form.wrong(
                        text,
                        "like",
                        "a pattern with one " + UrlValue.PIECE + ", which stands for the piece that is meant");
            }
        }
        return patterns;
    }

    private Value types(Fields form) {
        Path path = path(form, "types", "arg0.metadata");
        return path == null ? null : new TypesValue(path);
    }

    private Path path(Fields form, String name, String example) {
        String text = form.text(name, "a path, for example \"" + example + "\"");
        return text == null ? null : form.path(name, new Json.Text(form.at(name), text), inEach);
    }

    private Value object(Fields form, String name) {
        Fields fields = form.object(name, "an object of named values, for example {\"role\": \"type\"}");
        if (fields == null) {
            return null;
        }
        Map<String, Value> values = values(fields);
        if (fields.members().isEmpty()) {
            form.wrong(form.get(name), name, "at least one named value");
        }
        return values.isEmpty() ? null : new ObjectValue(values);
    }

    /** Reads every member as a value; wrong ones are left out. */
    Map<String, Value> values(Fields fields) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Json.Member member : fields.members()) {
            Value value = read(fields, member.name());
            if (value != null) {
                values.put(member.name(), value);
            }
        }
        return values;
    }

    private Value spelled(Fields form) {
        String text = form.text("of", "a path, for example \"return.finishReason\"");
        Path path = text == null ? null : form.path("of", new Json.Text(form.at("of"), text), inEach);
        if (!form.has("map") && !form.has("prefixMap")) {
            form.missing("map", "an object of spellings, or prefixMap");
        }
        Map<String, String> exact = spellings(form, "map", true);
        Map<String, String> prefixes = spellings(form, "prefixMap", false);
        return path == null ? null : new SpelledValue(path, exact, prefixes);
    }

    /** Reads spellings; {@code null} as one says that the text stands for nothing. */
    private static Map<String, String> spellings(Fields form, String name, boolean nullable) {
        Fields map = form.object(name, "an object of spellings, for example {\"STOP\": \"stop\"}");
        Map<String, String> spellings = new LinkedHashMap<>();
        if (map != null) {
            for (Json.Member member : map.members()) {
                boolean nothing = nullable && member.value() instanceof Json.Null;
                String spelling = nothing ? null : map.text(member.name(), nullable ? "a string or null" : "a string");
                if (nothing || spelling != null) {
                    spellings.put(member.name(), spelling);
                }
            }
        }
        return spellings;
    }

    private Value minus(Fields form) {
        List<Path> paths = new ArrayList<>();
        String expected = "an array of two paths: the number, and what is taken away";
        if (form.get("minus") instanceof Json.Arr array && array.items().size() == 2) {
            for (Json.Text text : form.texts("minus", expected)) {
                Path path = form.path("minus", text, inEach);
                if (path != null) {
                    paths.add(path);
                }
            }
        } else {
            form.wrong(form.get("minus"), "minus", expected);
        }
        return paths.size() == 2 ? new MinusValue(paths.get(0), paths.get(1)) : null;
    }

    private Value plus(Fields form) {
        List<Path> paths =
                paths(form, "plus", "an array of two or more paths, for example [\"return.fresh\", \"return.cached\"]");
        return paths == null ? null : new PlusValue(paths);
    }

    private Value route(Fields form) {
        List<Path> paths = paths(
                form,
                "route",
                "an array of two or more paths, for example [\"kept.class.path\", \"kept.method.path\"]");
        return paths == null ? null : new RouteValue(paths);
    }

    /** Reads two or more paths, {@code null} when there are fewer or one is wrong. */
    private List<Path> paths(Fields form, String name, String expected) {
        if (!(form.get(name) instanceof Json.Arr array) || array.items().size() < 2) {
            form.wrong(form.get(name), name, expected);
            return null;
        }
        List<Path> paths = new ArrayList<>();
        for (Json.Text text : form.texts(name, expected)) {
            Path path = form.path(name, text, inEach);
            if (path != null) {
                paths.add(path);
            }
        }
        return paths.size() == array.items().size() ? paths : null;
    }

    private Value conditional(Fields form) {
        String text = form.text("if", "a path, for example \"arg0.text?\"");
        Path path = text == null ? null : form.path("if", new Json.Text(form.at("if"), text), inEach);
        Set<String> in = new LinkedHashSet<>();
        form.texts("in", "a string or an array of strings").forEach(each -> in.add(each.text()));
        if (!form.has("then") && !form.has("else")) {
            form.missing("then", "the value");
        }
        Value then = read(form, "then");
        Value otherwise = read(form, "else");
        return path == null || then == null && otherwise == null
                ? null
                : new ConditionalValue(path, in, then, otherwise);
    }

    /** Reads a value the file defines once; it is read as if it stood where it is used. */
    private Value shared(Fields form) {
        String name = form.text("shared", "the name of a value under the file's key \"shared\"");
        if (name == null) {
            return null;
        }
        if (shared == null) {
            form.problem(
                    "shared", "there are no shared values here: the file has no key \"shared\", or this is one itself");
            return null;
        }
        if (!shared.has(name)) {
            List<String> known =
                    shared.members().stream().map(Json.Member::name).toList();
            form.problem(
                    "shared",
                    "'" + name + "' is not a shared value of this file" + Nearest.hint(name, known) + "; it has "
                            + String.join(", ", known));
            return null;
        }
        return new ValueReader(inEach, null).read(shared, name);
    }
}
