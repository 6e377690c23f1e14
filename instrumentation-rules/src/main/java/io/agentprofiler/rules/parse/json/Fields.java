// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.PathParser;
import io.agentprofiler.rules.path.syntax.PathSyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Reads the fields of one JSON object by type. What does not fit is noted as a problem and answered with the default, so
 * that one run finds every problem of a file.
 */
public final class Fields {
    private final Json.Obj object;
    private final String key;
    private final Problems problems;

    /** Creates a reader of {@code object}, which is the value of {@code key} ({@code null} for the file or a rule). */
    public Fields(Json.Obj object, String key, Problems problems) {
        this.object = object;
        this.key = key;
        this.problems = problems;
    }

    /** Notes every key that is not in {@code known}; {@code comment} always is. */
    public Fields only(Collection<String> known) {
        for (Json.Member member : object.members()) {
            if (!known.contains(member.name()) && !member.name().equals("comment")) {
                problems.add(
                        member.at(),
                        key,
                        "unknown key '" + member.name() + "'" + Nearest.hint(member.name(), known) + "; known are "
                                + String.join(", ", known));
            }
        }
        return this;
    }

    public boolean has(String name) {
        return object.get(name) != null;
    }

    public Json get(String name) {
        return object.get(name);
    }

    public Json.Place at() {
        return object.at();
    }

    public Json.Place at(String name) {
        Json value = object.get(name);
        return value == null ? object.at() : value.at();
    }

    /** Returns the keys down to {@code name}. */
    public String key(String name) {
        return key == null ? name : key + " > " + name;
    }

    public void problem(String name, String text) {
        problems.add(at(name), key(name), text);
    }

    public void missing(String name, String expected) {
        problems.add(object.at(), key, "key '" + name + "' is missing, expected " + expected);
    }

    public void wrong(Json found, String name, String expected) {
        problems.add(found.at(), key(name), "found " + found.describe() + ", expected " + expected);
    }

    /** Returns a string that is not empty, {@code null} when it is absent or wrong. */
    public String text(String name, String expected) {
        Json value = object.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Json.Text text && !text.text().isBlank()) {
            return text.text();
        }
        wrong(value, name, expected);
        return null;
    }

    public boolean bool(String name, boolean absent) {
        Json value = object.get(name);
        if (value == null) {
            return absent;
        }
        if (value instanceof Json.Scalar scalar && scalar.value() instanceof Boolean is) {
            return is;
        }
        wrong(value, name, "true or false");
        return absent;
    }

    /** Returns a whole number, {@code null} when it is absent or wrong. */
    public Long wholeNumber(String name) {
        Json value = object.get(name);
        if (value == null || value instanceof Json.Scalar scalar && scalar.value() instanceof Long) {
            return value == null ? null : (Long) ((Json.Scalar) value).value();
        }
        wrong(value, name, "a whole number");
        return null;
    }

    /** Returns one of {@code words}, {@code absent} when it is absent or wrong. */
    public <T> T word(String name, Map<String, T> words, T absent) {
        Json value = object.get(name);
        if (value == null) {
            return absent;
        }
        if (value instanceof Json.Text text) {
            T found = words.get(text.text());
            if (found != null) {
                return found;
            }
            wrong(
                    value,
                    name,
                    "one of " + String.join(", ", words.keySet()) + Nearest.hint(text.text(), words.keySet()));
        } else {
            wrong(value, name, "one of " + String.join(", ", words.keySet()));
        }
        return absent;
    }

    /** Returns a string or an array of strings as a list, empty when absent or wrong. */
    public List<Json.Text> texts(String name, String expected) {
        Json value = object.get(name);
        List<Json.Text> texts = new ArrayList<>();
        List<Json> items = value == null ? List.of() : value instanceof Json.Arr array ? array.items() : List.of(value);
        for (Json item : items) {
            if (item instanceof Json.Text text && !text.text().isBlank()) {
                texts.add(text);
            } else {
                wrong(item, name, expected);
            }
        }
        return texts;
    }

    /** Returns the fields of an object, {@code null} when it is absent or wrong. */
    public Fields object(String name, String expected) {
        Json value = object.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Json.Obj inner) {
            return new Fields(inner, key(name), problems);
        }
        wrong(value, name, expected);
        return null;
    }

    /** Returns a path, {@code null} when it is absent or wrong. */
    public Path path(String name) {
        String text = text(name, "a path, for example \"arg0.name\"");
        return text == null ? null : path(name, new Json.Text(at(name), text), false);
    }

    /** Returns paths written as a string or an array of strings. */
    public List<Path> keys(String name) {
        List<Path> paths = new ArrayList<>();
        for (Json.Text text : texts(name, "a path or an array of paths, for example [\"arg1\", \"this\"]")) {
            Path path = text.text().equals(Path.CURRENT.toString()) ? Path.CURRENT : path(name, text, false);
            if (path != null) {
                paths.add(path);
            }
        }
        return paths;
    }

    /** Parses a path found below {@code name}, {@code null} when it is wrong. */
    public Path path(String name, Json.Text text, boolean inEach) {
        try {
            Path path = inEach ? PathParser.parseInEach(text.text()) : PathParser.parse(text.text());
            refuseCalls(name, text.at(), path);
            return path;
        } catch (PathSyntaxException e) {
            problems.add(text.at(), key(name), e.getMessage());
            return null;
        }
    }

    /** Notes a path that calls methods of the application in a file that may not. */
    public void refuseCalls(String name, Json.Place at, Path path) {
        if (path.callsApplication() && !problems.mayCall()) {
            problems.add(
                    at,
                    key(name),
                    "path '" + path
                            + "' calls a method of whatever class the object is of; bundled rules call only what"
                            + " rules/types/calls lists, written name!()");
        }
    }

    public List<Json.Member> members() {
        return object.members();
    }

    public Problems problems() {
        return problems;
    }
}
